"""Keeps what was said, and tells the other processes at the same database."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import Final

from sqlalchemy import delete, func, select

from ferrovia.server.core.errors import Conflict, Unavailable
from ferrovia.server.core.sayings import KEPT, Saying
from ferrovia.server.core.storage import Change
from ferrovia.server.store.database import Database
from ferrovia.server.store.journal import NOTIFY, SAY, Journal
from ferrovia.server.store.notices import CHANNEL, write_said
from ferrovia.server.store.schema import sayings

TRIES: Final = 20
LAST_NUMBER: Final = "SELECT max(number) FROM sayings WHERE table_id = ?"
MOST_KNOWN: Final = 20_000
"""Tables whose last number is remembered."""


class SayingRows:
    """On SQLite what is said is written together with the moves that wait: it costs no transaction of its own. On
    PostgreSQL other processes number what is said at the same table, so each has one."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self.database = database
        self.journal = journal
        self.last: dict[str, int] = {}

    async def write_saying(self, table: str, saying: Saying) -> Saying:
        write = self.write_once if self.database.is_postgresql else self.write_with_moves
        for _ in range(TRIES):
            try:
                return await write(table, saying)
            except Conflict:  # somebody else has said something meanwhile, or the table is gone
                self.last.pop(table, None)
            except Unavailable:
                self.last.pop(table, None)
                raise
        raise Unavailable

    async def write_with_moves(self, table: str, saying: Saying) -> Saying:
        if table not in self.last:
            if len(self.last) >= MOST_KNOWN:
                self.last.clear()
            last = await self.last_number(table)
            self.last.setdefault(table, last)
        self.last[table] += 1
        kept = saying._replace(number=self.last[table])
        await self.journal.write(Change(table, [], said=[kept]))
        return kept

    async def last_number(self, table: str) -> int:
        with suppress(sqlite3.Error):  # it is locked: then it is asked again below, which waits
            if self.database.file is not None:
                ((last,),) = self.database.read_directly(LAST_NUMBER, table)
                return last or 0
        newest = select(func.max(sayings.c.number)).where(sayings.c.table_id == table)
        async with self.database.begin() as connection:
            return (await connection.execute(newest)).scalar_one() or 0

    async def write_once(self, table: str, saying: Saying) -> Saying:
        here = sayings.c.table_id == table
        async with self.database.begin() as connection:
            last = (await connection.execute(select(func.max(sayings.c.number)).where(here))).scalar_one() or 0
            kept = saying._replace(number=last + 1)
            await connection.execute(SAY, {"table_id": table, **kept._asdict()})
            await connection.execute(delete(sayings).where(here, sayings.c.number <= kept.number - KEPT))
            note = write_said(self.journal.id, table, kept)
            await connection.execute(NOTIFY, {"channel": CHANNEL, "note": note})
        return kept

    async def read_sayings(self, table: str, last: int) -> list[Saying]:
        newest = select(sayings).where(sayings.c.table_id == table).order_by(sayings.c.number.desc()).limit(last)
        async with self.database.begin() as connection:
            rows = (await connection.execute(newest)).all()
        return [Saying(row.number, row.at, row.seat, row.kind, row.text, row.name) for row in reversed(rows)]
