"""What the API says of itself: written once, for everybody who asks."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request, Response

from ferrovia.server.api.access import TheServices, services_of
from ferrovia.server.api.catalogue import send
from ferrovia.server.schema import both_ways


def add_documents(app: FastAPI, root_path: str) -> None:
    def openapi() -> dict[str, Any]:
        return app.openapi() | ({"servers": [{"url": root_path}]} if root_path else {})

    async def show_openapi(request: Request) -> Response:
        return send(await services_of(request).prints.of(openapi), request)

    app.add_route("/api/openapi.json", show_openapi, include_in_schema=False)
    app.add_api_route("/api/messages.json", messages_schema, response_model=dict, methods=["GET"], tags=["play"])


async def messages_schema(request: Request, services: TheServices) -> Response:
    """JSON Schema of every message over a table's socket: `client` sends, `server` answers."""
    return send(await services.prints.of(both_ways), request)
