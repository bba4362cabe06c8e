"""Reads tables from the database: one with its log, what was added to it since, which ones have something due."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import BigInteger, Row, func, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.setup_json import read_setup
from ferrovia.server.core.storage import Stored
from ferrovia.server.core.table import TableSeat
from ferrovia.server.store.database import Database
from ferrovia.server.store.schema import entries, seats, tables

LAST_VERSION: Final = "SELECT max(version) FROM entries WHERE table_id = ?"


class Repository:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def find(self, id: str) -> Stored | None:
        async with self.database.begin() as connection:
            return await find(connection, id)

    async def find_created(self, creation_key: str) -> str | None:
        """The table that was made under this key."""
        async with self.database.begin() as connection:
            found = await connection.execute(select(tables.c.id).where(tables.c.creation_key == creation_key))
            return found.scalar_one_or_none()

    async def log_after(self, id: str, version: int) -> tuple[list[Entry], list[TableSeat]]:
        """What was added after a version, and the seats as they are now or later."""
        async with self.database.begin() as connection:
            log = await connection.execute(log_after(id, version))
            chairs = await connection.execute(select(seats).where(seats.c.table_id == id).order_by(seats.c.seat))
            return [read_entry(row) for row in log], [read_seat(row) for row in chairs]

    async def version(self, id: str) -> int:
        """Of the last entry; 0 without any. Asked with almost every request, so SQLite is read directly."""
        with suppress(sqlite3.Error):  # it is locked: then it is asked again below, which waits
            if self.database.file is not None:
                ((last,),) = self.database.read_directly(LAST_VERSION, id)
                return last or 0
        async with self.database.begin() as connection:
            found = await connection.execute(select(func.max(entries.c.version)).where(entries.c.table_id == id))
            return found.scalar_one() or 0

    async def find_key(self, id: str, after: int, seat: int, key: str) -> Entry | None:
        """The entry that a sender called `key`, if it came after a version."""
        async with self.database.begin() as connection:
            query = log_after(id, after).where(entries.c.key == key, entries.c.seat == seat)
            row = (await connection.execute(query.limit(1))).one_or_none()
            return None if row is None else read_entry(row)

    async def lease_due(self, now: int, until: int, most: int) -> list[str]:
        """Takes tables at which something is due, each for one process alone until it is done or the lease ends."""
        free = or_(tables.c.leased_until.is_(None), tables.c.leased_until < now)
        due = select(tables.c.id).where(tables.c.due_at <= now, free).order_by(tables.c.due_at).limit(most)
        async with self.database.begin() as connection:
            chosen = list((await connection.execute(due.with_for_update(skip_locked=True))).scalars())
            if chosen:
                await connection.execute(update(tables).where(tables.c.id.in_(chosen)).values(leased_until=until))
            return chosen

    async def renew(self, ids: Sequence[str], until: int) -> None:
        """Keeps leases, but does not take back one that has just been given up. Whoever writes at a table this moment
        is not waited for: a bot's move renews the lease by itself."""
        kept = select(tables.c.id).where(tables.c.id.in_(ids), tables.c.leased_until.is_not(None))
        async with self.database.begin() as connection:
            chosen = list((await connection.execute(kept.with_for_update(skip_locked=True))).scalars())
            await connection.execute(update(tables).where(tables.c.id.in_(chosen)).values(leased_until=until))

    async def release(self, id: str) -> None:
        async with self.database.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == id).values(leased_until=None))

    async def put_off(self, id: str, due: int, until: int) -> None:
        """Gives a table back, to be looked at later; not if something else has become due there meanwhile."""
        async with self.database.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == id).values(leased_until=None))
            still_due = update(tables).where(tables.c.id == id, tables.c.due_at == due)
            await connection.execute(still_due.values(due_at=until))

    async def release_all(self) -> None:
        async with self.database.begin() as connection:
            leased = tables.c.leased_until.is_not(None)
            await connection.execute(update(tables).where(leased).values(leased_until=None))


async def find(connection: AsyncConnection, id: str) -> Stored | None:
    row = (await connection.execute(select(tables).where(tables.c.id == id))).one_or_none()
    if row is None:
        return None
    log = await connection.execute(log_after(id, 0))  # first: the seats may be newer than it, but never older
    chairs = await connection.execute(select(seats).where(seats.c.table_id == id).order_by(seats.c.seat))
    return Stored(
        id=row.id,
        setup=read_setup(row.setup),
        secret=bytes.fromhex(row.secret),
        host_hash=row.host_hash,
        seats=[read_seat(chair) for chair in chairs],
        log=[read_entry(entry) for entry in log],
    )


def log_after(id: str, version: int) -> Any:
    after = literal(version, BigInteger())  # a client may name a version that the column has no room for
    return select(entries).where(entries.c.table_id == id, entries.c.version > after).order_by(entries.c.version)


def read_entry(row: Row[Any]) -> Entry:
    return Entry(row.version, row.at, Kind(row.kind), row.seat, row.text, row.key)


def read_seat(row: Row[Any]) -> TableSeat:
    return TableSeat(row.kind, row.name, row.bot, row.token_hash, row.invite_hash, row.invite_number)
