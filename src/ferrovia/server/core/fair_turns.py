"""Turns at something of which there is little: so many have one at a time, and nobody waits behind a crowd."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairTurns:
    """Whoever waits belongs to a group. Groups are let in one after another, and within a group who came first, so a
    group of hundreds takes no more turns than a group of one."""

    def __init__(self, count: int) -> None:
        self.free = count
        self.taken = 0
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def crowd(self) -> int:
        """How many have a turn, or wait for one."""
        return self.taken + sum(len(group) for group in self.waiting.values())

    @asynccontextmanager
    async def turn(self, group: str) -> AsyncIterator[None]:
        if self.free:
            self.free -= 1
        else:
            await self.wait(group)
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1
            self.pass_on()

    async def wait(self, group: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(group, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # let in and called off in the same moment
                self.pass_on()
            raise

    def pass_on(self) -> None:
        """The turn goes to the next group, which then stands at the end of the row."""
        while self.waiting:
            group, places = self.waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self.waiting[group] = places
            if not place.done():
                place.set_result(None)
                return
        self.free += 1
