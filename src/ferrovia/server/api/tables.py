"""Making tables, sitting down at them, and getting up again."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from ferrovia.server.api.access import FAILURES, TableId, TheServices, TheTables, Token, address_of, may_write
from ferrovia.server.api.requests import Held, Join, Mine, NewTable, SetSeat
from ferrovia.server.core import commands, outbox
from ferrovia.server.core.errors import Denied, Outdated
from ferrovia.server.core.outbox.answers import Created, Done, Invites, Joined
from ferrovia.server.core.outbox.game_answers import Summaries, Summary
from ferrovia.server.core.permissions import check_host, seats_for
from ferrovia.server.core.tables import Tables

router = APIRouter(prefix="/api", tags=["tables"], responses=FAILURES)
changes = APIRouter(dependencies=[Depends(may_write)])

SUMMARIES = 10
"""Tables summed up for what one other request takes."""
SeatNumber = Annotated[int, Path(ge=0, le=8)]


@changes.post("/tables", status_code=201)
async def create_table(wanted: NewTable, request: Request, services: TheServices) -> Created:
    """A new table. The invitations to its open seats are for the host to hand out."""
    address = address_of(request)
    if not services.new_tables.allows(address):
        raise Denied("limit.tables")
    id = await services.tables.create(wanted.new_table(), address)
    return outbox.created((await services.tables.open(id)).table, wanted.host)


@changes.post("/tables/{table}/join")
async def join_table(table: TableId, joining: Join, invitation: Token, tables: TheTables) -> Joined:
    """Takes the seat that the invitation is for. From then on the new token holds it, and the invitation is spent."""
    outcome = await tables.act(table, commands.Join(invitation, joining.name, joining.token))
    return outbox.joined(outcome, joining.token)


@changes.post("/tables/{table}/start")
async def start_table(table: TableId, host: Token, tables: TheTables) -> Done:
    return outbox.done(await tables.act(table, commands.Start(host)))


@changes.delete("/tables/{table}")
async def close_table(table: TableId, host: Token, tables: TheTables) -> Done:
    """Gives up a table at which the game has not begun."""
    return outbox.done(await tables.act(table, commands.Close(host)))


@router.get("/tables/{table}/invites")
async def show_invites(table: TableId, host: Token, tables: TheTables) -> Invites:
    """The host's invitations to the seats that are open."""
    found = (await tables.fresh(table)).table
    check_host(found, host)
    return {"invites": outbox.invites(found, host)}


@changes.put("/tables/{table}/seats/{seat}")
async def set_seat(table: TableId, seat: SeatNumber, wanted: SetSeat, host: Token, tables: TheTables) -> Done:
    """The host opens a seat again, or gives it to a bot, before the game begins."""
    return outbox.done(await tables.act(table, wanted.command(host, seat)))


@changes.post("/tables/{table}/leave")
async def leave_table(table: TableId, token: Token, tables: TheTables) -> Done:
    return outbox.done(await tables.act(table, commands.Leave(token)))


@changes.post("/tables/{table}/back")
async def come_back(table: TableId, token: Token, tables: TheTables) -> Done:
    """The person is here again: the stand-in hands back."""
    return outbox.done(await tables.act(table, commands.ComeBack(token)))


@changes.post("/mine")
async def my_tables(mine: Mine, request: Request, services: TheServices) -> Summaries:
    """Where a browser's games stand. Tables it holds no seat at are left out."""
    if not services.writes.allows(address_of(request), len(mine.tables) / SUMMARIES):
        raise Denied("limit.moves")
    found = []
    for held in mine.tables:
        found.append(await summary(services.tables, held))
        await asyncio.sleep(0)  # others come in between
    return {"tables": [summary for summary in found if summary is not None]}


async def summary(tables: Tables, held: Held) -> Summary | None:
    """None for a table that is not there, or not this token's."""
    try:
        table = (await tables.fresh(held.table)).table
        return outbox.summary(table, seats_for(table, held.token))
    except Outdated as error:
        return await outdated_summary(tables, held, error)
    except Denied:
        return None


async def outdated_summary(tables: Tables, held: Held, error: Outdated) -> Summary | None:
    try:
        stored = await tables.stored(held.table)
        table = stored.new_table()
        return outbox.outdated_summary(table, seats_for(table, held.token), error, stored.log[-1].at)
    except Denied:
        return None


router.include_router(changes)
