"""PostgreSQL tells every process which tables the others have changed (LISTEN, NOTIFY)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from ferrovia.server.core.background import end
from ferrovia.server.core.errors import Unavailable
from ferrovia.server.core.following import Following
from ferrovia.server.store import Database
from ferrovia.server.store.condition import fault_of
from ferrovia.server.store.database import IN_USE, connect_args, reason_of
from ferrovia.server.store.libpq import heard
from ferrovia.server.store.notices import CHANNEL, read_notices, read_said

if TYPE_CHECKING:
    from psycopg import AsyncConnection

AGAIN: Final = 0.5
"""Seconds until a lost connection is tried again."""


class NotifyListener:
    def __init__(self, database: Database, following: Following, own: str) -> None:
        """`own`: the id of this process's journal, whose notices tell nothing new."""
        self.database = database
        self.following = following
        self.own = own
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self.database.is_postgresql:
            self.following.open()
            self.task = asyncio.create_task(self.run(), name="notify")

    async def close(self) -> None:
        await end(self.task)
        await self.following.close()

    async def run(self) -> None:
        import psycopg

        url = self.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        kept_alive = connect_args(self.database.url)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True, **kept_alive) as connection:
                    await self.listen(connection)
            except (psycopg.Error, OSError) as error:
                self.database.condition.failed(fault_of(error), reason_of(error))
            except Unavailable:  # noted where it was raised
                pass
            await asyncio.sleep(AGAIN)

    async def listen(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SELECT pg_advisory_lock_shared(%s)", (IN_USE,))
        await connection.execute(f"LISTEN {CHANNEL}")
        await self.following.refresh_all()  # notices may have come while nobody listened
        async for note in heard(connection):
            for table, saying in read_said(note, self.own):
                opened = self.following.tables.open_tables.get(table)
                if opened is not None:
                    opened.tell_said(saying)
            for notice in read_notices(note, self.own):
                if self.following.wants_to_hear(notice.table, notice.version):
                    self.following.hear(notice.table, notice.version, notice.entries())
