"""How a board plays: what planners' games tell of it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from typing_extensions import TypedDict

from ferrovia.boards import known, new_game
from ferrovia.boards.limits import SEATS
from ferrovia.server.api.access import FAILURES, TheServices, address_of, may_read, may_write
from ferrovia.server.api.catalogue import BoardId
from ferrovia.server.balance_answers import Balance

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES, dependencies=[Depends(may_read)])

Players = Annotated[int, Query(ge=SEATS[0], le=SEATS[1])]


class KnownBalance(TypedDict):
    balance: Balance | None
    """None: nobody has asked for it yet, or its games are still being played."""


@router.get("/boards/{board}/balance")
async def show_balance(board: BoardId, players: Players, services: TheServices) -> KnownBalance:
    """What was measured of this version of a board before."""
    await services.library.provide(board)
    return {"balance": services.balances.find(board, players)}


@router.post("/boards/{board}/balance", dependencies=[Depends(may_write)])
async def measure_balance(board: BoardId, players: Players, request: Request, services: TheServices) -> KnownBalance:
    """Plays some thousand games between planners, within the budgets of the server and of the address.

    It answers within half a minute. While games are still being played there is none: ask again, and wait for them."""
    await services.library.provide(board)
    new_game(known(board), players)  # refuses a number of players that the board does not offer
    return {"balance": await services.balances.of(board, players, address_of(request))}
