"""The sockets of tables."""

from __future__ import annotations

import re
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ferrovia.server.api.access import services_of
from ferrovia.server.close_codes import NO_TABLE, NOT_ALLOWED
from ferrovia.server.connection import Connection
from ferrovia.server.core.errors import Denied
from ferrovia.server.metrics import METRICS
from ferrovia.server.middleware import check_origin
from ferrovia.server.writing import write_of

PATH: Final = re.compile(r"/api/tables/([^/]+)/live")


class TableSockets:
    """The outermost middleware: a socket goes through no router and no other middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        match = PATH.fullmatch(scope["path"].removeprefix(scope.get("root_path", "")))
        if match is None:
            await socket.close(NO_TABLE)  # before it is accepted: the handshake is answered with 403
            return
        await serve_socket(socket, match[1])


async def serve_socket(socket: WebSocket, table: str) -> None:
    """How many an address may have open is counted where they arrive (`SocketProtocol`)."""
    services = services_of(socket)
    try:
        check_origin(socket.headers.get("origin"), socket.headers.get("host"), services.settings.origins)
    except Denied:
        await socket.close(NOT_ALLOWED)
        return
    METRICS.sockets.inc()
    try:
        await socket.accept()
        await Connection(services, socket, table, services.moves, write_of(socket.scope)).run()
    except WebSocketDisconnect:
        pass
    finally:
        METRICS.sockets.dec()
