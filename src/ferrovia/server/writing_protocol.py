"""uvicorn's WebSockets, with a way to write at once (`ferrovia.server.writing`)."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from websockets.http11 import Request
from websockets.protocol import State

from ferrovia.server.text_frames import TextFrames
from ferrovia.server.writing import EXTENSION

FIN_TEXT: Final = 0x81
SHORT: Final = 126
"""In place of the length: it follows in two bytes."""
LONG: Final = 127
"""The same, in eight."""


class WritingProtocol(TextFrames):
    head = b""
    """Of the request for this socket, if another process has read it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.head:
            self.data_received(self.head)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self.write

    def write(self, message: bytes) -> bool:
        is_open = self.handshake_complete and not self.close_sent and self.conn.state is State.OPEN
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(head_of(message) + message)
        return True


def head_of(message: bytes) -> bytes:
    """Of a frame that is a whole text. Servers don't mask what they send."""
    size = len(message)
    if size < SHORT:
        return bytes((FIN_TEXT, size))
    if size < 1 << 16:
        return bytes((FIN_TEXT, SHORT)) + size.to_bytes(2, "big")
    return bytes((FIN_TEXT, LONG)) + size.to_bytes(8, "big")
