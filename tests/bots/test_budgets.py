"""With seconds in its budget a choice keeps to them, however slow the machine; without, the clock is of no account."""

from __future__ import annotations

import time

import pytest

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Budget, make_bot
from ferrovia.bots.search.search import Search
from ferrovia.bots.tables import board_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import TURN
from ferrovia.engine.state import State
from ferrovia.view import observe

SLOW = 0.5
"""Seconds that pass whenever somebody looks at the clock: a machine on which a playout takes at least as long."""


class SlowClock:
    """Stands in for the machine's clock, so that the test depends on no machine."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def first_turn(board: str) -> State:
    state = new_game(load(board), 2).start(seeded(3))
    while state.phase != TURN:
        state.apply(state.legal_actions()[0])
    return state


@pytest.mark.parametrize("board", board_ids())
@pytest.mark.parametrize("seconds", [0.0, 2.0])
def test_a_search_begins_no_playout_that_may_not_fit(
    board: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = first_turn(board)
    view = observe(state, int(state.seat))
    search = Search(board_tables(state.game), int(state.seat), seeded(1))
    monkeypatch.setattr(time, "perf_counter", SlowClock(SLOW))
    action = search.choose(view, 1 << 40, seconds)
    assert int(search.iterations) <= seconds / SLOW
    assert action == search.field[0].action  # not all could be tried, so nothing speaks against the planned move
    assert action in list(state.legal_actions())


@pytest.mark.parametrize("name", ["planner", "expert"])
def test_without_seconds_the_clock_changes_no_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = new_game(load("amsterdam"), 2).start(seeded(5))
    quick, slow = make_bot(name, seeded(6)), make_bot(name, seeded(6))
    budget = Budget(iterations=40)
    while not state.over:
        view, actions = observe(state, int(state.seat)), list(state.legal_actions())
        chosen = quick.choose(view, actions, budget)
        with monkeypatch.context() as patch:
            patch.setattr(time, "perf_counter", SlowClock(1000.0))
            patch.setattr("ferrovia.bots.planner.perf_counter", SlowClock(1000.0))
            assert slow.choose(view, actions, budget) == chosen
        state.apply(chosen)
