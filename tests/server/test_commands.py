"""Who may do what at a table: every refusal, and what each request writes. No server, no database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core import agreements, commands
from ferrovia.server.core.creation import ForPerson, NewTable, same_people
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Entry, Kind, now
from ferrovia.server.core.setup import DaysClock, LiveClock
from ferrovia.server.core.table import DAY, Status, Table, TableSeat
from server.builder import HOST, TableBuilder, token_at, token_of

ADA, BO, CY = token_of("Ada"), token_of("Bo"), token_of("Cy")


def closed() -> TableBuilder:
    return TableBuilder("Ada", "").happen(Kind.CLOSED)


def playing(*seats: str) -> TableBuilder:
    return TableBuilder(*(seats or ("Ada", "Bo"))).begin().past_first_tickets()


def over() -> TableBuilder:
    return TableBuilder("Ada", "Bo").begin().to_the_end()


def move(table: Table, seat: int, action: int | str) -> Draft:
    return commands.Move(token_at(table, seat), table.decisions[seat], action, "key-0001").draft(table)


def kinds(draft: Draft | None) -> list[tuple[Kind, int]]:
    assert draft is not None
    return [(entry.kind, entry.seat) for entry in draft.entries]


# --- refusals -------------------------------------------------------------------------------------------
Ask = Callable[[Table], Draft | None]
REFUSALS: list[tuple[str, Callable[[], TableBuilder], Ask]] = [
    ("table.closed", closed, lambda table: commands.Join(HOST, "Bo", BO).draft(table)),
    ("token.weak", lambda: TableBuilder("Ada", ""), lambda table: commands.Join(HOST, "Bo", "a" * 43).draft(table)),
    ("token.weak", lambda: TableBuilder("Ada", ""), lambda table: commands.Join(HOST, "Bo", "short").draft(table)),
    ("token.invite", lambda: TableBuilder("Ada", ""), lambda table: commands.Join(CY, "Bo", BO).draft(table)),
    ("game.started", playing, lambda table: commands.Join(CY, "Cy", CY).draft(table)),
    ("game.started", over, lambda table: commands.Join(CY, "Cy", CY).draft(table)),
    ("table.closed", closed, lambda table: commands.SeatBot(HOST, 1, "novice").draft(table)),
    ("token.host", lambda: TableBuilder("Ada", ""), lambda table: commands.SeatBot(ADA, 1, "novice").draft(table)),
    ("token.host", playing, lambda table: commands.SeatBot(ADA, 1, "novice").draft(table)),
    ("seat.unknown", lambda: TableBuilder("Ada", ""), lambda table: commands.SeatBot(HOST, 2, "novice").draft(table)),
    ("seat.unknown", lambda: TableBuilder("Ada", ""), lambda table: commands.SeatBot(HOST, -1, "novice").draft(table)),
    ("game.over", over, lambda table: commands.SeatBot(HOST, 1, "novice").draft(table)),
    ("game.started", playing, lambda table: commands.SeatBot(HOST, 1, "novice").draft(table)),
    ("table.closed", closed, lambda table: commands.OpenSeat(HOST, 1).draft(table)),
    ("token.host", lambda: TableBuilder("Ada", ""), lambda table: commands.OpenSeat(ADA, 0).draft(table)),
    ("seat.unknown", lambda: TableBuilder("Ada", ""), lambda table: commands.OpenSeat(HOST, 2).draft(table)),
    ("game.started", playing, lambda table: commands.OpenSeat(HOST, 1).draft(table)),
    ("table.closed", closed, lambda table: commands.Start(HOST).draft(table)),
    ("token.host", lambda: TableBuilder("Ada", "Bo"), lambda table: commands.Start(ADA).draft(table)),
    ("seats.open", lambda: TableBuilder("Ada", ""), lambda table: commands.Start(HOST).draft(table)),
    ("token.host", lambda: TableBuilder("Ada", ""), lambda table: commands.Close(ADA).draft(table)),
    ("game.started", playing, lambda table: commands.Close(HOST).draft(table)),
    ("game.started", over, lambda table: commands.Close(HOST).draft(table)),
    ("table.closed", closed, lambda table: move(table, 0, "draw blind")),
    ("game.not_started", lambda: TableBuilder("Ada", "Bo"), lambda table: move(table, 0, "draw blind")),
    ("game.over", over, lambda table: move(table, 0, "draw blind")),
    ("turn.not_yours", playing, lambda table: move(table, 1, "draw blind")),
    ("decision.stale", playing, lambda table: commands.Move(ADA, 2, "draw blind", "key-0001").draft(table)),
    ("notation.unknown", playing, lambda table: move(table, 0, "go home")),
    ("notation.no_action", playing, lambda table: move(table, 0, 10**6)),
    ("notation.no_action", playing, lambda table: move(table, 0, -1)),
    ("table.closed", closed, lambda table: commands.Leave(ADA).draft(table)),
    ("seat.unknown", playing, lambda table: agreements.AskForStandIn(ADA, 2).draft(table)),
    ("seat.unknown", playing, lambda table: agreements.AskForStandIn(ADA, -1).draft(table)),
    ("turn.not_yours", playing, lambda table: agreements.AskForStandIn(ADA, 1).draft(table)),
    ("turn.not_yours", over, lambda table: agreements.AskForStandIn(ADA, 1).draft(table)),
    ("token.seat", playing, lambda table: commands.Move(CY, table.decisions[0], "draw blind", "key-0001").draft(table)),
    ("token.seat", playing, lambda table: commands.Move(BO, 4, "draw blind", "key-0001", seat=0).draft(table)),
    ("token.seat", playing, lambda table: commands.Leave(CY).draft(table)),
    ("token.seat", playing, lambda table: commands.ComeBack(CY).draft(table)),
    ("token.seat", playing, lambda table: agreements.AskForStandIn(CY, 0).draft(table)),
    ("game.not_over", playing, lambda table: commands.OfferRematch("next").draft(table)),
    ("game.not_over", lambda: TableBuilder("Ada", ""), lambda table: commands.OfferRematch("next").draft(table)),
]


@pytest.mark.parametrize(("code", "build", "ask"), REFUSALS)
def test_what_may_not_be_is_refused_and_changes_nothing(code: str, build: Callable[[], TableBuilder], ask: Ask) -> None:
    table = build().table
    before = repr(vars(table.copy()) | {"state": None})
    with pytest.raises(FerroviaError) as refusal:
        ask(table)
    assert refusal.value.code == code
    assert repr(vars(table) | {"state": None}) == before


def test_a_move_against_the_rules_is_refused_as_the_engine_says() -> None:
    built = playing()
    with pytest.raises(FerroviaError) as refusal:
        move(built.table, 0, "keep 1")
    assert refusal.value.code not in ("decision.stale", "turn.not_yours")
    assert built.table.version == 4


def test_a_refused_move_does_not_bring_anybody_back() -> None:
    built = playing().happen(Kind.LEFT, 0)
    with pytest.raises(FerroviaError):
        move(built.table, 0, "keep 1")
    assert built.table.away == [True, False]


# --- nothing to do --------------------------------------------------------------------------------------
NOTHING: list[tuple[Callable[[], TableBuilder], Ask]] = [
    (lambda: TableBuilder("Ada", ""), lambda table: commands.Join(CY, "Ada", ADA).draft(table)),  # sits there already
    (
        lambda: TableBuilder("Ada", "novice", start="host"),
        lambda table: commands.SeatBot(HOST, 1, "novice").draft(table),
    ),
    (playing, lambda table: commands.Start(HOST).draft(table)),
    (closed, lambda table: commands.Close(HOST).draft(table)),
    (lambda: TableBuilder("Ada", "novice"), lambda table: commands.BotMove(1, 0, 0).draft(table)),
    (playing, lambda table: commands.BotMove(0, table.decisions[0], 1).draft(table)),  # the person is back
    (
        lambda: playing("Ada", "novice"),
        lambda table: commands.BotMove(1, table.decisions[1], 1).draft(table),
    ),  # not its turn
    (lambda: playing("novice", "Bo"), lambda table: commands.BotMove(0, 2, 1).draft(table)),  # an older decision
    (playing, lambda table: commands.TimeOut(now()).draft(table)),
    (lambda: playing().happen(Kind.LEFT, 0), lambda table: commands.Leave(ADA).draft(table)),
    (over, lambda table: commands.Leave(ADA).draft(table)),
    (playing, lambda table: commands.ComeBack(ADA).draft(table)),
    (lambda: TableBuilder("Ada", ""), lambda table: commands.ComeBack(ADA).draft(table)),
    (lambda: playing().happen(Kind.LEFT, 0), lambda table: agreements.AskForStandIn(BO, 0).draft(table)),
    (playing, lambda table: agreements.AskForStandIn(ADA, 0).draft(table)),
    (lambda: over().happen(Kind.REMATCH, text="next"), lambda table: commands.OfferRematch("another").draft(table)),
]


@pytest.mark.parametrize(("build", "ask"), NOTHING)
def test_what_is_so_already_writes_nothing(build: Callable[[], TableBuilder], ask: Ask) -> None:
    assert ask(build().table) is None


# --- before the start -----------------------------------------------------------------------------------
def test_the_last_to_join_starts_the_game() -> None:
    built = TableBuilder("Ada", "")
    draft = commands.Join(built.invitation(1), "Bo", BO).draft(built.table)
    assert kinds(draft) == [(Kind.JOINED, 1), (Kind.STARTED, -1)]
    assert draft is not None
    assert draft.table.held_by(BO) == (1,)
    assert built.table.held_by(BO) == ()
    assert (built.table.status, draft.table.status) == (Status.WAITING, Status.PLAYING)


def test_the_host_may_keep_the_start_for_themselves() -> None:
    built = TableBuilder("Ada", "", start="host")
    draft = commands.Join(built.invitation(1), "Bo", BO).draft(built.table)
    assert kinds(draft) == [(Kind.JOINED, 1)]
    assert draft is not None
    assert kinds(commands.Start(HOST).draft(draft.table)) == [(Kind.STARTED, -1)]


def test_an_invitation_is_spent_while_somebody_sits_there_and_good_again_when_they_get_up() -> None:
    built = TableBuilder("Ada", "", "")
    seated = commands.Join(built.invitation(1), "Bo", BO).draft(built.table)
    assert seated is not None
    with pytest.raises(FerroviaError, match=r"token.invite"):
        commands.Join(built.invitation(1), "Cy", CY).draft(seated.table)
    left = commands.Leave(BO).draft(seated.table)
    assert left is not None
    assert left.table.held_by(BO) == ()
    assert kinds(commands.Join(built.invitation(1), "Cy", CY).draft(left.table)) == [(Kind.JOINED, 1)]


def test_an_opened_seat_has_a_new_invitation() -> None:
    built = TableBuilder("Ada", "Bo", "")
    old = built.invitation(1)
    built.table = commands.OpenSeat(HOST, 1).draft(built.table).table
    assert built.table.held_by(BO) == ()
    with pytest.raises(FerroviaError, match=r"token.invite"):
        commands.Join(old, "Bo", BO).draft(built.table)
    assert kinds(commands.Join(built.invitation(1), "Bo", BO).draft(built.table)) == [(Kind.JOINED, 1)]


def test_a_bot_takes_a_seat_for_good_before_the_start() -> None:
    built = TableBuilder("Ada", "Bo", "", start="host")
    draft = commands.SeatBot(HOST, 1, "dispatcher").draft(built.table)
    assert kinds(draft) == [(Kind.SEATED, 1)]
    assert draft is not None
    assert draft.table.seats[1] == TableSeat("bot", bot="dispatcher")
    assert draft.table.held_by(BO) == ()


def test_a_bot_in_the_last_open_seat_starts_the_game() -> None:
    assert kinds(commands.SeatBot(HOST, 1, "novice").draft(TableBuilder("Ada", "").table)) == [
        (Kind.SEATED, 1),
        (Kind.STARTED, -1),
    ]


# --- during the game ------------------------------------------------------------------------------------
def test_a_move_is_written_in_notation_under_its_key() -> None:
    draft = commands.Move(ADA, 4, "draw blind", "key-0001").draft(playing().table)
    entry = draft.entries[0]
    assert (entry.version, entry.kind, entry.seat, entry.text, entry.key) == (
        5, Kind.MOVED, 0, "draw blind", "key-0001",
    )  # fmt: skip


def test_who_moves_is_back() -> None:
    draft = move(playing().happen(Kind.LEFT, 0).table, 0, "draw blind")
    assert kinds(draft) == [(Kind.RETURNED, 0), (Kind.MOVED, 0)]
    assert draft.table.away == [False, False]


def test_a_bot_plays_its_own_seat_and_that_of_who_left() -> None:
    own = playing("novice", "Bo").table
    assert kinds(commands.BotMove(0, own.decisions[0], 1).draft(own)) == [(Kind.PLAYED, 0)]
    left = playing().happen(Kind.LEFT, 0).table
    assert kinds(commands.BotMove(0, left.decisions[0], 1).draft(left)) == [(Kind.PLAYED, 0)]


def test_time_is_out_for_all_who_are_late_together() -> None:
    built = TableBuilder("Ada", "Bo", "novice", clock=LiveClock(bank_seconds=60, increment_seconds=0)).begin()
    assert kinds(commands.TimeOut(built.at + 60_000).draft(built.table)) == [(Kind.TIMED_OUT, 0), (Kind.TIMED_OUT, 1)]
    assert commands.TimeOut(built.at + 59_999).draft(built.table) is None


def test_days_run_out_too() -> None:
    built = TableBuilder("Ada", "Bo", clock=DaysClock(days=3)).begin().move(0, "keep 1")
    assert commands.TimeOut(built.at + 3 * DAY - 1).draft(built.table) is None
    assert kinds(commands.TimeOut(built.at + 3 * DAY).draft(built.table)) == [(Kind.TIMED_OUT, 1)]


# --- people who share a device --------------------------------------------------------------------------
def test_who_holds_several_seats_leaves_and_comes_back_with_all_of_them() -> None:
    built = playing("Ada", "Bo", "Ada")
    left = commands.Leave(ADA).draft(built.table)
    assert kinds(left) == [(Kind.LEFT, 0), (Kind.LEFT, 2)]
    assert left is not None
    assert left.table.away == [True, False, True]
    back = commands.ComeBack(ADA).draft(left.table)
    assert kinds(back) == [(Kind.RETURNED, 0), (Kind.RETURNED, 2)]


def test_a_move_is_for_the_seat_that_has_to_decide_unless_it_names_another() -> None:
    table = playing("Ada", "Bo", "Ada").table
    assert commands.Move(ADA, table.decisions[0], "draw blind", "key-0001").draft(table).entries[0].seat == 0
    with pytest.raises(FerroviaError, match=r"turn.not_yours"):
        commands.Move(ADA, table.decisions[2], "draw blind", "key-0001", seat=2).draft(table)


def test_no_token_is_seen_in_a_command() -> None:
    """Not even if one is printed by mistake."""
    sent = [
        commands.Join(ADA, "Bo", BO), commands.SeatBot(HOST, 0, "novice"), commands.OpenSeat(HOST, 0),
        commands.Start(HOST), commands.Close(HOST), commands.Move(ADA, 1, 2, "key-0001"), commands.Leave(ADA),
        commands.ComeBack(ADA), agreements.AskForStandIn(ADA, 1), agreements.Resign(ADA),
        agreements.TakeBack(ADA, frozenset()), agreements.Abort(ADA, frozenset()), agreements.Answer(ADA, 1, True),
        NewTable("berlin", [ForPerson("Bo", BO)], HOST),
    ]  # fmt: skip
    shown = repr(sent)
    assert "key-0001" in shown
    assert not any(token in shown for token in (ADA, BO, HOST))


# --- time and versions ----------------------------------------------------------------------------------
def test_entries_are_numbered_without_gaps_and_never_older_than_the_last() -> None:
    built = TableBuilder("Ada", "")
    tomorrow = now() + DAY
    built.table.apply(Entry(2, tomorrow, Kind.SEATED, 1))  # by a machine whose clock is ahead
    draft = commands.Join(built.invitation(1), "Bo", BO).draft(built.table)
    assert draft is not None
    assert [(entry.version, entry.at) for entry in draft.entries] == [(3, tomorrow), (4, tomorrow)]


def test_the_same_people_sit_down_for_a_rematch() -> None:
    table = over().table
    assert kinds(commands.OfferRematch("next").draft(table)) == [(Kind.REMATCH, -1)]
    assert same_people(table) == [replace(seat, invite_hash=None) for seat in table.seats]
