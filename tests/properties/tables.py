"""Every table there is: each board, those of the tests too, with each number of seats and setting of its options.

`BATTERY=examples` in the environment takes the boards of examples/ instead (`make example-boards`)."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from checkout import ROOT
from ferrovia.boards import board_ids, load, new_game
from ferrovia.engine.board import Board
from ferrovia.engine.chance import Chance, from_secret, seeded
from ferrovia.engine.errors import SetupError
from ferrovia.engine.game import RANDOM_FIRST, Game
from ferrovia.engine.options import resolve
from rulings.skerries_board import SKERRIES
from toy.cuttings import TOY

EXAMPLES: Final = Path(__file__).parents[2] / "examples" / "boards"
OF_RULES: Final = ("sundmark", "ostrovia", "meridia")
"""The examples that show rules."""
EXAMPLES_ALONE: Final = os.environ.get("BATTERY") == "examples"


class Table(NamedTuple):
    board: Board
    seats: int
    options: dict[str, bool]

    def __str__(self) -> str:
        """berlin-3p, nederland-2p-tolls, nederland-2p-plain: the options that are on, if the board has any."""
        on = [id for id, value in self.options.items() if value]
        return f"{self.board.id}-{self.seats}p" + (f"-{'+'.join(on) or 'plain'}" if self.options else "")

    def game(self, first: int = RANDOM_FIRST) -> Game:
        return new_game(self.board, self.seats, self.options, first)

    def __hash__(self) -> int:
        return hash(str(self))


@cache
def boards() -> Sequence[Board]:
    if EXAMPLES_ALONE:
        return examples()
    return [*map(load, board_ids()), TOY, SKERRIES]


@cache
def examples() -> Sequence[Board]:
    return [load(EXAMPLES / id) for id in OF_RULES]


def all_boards() -> Sequence[Board]:
    """Those of the tests and those of examples/."""
    return [*boards(), *(board for board in examples() if board not in boards())]


@cache
def tables() -> Sequence[Table]:
    """All of them, in a fixed order."""
    return [table for board in boards() for table in tables_of(board)]


@cache
def example_tables() -> Sequence[Table]:
    """The smallest and the largest table of each board in examples/: ferries, tunnels, stations, long tickets."""
    found = [load(folder.parent) for folder in sorted((ROOT / "examples" / "boards").glob("*/board.toml"))]
    return [table for board in found for table in tables_of(board) if table.seats in board.players]


def tables_of(board: Board) -> list[Table]:
    ids = [option.id for option in board.options]
    settings = [dict(zip(ids, values, strict=True)) for values in product((True, False), repeat=len(ids))]
    seats = range(board.players[0], board.players[1] + 1)
    return [Table(board, count, options) for count in seats for options in settings if offered(board, count, options)]


def offered(board: Board, seats: int, options: dict[str, bool]) -> bool:
    try:
        return resolve(board, seats, options) == options
    except SetupError:
        return False


CHANCES = ("seeded", "secret")


def source(kind: str, name: str) -> int | bytes:
    """Where the luck of a game comes from, a seed or a secret: the same for the same name."""
    secret = hashlib.sha256(name.encode()).digest()
    return secret if kind == "secret" else int.from_bytes(secret[:4], "big")


def luck(kind: str, name: str) -> Chance:
    return chance_of(source(kind, name))


def chance_of(source: int | bytes) -> Chance:
    return from_secret(source) if isinstance(source, bytes) else seeded(source)
