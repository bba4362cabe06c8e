"""The games that a server keeps: which there are, their records, and how one forgets who played it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ferrovia.boards.library import version_in
from ferrovia.engine.errors import FerroviaError
from ferrovia.record import Record, verify
from ferrovia.server.core.entries import MOVES, Entry, Kind, now
from ferrovia.server.core.errors import Conflict, Unavailable
from ferrovia.server.core.replay import record_from
from ferrovia.server.core.setup import Setup
from ferrovia.server.core.setup_json import UnreadableSetup, read_setup
from ferrovia.server.core.table import Status, TableSeat
from ferrovia.server.library import provide
from ferrovia.server.store import Database, DatabaseError
from ferrovia.server.store.boards import BoardStore
from ferrovia.server.store.journal import NOTIFY, entry_row
from ferrovia.server.store.notices import CHANNEL
from ferrovia.server.store.repository import find, read_seat
from ferrovia.server.store.schema import callings, entries, plans, presence, sayings, seats, tables

SHORT: Final = 8
"""Letters of an id that are shown, and enough to name a game: who has all of it may watch."""
PAGE: Final = 200
TRIES: Final = 20


class GamesError(FerroviaError):
    """Something that can't be done with a game."""


class Outdated(Exception):
    """A game that only another version of Ferrovia can play."""


@dataclass(frozen=True)
class Listed:
    id: str
    created_at: int
    finished_at: int | None
    board: str
    status: str
    seats: list[TableSeat]
    moves: int
    forgotten: bool


# --- which there are ------------------------------------------------------------------------------------
async def newest_games(database: Database, status: str | None, limit: int) -> list[Listed]:
    moves = (
        select(func.count())
        .where(entries.c.table_id == tables.c.id, entries.c.kind.in_([kind.value for kind in MOVES]))
        .scalar_subquery()
        .label("moves")
    )
    query = select(tables, moves).order_by(tables.c.created_at.desc(), tables.c.id).limit(limit)
    if status is not None:
        query = query.where(tables.c.status == status)
    async with database.snapshot() as connection:
        return [
            Listed(
                id=row.id,
                created_at=row.created_at,
                finished_at=row.finished_at,
                board=board_of(row.setup),
                status=row.status,
                seats=await seats_of(connection, row.id),
                moves=row.moves,
                forgotten=row.host_hash == "",
            )
            for row in (await connection.execute(query)).all()
        ]


def board_of(setup: str) -> str:
    """The board of a stored setup; a question mark if it can't be read."""
    try:
        return read_setup(setup).board
    except UnreadableSetup:
        return "?"


async def seats_of(connection: AsyncConnection, id: str) -> list[TableSeat]:
    rows = await connection.execute(select(seats).where(seats.c.table_id == id).order_by(seats.c.seat))
    return [read_seat(row) for row in rows]


async def find_game(database: Database, named: str) -> str:
    """The one game whose id is or begins with this; upper and lower case are different letters."""
    begins = select(tables.c.id).where(func.substr(tables.c.id, 1, len(named)) == named).limit(2)
    async with database.begin() as connection:
        found = list((await connection.execute(begins)).scalars())
    if len(named) < SHORT or not found:
        raise GamesError("games.unknown", {"id": named})
    if len(found) > 1:
        raise GamesError("games.ambiguous", {"id": named})
    return str(found[0])


# --- their records --------------------------------------------------------------------------------------
async def count_finished(database: Database) -> int:
    query = select(func.count()).select_from(tables).where(tables.c.status == Status.OVER.value)
    async with database.begin() as connection:
        return int((await connection.execute(query)).scalar_one())


async def finished_games(database: Database) -> AsyncIterator[tuple[str, int]]:
    """Their ids and when they were made, oldest first; few at a time."""
    last = (0, "")
    over = select(tables.c.id, tables.c.created_at).where(tables.c.status == Status.OVER.value)
    while True:
        made, id = last
        later = (tables.c.created_at > made) | ((tables.c.created_at == made) & (tables.c.id > id))
        async with database.begin() as connection:
            query = over.where(later).order_by(tables.c.created_at, tables.c.id).limit(PAGE)
            page = (await connection.execute(query)).all()
        if not page:
            return
        for row in page:
            yield row.id, row.created_at
        last = (page[-1].created_at, page[-1].id)


