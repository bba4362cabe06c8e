"""Records that somebody opens in the browser, of whatever server or terminal. Each request brings the record along."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response

from ferrovia.record import Record, from_text
from ferrovia.server.api.access import FAILURES, TheServices, address_of, check_replay, may_write
from ferrovia.server.api.play import json
from ferrovia.server.api.requests import RecordText
from ferrovia.server.core import outbox
from ferrovia.server.core.outbox.game_answers import Chances, OpenedRecord, PastPosition


async def may_replay(request: Request) -> None:
    check_replay(request)


router = APIRouter(prefix="/api/records", tags=["records"], responses=FAILURES, dependencies=[Depends(may_replay)])


async def the_record(sent: RecordText, services: TheServices) -> Record:
    record = from_text(sent.record)
    await services.library.provide(record.board)
    return record


TheRecord = Annotated[Record, Depends(the_record)]


@router.post("")
async def open_record(record: TheRecord) -> OpenedRecord:
    """Checks a record: the deal, every move and the result. Refused with the reason if something is wrong."""
    return outbox.opened_record(record)


@router.post("/moves/{number}", response_model=PastPosition)
async def show_recorded_move(
    number: Annotated[int, Path(ge=0, le=100_000)],
    record: TheRecord,
    seat: Annotated[int | None, Query(ge=0, le=8)] = None,
) -> Response:
    """A recorded game after its first moves, with all hands open, or as a seat saw it then."""
    return json(outbox.record_position(record, number, seat))


@router.post("/analysis", dependencies=[Depends(may_write)])
async def show_recorded_chances(record: TheRecord, services: TheServices, request: Request) -> Chances:
    """How likely each seat was to win after every move, and the turning points. Ask again until these are there."""
    outbox.opened_record(record)
    return services.forecasts.of_record(record, address_of(request))
