"""The tables that all bots of a game share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.calibration import calibrated_tables
from ferrovia.bots.search.weights import Weights
from ferrovia.engine.game import Game

PLAYOUT_WEIGHTS: Final[Mapping[str, int]] = {
    "turn": 251, "effort": 112, "wild": 42, "spare": 16, "hold": 175, "hurry": 62, "lure": 38, "risk": 59, "later": 48,
    "rare": 102, "calm": 170, "take": 28, "scrape": 1, "point_lanes": 4,
}  # fmt: skip
"""What the light policies of the expert's playouts have in place of the usual weights; docs/bots.md tells how they were
found. The planner keeps the usual ones: with these, it was not stronger."""


@lru_cache(maxsize=16)
def board_tables(game: Game) -> BoardTables:
    """The tables of a game. Calibrating takes some games, and they never change."""
    return calibrated_tables(game)


@lru_cache(maxsize=16)
def playout_tables(game: Game) -> BoardTables:
    """The same for the expert's playouts."""
    return changed_tables(board_tables(game), PLAYOUT_WEIGHTS)


def changed_tables(usual: BoardTables, changes: Mapping[str, int]) -> BoardTables:
    """Tables with other weights; a name that is no weight raises an AttributeError."""
    weights = Weights(usual.weights.pace)
    for name, value in changes.items():
        getattr(weights, name)
        setattr(weights, name, value)
    weights.scale()
    return BoardTables(usual.game, weights)
