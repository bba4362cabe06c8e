"""Boards and bots, as a page needs them: everything that is printed, nothing that is played."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from typing_extensions import TypedDict

from ferrovia.boards import board_ids, builtin, info, known, known_look
from ferrovia.boards.info import BoardSummary, board_info, board_summary
from ferrovia.bots.levels import LEVELS
from ferrovia.draw import BoardPlan, Drawing, LookPlan, drawing_of, look_plan
from ferrovia.server.api.access import FAILURES, TheServices, address_of
from ferrovia.server.encoding import Printed

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES)

BoardId = Annotated[str, Path(max_length=80)]


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


@router.get("/boards", response_model=Boards)
async def list_boards(request: Request, services: TheServices) -> Response:
    """Those that come with the package, those of the server's folder, and those that their makers have listed."""
    offered = await services.library.offered()
    await services.library.provide_offered(offered)
    return send(await services.prints.of(list_of_boards, offered), request)


@router.get("/boards/{board}", response_model=BoardInfo)
async def show_board(board: BoardId, request: Request, services: TheServices) -> Response:
    await services.library.provide(board)
    return send(await services.prints.of(describe, board), request)


@router.get("/boards/{board}/map", response_model=BoardPlan)
async def show_map(
    board: BoardId, request: Request, services: TheServices, lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en"
) -> Response:
    """Where everything lies, for a page to draw: lanes in the order of `routes`, names in a language."""
    await services.library.provide(board)
    return send(await services.maps.of(board, lang, address_of(request)), request)


@router.get("/boards/{board}/look", response_model=LookPlan)
async def show_look(board: BoardId, request: Request, services: TheServices) -> Response:
    """What lies under the map, in the board's own units; a map tells their scale and origin."""
    await services.library.provide(board)
    return send(await services.prints.of(look_of, board), request)


@router.get("/bots")
async def list_bots() -> Bots:
    """Weakest first."""
    return {"bots": [{"id": name, "strength": number} for number, (name, _) in enumerate(LEVELS, 1)]}


def describe(id: str) -> BoardInfo:
    return {**board_info(known(id)), "id": id, "drawing": drawing_of(known_look(id))}


def list_of_boards(offered: tuple[str, ...]) -> Boards:
    """A board that does not come with the package goes by its reference, which names its version."""
    others: list[BoardSummary] = [{**board_summary(known(name)), "id": name} for name in offered]
    return {"boards": [*(board_summary(builtin(id)) for id in board_ids()), *others]}


def look_of(id: str) -> LookPlan:
    return look_plan(known_look(id))


def send(answer: Printed, request: Request) -> Response:
    """Typed and packed already, so that neither FastAPI nor the middleware works on it for everybody who asks."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(answer.plain, media_type="application/json", headers=headers)
    return Response(answer.packed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
