"""Reads tables from the database: one with its log, what was added to it since, which ones have something due."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Row, Select, func, literal, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.presence import Seen
from ferrovia.server.core.setup_json import read_setup
from ferrovia.server.core.storage import LogAfter, Stored
from ferrovia.server.core.table import TableSeat
from ferrovia.server.store.database import Database
from ferrovia.server.store.schema import entries, presence, seats, tables
from ferrovia.server.store.statements import Statement

LAST_VERSION: Final = "SELECT max(version) FROM entries WHERE table_id = ?"

SEEN: Final = text("""
    INSERT INTO presence (table_id, seat, seen_at)
    SELECT id, CAST(:seat AS integer), CAST(:at AS bigint) FROM tables WHERE id = :table
    ON CONFLICT (table_id, seat) DO UPDATE SET seen_at = excluded.seen_at WHERE presence.seen_at < excluded.seen_at
""")
"""Somebody was there: nothing happens for a table that is gone, or if that is known of a later moment."""


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

    async def log_after(self, id: str, version: int) -> LogAfter:
        return (await self.logs_after({id: version}))[id]

    async def logs_after(self, versions: Mapping[str, int]) -> dict[str, LogAfter]:
        """What was added after a version, and the seats as they are now or later: of each of these tables."""
        found = {id: LogAfter([], []) for id in versions}
        entries_of: dict[str, list[Entry]] = {id: [] for id in versions}
        async with self.database.begin() as connection:
            for row in await connection.execute(logs_after(versions)):
                entries_of[row.table_id].append(read_entry(row))
            here = select(seats).where(seats.c.table_id.in_(list(versions))).order_by(seats.c.table_id, seats.c.seat)
            for row in await connection.execute(here):
                found[row.table_id].seats.append(read_seat(row))
        return {id: LogAfter(entries_of[id], seats) for id, (_, seats) in found.items()}

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

    async def lease_due(self, now: int, until: int, clocks: int, bots: int, but_not: Collection[str]) -> list[str]:
        """Takes tables at which something is due, each for one process alone until it is done or the lease ends: so
        many where somebody's time is out, and so many where a bot is to move."""
        time_out = longest_due(tables.c.due_at.between(0, now), now, until, clocks, but_not)
        bots_turn = longest_due(tables.c.due_at < 0, now, until, bots, but_not)
        async with self.database.begin() as connection:
            chosen = [id for query in (time_out, bots_turn) for id in (await connection.execute(query)).scalars()]
            if chosen:
                await connection.execute(update(tables).where(tables.c.id.in_(chosen)).values(leased_until=until))
            return chosen

    async def lease(self, id: str, now: int, until: int) -> bool:
        """Takes one table, if no other process has it."""
        async with self.database.begin() as connection:
            one = select(tables.c.id).where(tables.c.id == id, free(now, until)).with_for_update(skip_locked=True)
            if (await connection.execute(one)).one_or_none() is None:
                return False
            await connection.execute(update(tables).where(tables.c.id == id).values(leased_until=until))
            return True

    async def renew(self, ids: Sequence[str], until: int) -> None:
        """Keeps leases, but does not take back one that has just been given up: all in one statement, since SQLite
        holds nothing between two. Whoever writes at a table this moment is not waited for: a bot's move renews the
        lease by itself."""
        kept = select(tables.c.id).where(tables.c.id.in_(ids), tables.c.leased_until.is_not(None))
        chosen = kept.with_for_update(skip_locked=True)
        async with self.database.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id.in_(chosen)).values(leased_until=until))

    async def release(self, id: str) -> None:
        async with self.database.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == id).values(leased_until=None))

    async def put_off(self, id: str, due: int | None, until: int | None) -> None:
        """Gives a table back, to be looked at later; not if something else has become due there than `due`."""
        async with self.database.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == id).values(leased_until=None))
            this = update(tables).where(tables.c.id == id)
            still_due = this if due is None else this.where(tables.c.due_at == due)
            await connection.execute(still_due.values(due_at=until))

    async def write_seen(self, seen: Sequence[Seen]) -> None:
        """Of tables that are still there."""
        rows = [{"table": each.table, "seat": each.seat, "at": each.at} for each in sorted(seen)]
        if rows:
            await self.database.write_beside([Statement(SEEN, rows)])

    async def read_seen(self, tables: Sequence[str]) -> list[Seen]:
        async with self.database.begin() as connection:
            rows = await connection.execute(select(presence).where(presence.c.table_id.in_(tables)))
            return [Seen(row.table_id, row.seat, row.seen_at) for row in rows]

    async def release_all(self) -> None:
        async with self.database.begin() as connection:
            leased = tables.c.leased_until.is_not(None)
            await connection.execute(update(tables).where(leased).values(leased_until=None))


def free(now: int, until: int) -> ColumnElement[bool]:
    """No process has it. A lease that ends later than two from now on is from before the clock was put back; one that
    ends a little later than ours would was taken since we looked at the clock, or by another's clock."""
    leased = tables.c.leased_until
    return or_(leased.is_(None), leased < now, leased > until + (until - now))


def longest_due(due: ColumnElement[bool], now: int, until: int, most: int, but_not: Collection[str]) -> Select[Any]:
    wanted = select(tables.c.id).where(due, free(now, until), tables.c.id.not_in(but_not))
    return wanted.order_by(tables.c.due_at).limit(most).with_for_update(skip_locked=True)


async def find(connection: AsyncConnection, id: str) -> Stored | None:
    row = (await connection.execute(select(tables).where(tables.c.id == id))).one_or_none()
    if row is None:
        return None
    log = await connection.execute(log_after(id, 0))  # first: the seats may be newer than it, but never older
    chairs = await connection.execute(select(seats).where(seats.c.table_id == id).order_by(seats.c.seat))
    people = await connection.execute(select(presence).where(presence.c.table_id == id))
    return Stored(
        id=row.id,
        setup=read_setup(row.setup),
        secret=bytes.fromhex(row.secret),
        host_hash=row.host_hash,
        seats=[read_seat(chair) for chair in chairs],
        log=[read_entry(entry) for entry in log],
        seen={row.seat: row.seen_at for row in people},
    )


def log_after(id: str, version: int) -> Any:
    after = literal(version, BigInteger())  # a client may name a version that the column has no room for
    return select(entries).where(entries.c.table_id == id, entries.c.version > after).order_by(entries.c.version)


def logs_after(versions: Mapping[str, int]) -> Any:
    newer = [(entries.c.table_id == id) & (entries.c.version > version) for id, version in versions.items()]
    return select(entries).where(or_(*newer)).order_by(entries.c.table_id, entries.c.version)


def read_entry(row: Row[Any]) -> Entry:
    return Entry(row.version, row.at, Kind(row.kind), row.seat, row.text, row.key)


def read_seat(row: Row[Any]) -> TableSeat:
    return TableSeat(row.kind, row.name, row.bot, row.token_hash, row.invite_hash, row.invite_number)
