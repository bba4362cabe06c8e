"""A recorded game as the expert sees it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from ferrovia.analysis import Analysis, Evaluation, Judged, analyse
from ferrovia.analysis.analysis import variance
from ferrovia.analysis.examiner import CHANCES
from ferrovia.boards import builtin, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.bots.search.move_loss import judge
from ferrovia.bots.search.win_probability import NO_HURRY, Forecast, shuffle_unseen
from ferrovia.bots.tables import board_tables
from ferrovia.engine.actions import BLIND
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.record import Record, RecordError, begin, parse_action, positions, replay, write_move
from ferrovia.view import SPECTATOR, determinize, observe
from positions import Position

LITTLE = Budget(iterations=24)


class Game:
    """A game being played and recorded from a seed."""

    def __init__(self, seed: int, seats: int = 2, board: str = "amsterdam") -> None:
        self.game = new_game(builtin(board), seats)
        self.record = begin(self.game, [f"Seat {number}" for number in range(seats)])
        self.record.seed = (seed, 0)
        self.state = deal(self.game, seeded(seed))
        self.bots = [make_bot("greedy", seeded(seed, 1 + seat)) for seat in range(seats)]

    def play(self, action: int) -> None:
        write_move(self.record, self.game, int(self.state.seat), action)
        self.state.apply(action)

    def play_well(self) -> None:
        seat = int(self.state.seat)
        self.play(self.bots[seat].choose(observe(self.state, seat), list(self.state.legal_actions()), Budget()))

    def finish(self) -> Record:
        while not self.state.over:
            self.play_well()
        self.record.result = self.state.scores()
        return self.record


def winners(state: State) -> list[int]:
    return [standing.seat for standing in state.standings() if standing.place == 1]


def winning_claims(state: State) -> list[int]:
    """Claims that end the game with the deciding seat as its only winner."""
    found = []
    for action in state.legal_actions():
        after = state.clone()
        if state.game.claim_base <= action < state.game.rule_action_base:
            after.apply(action)
            if after.over and winners(after) == [state.seat]:
                found.append(int(action))
    return found


@cache
def blunder() -> tuple[Record, int]:
    """A game whose last turn is a blind draw although a claim would have won it, and the number of that move."""
    for seed in range(500):
        table = Game(seed)
        while table.state.turns_left != 1 and not table.state.over:
            table.play_well()
        seat, number = int(table.state.seat), len(table.record.moves) + 1
        if BLIND in table.state.legal_actions() and winning_claims(table.state):
            table.play(BLIND)
            record = table.finish()
            if seat not in winners(table.state):
                return record, number
    raise AssertionError("no such game")


@cache
def whole() -> Analysis:
    return analyse(Game(5).finish(), LITTLE, jobs=1)


# --- the expert -------------------------------------------------------------------------------------------
def test_a_blunder_in_the_last_turn_is_found() -> None:
    record, number = blunder()
    seat = record.moves[number - 1].seat
    analysis = analyse(record, Budget(iterations=640), span=(number - 2, None), jobs=1)
    worst = analysis.mistakes(seat)[0]
    assert worst.number == number
    assert worst.mistake
    assert worst.loss is not None
    assert worst.loss > 0.1
    state = next(position.state.clone() for position in positions(record) if position.moves == number - 1)
    assert worst.best in winning_claims(state)
    assert number in [move.number for move in analysis.turning_points()]
    assert analysis.change(worst) > 0.9


def test_a_move_the_expert_would_make_loses_nothing() -> None:
    agreed = [move for move in whole().moves if move.agreed]
    assert agreed
    assert all((move.loss, move.error, move.mistake) == (0.0, 0.0, False) for move in agreed)
    assert all(move.loss is not None and 0 <= move.loss <= 1 for move in whole().moves)


def test_the_expert_knows_only_what_the_seat_knew() -> None:
    record = Game(5).finish()
    for position in positions(record):
        if position.moves in (6, 15):
            seat, move = int(position.state.seat), record.moves[position.moves]
            view = observe(position.state, seat)
            other = observe(determinize(view, seeded(99)), seat)
            played = parse_action(position.game, move.text)
            told = [judge(board_tables(position.game), one, played, seeded(3), 40, NO_HURRY) for one in (view, other)]
            assert (told[0].best, told[0].loss, told[0].error) == (told[1].best, told[1].loss, told[1].error)


def test_first_tickets_chosen_in_another_order() -> None:
    table = Game(8, seats=3)
    for seat in (2, 0, 1):
        action = int(table.state.legal_for(seat)[0])
        table.state.apply_for(seat, action)
        write_move(table.record, table.game, seat, action)
    analysis = analyse(table.finish(), LITTLE, span=(1, 4), jobs=1)
    assert [(move.seat, move.turn) for move in analysis.moves[:3]] == [(2, 0), (0, 0), (1, 0)]
    assert analysis.moves[3].turn == 1
    assert all(move.best is not None and move.offer for move in analysis.moves[:3])


# --- chances ----------------------------------------------------------------------------------------------
def test_chances_are_shares_of_one() -> None:
    for evaluation in whole().evaluations:
        assert sum(evaluation.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in evaluation.chances)


def test_at_the_end_the_winner_has_it_all() -> None:
    analysis = whole()
    last = analysis.moves[-1]
    assert last.playouts == 0
    assert [seat for seat, chance in enumerate(last.chances) if chance == 1] == list(analysis.winners)
    assert max(analysis.result or ()) == (analysis.result or ())[analysis.winners[0]]


def test_a_shared_victory_counts_in_parts() -> None:
    level = Position("amsterdam", seats=3).over().state()
    forecast = Forecast(level.game)
    assert forecast.of_state(level, seeded(1), 10, NO_HURRY) == pytest.approx([1 / 3] * 3)
    assert forecast.playouts == 0
    ahead = Position("amsterdam", seats=3).owns(1, "Oude Kerk–Dam").over().state()
    assert forecast.of_state(ahead, seeded(1), 10, NO_HURRY) == [0, 1, 0]


def test_tickets_put_under_the_deck_stay_where_they_are() -> None:
    state = Position("amsterdam", chance=seeded(4)).state()
    before = list(state.ticket_deck)
    last = len(before) - 1
    state.put_under[last] = 1
    shuffle_unseen(state)
    assert sorted(state.ticket_deck) == sorted(before)
    assert list(state.ticket_deck) != before
    assert state.ticket_deck[last] == before[last]


# --- reproducible -----------------------------------------------------------------------------------------
def test_neither_processes_nor_the_span_change_anything() -> None:
    record = Game(5).finish()
    part = analyse(record, LITTLE, span=(7, 12), jobs=2)
    assert part.moves == whole().moves[6:12]
    assert part.start.chances == whole().moves[5].chances


# --- what stands out --------------------------------------------------------------------------------------
def made(number: int, chances: tuple[float, ...], loss: float = 0.0, error: float = 0.0, playouts: int = 100) -> Judged:
    return Judged(number, number % 2, number, 1, 2, loss, error, chances, playouts, (0,) * 5)


def sample(*moves: Judged) -> Analysis:
    game = new_game(builtin("amsterdam"), 2)
    return Analysis(game, ("a", "b"), LITTLE, (1, 0), (0,), Evaluation(0, (0.5, 0.5), 100), moves)


def test_turning_points_are_the_greatest_changes_in_the_order_of_play() -> None:
    analysis = sample(made(1, (0.9, 0.1)), made(2, (0.85, 0.15)), made(3, (0.1, 0.9)), made(4, (0.5, 0.5)))
    assert [move.number for move in analysis.turning_points()] == [1, 3, 4]
    assert [move.number for move in analysis.turning_points(most=1)] == [3]
    assert analysis.change(analysis.moves[2]) == pytest.approx(0.75)


def test_few_playouts_prove_nothing() -> None:
    assert sample(made(1, (1.0, 0.0), playouts=2)).turning_points() == []
    assert variance(1.0, 2) > 0
    assert variance(1.0, 0) == 0, "exact"


def test_mistakes_stand_out_and_the_worst_comes_first() -> None:
    even = (0.5, 0.5)
    analysis = sample(
        made(1, even, 0.1, 0.01),
        made(2, even, 0.5, 0.01),
        made(3, even, 0.3, 0.2),
        made(5, even, 0.2, 0.01),
        made(7, even, 0.01),
    )
    assert [move.number for move in analysis.mistakes(1)] == [5, 1], "3 is unsure, 7 is small"
    assert [move.number for move in analysis.mistakes(0)] == [2]
    assert [move.number for move in analysis.mistakes(1, most=1)] == [5]
    assert analysis.agreed(1) == 0


# --- games that are not over ------------------------------------------------------------------------------
def test_of_a_game_that_is_not_over_only_a_spectators_chances_are_told() -> None:
    record = replace(Game(5).finish(), result=None)
    record = replace(record, moves=record.moves[:9])
    analysis = analyse(record, LITTLE, jobs=1)
    assert not analysis.finished
    assert analysis.winners == ()
    assert all((move.best, move.loss, move.error, move.offer) == (None, None, None, ()) for move in analysis.moves)
    view = observe(replay(record).state, SPECTATOR)
    for known in (view, observe(determinize(view, seeded(99)), SPECTATOR)):
        forecast = Forecast(known.game)
        assert analysis.moves[-1].chances == tuple(forecast.of_view(known, seeded(9, CHANCES), 6, NO_HURRY))
    assert [analysis.mistakes(seat) for seat in (0, 1)] == [[], []]


def test_what_is_sealed_stays_closed() -> None:
    record = replace(Game(5).finish(), result=None, seed=None, commitment="0" * 64)
    with pytest.raises(RecordError, match=r"record\.sealed"):
        analyse(record, LITTLE, jobs=1)


@pytest.mark.parametrize(
    ("span", "code"), [((0, None), "no_such_move"), ((1, 10**6), "no_such_move"), ((5, 4), "span")]
)
def test_moves_that_are_not_there(span: tuple[int, int | None], code: str) -> None:
    with pytest.raises(RecordError, match=code):
        analyse(Game(5).finish(), LITTLE, span=span, jobs=1)


def test_a_record_that_lies_is_refused() -> None:
    record = replace(Game(5).finish(), result=[99, 0])
    with pytest.raises(RecordError, match=r"record\.result"):
        analyse(record, LITTLE, jobs=1)
    with pytest.raises(RecordError, match="no_moves"):
        analyse(replace(record, moves=[]), LITTLE, jobs=1)
