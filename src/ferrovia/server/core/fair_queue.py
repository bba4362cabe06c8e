"""A row before something that does one thing at a time: addresses in turn, few places for one, so many in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from ferrovia.server.core.errors import Denied
from ferrovia.server.core.fair_turns import FairTurns


class FairQueue:
    """Nobody fills the row alone, and whoever comes waits behind one of each who is there already."""

    def __init__(self, most: int, of_one: int, refusal: str = "limit.moves") -> None:
        self.most = most
        self.of_one = of_one
        self.refusal = refusal
        self.waiting: Counter[str] = Counter()
        self.turns = FairTurns(1)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Refused where the row is full."""
        if self.waiting.total() >= self.most or self.waiting[address] >= self.of_one:
            raise Denied(self.refusal)
        self.waiting[address] += 1
        try:
            async with self.turns.turn(address):
                yield
        finally:
            self.waiting -= Counter({address: 1})  # who waits for nothing more is forgotten
