"""Ending a WebSocket on somebody who may be sending still: they are to read why.

uvicorn closes the connection at once. Where something arrives after that the system answers that nobody is there, and
the other end may throw away the goodbye that it has not read yet."""

from __future__ import annotations

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CLOSE_SECONDS: Final = 2.0
"""Seconds within which the other end has to answer a close, and the system to take what is still to be sent."""


BAD_REQUEST: Final = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class HangingUp(WebSocketsSansIOProtocol):
    hung_up = False

    def data_received(self, data: bytes) -> None:
        if self.hung_up:
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.refuse_handshake()

    def refuse_handshake(self) -> None:
        """It can't be read: too many headers, or one that is too long. uvicorn would keep the connection for ever, and
        could not end in order while it has one."""
        self.handshake_initiated = self.handshake_complete = True
        self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
        self.hang_up()

    def handle_parser_exception(self) -> None:
        """What came is no frame, or too long. The parser has said goodbye."""
        goodbye = self.conn.close_sent
        assert goodbye is not None
        self.queue.put_nowait({"type": "websocket.disconnect", "code": goodbye.code, "reason": goodbye.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.hang_up()

    def hang_up(self) -> None:
        """After the goodbye. What still comes is passed over until the other end is done, but not for long."""
        self.hung_up = self.close_sent = True
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.transport.resume_reading()
