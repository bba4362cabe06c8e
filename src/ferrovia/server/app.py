"""The ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import ferrovia
from ferrovia.engine.errors import FerroviaError, SetupError
from ferrovia.server import logs
from ferrovia.server.access_log import AccessLog
from ferrovia.server.api import boards, health, pages, play, socket, tables
from ferrovia.server.core.errors import REFUSED, STATUS, WRONG_SETUP
from ferrovia.server.core.outbox import position as outbox
from ferrovia.server.metrics import METRICS
from ferrovia.server.middleware import HEADERS, BodyLimit, SecurityHeaders
from ferrovia.server.schema import messages_schema
from ferrovia.server.service import failure
from ferrovia.server.services import Services
from ferrovia.server.settings import Settings

MOST_FAULTS: Final = 20

log = logging.getLogger(__name__)


def create_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        services = app.state.services = Services(settings)
        await services.open()
        yield
        await services.close()

    app = FastAPI(
        title="Ferrovia",
        version=ferrovia.__version__,
        summary="Train board games: tables, seats, moves.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # its page would ask a third party for scripts
        redoc_url=None,
        redirect_slashes=False,  # it would send people to whatever their Host header says
        root_path=settings.root_path,
        lifespan=lifespan,
    )
    for router in (tables.router, play.router, boards.router, health.router):
        app.include_router(router)
    app.add_api_route("/api/messages.json", messages_schema, methods=["GET"], tags=["play"])
    app.include_router(pages.router)
    app.add_exception_handler(FerroviaError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_invalid)
    app.add_exception_handler(HTTPException, refuse_http)
    app.add_exception_handler(Exception, fail)
    app.add_middleware(GZipMiddleware, minimum_size=2000)  # boards; what goes over a socket is sent as it is
    app.add_middleware(BodyLimit, most=settings.body_bytes)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(AccessLog)
    app.add_middleware(socket.TableSockets)
    return app


def from_environment() -> FastAPI:
    """What a worker process runs."""
    settings = Settings.from_environment()
    logs.set_up(settings.log_level)
    return create_app(settings)


# --- refusals -------------------------------------------------------------------------------------------
def answer(status: int, code: str, params: dict[str, Any]) -> Response:
    METRICS.refused.labels(code).inc()
    return Response(outbox.encode({"code": code, "params": params}), status, media_type="application/json")


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, FerroviaError)
    told = failure(error)
    otherwise = WRONG_SETUP if isinstance(error, SetupError) else REFUSED
    return answer(STATUS.get(error.code, otherwise), told["code"], told["params"])


async def refuse_invalid(request: Request, error: Exception) -> Response:
    """Says which field is wrong and how; what was sent is not repeated, for it may be a token."""
    assert isinstance(error, RequestValidationError)
    faults = error.errors()[:MOST_FAULTS]
    fields = [{"field": ".".join(str(part) for part in fault["loc"]), "type": fault["type"]} for fault in faults]
    return answer(STATUS["request.invalid"], "request.invalid", {"fields": fields})


async def refuse_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = {404: "route.missing", 405: "route.missing"}.get(error.status_code, "request.invalid")
    status = STATUS[code] if code == "request.invalid" else error.status_code
    response = answer(status, code, {})
    response.headers.update(error.headers or {})  # which methods there are
    return response


async def fail(request: Request, error: Exception) -> Response:
    """Ours, and nothing of it is told."""
    METRICS.failures.inc()
    log.error("a request failed", exc_info=error)
    response = answer(500, "server.failed", {})
    response.headers.update(HEADERS)  # answered outside of everything that would add them
    return response
