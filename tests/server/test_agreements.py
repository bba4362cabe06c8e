"""What people at a table agree on, and what nobody may do without the others. No server, no database."""

from __future__ import annotations

import pytest

from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.phases import TURN
from ferrovia.record import from_text, settled, takeback, taken_back, to_text, verify
from ferrovia.record import replay as play_record
from ferrovia.server.core import agreements
from ferrovia.server.core.agreements import PATIENCE, QUESTIONS, Answer, AskForStandIn, TakeBack
from ferrovia.server.core.commands import BotMove, ComeBack, Command, Move
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Entry, Kind, now
from ferrovia.server.core.outbox import move_list, past_position, position
from ferrovia.server.core.replay import record_from, replay
from ferrovia.server.core.setup import DaysClock, LiveClock
from ferrovia.server.core.storage import Stored
from ferrovia.server.core.table import Status, Table
from server.builder import TableBuilder, token_at, token_of

ADA, BO, CY = token_of("Ada"), token_of("Bo"), token_of("Cy")
BOTH = frozenset({0, 1})


def playing(*seats: str, clock: LiveClock | DaysClock | None = None) -> TableBuilder:
    return TableBuilder(*(seats or ("Ada", "Bo")), clock=clock).begin().past_first_tickets()


def do(built: TableBuilder, command: Command) -> list[tuple[Kind, int]]:
    """Carries a command out; what it wrote."""
    draft = command.draft(built.table)
    if draft is None:
        return []
    built.table = draft.table
    built.at = built.table.updated_at
    return kinds(draft)


def kinds(draft: Draft) -> list[tuple[Kind, int]]:
    return [(entry.kind, entry.seat) for entry in draft.entries]


def refusal(built: TableBuilder, command: Command) -> str:
    with pytest.raises(FerroviaError) as refused:
        command.draft(built.table)
    return refused.value.code


def claiming(*seats: str, clock: LiveClock | DaysClock | None = None) -> TableBuilder:
    """Ada is to move, and can claim something."""
    built = playing(*seats, clock=clock)
    while not any(action >= built.state.game.claim_base for action in built.state.legal_for(0)) or not on_turn(built):
        seat = built.table.waiting_seats()[0]
        built.move(seat, "draw blind")
    return built


def on_turn(built: TableBuilder) -> bool:
    return built.table.waiting_seats() == [0] and int(built.state.phase) == TURN


def claim(built: TableBuilder, seat: int = 0) -> Move:
    action = int(built.state.legal_for(seat)[-1])
    return Move(token_at(built.table, seat), built.table.decisions[seat], action, "key-0001")


# --- nobody seizes a turn -----------------------------------------------------------------------------------
def test_somebody_who_is_there_is_asked_and_not_replaced() -> None:
    built = playing()
    assert do(built, AskForStandIn(BO, 0, absent_since=None)) == [(Kind.ASKED, 1)]
    (question,) = built.table.questions
    assert (question.what, question.about, question.needed) == ("stand_in", 0, frozenset({0}))
    assert built.table.bot_of(0) is None
    assert do(built, AskForStandIn(BO, 0, absent_since=None)) == []  # once


def test_a_stand_in_plays_with_consent() -> None:
    built = playing()
    do(built, AskForStandIn(BO, 0))
    assert refusal(built, Answer(CY, built.table.version, agrees=True)) == "token.seat"
    assert do(built, Answer(BO, built.table.version, agrees=True)) == []  # the asker's word is not theirs
    assert do(built, Answer(ADA, built.table.version, agrees=True)) == [(Kind.AGREED, 0), (Kind.LEFT, 0)]
    assert built.table.bot_of(0) == "novice"
    assert built.table.questions == ()
    assert do(built, ComeBack(ADA)) == [(Kind.RETURNED, 0)]


def test_who_says_that_they_are_here_keeps_the_seat() -> None:
    built = playing()
    do(built, AskForStandIn(BO, 0))
    assert do(built, Answer(ADA, built.table.version, agrees=False)) == [(Kind.DECLINED, 0)]
    assert built.table.questions == ()
    assert not built.table.away[0]


def test_a_move_answers_the_question() -> None:
    built = playing()
    do(built, AskForStandIn(BO, 0))
    do(built, Move(ADA, built.table.decisions[0], "draw blind", "key-0001"))
    assert built.table.questions == ()


@pytest.mark.parametrize(("gone", "written"), [(PATIENCE, Kind.LEFT), (PATIENCE - 1000, Kind.ASKED)])
def test_without_a_clock_two_minutes_without_a_connection_are_away(gone: int, written: Kind) -> None:
    assert do(playing(), AskForStandIn(BO, 0, absent_since=now() - gone))[0][0] == written


@pytest.mark.parametrize("clock", [LiveClock(bank_seconds=3600, increment_seconds=0), DaysClock(days=1)])
def test_with_a_clock_everybody_may_use_the_time_it_gives(clock: LiveClock | DaysClock) -> None:
    built = TableBuilder("Ada", "Bo", clock=clock)
    built.at = now() - 2 * PATIENCE
    built.begin().past_first_tickets()
    assert do(built, AskForStandIn(BO, 0, absent_since=now() - 2 * PATIENCE)) == [(Kind.ASKED, 1)]


