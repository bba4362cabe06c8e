"""HTTP connections as they arrive: so many from one address, requests in time and one by one, heads that are short.

uvicorn itself waits for the rest of a request for ever, keeps a header of any length, and begins all requests at
once."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

from ferrovia.server.addresses import network_of
from ferrovia.server.metrics import METRICS
from ferrovia.server.proxies import Proxies
from ferrovia.server.traffic import Traffic
from ferrovia.server.workers import HandingProtocol

IN_TIME: Final = 20.0
"""Seconds within which a whole request has to arrive, its body included."""
MOST_BYTES: Final = 256 * 1024
"""Of one request, unless a body may be longer (`Traffic.most_bytes`). The body has a limit of its own (`BodyLimit`)."""
SLICE: Final = 1024
"""Bytes parsed at once; then what they were is looked at."""
PIPELINED: Final = 16
"""Requests that may have arrived over a connection before the first of them is answered."""


class TimeoutProtocol(HandingProtocol):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.traffic: Traffic | None = self.app_state.get("traffic")
        self.most_bytes = MOST_BYTES if self.traffic is None else max(MOST_BYTES, self.traffic.most_bytes)
        self.proxies = Proxies(self.app)
        self.counted: str | None = None
        """The address that this connection counts for; a trusted proxy's count for nobody."""
        self.unfinished = 0  # bytes of a request that is still coming
        self.patience: asyncio.TimerHandle | None = None

    # --- coming and going ---------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        if self.traffic is not None and host not in self.proxies:
            if not self.traffic.connect(network_of(host)):
                METRICS.cut_off.labels("connections").inc()
                self.transport = transport
                transport.abort()
                return
            self.counted = network_of(host)
        super().connection_made(transport)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        self.leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.stop_waiting()
        self.leave()
        super().handle_websocket_upgrade()

    def leave(self) -> None:
        """It is no HTTP connection any more."""
        if self.counted is not None and self.traffic is not None:
            self.traffic.disconnect(self.counted)
            self.counted = None

    def cut_off(self) -> None:
        METRICS.cut_off.labels("traffic").inc()
        self.transport.abort()

    # --- reading ------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            part = data[start : start + SLICE]
            self.unfinished += len(part)
            if self.unfinished > self.most_bytes:
                self.cut_off()
                return
            self.wait()
            super().data_received(part)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return

    def on_headers_complete(self) -> None:
        if len(self.pipeline) < PIPELINED:
            super().on_headers_complete()
        elif not self.transport.is_closing():
            self.cut_off()

    def on_message_complete(self) -> None:
        self.stop_waiting()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        """When it is its turn."""
        if self.traffic is None:
            super()._start_asgi_task(cycle, app)
        elif not self.traffic.starts.begin(self.address_of(cycle), partial(self.start, cycle, app)):
            self.cut_off()

    def start(self, cycle: Any, app: Any) -> None:
        if not self.transport.is_closing():
            super()._start_asgi_task(cycle, app)

    def address_of(self, cycle: Any) -> str:
        client = cycle.scope["client"]
        return self.proxies.client(client[0] if client else "", cycle.scope["headers"])

    # --- in time ------------------------------------------------------------------------------------------
    def wait(self) -> None:
        if self.patience is None:
            self.patience = self.loop.call_later(IN_TIME, self.transport.abort)

    def stop_waiting(self) -> None:
        self.unfinished = 0
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
