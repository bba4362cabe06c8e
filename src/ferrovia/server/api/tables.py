"""Making tables, sitting down at them, and getting up again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from ferrovia.server.api.access import FAILURES, TableId, TheService, TheServices, Token, address_of, may_write
from ferrovia.server.api.requests import Join, Mine, NewTable, SetSeat
from ferrovia.server.core import commands
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Created, Done, Invites, Joined, Rematch, Summaries
from ferrovia.server.service import invites, seats_of

router = APIRouter(prefix="/api", tags=["tables"], responses=FAILURES)
changes = APIRouter(dependencies=[Depends(may_write)])

SeatNumber = Annotated[int, Path(ge=0, le=8)]


@changes.post("/tables", status_code=201)
async def create_table(wanted: NewTable, request: Request, services: TheServices) -> Created:
    """A new table. The invitations to its open seats are for the host to hand out."""
    if not services.new_tables.allows(address_of(request)):
        raise Denied("limit.tables")
    return await services.service.create(wanted)


@changes.post("/tables/{table}/join")
async def join_table(table: TableId, joining: Join, invitation: Token, service: TheService) -> Joined:
    """Takes the seat that the invitation is for. From then on the new token holds it, and the invitation is spent."""
    seat, version = await service.join(table, invitation, joining)
    return {"seat": seat, "version": version}


@changes.post("/tables/{table}/start")
async def start_table(table: TableId, host: Token, service: TheService) -> Done:
    opened, _ = await service.tables.act(table, lambda table: commands.start(table, host))
    return {"version": opened.table.version}


@changes.delete("/tables/{table}")
async def close_table(table: TableId, host: Token, service: TheService) -> Done:
    """Gives up a table at which the game has not begun."""
    opened, _ = await service.tables.act(table, lambda table: commands.close(table, host))
    return {"version": opened.table.version}


@router.get("/tables/{table}/invites")
async def show_invites(table: TableId, host: Token, service: TheService) -> Invites:
    """The host's invitations to the seats that are open."""
    found = (await service.tables.fresh(table)).table
    if not found.is_host(host):
        raise Denied("token.host")
    return {"invites": invites(found, host)}


@changes.put("/tables/{table}/seats/{seat}")
async def set_seat(table: TableId, seat: SeatNumber, wanted: SetSeat, host: Token, service: TheService) -> Done:
    """The host opens a seat again, gives it to a bot, or has a stand-in play for somebody during the game."""
    if wanted.kind == "bot":
        opened, _ = await service.tables.act(table, lambda table: commands.seat_bot(table, host, seat, wanted.bot))
    else:
        opened, _ = await service.tables.act(table, lambda table: commands.open_seat(table, host, seat))
    return {"version": opened.table.version}


@changes.post("/tables/{table}/seats/{seat}/stand-in")
async def ask_for_stand_in(table: TableId, seat: SeatNumber, token: Token, service: TheService) -> Done:
    """Has a bot play for somebody who has kept the table waiting for long."""
    held = seats_of((await service.tables.fresh(table)).table, token)
    opened, _ = await service.tables.act(table, lambda table: commands.stand_in(table, held[0], seat))
    return {"version": opened.table.version}


@changes.post("/tables/{table}/leave")
async def leave_table(table: TableId, token: Token, service: TheService) -> Done:
    opened = await service.leave(table, token)
    return {"version": opened.table.version}


@changes.post("/tables/{table}/back")
async def come_back(table: TableId, token: Token, service: TheService) -> Done:
    """The person is here again: the stand-in hands back."""
    opened = await service.come_back(table, seats_of((await service.tables.fresh(table)).table, token))
    return {"version": opened.table.version}


@changes.post("/tables/{table}/rematch")
async def rematch(table: TableId, token: Token, request: Request, services: TheServices) -> Rematch:
    """The next game with the same people, at a table of its own; everybody's token is good there, too."""
    if not services.new_tables.allows(address_of(request)):
        raise Denied("limit.tables")
    return {"table": await services.service.rematch(table, token)}


@changes.post("/mine")
async def my_tables(mine: Mine, service: TheService) -> Summaries:
    """Where a browser's games stand. Tables it holds no seat at are left out."""
    found = [await service.summary(held) for held in mine.tables]
    return {"tables": [summary for summary in found if summary is not None]}


router.include_router(changes)
