"""What may arrive from one address, and over one connection. Counted as it arrives, before anything is made of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ferrovia.server.core.errors import Denied
from ferrovia.server.limits import Bucket, Limit
from ferrovia.server.settings import Settings
from ferrovia.server.starts import Starts

FRAMES: Final = 2.0
"""Frames for every move that is allowed: a ping or pong beside each."""
BYTES: Final = 1024
"""Bytes for every move that is allowed. A move takes about a hundred."""
SPARE: Final = 32
"""Frames over and above, for who has just connected."""
HEAD: Final = 64 * 1024
"""Bytes of a request before its body, at the most."""
REQUESTS: Final = 5
"""HTTP requests and new sockets for every move that is allowed."""


class Traffic:
    def __init__(self, settings: Settings) -> None:
        moves, share = settings.moves_per_second, settings.address_share
        self.frame_rate, self.frame_burst = FRAMES * moves, 3 * FRAMES * moves + SPARE
        self.byte_rate, self.byte_burst = BYTES * moves, max(BYTES * moves, 8.0 * settings.message_bytes)
        self.frames = Limit(share * self.frame_rate, share * self.frame_burst)
        self.bytes = Limit(share * self.byte_rate, share * self.byte_burst)
        self.starts = Starts(REQUESTS * moves, moves)
        self.connections = Limit(REQUESTS * moves, 4 * REQUESTS * moves)
        self.most_bytes = HEAD + max(settings.body_bytes, settings.package_bytes)
        """Of one request, its body included: whatever a body may be has to get through."""
        self.most_sockets = settings.sockets_per_address
        self.most_connections = settings.connections_per_address
        self.sockets: Counter[str] = Counter()
        """Sockets and long polls that each address has open, until the last byte of them is gone."""
        self.open: Counter[str] = Counter()
        """HTTP connections."""

    # --- connections --------------------------------------------------------------------------------------
    def connect(self, address: str) -> bool:
        """Whether an address may have one more connection, which is then counted."""
        if self.open[address] >= self.most_connections or not self.connections.allows(address):
            return False
        self.open[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        release(self.open, address)

    def open_socket(self, address: str) -> bool:
        if self.sockets[address] >= self.most_sockets:
            return False
        self.sockets[address] += 1
        return True

    def close_socket(self, address: str) -> None:
        release(self.sockets, address)

    @contextmanager
    def long_poll(self, address: str) -> Iterator[None]:
        """Counts as a socket while it waits."""
        if not self.open_socket(address):
            raise Denied("limit.sockets")
        try:
            yield
        finally:
            self.close_socket(address)

    # --- what comes over them -----------------------------------------------------------------------------
    def meter(self, address: str) -> Meter:
        return Meter(self, address)


class Meter:
    """What has arrived over one socket."""

    __slots__ = ("address", "bytes", "frames", "traffic")

    def __init__(self, traffic: Traffic, address: str) -> None:
        now = time.monotonic()
        self.traffic = traffic
        self.address = address
        self.frames = Bucket(traffic.frame_burst, now)
        self.bytes = Bucket(traffic.byte_burst, now)

    def allows_bytes(self, count: int) -> bool:
        traffic = self.traffic
        own = self.bytes.take(traffic.byte_rate, traffic.byte_burst, count)
        return own and traffic.bytes.allows(self.address, count)

    def allows_frames(self, count: int) -> bool:
        traffic = self.traffic
        own = self.frames.take(traffic.frame_rate, traffic.frame_burst, count)
        return own and traffic.frames.allows(self.address, count)


def release(counter: Counter[str], address: str) -> None:
    counter[address] -= 1
    if counter[address] <= 0:
        del counter[address]
