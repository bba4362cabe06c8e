"""Playing over HTTP, and looking: for scripts and bots. Browsers use the socket, which says the same."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

from ferrovia.server.api.access import (
    FAILURES,
    MaybeToken,
    TableId,
    TheServices,
    TheTables,
    Token,
    address_of,
    check_replay,
    may_read,
    may_write,
    services_of,
)
from ferrovia.server.api.requests import Move
from ferrovia.server.core import outbox
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.outbox.answers import Accepted, LaneAnswer, Log, TableAnswer
from ferrovia.server.core.outbox.game_answers import Chances, History, PastPosition
from ferrovia.server.core.permissions import seats_for
from ferrovia.server.encoding import encode

router = APIRouter(prefix="/api/tables/{table}", tags=["play"], responses=FAILURES, dependencies=[Depends(may_read)])

LONGEST_WAIT = 30.0
RECORD: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
"""Documented here and not by a response class, because refusals are JSON as everywhere."""
Since = Annotated[int | None, Query(ge=0, le=2**31)]


class Waiter:
    """A subscriber that waits for the next change, for long polling."""

    def __init__(self) -> None:
        self.heard = asyncio.Event()

    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        self.heard.set()


def json(message: object) -> Response:
    """An answer that is typed already, so FastAPI need not validate it."""
    return Response(encode(message), media_type="application/json")


@router.get("", response_model=TableAnswer)
async def show_table(
    table: TableId,
    token: MaybeToken,
    request: Request,
    services: TheServices,
    since: Since = None,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """The table as the token's seat sees it, with the events after `since`. With `wait`, the answer comes when there
    is something newer than `since`, or after so many seconds."""
    tables = services.tables
    opened = await tables.fresh(table)
    held = seats_for(opened.table, token)
    tables.attendance.visit(opened, held)
    if wait and since is not None and opened.table.version <= since:
        tables.attendance.arrive(opened, held)
        try:
            with services.traffic.long_poll(address_of(request)):
                await wait_for_news(opened, wait)
        finally:
            tables.attendance.depart(opened, held)
        opened = await tables.fresh(table)
    news = [] if since is None else await news_since(request, opened, since)
    return json(outbox.answer(opened, seats_for(opened.table, token), news))


async def news_since(request: Request, opened: OpenTable, version: int) -> News:
    known = opened.news_since(version)
    if known is not None:
        return known
    check_replay(request)
    return await services_of(request).tables.news_since(opened, version)


async def wait_for_news(opened: OpenTable, seconds: float) -> None:
    waiter = Waiter()
    opened.subscribers.add(waiter)
    try:
        async with asyncio.timeout(seconds):
            await waiter.heard.wait()
    except TimeoutError:
        pass
    finally:
        opened.subscribers.discard(waiter)
        opened.polled = time.monotonic()


@router.get("/log", response_model=Log)
async def show_log(
    table: TableId, token: MaybeToken, request: Request, tables: TheTables, since: Since = 0
) -> Response:
    """Everything that happened after a version, as the token's seat saw it."""
    opened = await tables.fresh(table)
    news = await news_since(request, opened, since or 0)
    return json(outbox.log_answer(opened.table, seats_for(opened.table, token), news))


@router.post("/moves", response_model=Accepted, dependencies=[Depends(may_write)])
async def make_move(table: TableId, move: Move, token: Token, tables: TheTables) -> Response:
    """Once this answers, the move is safe. The same move may be sent again under the same key."""
    await tables.fresh(table)
    command = move.command(token)
    return json(outbox.accepted(command, await tables.act(table, command)))


@router.get("/lanes/{lane}")
async def show_lane(
    table: TableId, lane: Annotated[int, Path(ge=0, le=10_000)], token: Token, tables: TheTables
) -> LaneAnswer:
    """How the seat can claim a lane, or why it can't."""
    return outbox.lane_answer((await tables.fresh(table)).table, token, lane)


# --- after the game -------------------------------------------------------------------------------------
@router.get("/record", response_class=Response, responses=RECORD)
async def show_record(table: TableId, tables: TheTables) -> PlainTextResponse:
    """The finished game as text, the secret of the deal included: `ferrovia verify` proves it."""
    name = f"ferrovia-{table[:8]}.txt"
    text = outbox.record(await tables.finished(table))
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get("/moves")
async def show_moves(table: TableId, tables: TheTables) -> History:
    return outbox.move_list(await tables.finished(table))


@router.get("/moves/{number}", response_model=PastPosition)
async def show_move(
    table: TableId,
    number: Annotated[int, Path(ge=0, le=100_000)],
    tables: TheTables,
    seat: Annotated[int | None, Query(ge=0, le=8)] = None,
) -> Response:
    """A finished game after its first moves, with all hands open, or as a seat saw it then."""
    return json(outbox.past_position(await tables.finished(table), number, seat))


@router.get("/analysis", dependencies=[Depends(may_write)])
async def show_chances(table: TableId, services: TheServices, request: Request) -> Chances:
    """How likely each seat was to win after every move of a finished game. Worked out when it is first asked for: ask
    again until there is one entry more than moves."""
    return services.forecasts.of(await services.tables.finished(table), address_of(request))
