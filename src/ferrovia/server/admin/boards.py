"""The boards that people have made on a server, for whoever keeps it: which there are, what is said about them, and how
one is removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Text, cast, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ferrovia.boards import library as shelf
from ferrovia.boards.library import reference
from ferrovia.engine.errors import FerroviaError
from ferrovia.server.admin.games import TRIES, board_of
from ferrovia.server.core.entries import Entry, Kind, now
from ferrovia.server.core.errors import Conflict, Unavailable
from ferrovia.server.core.table import Status
from ferrovia.server.store import Database
from ferrovia.server.store.journal import NOTIFY, entry_row
from ferrovia.server.store.notices import CHANNEL
from ferrovia.server.store.schema import board_history, board_reports, board_versions, boards, entries, tables

SHORT: Final = 8
"""Letters of a version that are enough to name it."""
OPEN: Final = (Status.WAITING.value, Status.PLAYING.value)


class StudioError(FerroviaError):
    """Something that can't be done with a board."""


@dataclass(frozen=True)
class KeptVersion:
    ref: str
    version: str
    digest: str
    added_at: int
    listed: bool
    reports: list[str]
    removed: str | None
    """The reason, if it was removed."""


async def kept_versions(database: Database) -> list[KeptVersion]:
    """Those that were reported first, then the newest."""
    listed = (
        select(board_history.c.version)
        .join(boards, boards.c.id == board_history.c.board_id)
        .where(boards.c.listed == 1)
    )
    async with database.snapshot() as connection:
        rows = (await connection.execute(select(board_versions).order_by(board_versions.c.added_at.desc()))).all()
        told = (await connection.execute(select(board_reports).order_by(board_reports.c.number))).all()
        offered = set((await connection.execute(listed)).scalars())
    found = [
        KeptVersion(
            ref=reference(row.board, row.version),
            version=row.version,
            digest=row.digest,
            added_at=row.added_at,
            listed=row.version in offered,
            reports=[report.text for report in told if report.version == row.version],
            removed=row.reason or "" if row.removed_at is not None else None,
        )
        for row in rows
    ]
    return sorted(found, key=lambda kept: (kept.removed is not None, -len(kept.reports)))


async def find_version(database: Database, named: str) -> str:
    """The one version that a reference names, or whose name begins so."""
    wanted = named.rpartition("@")[2]
    begins = select(board_versions.c.version).where(func.substr(board_versions.c.version, 1, len(wanted)) == wanted)
    async with database.begin() as connection:
        found = list((await connection.execute(begins.limit(2))).scalars())
    if len(wanted) < SHORT or len(found) != 1:
        raise StudioError("studio.unknown", {"board": named})
    return str(found[0])


async def remove(database: Database, version: str, reason: str) -> list[str]:
    """Takes a version away for good: it can't be played, downloaded or sent again. Games on it end with the reason;
    their ids are returned. A running server hears of it."""
    async with database.begin() as connection:
        board = (
            await connection.execute(select(board_versions.c.board).where(board_versions.c.version == version))
        ).scalar_one()
        gone = {"removed_at": now(), "reason": reason, "package": ""}
        await connection.execute(update(board_versions).where(board_versions.c.version == version).values(**gone))
    ended = [id for id in await games_on(database, reference(board, version)) if await end_game(database, id, reason)]
    shelf.drop(version)
    return ended


async def games_on(database: Database, ref: str) -> list[str]:
    query = select(tables.c.id, tables.c.setup).where(
        tables.c.status.in_(OPEN), cast(tables.c.setup, Text).contains(ref, autoescape=True)
    )
    async with database.begin() as connection:
        return [row.id for row in await connection.execute(query) if board_of(row.setup) == ref]


async def end_game(database: Database, id: str, reason: str) -> bool:
    for _ in range(TRIES):
        try:
            async with database.begin() as connection:
                return await end_once(connection, id, reason)
        except Conflict:  # somebody has made a move meanwhile
            continue
    raise Unavailable


async def end_once(connection: AsyncConnection, id: str, reason: str) -> bool:
    row = (await connection.execute(select(tables).where(tables.c.id == id))).one()
    if row.status not in OPEN:
        return False
    last = select(func.max(entries.c.version), func.max(entries.c.at)).where(entries.c.table_id == id)
    version, at = (await connection.execute(last)).one()
    entry = Entry(version + 1, max(at, now()), Kind.CLOSED, text=reason)
    await connection.execute(insert(entries), [entry_row(id, entry)])
    closed = update(tables).where(tables.c.id == id).values(status=Status.CLOSED.value, due_at=None)
    await connection.execute(closed)
    if connection.dialect.name == "postgresql":
        await connection.execute(NOTIFY, {"channel": CHANNEL, "note": f"{id} {entry.version}\n"})
    return True
