"""Measures by a few quick games how many points a turn brings on a board, so that no board needs weights of its own."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.weights import USUAL_PACE
from ferrovia.bots.v1.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.bots.v1.search.weights import weights_of_v1
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.scoring import ledger
from ferrovia.engine.setup import deal

GAMES: Final = 6


def calibrated_tables(game: Game) -> BoardTables:
    """The tables of a game, with weights scaled to the points that a turn brings."""
    return BoardTables(game, weights_of_v1(measure_pace(game)))


def measure_pace(game: Game) -> i64:
    """The points that a turn brings on average, in tenths."""
    tables = BoardTables(game, weights_of_v1(USUAL_PACE))
    points: i64 = 0
    turns: i64 = 1
    index: i64
    for index in range(GAMES):
        policies = [PlayoutPolicy(tables, seat, False) for seat in range(game.seats)]
        state = deal(game, seeded(index))
        play_out(state, policies)
        turns += state.turns
        for total in ledger(state, None).totals:
            points += total
    pace = points * 10 // turns
    if pace < 5:
        return 5
    return pace
