"""Time limits for HTTP connections: a request has to arrive in time, and its head has to be short.

uvicorn itself waits for the rest of a request for ever, and keeps a header of any length."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from ferrovia.server.workers import HandingProtocol

IN_TIME: Final = 20.0
"""Seconds within which a whole request has to arrive, its body included."""
MOST_BYTES: Final = 256 * 1024
"""Of one request. The body has a limit of its own (`BodyLimit`), which is far below."""


class TimeoutProtocol(HandingProtocol):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.unfinished = 0  # bytes of a request that is still coming
        self.patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.unfinished += len(data)
        if self.unfinished > MOST_BYTES:
            self.transport.abort()
            return
        self.wait()
        super().data_received(data)

    def on_message_complete(self) -> None:
        self.stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.stop_waiting()
        super().handle_websocket_upgrade()

    def wait(self) -> None:
        if self.patience is None:
            self.patience = self.loop.call_later(IN_TIME, self.transport.abort)

    def stop_waiting(self) -> None:
        self.unfinished = 0
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
