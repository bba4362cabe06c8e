"""The tables that all bots of a game share."""

from __future__ import annotations

from functools import lru_cache

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.calibration import calibrated_tables
from ferrovia.engine.game import Game


@lru_cache(maxsize=16)
def board_tables(game: Game) -> BoardTables:
    """The tables of a game. Calibrating takes some games, and they never change."""
    return calibrated_tables(game)
