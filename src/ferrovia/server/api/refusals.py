"""How refusals and failures are answered over HTTP."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ferrovia.boards import BoardError
from ferrovia.engine.errors import FerroviaError, SetupError
from ferrovia.record import CountError, RecordError
from ferrovia.server.api.status import REFUSED, STATUS, WRONG_SETUP
from ferrovia.server.core import outbox
from ferrovia.server.encoding import encode
from ferrovia.server.metrics import METRICS
from ferrovia.server.middleware import HEADERS
from ferrovia.studio import DraftError

MOST_FAULTS: Final = 20
LONGEST_NAME: Final = 60

log = logging.getLogger(__name__)


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(FerroviaError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_invalid)
    app.add_exception_handler(HTTPException, refuse_http)
    app.add_exception_handler(ClientDisconnect, leave)
    app.add_exception_handler(Exception, fail)


def answer(status: int, code: str, params: dict[str, Any]) -> Response:
    METRICS.refused.labels(code).inc()
    return Response(encode({"code": code, "params": params}), status, media_type="application/json")


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, FerroviaError)
    told = outbox.failure(error)
    otherwise = (
        WRONG_SETUP if isinstance(error, SetupError | RecordError | CountError | BoardError | DraftError) else REFUSED
    )
    return answer(STATUS.get(error.code, otherwise), told["code"], told["params"])


async def refuse_invalid(request: Request, error: Exception) -> Response:
    """Says which field is wrong and how; what was sent is not repeated, for it may be a token."""
    assert isinstance(error, RequestValidationError)
    faults = error.errors()[:MOST_FAULTS]
    fields = [{"field": name_of(fault["loc"]), "type": fault["type"]} for fault in faults]
    return answer(STATUS["request.invalid"], "request.invalid", {"fields": fields})


def name_of(place: Iterable[object]) -> str:
    """Where a fault is. Names of fields that are none may be anything, and be long: they are the sender's."""
    return ".".join(str(part)[:LONGEST_NAME] for part in place).encode(errors="replace").decode()


async def refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "route.missing", 405: "route.missing"}.get(error.status_code, "request.invalid")
    status = STATUS[code] if code == "request.invalid" else error.status_code
    response = answer(status, code, {})
    response.headers.update(error.headers or {})  # such as which methods are allowed
    return response


async def leave(request: Request, error: Exception) -> Response:
    """Whoever sent a file is gone in the middle of it: nobody is at fault, and nobody reads this."""
    return answer(STATUS["request.invalid"], "request.invalid", {})


async def fail(request: Request, error: Exception) -> Response:
    """An error of our own: it is logged, and the client learns nothing about it."""
    METRICS.failures.inc()
    log.error("a request failed", exc_info=error)
    response = answer(500, "server.failed", {})
    response.headers.update(HEADERS)  # this answer does not pass the middleware that adds them
    return response