def test_nobody_asks_without_end() -> None:
    built = playing()
    for _ in range(QUESTIONS):
        do(built, AskForStandIn(BO, 0))
        do(built, Answer(ADA, built.table.version, agrees=False))
    assert refusal(built, AskForStandIn(BO, 0)) == "limit.moves"
    do(built, Move(ADA, built.table.decisions[0], "draw blind", "key-0001"))
    assert do(built, AskForStandIn(BO, 0)) == [(Kind.ASKED, 1)]


# --- taking back --------------------------------------------------------------------------------------------
def test_a_claim_is_taken_back_when_the_others_agree() -> None:
    built = claiming()
    before = built.state.digest()
    do(built, claim(built))
    assert position(built.table, (0,), [])["takeback"]
    assert not position(built.table, (1,), [])["takeback"]
    assert do(built, TakeBack(ADA, BOTH)) == [(Kind.ASKED, 0)]
    assert do(built, Answer(BO, built.table.version, agrees=True)) == [(Kind.AGREED, 1), (Kind.VOIDED, 0)]
    assert built.state.digest() == before
    assert built.table.waiting_seats() == [0]
    assert built.table.decisions[0] == built.table.version  # a move for the old decision is refused
    assert not position(built.table, (0,), [])["takeback"]
    assert do(built, claim(built)) == [(Kind.MOVED, 0)]


def test_people_who_were_not_seen_for_a_day_are_not_waited_for() -> None:
    built = claiming()
    do(built, claim(built))
    assert do(built, TakeBack(ADA, frozenset({0}))) == [(Kind.VOIDED, 0)]


def test_all_who_were_seen_have_to_agree() -> None:
    built = claiming("Ada", "Bo", "Cy")
    do(built, claim(built))
    do(built, TakeBack(ADA, frozenset({0, 1, 2})))
    question = built.table.version
    assert do(built, Answer(CY, question, agrees=True)) == [(Kind.AGREED, 2)]
    assert do(built, Answer(CY, question, agrees=True)) == []
    assert do(built, Answer(BO, question, agrees=False)) == [(Kind.DECLINED, 1)]
    assert built.table.waiting_seats() == [1]


@pytest.mark.parametrize("drawn", ["draw blind", "draw 1", "tickets"])
def test_what_was_drawn_is_never_given_back(drawn: str) -> None:
    built = playing()
    do(built, Move(ADA, built.table.decisions[0], drawn, "key-0001"))
    assert refusal(built, TakeBack(ADA, BOTH)) == "takeback.too_late"


def test_nothing_is_taken_back_once_somebody_else_has_acted() -> None:
    built = claiming()
    do(built, claim(built))
    do(built, Move(BO, built.table.decisions[1], "draw blind", "key-0001"))
    assert refusal(built, TakeBack(ADA, BOTH)) == "takeback.too_late"
    assert refusal(built, TakeBack(BO, BOTH)) == "takeback.too_late"


def test_a_bots_move_ends_it_too() -> None:
    built = claiming("Ada", "novice")
    do(built, claim(built))
    do(built, BotMove(1, built.table.decisions[1], int(built.state.legal_for(1)[0])))
    assert refusal(built, TakeBack(ADA, BOTH)) == "takeback.too_late"


def test_the_end_of_a_game_is_not_taken_back() -> None:
    built = TableBuilder("Ada", "Bo").begin().to_the_end()
    for token in (ADA, BO):
        assert refusal(built, TakeBack(token, BOTH)) == "takeback.too_late"


@pytest.mark.parametrize("clock", [LiveClock(bank_seconds=600, increment_seconds=10), DaysClock(days=1)])
def test_nobody_gains_time_by_it(clock: LiveClock | DaysClock) -> None:
    built = claiming(clock=clock)
    left = (built.table.deadline(0) or 0) - built.at
    text = claim(built).draft(built.table).entries[-1].text
    built.move(0, text, after=30_000)
    built.happen(Kind.VOIDED, 0, str(built.table.version), after=5_000)
    assert (built.table.deadline(0) or 0) - built.at == left - 30_000


# --- records ------------------------------------------------------------------------------------------------
def log_of(built: TableBuilder) -> Stored:
    """The same game, with a claim that was taken back, as it is stored."""
    table = built.table
    return Stored(table.id, table.setup, table.secret, table.host_hash, list(table.seats), [])


def finished_with_takeback() -> tuple[Stored, Table]:
    built = TableBuilder("Ada", "Bo")
    stored = log_of(built)
    log = stored.log
    log.append(Entry(1, built.at, Kind.CREATED))
    built.begin()
    log.append(Entry(2, built.at, Kind.STARTED))
    taken = 0
    while not built.state.over:
        seat = built.table.waiting_seats()[0]
        action = int(built.state.legal_for(seat)[-1])
        draft = Move(token_at(built.table, seat), built.table.decisions[seat], action, "key-0001").draft(built.table)
        built.table = draft.table
        log += draft.entries
        if built.table.last is not None and taken < 2 and action >= built.state.game.claim_base:
            undone = TakeBack(token_at(built.table, seat), frozenset({seat})).draft(built.table)
            assert undone is not None
            built.table = undone.table
            log += undone.entries
            taken += 1
    assert taken == 2
    return stored, built.table


