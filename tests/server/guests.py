"""Many people at many tables at once: they play what first comes to mind, and note what the server promised them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from ferrovia.client import Link, Position, Refused, Seat
from ferrovia.client.seat import OVERTAKEN
from ferrovia.engine.actions import BLIND, SLOT

Way = Callable[[Position, random.Random], int]
"""Of choosing an action."""


def hurry(position: Position, luck: random.Random) -> int:
    """Claims if it can and draws otherwise, so that games end soon."""
    draws = drawn(position) if position.said["choices"]["kind"] == "turn" else []
    return luck.choice(claimed(position) or draws or position.actions)


def dawdle(position: Position, luck: random.Random) -> int:
    """Draws for as long as there are cards: hands grow, and with them all that can be done."""
    return luck.choice(drawn(position) or claimed(position) or position.actions)


def drawn(position: Position) -> list[int]:
    return [action for action in position.actions if SLOT <= action <= BLIND]


def claimed(position: Position) -> list[int]:
    return [payment["action"] for claim in position.said["choices"]["claims"] for payment in claim["payments"]]


@dataclass(frozen=True)
class Promise:
    """An acknowledged move: it is in the log under this version, once, whatever happens later."""

    version: int
    key: str
    seat: int
    action: int


@dataclass
class Guest:
    link: Link
    luck: random.Random
    on_promise: Callable[[], None]
    way: Way = hurry
    may_be_overtaken: bool = False
    """By a stand-in; anybody else's moves are all accepted."""
    promises: list[Promise] = field(default_factory=list)
    lines: int = 0

    async def play(self, most: int | None = None) -> Position:
        """To the end of the game, or for some moves; the last position seen."""
        async with Seat(self.link) as seat:
            async for last in seat:
                if last.actions:
                    await self.move(seat, last)
                if most is not None and len(self.promises) >= most:
                    break
            self.lines += seat.lines
        return last

    async def move(self, seat: Seat, position: Position) -> None:
        action = self.way(position, self.luck)
        try:
            accepted = await seat.move(position, action)
        except Refused as refused:
            if self.may_be_overtaken and refused.code in OVERTAKEN:
                return
            raise
        assert position.seat is not None
        self.promises.append(Promise(accepted.version, accepted.key, position.seat, action))
        self.on_promise()


class Counter:
    """Counts promises; somebody can wait for a number of them."""

    def __init__(self) -> None:
        self.count = 0
        self.changed = asyncio.Event()

    def add(self) -> None:
        self.count += 1
        self.changed.set()

    async def reach(self, count: int) -> None:
        while self.count < count:
            self.changed.clear()
            await self.changed.wait()
