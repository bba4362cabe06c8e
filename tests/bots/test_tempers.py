"""Tempers: drawn for every seat and game, kept for the whole of it, and felt in what is done."""

from __future__ import annotations

from collections import Counter

import pytest

from ferrovia.boards import load, new_game
from ferrovia.bots import UnknownBot, make_bot
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.planner import Planner
from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.bots.tables import plan_tables
from ferrovia.bots.tempers import TEMPERS, draw_temper, tempered_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.view import observe


def test_every_temper_is_drawn() -> None:
    drawn = Counter(draw_temper(seeded(1, index)).name for index in range(400))
    assert set(drawn) == set(TEMPERS)
    assert min(drawn.values()) > 40


@pytest.mark.parametrize("level", [name for name, _ in LEVELS])
def test_a_level_draws_its_temper_for_a_game(level: str) -> None:
    tempers = {make_bot(level, seeded(2, index)).temper.name for index in range(40)}  # type: ignore[attr-defined]
    assert tempers == set(TEMPERS)


def test_the_measured_bots_are_of_no_temper_unless_they_are_asked_to() -> None:
    assert Planner(seeded(1)).temper.name == "steady"
    asked = make_bot("planner+gambler", seeded(1))
    assert isinstance(asked, Planner)
    assert asked.temper.name == "gambler"


@pytest.mark.parametrize("spec", ["planner+angry", "greedy+gambler", "planner-v1+gambler", "nobody+gambler"])
def test_a_temper_that_is_not_there_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot):
        make_bot(spec, seeded(1))


def test_every_weight_and_liking_of_a_temper_is_one_that_there_is() -> None:
    """A temper sets them by name."""
    game = new_game(load("amsterdam"), 2)
    bot = Planner(seeded(1))
    _, search = bot.prepare(observe(game.start(seeded(1)), 0))
    for temper in TEMPERS.values():
        for name in temper.weights:
            assert isinstance(getattr(plan_tables(game).weights, name), int)
        for name in temper.likings:
            assert isinstance(getattr(search, name), float)


# --- felt -------------------------------------------------------------------------------------------------
def games(tables: BoardTables, count: int) -> list[State]:
    """The first seat plays by these tables, the other one as usual."""
    found = []
    for index in range(count):
        state = deal(tables.game, seeded(5, index))
        play_out(state, [PlayoutPolicy(tables, 0, True), PlayoutPolicy(plan_tables(tables.game), 1, True)])
        found.append(state)
    return found


def tickets_of(states: list[State]) -> int:
    return sum(int(holder == 0) for state in states for holder in state.holder)


def test_a_gambler_holds_more_tickets() -> None:
    game = new_game(load("usa"), 2)
    usual, gambling = (games(tempered_tables(game, name), 60) for name in ("steady", "gambler"))
    assert tickets_of(gambling) > tickets_of(usual)


def test_tempers_play_one_deal_differently() -> None:
    """Of 20 deals, most end in more than one way."""
    game = new_game(load("usa"), 2)
    played = [games(tempered_tables(game, name), 20) for name in TEMPERS]
    ends = [len({tuple(states[deal].owner) for states in played}) for deal in range(20)]
    assert sum(count > 1 for count in ends) > 10
    assert sum(ends) > 40
