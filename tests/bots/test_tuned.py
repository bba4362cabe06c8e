"""Weights that were found for one board: its bots play by them, those of other boards as usual."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.bots.search.weights import USUAL_PACE, Weights
from ferrovia.bots.search.win_probability import shares
from ferrovia.bots.tables import (
    PLAN_WEIGHTS,
    PLAYOUT_WEIGHTS,
    all_tuned,
    board_tables,
    changed_tables,
    plan_tables,
    plan_weights,
    playout_weights,
    tuned_weights,
)
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal

USES = {"plan": PLAN_WEIGHTS, "playouts": PLAYOUT_WEIGHTS}


def test_every_tuned_board_is_one_of_ours_as_it_is_now() -> None:
    """A board whose facts have changed needs other weights."""
    digests = {load(board).digest: board for board in board_ids()}
    for digest, parts in all_tuned().items():
        assert digests[digest] == parts["board"]


def test_tuned_weights_are_weights_that_there_are() -> None:
    usual = vars_of(Weights(USUAL_PACE))
    for parts in all_tuned().values():
        for seats in ("two", "more"):
            for use, weights in parts.get(seats, {}).items():
                assert set(weights) <= set(USES[use]) <= usual
                assert all(0 <= value < 10_000 for value in weights.values())


def vars_of(weights: Weights) -> set[str]:
    return {name for name in dir(weights) if not name.startswith("_")}


def test_another_board_of_the_same_name_has_the_usual_weights() -> None:
    game = new_game(replace(load("usa"), digest="0" * 64), 2)
    assert plan_weights(game) == PLAN_WEIGHTS
    assert playout_weights(game) == PLAYOUT_WEIGHTS


@pytest.mark.parametrize("board", [parts["board"] for parts in all_tuned().values()])
def test_two_and_more_players_have_weights_of_their_own(board: str) -> None:
    two, three, four = (tuned_weights(new_game(load(board), seats), "plan") for seats in (2, 3, 4))
    assert two
    assert two != four
    assert three == four


@pytest.mark.parametrize("board", ["berlin", "nederland"])
def test_tuned_plans_beat_the_usual_ones(board: str) -> None:
    """Of 200 games, where the difference is largest; bench/tune.py measures all of them in thousands."""
    game = new_game(load(board), 2)
    usual = changed_tables(board_tables(game), PLAN_WEIGHTS)
    won = 0.0
    for number in range(100):
        for mine in range(2):
            state = deal(game, seeded(11, number))
            tables = [plan_tables(game) if seat == mine else usual for seat in range(2)]
            play_out(state, [PlayoutPolicy(tables[seat], seat, True) for seat in range(2)])
            won += shares(state)[mine]
    assert won > 106
