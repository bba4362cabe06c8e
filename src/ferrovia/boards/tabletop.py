"""A board laid on a table: the game it gives, with every rule that board files may name."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.engine.board import Board
from ferrovia.engine.game import RANDOM_FIRST, Game, build
from ferrovia.rules import FACTORIES


def new_game(board: Board, seats: int, options: Mapping[str, bool] | None = None, first: int = RANDOM_FIRST) -> Game:
    """The game for this many seats. Raises a SetupError if the board does not offer such a table."""
    return build(board, seats, FACTORIES, options, first)