async def verified_record(database: Database, id: str) -> Record:
    """The record of a finished game, proved. Raises Outdated, or a GamesError about what was tampered with."""
    try:
        async with database.snapshot() as connection:
            stored = await find(connection, id)
        assert stored is not None
        await provide_board(database, stored.setup)
        check_playable(stored.setup)
        record = record_from(stored)
        verify(record)
    except (Outdated, DatabaseError):
        raise
    except Exception as error:  # whatever a log that was tampered with does to the engine
        raise GamesError("games.damaged", {"id": id[:SHORT]}) from error
    return record


async def provide_board(database: Database, setup: Setup) -> None:
    """Fetches the version of a board that people have made; raises Outdated if it was removed."""
    version = version_in(setup.board)
    if version is None:
        return
    try:
        await provide(BoardStore(database), version)
    except FerroviaError as error:
        raise Outdated from error


def check_playable(setup: Setup) -> None:
    """Raises Outdated for other rules, a changed board, a board that is gone."""
    try:
        setup.game()
    except FerroviaError as error:
        raise Outdated from error


# --- forgetting -----------------------------------------------------------------------------------------
async def forget(database: Database, id: str, even_playing: bool) -> bool:
    """Erases the names at a table and everybody's way back in; the moves stay. A game that is not over ends there.

    Needs no rules, so it works for games that only another version of them could play. False: it was done before."""
    done = await forget_whole(database, id, even_playing)
    await wipe(database)
    return done


async def forget_whole(database: Database, id: str, even_playing: bool) -> bool:
    """The same; what SQLite still has of it in its write-ahead log, `wipe` takes away."""
    for _ in range(TRIES):
        try:
            async with database.begin() as connection:
                if not database.is_postgresql:
                    await connection.exec_driver_sql("PRAGMA secure_delete = ON")
                return await forget_once(connection, id, even_playing)
        except Conflict:  # somebody has made a move meanwhile
            continue
    raise Unavailable


async def forget_once(connection: AsyncConnection, id: str, even_playing: bool) -> bool:
    row = (await connection.execute(select(tables).where(tables.c.id == id))).one()
    if row.host_hash == "":
        return False
    if row.status == Status.PLAYING and not even_playing:
        raise GamesError("games.playing", {"id": id[:SHORT]})
    last = select(func.max(entries.c.version), func.max(entries.c.at)).where(entries.c.table_id == id)
    version, at = (await connection.execute(last)).one()
    is_open = row.status in (Status.WAITING, Status.PLAYING)
    kinds = [Kind.CLOSED, Kind.FORGOTTEN] if is_open else [Kind.FORGOTTEN]
    added = [Entry(version + number, max(at, now()), kind) for number, kind in enumerate(kinds, 1)]
    await connection.execute(insert(entries), [entry_row(id, entry) for entry in added])
    nameless = update(seats).where(seats.c.table_id == id).values(name="", token_hash=None, invite_hash=None)
    await connection.execute(nameless)
    for beside in (presence, sayings, callings, plans):
        await connection.execute(delete(beside).where(beside.c.table_id == id))
    lost = {"host_hash": "", "creation_key": f"forgotten {id}", "due_at": None}
    status = Status.CLOSED.value if is_open else row.status
    await connection.execute(update(tables).where(tables.c.id == id).values(status=status, **lost))
    if connection.dialect.name == "postgresql":
        await connection.execute(NOTIFY, {"channel": CHANNEL, "note": f"{id} {added[-1].version}\n"})
    return True


async def wipe(database: Database) -> None:
    """Empties SQLite's write-ahead log, which still has the names, as far as nobody is reading it just now."""
    if not database.is_postgresql:
        async with database.engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
