"""What people at a table agree on: a stand-in, a takeback, the end of a game, a rematch."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from ferrovia.server.api.access import FAILURES, TableId, TheServices, TheTables, Token, address_of, may_write
from ferrovia.server.api.requests import Answer
from ferrovia.server.core import agreements, outbox
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Done, Rematch
from ferrovia.server.core.tables import Tables

router = APIRouter(
    prefix="/api/tables/{table}", tags=["agreements"], responses=FAILURES, dependencies=[Depends(may_write)]
)

SeatNumber = Annotated[int, Path(ge=0, le=8)]


async def recent(tables: Tables, table: str) -> frozenset[int]:
    """The seats of people who were there within a day: those who are asked."""
    return (await tables.fresh(table)).presence.recent(now())


@router.post("/seats/{seat}/stand-in")
async def ask_for_stand_in(table: TableId, seat: SeatNumber, token: Token, tables: TheTables) -> Done:
    """Has a bot play for somebody who keeps the others waiting: at once if their time is out, or if they have had no
    connection for two minutes at a table without a clock; otherwise they are asked."""
    opened = await tables.fresh(table)
    since = opened.presence.absent_since(seat, now()) if seat < opened.table.setup.seats else None
    return outbox.done(await tables.act(table, agreements.AskForStandIn(token, seat, since)))


@router.post("/takeback")
async def take_back(table: TableId, token: Token, tables: TheTables) -> Done:
    """Undoes the seat's last action, once all who were there within a day agree. Refused if anybody has acted since, or
    if a hidden card or ticket came to light."""
    return outbox.done(await tables.act(table, agreements.TakeBack(token, await recent(tables, table))))


@router.post("/abort")
async def abort(table: TableId, token: Token, tables: TheTables) -> Done:
    """Ends a game before its second round, once all who were there within a day agree."""
    return outbox.done(await tables.act(table, agreements.Abort(token, await recent(tables, table))))


@router.post("/resign")
async def resign(table: TableId, token: Token, tables: TheTables) -> Done:
    """Gives up the game for good: a stand-in plays to its end."""
    return outbox.done(await tables.act(table, agreements.Resign(token)))


@router.post("/answer")
async def answer(table: TableId, answer: Answer, token: Token, services: TheServices, request: Request) -> Done:
    """Agrees to what somebody asks, or declines it."""
    tables = services.tables
    outcome = await tables.act(table, agreements.Answer(token, answer.question, answer.agrees))
    question = agreements.rematch_question(outcome.opened.table)
    if question is not None and question.is_agreed:
        await tables.begin_rematch(outcome.opened, address_of(request))
    return outbox.done(outcome)


@router.post("/rematch")
async def rematch(table: TableId, token: Token, request: Request, services: TheServices) -> Rematch:
    """The next game with the same people, at a table of its own, where everybody's token is good, too. The others are
    asked; who asks second agrees."""
    address = address_of(request)
    if not services.new_tables.allows(address):
        raise Denied("limit.tables")
    return {"table": await services.tables.rematch(table, token, address)}
