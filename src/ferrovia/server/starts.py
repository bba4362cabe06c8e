"""When a request may begin: as many in a second as its address may have, and one of an address at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from ferrovia.server.limits import Limit

PATIENCE: Final = 10.0
"""Seconds that somebody may have to wait. Who would have to wait longer is not let in."""


class Start(NamedTuple):
    at: float
    begin: Callable[[], object]


class Starts:
    """Who sends too many is not refused, but waits: a class of pupils behind one address gets its pages a little later.

    Between two that begin for an address the event loop comes round once, so that a hundred that have become due while
    the machine was busy keep nobody else waiting."""

    def __init__(self, rate: float, burst: float) -> None:
        self.limit = Limit(rate, burst)
        self.waiting: dict[str, deque[Start]] = {}

    def begin(self, address: str, begin: Callable[[], object]) -> bool:
        """Calls `begin` when it is time. False if that would be too late."""
        delay = self.limit.wait(address)
        if delay > PATIENCE:
            return False
        loop = asyncio.get_running_loop()
        row = self.waiting.get(address)
        if row is None:
            row = self.waiting[address] = deque()
            loop.call_later(delay, self.next, address)
        row.append(Start(loop.time() + delay, begin))
        return True

    def next(self, address: str) -> None:
        row = self.waiting[address]
        row.popleft().begin()
        if not row:
            del self.waiting[address]
            return
        loop = asyncio.get_running_loop()
        loop.call_later(max(0.0, row[0].at - loop.time()), self.next, address)

    async def turn(self, address: str) -> bool:
        """Waits until it is time; False if that would be too late."""
        begun = asyncio.Event()
        if not self.begin(address, begun.set):
            return False
        await begun.wait()
        return True
