"""Makes games of boards, with every rule that board files may name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ferrovia.boards.library import known
from ferrovia.engine.board import Board
from ferrovia.engine.game import RANDOM_FIRST, Game, build
from ferrovia.rules import FACTORIES


def new_game(board: Board, seats: int, options: Mapping[str, bool] | None = None, first: int = RANDOM_FIRST) -> Game:
    """The game for this many seats. Raises a SetupError if the board does not offer such a table."""
    return build(board, seats, FACTORIES, options, first)


class GameKey(NamedTuple):
    """Which game of a known board it is: small, and the same in every process."""

    board: str
    seats: int
    options: tuple[tuple[str, bool], ...]
    first: int | None
    """The seat that begins; None: drawn by lot."""


@lru_cache(maxsize=64)
def shared_game(key: GameKey) -> Game:
    """The game of this key. A game never changes, so all tables of one key share it."""
    first = RANDOM_FIRST if key.first is None else key.first
    return new_game(known(key.board), key.seats, dict(key.options), first)
