"""The socket of a table."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ferrovia.server.api.access import address_of, rooms_of
from ferrovia.server.errors import Denied
from ferrovia.server.live import NOT_ALLOWED, TOO_MUCH, Connection
from ferrovia.server.metrics import METRICS
from ferrovia.server.safety import check_origin

router = APIRouter(prefix="/api")


@router.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    rooms = rooms_of(socket)
    address = address_of(socket)
    try:
        check_origin(socket.headers.get("origin"), socket.headers.get("host"), rooms.settings.origins)
    except Denied:
        await socket.close(NOT_ALLOWED)  # before it is accepted: the handshake is answered with 403
        return
    if rooms.sockets[address] >= rooms.settings.sockets_per_address:
        await socket.close(TOO_MUCH)
        return
    rooms.sockets[address] += 1
    METRICS.sockets.inc()
    try:
        await socket.accept()
        await Connection(rooms.service, socket, table, rooms.moves).run()
    except WebSocketDisconnect:
        pass
    finally:
        METRICS.sockets.dec()
        rooms.sockets[address] -= 1
        if rooms.sockets[address] <= 0:
            del rooms.sockets[address]
