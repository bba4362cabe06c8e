"""The ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

import ferrovia
from ferrovia.server import logs
from ferrovia.server.access_log import AccessLog
from ferrovia.server.api import (
    agreements,
    balance,
    calls,
    catalogue,
    count,
    days,
    health,
    hints,
    pages,
    plans,
    play,
    printing,
    puzzles,
    records,
    refusals,
    rulebooks,
    sayings,
    socket,
    studio,
    tables,
)
from ferrovia.server.api.documents import add_documents
from ferrovia.server.garbage import search_seldom
from ferrovia.server.middleware import BodyLimit, HeadRequests, SecurityHeaders
from ferrovia.server.parent import stop_with_parent
from ferrovia.server.services import Services
from ferrovia.server.settings import Settings
from ferrovia.server.traffic import Traffic


def create_app(settings: Settings) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Traffic]]:
        services = app.state.services = Services(settings)
        await services.open()
        search_seldom()
        yield {"traffic": services.traffic}  # for the protocols, which come before the application
        await services.close()

    app = FastAPI(
        title="Ferrovia",
        version=ferrovia.__version__,
        summary="Train board games: tables, seats, moves.",
        openapi_url=None,  # `add_documents` has it; FastAPI would write it anew for everybody
        docs_url=None,  # its page would ask a third party for scripts
        redoc_url=None,
        redirect_slashes=False,  # it would send people to whatever their Host header says
        root_path=settings.root_path,
        lifespan=lifespan,
    )
    for part in (
        tables,
        agreements,
        sayings,
        calls,
        hints,
        plans,
        play,
        records,
        count,
        catalogue,
        rulebooks,
        printing,
        balance,
        days,
        puzzles,
        studio,
        health,
    ):
        app.include_router(part.router)
    add_documents(app, settings.root_path)
    app.include_router(pages.router)
    refusals.add_handlers(app)
    app.add_middleware(GZipMiddleware, minimum_size=2000)  # boards; what goes over a socket is sent as it is
    app.add_middleware(BodyLimit, most=settings.body_bytes, larger={"/api/studio/": settings.package_bytes})
    app.add_middleware(SecurityHeaders)
    app.add_middleware(AccessLog)
    app.add_middleware(HeadRequests, answers=pages.is_page)
    app.add_middleware(socket.TableSockets)
    return app


def from_environment() -> FastAPI:
    """What a worker process runs; a server of one process runs it too."""
    stop_with_parent()
    settings = Settings.from_environment()
    logs.set_up(settings.log_level)
    return create_app(settings)
