"""WebSockets as they arrive: every byte and every frame counts, also before the hello and after the goodbye.

uvicorn itself answers pings without end, keeps what it can't send, and waits for who does not answer a close."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Final

from websockets.http11 import Request

from ferrovia.server.hanging_up import CLOSE_SECONDS
from ferrovia.server.metrics import METRICS
from ferrovia.server.proxies import Proxies
from ferrovia.server.traffic import Meter, Traffic
from ferrovia.server.writing_protocol import WritingProtocol

SLICE: Final = 512
"""Bytes parsed at once: the smallest frames take six, and they are counted before the next slice is parsed."""


class SocketProtocol(WritingProtocol):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.traffic: Traffic = self.app_state["traffic"]
        self.meter: Meter | None = None  # once the handshake has told who it is
        self.counted = False
        self.unread = b""
        self.ending: asyncio.TimerHandle | None = None

    # --- coming and going ---------------------------------------------------------------------------------
    def handle_connect(self, event: Request) -> None:
        headers = [
            (name.lower().encode(), value.encode("latin1", "replace")) for name, value in event.headers.raw_items()
        ]
        self.meter = self.traffic.meter(Proxies(self.app).client(self.client[0] if self.client else "", headers))
        self.counted = self.traffic.open_socket(self.meter.address)
        if self.counted:
            super().handle_connect(event)
        else:
            self.refuse()

    def refuse(self) -> None:
        METRICS.refused.labels("limit.sockets").inc()
        self.conn.send_response(self.conn.reject(HTTPStatus.FORBIDDEN, ""))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.handshake_complete = self.close_sent = True
        self.transport.close()

    async def run_asgi(self) -> None:
        assert self.meter is not None
        if not await self.traffic.starts.turn(self.meter.address):
            self.cut_off()
            return
        await super().run_asgi()
        if self.close_timer is None:
            self.end_soon()

    def connection_lost(self, exc: Exception | None) -> None:
        self.unread = b""
        if self.ending is not None:
            self.ending.cancel()
        if self.counted and self.meter is not None:
            self.counted = False
            self.traffic.close_socket(self.meter.address)
        super().connection_lost(exc)

    def cut_off(self) -> None:
        """Without a goodbye, which could be ignored."""
        METRICS.cut_off.labels("traffic").inc()
        self.unread = b""
        self.transport.abort()

    def end_soon(self) -> None:
        """What the other end does not take now, it never gets."""
        if self.ending is None:
            self.ending = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.end_soon()

    # --- reading ------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        if self.meter is None:  # the handshake, which uvicorn hands over from HTTP
            super().data_received(data)
        elif self.meter.allows_bytes(len(data)):
            self.unread += data
            self.read_on()
        else:
            self.cut_off()

    def read_on(self) -> None:
        """Takes what has arrived slice by slice, as long as somebody takes what comes of it."""
        while self.unread and self.may_read():
            part, self.unread = self.unread[:SLICE], self.unread[SLICE:]
            super().data_received(part)
        if self.transport.is_closing():
            self.end_soon()

    def may_read(self) -> bool:
        may = self.hung_up or (self.writable.is_set() and not self.read_paused)
        return may and not self.transport.is_closing()

    def handle_events(self) -> None:
        if self.meter is None or self.meter.allows_frames(max(1, len(self.conn.events))):
            super().handle_events()
        else:
            self.cut_off()

    async def receive(self) -> Any:
        message = await super().receive()
        self.flow()
        return message

    def flow(self) -> None:
        """Nothing is read while nothing can be written: a pong that nobody reads must not make room for the next."""
        self.read_on()
        if self.may_read():
            self.transport.resume_reading()
        elif not self.transport.is_closing():
            self.transport.pause_reading()

    # --- writing ------------------------------------------------------------------------------------------
    def pause_writing(self) -> None:
        super().pause_writing()
        self.flow()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.flow()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_timer is not None and self.ending is None:  # uvicorn would only stop writing then
            self.close_timer.cancel()
            self.close_timer = self.ending = self.loop.call_later(CLOSE_SECONDS, self.transport.abort)
            self.flow()
