"""Boards to print."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from ferrovia.server.api.access import FAILURES, TheServices, address_of
from ferrovia.server.api.catalogue import BoardId
from ferrovia.server.print_shop import order

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES)

PDF: Final = "application/pdf"
BINARY: Final = {"schema": {"type": "string", "format": "binary"}}
HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,80}")
Papers = Literal["a4", "a3", "letter", "tabloid", "one"]
Parts = Literal["all", "board", "cards", "rules"]


@router.get("/boards/{board}/print", response_class=Response, responses={200: {"content": {PDF: BINARY}}})
async def show_print(
    board: BoardId,
    request: Request,
    services: TheServices,
    paper: Papers = "a4",
    part: Parts = "all",
    grey: bool = False,
    lang: Annotated[str, Query(pattern="^[a-z]{2}$")] = "en",
) -> Response:
    """The board as a PDF at true size: its parts, tickets, cards, player aids and rules, or some of these."""
    wanted = order(board, paper, lang, grey=grey, part=part, address=play_address(request, board))
    data = await services.print_shop.of(wanted, address_of(request))
    name = f'attachment; filename="ferrovia-{board}-{paper}.pdf"'
    return Response(data, media_type=PDF, headers={"Content-Disposition": name, "Content-Encoding": "identity"})


def play_address(request: Request, board: str) -> str:
    """Where whoever asked can play it, as they called this server; nothing if that is no name of a host."""
    host = request.headers.get("host", "")
    if not HOST.fullmatch(host):
        return ""
    return f"{request.url.scheme}://{host}{request.scope.get('root_path', '')}/new?board={board}"