def test_a_record_tells_what_was_taken_back_and_is_proved() -> None:
    stored, table = finished_with_takeback()
    again = replay(stored)
    assert again.state is not None
    assert table.state is not None
    assert again.state.digest() == table.state.digest()
    text = to_text(record_from(stored))
    assert text.startswith("ferrovia record 2\n")
    record = from_text(text)
    assert verify(record).state.digest() == table.state.digest()
    assert sum(taken_back(move) is not None for move in record.moves) == 2
    plain = settled(record)
    assert to_text(plain).startswith("ferrovia record 1\n")
    assert verify(plain).state.digest() == table.state.digest()
    assert len(plain.moves) == len(record.moves) - 4 == len(move_list(stored)["moves"]) == table.moves


def test_a_replay_shows_the_game_without_it() -> None:
    stored, table = finished_with_takeback()
    moves = move_list(stored)["moves"]
    for number in (0, 1, len(moves) // 2, len(moves)):
        shown = past_position(stored, number, None)
        assert (shown["number"], shown["moves"]) == (number, len(moves))
        if number:
            assert shown["events"][0]["version"] == stored.moves()[number - 1].version
    assert past_position(stored, len(moves), None)["view"]["standings"]
    assert table.status == Status.OVER


def test_a_record_that_takes_back_what_nobody_may_is_refused() -> None:
    record = record_from(finished_with_takeback()[0])
    moves = record.moves
    at = next(number for number, move in enumerate(moves) if taken_back(move) is not None)
    drawn = next(number for number, move in enumerate(moves) if move.text == "draw blind")
    seat = moves[at].seat
    forged = {
        "twice": [*moves[: at + 1], moves[at]],
        "somebody else's": [*moves[:at], takeback(1 - seat, at)],
        "an older one": [*moves[:at], takeback(seat, 1)],
        "one that does not exist": [takeback(0, 1)],
        "a draw": [*moves[: drawn + 1], takeback(moves[drawn].seat, drawn + 1)],
    }
    for what, lines in forged.items():
        record.moves, record.result = lines, None
        with pytest.raises(FerroviaError, match=r"record\.takeback"):
            play_record(record)
        assert what


# --- giving up ----------------------------------------------------------------------------------------------
def test_a_game_is_given_up_together_before_its_second_round() -> None:
    built = playing()
    assert position(built.table, (0,), [])["abort"]
    assert do(built, agreements.Abort(ADA, BOTH)) == [(Kind.ASKED, 0)]
    assert do(built, Answer(BO, built.table.version, agrees=True)) == [(Kind.AGREED, 1), (Kind.CLOSED, 0)]
    assert built.table.status == Status.CLOSED
    assert built.table.due() is None
    assert position(built.table, (0,), [])["choices"] is None


def test_not_in_its_second_round() -> None:
    built = playing()
    for seat in (0, 0, 1, 1):
        do(built, Move(token_at(built.table, seat), built.table.decisions[seat], "draw blind", "key-0001"))
    assert refusal(built, agreements.Abort(ADA, BOTH)) == "abort.too_late"
    assert not position(built.table, (0,), [])["abort"]


def test_who_gives_up_is_replaced_to_the_end() -> None:
    built = playing()
    assert do(built, agreements.Resign(ADA)) == [(Kind.RESIGNED, 0)]
    assert built.table.bot_of(0) == "novice"
    assert do(built, ComeBack(ADA)) == []
    assert refusal(built, Move(ADA, built.table.decisions[0], "draw blind", "key-0001")) == "seat.resigned"
    assert do(built, agreements.Resign(ADA)) == []
    assert position(built.table, (1,), [])["people"][0]["resigned"]


def test_who_gave_up_has_no_say() -> None:
    built = playing("Ada", "Bo", "Cy")
    do(built, agreements.Resign(CY))
    do(built, agreements.Abort(ADA, frozenset({0, 1, 2})))
    assert built.table.questions[0].needed == {1}


# --- a rematch ----------------------------------------------------------------------------------------------
def test_a_rematch_is_asked_for_and_who_asks_second_agrees() -> None:
    built = TableBuilder("Ada", "Bo").begin().to_the_end()
    assert do(built, agreements.AskForRematch(ADA, BOTH)) == [(Kind.ASKED, 0)]
    question = agreements.rematch_question(built.table)
    assert question is not None
    assert not question.is_agreed
    assert do(built, agreements.AskForRematch(BO, BOTH)) == [(Kind.AGREED, 1)]
    question = agreements.rematch_question(built.table)
    assert question is not None
    assert question.is_agreed


def test_questions_are_told_alike_to_everybody() -> None:
    built = claiming("Ada", "Bo", "Cy")
    do(built, claim(built))
    do(built, TakeBack(ADA, frozenset({0, 1, 2})))
    told = [position(built.table, held, [])["questions"] for held in ((0,), (1,), (2,), ())]
    assert all(questions == told[0] for questions in told)
