"""Keeps open tables in step with what other processes write: at once if they say what it was, otherwise it is read, for
many tables by one query."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Final

from ferrovia.server.core.background import end
from ferrovia.server.core.entries import Entry
from ferrovia.server.core.errors import Denied, Unavailable
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.storage import LogAfter
from ferrovia.server.core.tables import Tables

AT_ONCE: Final = 200
"""Tables that are read by one query."""
AGAIN: Final = 0.5
"""Seconds until a database that can't be read is asked again."""

log = logging.getLogger(__name__)


class Following:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.behind: dict[str, int] = {}
        self.wake = asyncio.Event()
        self.playing: set[asyncio.Task[None]] = set()
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="following")

    async def close(self) -> None:
        for task in [self.task, *self.playing]:
            await end(task)

    # --- hearing ------------------------------------------------------------------------------------------
    def is_behind(self, id: str, version: int) -> bool:
        """Whether this process has the table open, and not yet as far as a version."""
        opened = self.tables.open_tables.get(id)
        return opened is not None and opened.table.version < version

    def wants_to_hear(self, id: str, version: int) -> bool:
        """Whether somebody here waits for what was written. If nobody does, whoever comes next looks at the log."""
        if not self.is_behind(id, version):
            return False
        opened = self.tables.open_tables[id]
        if not opened.subscribers:
            opened.stale = True
        return bool(opened.subscribers)

    def hear(self, id: str, version: int, entries: Sequence[Entry] | None) -> None:
        """Another process has written up to a version; `entries` are the last ones, if it said so."""
        opened = self.tables.open_tables[id]
        if entries and entries[0].version == opened.table.version + 1 and is_quiet(opened):
            self.play(opened, LogAfter(entries, []))
        else:
            self.behind[id] = version
            self.wake.set()

    async def run(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            behind, self.behind = self.behind, {}
            try:
                await self.refresh(behind)
            except Unavailable:
                self.behind = behind | self.behind
                await asyncio.sleep(AGAIN)
                self.wake.set()

    # --- reading ------------------------------------------------------------------------------------------
    async def refresh(self, versions: Mapping[str, int]) -> None:
        """Others have written up to a version of each of these tables."""
        behind = [id for id, version in versions.items() if self.is_behind(id, version)]
        await self.follow([self.tables.open_tables[id] for id in behind])

    async def refresh_all(self) -> None:
        """For when notices may have been missed."""
        open_tables = list(self.tables.open_tables.values())
        for opened in open_tables:
            opened.stale = True
        await self.follow([opened for opened in open_tables if opened.subscribers])

    async def follow(self, behind: Sequence[OpenTable]) -> None:
        """Returns when all have been read. One at which somebody was at work meanwhile is read again after that."""
        for start in range(0, len(behind), AT_ONCE):
            some = [(opened, opened.table, opened.stale) for opened in behind[start : start + AT_ONCE]]
            logs = await self.tables.repository.logs_after({table.id: table.version for _, table, _ in some})
            for opened, table, stale in some:
                if opened.lock.locked() or opened.table is not table or opened.stale != stale:
                    self.play_later(opened)
                else:
                    self.play(opened, logs[table.id])

    def play(self, opened: OpenTable, found: LogAfter) -> None:
        """A table whose log can't be played must not keep the others from it."""
        try:
            self.tables.play(opened, found)
        except Exception as error:
            self.lose(opened, error)

    def play_later(self, opened: OpenTable) -> None:
        task = asyncio.create_task(self.catch_up(opened), name="follow")
        self.playing.add(task)
        task.add_done_callback(self.playing.discard)

    async def catch_up(self, opened: OpenTable) -> None:
        async with opened.lock:
            try:
                await self.tables.catch_up(opened)
            except Unavailable:
                self.behind[opened.table.id] = opened.table.version + 1
                self.wake.set()
            except Exception as error:
                self.lose(opened, error)

    def lose(self, opened: OpenTable, error: Exception) -> None:
        """Whoever comes next reads the log. That it was cleared away is no failure."""
        opened.stale = True
        if not (isinstance(error, Denied) and error.code == "table.unknown"):
            self.tables.metrics.failed()
            log.error("a table can't be followed", exc_info=error)


def is_quiet(opened: OpenTable) -> bool:
    """Nobody works at it, and nothing of it is unknown."""
    return not opened.stale and not opened.lock.locked()
