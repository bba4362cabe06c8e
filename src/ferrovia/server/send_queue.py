"""What waits to be sent over one socket. Who reads too slowly is disconnected."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from starlette.websockets import WebSocket, WebSocketState

from ferrovia.server.close_codes import TOO_SLOW
from ferrovia.server.metrics import METRICS
from ferrovia.server.writing import Write, never

SEND_SECONDS: Final = 10.0
"""Seconds within which the system must take a message. It takes none while the client reads nothing and the buffers
are full."""
MOST_BYTES: Final = 256 * 1024
"""That wait to be sent over one socket."""


class SendQueue:
    """Sends over one socket: at once while the system takes it; what has to wait is sent by a task."""

    def __init__(self, socket: WebSocket, most: int, most_bytes: int = MOST_BYTES, write: Write = never) -> None:
        self.socket = socket
        self.write = write
        self.most = most
        self.most_bytes = most_bytes
        self.waiting: deque[bytes] = deque()
        self.bytes = 0
        self.wake = asyncio.Event()
        self.closing: int | None = None

    def send(self, message: bytes) -> None:
        if self.closing is not None or (not self.waiting and self.write(message)):
            return
        if len(self.waiting) >= self.most or self.bytes > self.most_bytes:
            METRICS.slow.inc()
            self.close(TOO_SLOW)
            return
        self.waiting.append(message)
        self.bytes += len(message)
        self.wake.set()

    def close(self, code: int) -> None:
        """Closes once everything before is sent; a client that is too slow gets nothing more."""
        if self.closing is None:
            self.closing = code
            if code == TOO_SLOW:
                self.waiting.clear()
                self.bytes = 0
            self.wake.set()

    async def run(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.waiting:
                async with asyncio.timeout(SEND_SECONDS):
                    await self.socket.send_text(self.waiting[0].decode())
                if self.waiting:  # not before it is sent: nothing may overtake it
                    self.bytes -= len(self.waiting.popleft())
            if self.closing is not None:
                if self.socket.application_state == WebSocketState.CONNECTED:
                    await self.socket.close(self.closing)
                return
