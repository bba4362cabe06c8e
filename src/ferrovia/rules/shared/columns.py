"""Reading and checking the columns and parameters that a rule adds to a board's files."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.board import Board
from ferrovia.engine.game import Game

Problem = tuple[str, int, str, str]
YES = "yes"
MOST_DIGITS = 4


def read_flags(game: Game, column: str) -> vec[i64]:
    """1 for every lane whose row says yes."""
    return vec[i64]([1 if lane.columns.get(column) == YES else 0 for lane in game.lanes])


def read_numbers(game: Game, column: str) -> vec[i64]:
    return vec[i64]([int(lane.columns[column]) for lane in game.lanes])


def check_flag(board: Board, column: str) -> list[Problem]:
    problems: list[Problem] = []
    for lane in board.lanes:
        text = lane.columns.get(column)
        if text is None:
            return [("routes.csv", 1, column, "this column is missing")]
        if text not in ("", YES):
            problems.append(("routes.csv", lane.row, column, f"{text!r} is neither empty nor {YES!r}"))
    return problems


def check_numbers(board: Board, column: str) -> list[Problem]:
    problems: list[Problem] = []
    for lane in board.lanes:
        text = lane.columns.get(column)
        if text is None:
            return [("routes.csv", 1, column, "this column is missing")]
        if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
            problems.append(("routes.csv", lane.row, column, f"{text[:20]!r} is not a whole number up to 9999"))
    return problems


def number(params: Mapping[str, object], name: str) -> int:
    value = params[name]
    assert isinstance(value, int)
    return value


def check_number(params: Mapping[str, object], name: str) -> str:
    """What is wrong with a parameter that has to be a whole number, or ""."""
    value = params.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        return f"`{name}` has to be a whole number, not {value!r}"
    return ""
