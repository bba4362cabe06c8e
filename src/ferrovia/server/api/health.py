"""For whoever keeps the server running."""

from __future__ import annotations

import os

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from typing_extensions import TypedDict

from ferrovia.server.api.access import TheServices, directly
from ferrovia.server.core.errors import Unavailable
from ferrovia.server.core.outbox.answers import Failure

router = APIRouter(tags=["health"])


class Health(TypedDict):
    status: str


@router.get("/healthz")
async def healthz() -> Health:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"model": Failure}})
async def readyz(services: TheServices) -> Health:
    """It can play: the database can be read and written, and the server is not about to end."""
    if services.closing or await services.monitor.look() is not None:
        raise Unavailable
    return {"status": "ok"}


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    dependencies=[Depends(directly)],
    responses={404: {"model": Failure}},
)
async def metrics() -> Response:
    """Numbers for Prometheus; not for whoever comes through a proxy."""
    registry: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # one scrape tells of all workers
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
