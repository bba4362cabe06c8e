"""Boards and bots, as a page needs them: everything that is printed, nothing that is played."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query
from typing_extensions import TypedDict

from ferrovia.boards import board_ids, builtin, builtin_look, info, new_game
from ferrovia.boards.info import BoardSummary, board_info, board_summary
from ferrovia.bots.levels import LEVELS
from ferrovia.draw import BoardPlan, Drawing, LookPlan, board_plan, drawing_of, look_plan
from ferrovia.server.api.access import FAILURES

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES)

DRAWING: Final = Lock()
"""A map takes seconds: it is drawn once for each board and language, however many ask for it at the same time."""


class BoardInfo(info.BoardInfo):
    """With what only a page needs."""

    drawing: Drawing | None
    """A small one of the board's own, for its poster."""


class Boards(TypedDict):
    boards: list[BoardSummary]


class BotInfo(TypedDict):
    id: str
    strength: int


class Bots(TypedDict):
    bots: list[BotInfo]


@router.get("/boards")
def list_boards() -> Boards:
    return {"boards": [board_summary(builtin(id)) for id in board_ids()]}


@router.get("/boards/{board}")
def show_board(board: Annotated[str, Path(max_length=60)]) -> BoardInfo:
    return describe(board)


@router.get("/boards/{board}/map")
def show_map(
    board: Annotated[str, Path(max_length=60)], lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en"
) -> BoardPlan:
    """Where everything lies, for a page to draw: lanes in the order of `routes`, names in a language."""
    with DRAWING:
        return plan(board, lang if lang in builtin(board).names else "en")


@router.get("/boards/{board}/look")
def show_look(board: Annotated[str, Path(max_length=60)]) -> LookPlan:
    """What lies under the map, in the board's own units; a map tells their scale and origin."""
    return look_plan(builtin_look(board))


@router.get("/bots")
def list_bots() -> Bots:
    """Weakest first."""
    return {"bots": [{"id": name, "strength": number} for number, (name, _) in enumerate(LEVELS, 1)]}


@lru_cache(maxsize=32)
def describe(id: str) -> BoardInfo:
    return {**board_info(builtin(id)), "drawing": drawing_of(builtin_look(id))}


@lru_cache(maxsize=64)
def plan(id: str, language: str) -> BoardPlan:
    board = builtin(id)
    return board_plan(board, builtin_look(id), list(new_game(board, board.players[0]).lanes), language)
