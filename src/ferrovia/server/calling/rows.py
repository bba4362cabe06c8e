"""Who wants to be called, and the queue of calls, in the database. A move and the calls that it causes are written
together; one process at a time works at a call, and a call that was made is remembered, so none is made twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final, Literal

from sqlalchemy import Row, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.core.entries import now
from ferrovia.server.store import Database
from ferrovia.server.store.schema import callings, mail_questions, notices, presence, server_keys
from ferrovia.server.store.statements import Statement

Way = Literal["push", "webhook", "mail"]
DAY: Final = 86_400_000
REMEMBERED: Final = 2 * DAY
"""Milliseconds for which a call that was made is known."""
THIS: Final = "WHERE calling_id = :calling AND version = :version"
LEASED: Final = text(f"UPDATE notices SET leased_until = :until, tries = tries + 1 {THIS}")
LATER: Final = text(f"UPDATE notices SET due_at = :until, leased_until = NULL {THIS}")
DONE: Final = text(f"UPDATE notices SET sent_at = :at, leased_until = NULL {THIS}")
CALLED: Final = text("UPDATE callings SET sent_at = :at WHERE id = :calling")


@dataclass(frozen=True)
class Calling:
    """Somebody at a seat who wants to be called in one way."""

    id: str
    table: str
    seat: int
    way: Way
    address: str
    keys: dict[str, str]
    quiet_from: int
    quiet_to: int
    zone: str
    digest_minutes: int
    language: str
    created_at: int
    confirmed_at: int | None
    sent_at: int | None

    @property
    def receiver(self) -> tuple[str, str, str]:
        """Whose calls go together: each webhook knows its own secret, each browser its own keys."""
        return self.way, self.address, json.dumps(self.keys, sort_keys=True)


@dataclass(frozen=True)
class Notice:
    """A call that is due."""

    calling: Calling
    version: int
    """Of the entry that it is about."""
    kind: Literal["turn", "over"]
    made_at: int
    tries: int


def read_calling(row: Row[Any]) -> Calling:
    return Calling(
        id=row.id,
        table=row.table_id,
        seat=row.seat,
        way=row.way,
        address=row.address,
        keys=json.loads(row.keys),
        quiet_from=row.quiet_from,
        quiet_to=row.quiet_to,
        zone=row.zone,
        digest_minutes=row.digest_minutes,
        language=row.language,
        created_at=row.created_at,
        confirmed_at=row.confirmed_at,
        sent_at=row.sent_at,
    )


class CallRows:
    def __init__(self, database: Database) -> None:
        self.database = database

    # --- who wants to be called -----------------------------------------------------------------------------
    async def add(self, calling: Calling) -> None:
        row = {
            "id": calling.id, "table_id": calling.table, "seat": calling.seat, "way": calling.way,
            "address": calling.address, "keys": json.dumps(calling.keys), "quiet_from": calling.quiet_from,
            "quiet_to": calling.quiet_to, "zone": calling.zone, "digest_minutes": calling.digest_minutes,
            "language": calling.language, "created_at": calling.created_at, "confirmed_at": calling.confirmed_at,
            "sent_at": calling.sent_at,
        }  # fmt: skip
        async with self.database.begin() as connection:
            await connection.execute(insert(callings), row)

    async def of_seats(self, table: str, seats: Sequence[int]) -> list[Calling]:
        here = and_(callings.c.table_id == table, callings.c.seat.in_(seats))
        async with self.database.begin() as connection:
            return [read_calling(row) for row in await connection.execute(select(callings).where(here))]

    async def find(self, id: str) -> Calling | None:
        async with self.database.begin() as connection:
            row = (await connection.execute(select(callings).where(callings.c.id == id))).one_or_none()
            return None if row is None else read_calling(row)

    async def remove(self, id: str) -> bool:
        async with self.database.begin() as connection:
            return (await connection.execute(delete(callings).where(callings.c.id == id))).rowcount > 0

    async def confirm(self, calling: Calling, at: int) -> None:
        """Also for the other seats of the same device, for which it was asked with it."""
        asked = and_(callings.c.table_id == calling.table, callings.c.created_at == calling.created_at)
        mine = and_(asked, callings.c.way == calling.way, callings.c.address == calling.address)
        async with self.database.begin() as connection:
            await connection.execute(
                update(callings).where(mine, callings.c.confirmed_at.is_(None)).values(confirmed_at=at)
            )

    async def remove_address(self, way: Way, address: str) -> None:
        """Nothing more is sent there, at whichever table it was asked for."""
        async with self.database.begin() as connection:
            await connection.execute(delete(callings).where(callings.c.way == way, callings.c.address == address))

    async def ask_once_more(self, address: str, at: int, most: int) -> bool:
        """Whether an address may be asked if it wants to be called, which is remembered for a day: also if whoever
        named it has taken that back meanwhile."""
        name = hash_address(address)
        here = and_(mail_questions.c.address_hash == name, mail_questions.c.at > at - DAY)
        async with self.database.begin() as connection:
            asked = (await connection.execute(select(func.count()).where(here))).scalar_one()
            if asked >= most:
                return False
            await connection.execute(insert(mail_questions), {"id": token_hex(11), "address_hash": name, "at": at})
        return True

    async def tables(self) -> set[str]:
        """Those at which somebody wants to be called."""
        async with self.database.begin() as connection:
            return set((await connection.execute(select(callings.c.table_id).distinct())).scalars())

    # --- the queue ------------------------------------------------------------------------------------------
    async def lease(self, at: int, until: int, most: int) -> list[Notice]:
        """Calls that are due, each for this process alone until it is done or the lease ends."""
        free = or_(notices.c.leased_until.is_(None), notices.c.leased_until < at)
        due = and_(notices.c.sent_at.is_(None), notices.c.due_at <= at, free)
        chosen = (
            select(notices, callings)
            .join(callings, callings.c.id == notices.c.calling_id)
            .where(due)
            .order_by(notices.c.due_at)
            .limit(most)
            .with_for_update(skip_locked=True, of=notices)
        )
        async with self.database.begin() as connection:
            rows = (await connection.execute(chosen)).all()
            found = [
                Notice(read_calling(renamed(row)), row.version, row.kind, row.made_at, row.tries + 1) for row in rows
            ]
            leased = [{**key_of(notice), "until": until} for notice in found]
            if found and self.database.is_postgresql:  # while others skip what is locked
                await connection.execute(LEASED, leased)
        if found and not self.database.is_postgresql:
            await self.database.write_beside([Statement(LEASED, leased)])
        return found

    async def sent(self, done: Sequence[Notice], at: int) -> None:
        """They were made."""
        rows = [{**key_of(notice), "at": at} for notice in done]
        callers = [{"calling": id, "at": at} for id in sorted({notice.calling.id for notice in done})]
        await self.database.write_beside([Statement(DONE, rows), Statement(CALLED, callers)])

    async def drop(self, done: Sequence[Notice]) -> None:
        """They are not wanted any more."""
        if done:
            await self.database.write_beside([Statement(DONE, [{**key_of(notice), "at": now()} for notice in done])])

    async def put_off(self, waiting: Sequence[Notice], until: int) -> None:
        await self.database.write_beside([Statement(LATER, [{**key_of(notice), "until": until} for notice in waiting])])

    async def clear(self, at: int) -> None:
        async with self.database.begin() as connection:
            await connection.execute(delete(notices).where(notices.c.made_at < at - REMEMBERED))
            await connection.execute(delete(mail_questions).where(mail_questions.c.at < at - DAY))

    async def seen(self, table: str, seat: int) -> int:
        mine = and_(presence.c.table_id == table, presence.c.seat == seat)
        async with self.database.begin() as connection:
            return (await connection.execute(select(presence.c.seen_at).where(mine))).scalar_one_or_none() or 0

    # --- keys -----------------------------------------------------------------------------------------------
    async def key(self, name: str, new: str) -> str:
        """A key of this server: the one that was made first, by whichever process."""
        dialect: Any = postgresql if self.database.is_postgresql else sqlite
        async with self.database.begin() as connection:
            made = dialect.insert(server_keys).on_conflict_do_nothing()
            await connection.execute(made, {"name": name, "value": new})
            found = await connection.execute(select(server_keys.c.value).where(server_keys.c.name == name))
            return str(found.scalar_one())


def hash_address(address: str) -> str:
    return hashlib.sha256(address.lower().encode()).hexdigest()


def key_of(notice: Notice) -> dict[str, object]:
    return {"calling": notice.calling.id, "version": notice.version}


def renamed(row: Row[Any]) -> Any:
    """The calling's own columns of a row that has those of its notice, too."""

    class Of:
        pass

    found = Of()
    for column in callings.columns:
        setattr(found, column.name, row._mapping[column])
    return found
