"""Keeps what was said, and tells the other processes at the same database."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from ferrovia.server.core.errors import Conflict, Unavailable
from ferrovia.server.core.sayings import KEPT, Saying
from ferrovia.server.store.database import Database
from ferrovia.server.store.journal import NOTIFY
from ferrovia.server.store.notices import CHANNEL, write_said
from ferrovia.server.store.schema import sayings

TRIES = 20


class SayingRows:
    """`own`: the id of this process, by which it knows its own notices."""

    def __init__(self, database: Database, own: str) -> None:
        self.database = database
        self.own = own

    async def write_saying(self, table: str, saying: Saying) -> Saying:
        for _ in range(TRIES):
            try:
                return await self.write_once(table, saying)
            except Conflict:  # somebody else has said something meanwhile, or the table is gone
                continue
        raise Unavailable

    async def write_once(self, table: str, saying: Saying) -> Saying:
        here = sayings.c.table_id == table
        async with self.database.begin() as connection:
            last = (await connection.execute(select(func.max(sayings.c.number)).where(here))).scalar_one() or 0
            kept = saying._replace(number=last + 1)
            await connection.execute(insert(sayings), {"table_id": table, **kept._asdict()})
            await connection.execute(delete(sayings).where(here, sayings.c.number <= kept.number - KEPT))
            if self.database.is_postgresql:
                note = write_said(self.own, table, kept)
                await connection.execute(NOTIFY, {"channel": CHANNEL, "note": note})
        return kept

    async def read_sayings(self, table: str, last: int) -> list[Saying]:
        newest = select(sayings).where(sayings.c.table_id == table).order_by(sayings.c.number.desc()).limit(last)
        async with self.database.begin() as connection:
            rows = (await connection.execute(newest)).all()
        return [Saying(row.number, row.at, row.seat, row.kind, row.text, row.name) for row in reversed(rows)]
