"""The deal of the day: the same cards for everybody."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from ferrovia.server.api.access import FAILURES, TableId, TheServices, Token, address_of, may_read, may_write
from ferrovia.server.api.requests import PlayDay
from ferrovia.server.core import outbox
from ferrovia.server.core.daily import DayTable, day_named
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Created
from ferrovia.server.core.outbox.solo_answers import Days, DayScore
from ferrovia.server.core.permissions import seats_of
from ferrovia.server.core.table import Status

router = APIRouter(prefix="/api/days", tags=["days"], responses=FAILURES)

Day = Annotated[str, Path(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


@router.get("", dependencies=[Depends(may_read)])
async def show_days(services: TheServices) -> Days:
    """Today's deal and those before, with the seeds of the days that are over."""
    return services.daily.days()


@router.post("/{day}/tables", status_code=201, dependencies=[Depends(may_write)])
async def play_day(day: Day, wanted: PlayDay, request: Request, services: TheServices) -> Created:
    """A table with the cards of a day, today's or an earlier one's, against the bots of the day."""
    address = address_of(request)
    if not services.new_tables.allows(address):
        raise Denied("limit.tables")
    chosen = day_named(day)
    table = DayTable(chosen, services.daily.seed(chosen), wanted.name, wanted.token, wanted.host)
    id = await services.tables.create(table, address)
    return outbox.created((await services.tables.open(id)).table, wanted.host)


@router.get("/{day}/tables/{table}", dependencies=[Depends(may_read)])
async def show_score(day: Day, table: TableId, token: Token, services: TheServices) -> DayScore:
    """How whoever sat at a table of this day did, beside all others and the expert, who may still be playing."""
    found = (await services.tables.fresh(table)).table
    seats_of(found, token)
    if found.setup.day != day:
        raise Denied("day.unknown")
    if found.status != Status.OVER:
        raise Denied("game.not_over")
    return await services.daily.score(await services.tables.stored(table), found)
