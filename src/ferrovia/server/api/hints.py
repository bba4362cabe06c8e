"""Hints, for games against bots alone."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Depends

from ferrovia.server.api.access import FAILURES, TableId, TheServices, Token, may_write
from ferrovia.server.core import outbox
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.hints import TakeHint, advised_seat
from ferrovia.server.core.outbox.game_answers import Hint

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=FAILURES, dependencies=[Depends(may_write)])

MOST: Final = 8
"""Hints that are thought about at once."""


@router.post("/hint")
async def take_hint(table: TableId, token: Token, services: TheServices) -> Hint:
    """What the strongest bot would do, who knows what the seat knows. The log says that it was asked."""
    if services.advising >= MOST:
        raise Denied("limit.moves")
    services.advising += 1
    try:
        outcome = await services.tables.act(table, TakeHint(token))
        found = outcome.opened.table
        seat = advised_seat(found, token)
        choice = await services.bots.advise(found, seat)
        return outbox.hint(found, seat, choice.action)
    finally:
        services.advising -= 1
