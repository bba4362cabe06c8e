"""Looks at the database now and then, and whenever /readyz is asked: what breaks while nobody plays is noticed too, and
so is that it works again."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import text

from ferrovia.server.core.background import end
from ferrovia.server.core.errors import Denied
from ferrovia.server.store.condition import Fault, fault_of
from ferrovia.server.store.database import Database, reason_of

EVERY: Final = 5.0
"""Seconds between two looks; while something is wrong it is every second."""
LATELY: Final = 1.0
"""Seconds for which an answer holds, however often it is asked for."""
PATIENCE: Final = 5.0
"""Seconds that PostgreSQL may take."""
ROOM: Final = 256 * 1024
"""Bytes. With less, the next moves will not find room; a move that finds none says so by itself."""
READ_WHOLE_EVERY: Final = 10.0
"""Seconds, at least, between two readings of the whole file …"""
READ_WHOLE_SHARE: Final = 0.01
"""… and the share of the time that they may take."""
REWRITE: Final = "UPDATE alembic_version SET version_num = version_num"
"""Changes nothing, but has to be written like everything else."""


class Damaged(Exception):
    """What the check of SQLite's file found."""


class Monitor:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.condition = database.condition
        self.looking = asyncio.Lock()
        self.looked_at = float("-inf")
        self.read_whole_at = float("-inf")
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="monitor")

    async def close(self) -> None:
        await end(self.task)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY if self.condition.fault is None else LATELY)
            await self.look()

    async def look(self) -> Fault | None:
        """What is wrong now, or was a moment ago."""
        self.database.check_files()
        async with self.looking:
            if time.monotonic() >= self.looked_at + LATELY:
                await self.look_again()
                self.looked_at = time.monotonic()
        return self.condition.fault

    async def look_again(self) -> None:
        fault = self.condition.fault
        try:
            if self.database.file is not None:
                await self.look_at_file(self.database.file, fault)
            else:
                await self.ask_postgresql(fault)
        except Denied:  # noted where it was raised
            return
        except Exception as error:
            self.condition.failed(Fault.DAMAGED if isinstance(error, Damaged) else fault_of(error), reason_of(error))
            return
        if fault is not None and self.condition.fault == fault:
            if self.condition.is_lasting:  # connections may have been opened to the wrong file meanwhile
                await self.database.engine.dispose()
            self.condition.recovered()

    async def ask_postgresql(self, fault: Fault | None) -> None:
        async with asyncio.timeout(PATIENCE), self.database.begin() as connection:
            if (await connection.execute(text("SHOW transaction_read_only"))).scalar_one() == "on":
                self.condition.failed(Fault.READ_ONLY, "transactions are read-only")
                raise Denied("database.unavailable")
            if fault is not None:
                await connection.execute(text(REWRITE))

    async def look_at_file(self, file: Path, fault: Fault | None) -> None:
        if self.database.check_files() is not None:
            raise Denied("database.unavailable")
        disk = os.statvfs(file.parent)
        if disk.f_bavail * disk.f_frsize < ROOM:
            self.condition.failed(Fault.FULL, f"less than {ROOM // 1024} kB are free")
            raise Denied("database.unavailable")
        begin = time.monotonic()
        whole = fault == Fault.DAMAGED or begin >= self.read_whole_at
        await asyncio.to_thread(try_file, file, whole=whole, writing=fault is not None)
        if whole:
            now = time.monotonic()
            self.read_whole_at = now + max(READ_WHOLE_EVERY, (now - begin) / READ_WHOLE_SHARE)


def try_file(file: Path, *, whole: bool, writing: bool) -> None:
    """Reads through a connection of its own, which remembers nothing: what it reads is what the disk has."""
    with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=rw", uri=True, timeout=PATIENCE)) as connection:
        connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if whole:
            ((said, *_),) = connection.execute("PRAGMA quick_check(1)").fetchall()
            if said != "ok":
                raise Damaged(" ".join(said.split()))
        if writing:
            connection.execute("PRAGMA synchronous=FULL")
            with connection:
                connection.execute(REWRITE)
