"""Watches a table for as long as one likes: when the socket is cut, it opens another."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final, Self

from ferrovia.client.backoff import pause_after
from ferrovia.client.errors import Cut, Refused, Unreachable, cut
from ferrovia.client.line import Line
from ferrovia.client.link import Link
from ferrovia.client.position import Json, Position

PING_SECONDS: Final = 25.0
"""Seconds of silence after which a ping is sent; the server closes a socket after 90."""
PATIENCE: Final = 600.0


class Watch:
    """`async with Watch(link) as table: async for position in table: …`

    Positions that came while nobody looked are skipped, their events are not. The last one is that of the ended game.
    Without a connection for `patience` seconds, or when the server refuses for good, the iteration raises."""

    back = False

    def __init__(self, link: Link, patience: float = PATIENCE) -> None:
        self.link = link
        self.patience = patience
        self.table: Json = {}
        """What never changes at the table; filled before the first position comes."""
        self.position: Position | None = None
        """The newest one."""
        self.line: Line | None = None
        self.lines = 0
        """How many there have been."""
        self.unread: list[Json] = []
        self.yielded: Position | None = None
        self.news = asyncio.Event()
        self.failures = 0
        self.failure: Exception | None = None
        self.keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self.keeper = asyncio.create_task(self.run(), name="ferrovia table")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.keeper is not None:
            self.keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self.keeper

    # --- what the holder sees ---------------------------------------------------------------------------
    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Position:
        if self.yielded is not None and self.yielded.ended:
            raise StopAsyncIteration
        await self.news.wait()
        if self.failure is not None:
            raise self.failure
        assert self.position is not None
        self.news.clear()
        events, self.unread = self.unread, []
        self.yielded = Position({**self.position.said, "events": events})
        return self.yielded

    # --- keeping the line -------------------------------------------------------------------------------
    async def run(self) -> None:
        try:
            await self.keep()
        except Exception as failure:
            self.failure = failure
            self.give_up(failure)

    def give_up(self, failure: Exception) -> None:
        """Wakes whoever waits, so that it raises."""
        self.news.set()

    async def keep(self) -> None:
        clock = asyncio.get_running_loop()
        heard = clock.time()
        while True:
            try:
                since = None if self.position is None else self.position.version
                self.line = await Line.open(self.link, since, self.back)
                try:
                    await self.listen(self.line)
                finally:
                    heard = clock.time()
                    line, self.line = self.line, None
                    await line.close()
            except Refused as refused:
                if not refused.passes or clock.time() - heard > self.patience:
                    raise
            except (Cut, Unreachable):
                if clock.time() - heard > self.patience:
                    raise
            await asyncio.sleep(pause_after(self.failures))
            self.failures += 1

    async def listen(self, line: Line) -> None:
        self.lines += 1
        self.table = line.table
        self.see(line.position)
        await self.welcomed(line)
        while True:
            message = await self.hear(line)
            self.failures = 0  # not before: a socket that ends right after the welcome counts as a failure
            if message["type"] == "update":
                self.see(Position(message["position"]))
            if message["type"] in ("accepted", "refused") or message.get("answers") is not None:
                self.answered(message)

    async def hear(self, line: Line) -> Json:
        """The next message. Raises Cut if not even a ping is answered."""
        for _ in range(2):
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    return await line.hear()
            await line.ping()
        raise cut()

    def see(self, position: Position) -> None:
        known, self.position = self.position, position
        if known is None or known.version != position.version:
            self.unread += position.events
            self.news.set()

    async def welcomed(self, line: Line) -> None:
        """Called when a new socket is open."""

    def answered(self, message: Json) -> None:
        """Called when the server accepts or refuses something that was sent; an update may say so, too."""
