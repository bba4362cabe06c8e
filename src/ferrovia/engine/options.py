"""Options are data: which switches a table set, checked against what its board offers."""

from __future__ import annotations

from collections.abc import Mapping

from ferrovia.engine.board import Board, Option
from ferrovia.engine.errors import SetupError


def available(option: Option, seats: int) -> bool:
    return option.players[0] <= seats <= option.players[1]


def resolve(board: Board, seats: int, given: Mapping[str, bool]) -> dict[str, bool]:
    """Every option of the board with the value it has at this table."""
    for id in given:
        if board.option(id) is None:
            known = [option.id for option in board.options]
            raise SetupError("option.unknown", {"option": id, "board": board.id, "known": known})
    values: dict[str, bool] = {}
    for option in board.options:
        met = available(option, seats) and (option.requires is None or values.get(option.requires, False))
        wanted = given.get(option.id)
        if wanted and not available(option, seats):
            raise SetupError("option.players", {"option": option.id, "players": seats})
        if wanted and not met:
            raise SetupError("option.requires", {"option": option.id, "requires": option.requires})
        values[option.id] = met and (option.default if wanted is None else wanted)
    return values


def knob(board: Board, values: Mapping[str, bool], name: str, printed: int) -> int:
    """A number of the board, as the options that are on change it."""
    for option in board.options:
        if values[option.id] and name in option.knobs:
            printed = option.knobs[name]
    return printed
