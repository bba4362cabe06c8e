"""Writes changes: all that wait go to the database in one transaction, and are acknowledged once it is committed.

So a busy server commits once for many moves, and a quiet one at once for each. Nothing is delayed on purpose."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, insert, text, update
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.core.background import end
from ferrovia.server.core.entries import Entry
from ferrovia.server.core.errors import Conflict, Denied, Unavailable
from ferrovia.server.core.sayings import KEPT
from ferrovia.server.core.setup_json import write_setup
from ferrovia.server.core.storage import Call, Change, Progress
from ferrovia.server.core.table import TableSeat
from ferrovia.server.store import schema
from ferrovia.server.store.database import Database
from ferrovia.server.store.notices import CHANNEL, write_notices
from ferrovia.server.store.statements import Statement

MOST: Final = 256  # changes in one transaction

APPEND: Final = insert(schema.entries)
APPEND_AND_TELL: Final = text("""
    WITH added AS (
        INSERT INTO entries (table_id, version, at, kind, seat, text, key)
        SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS new(
            table_id text, version int, at bigint, kind text, seat int, text text, key text)
    )
    SELECT pg_notify(:channel, note) FROM json_array_elements_text(CAST(:notes AS json)) AS note
""")
"""PostgreSQL's: all in one statement, whose parameters are quickly made."""
ADD_TABLE: Final = insert(schema.tables)
SET_TABLE: Final = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("this"))
    .values({name: bindparam(name) for name in ("status", "finished_at", "due_at")})
)
LEASE: Final = (
    update(schema.tables).where(schema.tables.c.id == bindparam("this")).values(leased_until=bindparam("until"))
)
CALL: Final = text("""
    INSERT INTO notices (calling_id, version, kind, made_at, due_at, tries)
    SELECT id, CAST(:version AS integer), CAST(:kind AS varchar), CAST(:at AS bigint), CAST(:due AS bigint), 0
    FROM callings WHERE table_id = :table AND seat = :seat AND confirmed_at IS NOT NULL
    ON CONFLICT DO NOTHING
""")
"""Queues a call for whoever wants one, together with the move that causes it."""
SAY: Final = insert(schema.sayings)
FORGET: Final = text(f"DELETE FROM sayings WHERE table_id = :table_id AND number <= :number - {KEPT}")
CALL_AFTER: Final = 15_000
"""Milliseconds in which somebody may see by themselves that it is their turn."""
NOTIFY: Final = text("SELECT pg_notify(:channel, :note)")


Waiting = tuple[Change, "asyncio.Future[None]"]


class Journal:
    def __init__(self, database: Database) -> None:
        self.database = database
        dialect: Any = postgresql if database.is_postgresql else sqlite
        put = dialect.insert(schema.seats)
        new = {name: put.excluded[name] for name in set(schema.seats.columns.keys()) - {"table_id", "seat"}}
        self.put_seats = put.on_conflict_do_update(index_elements=["table_id", "seat"], set_=new)
        self.id = secrets.token_hex(8)
        """Whose notices are its own."""
        self.waiting: list[Waiting] = []
        self.wake = asyncio.Event()
        self.writing = asyncio.Lock()
        self.commits = 0
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="journal")

    async def close(self) -> None:
        """Finishes what is under way, and writes what still waits."""
        await end(self.task)
        async with self.writing:
            pass
        while self.waiting:
            await self.flush()

    async def write(self, change: Change) -> None:
        """Returns when the change is safe. Raises Conflict (it is not) or Unavailable (nobody knows)."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((change, done))
        self.wake.set()
        await done  # who waits may be cancelled: it is written all the same

    async def run(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            while self.waiting:
                await asyncio.shield(self.flush())

    async def flush(self) -> None:
        async with self.writing:
            await self.write_batch()

    async def write_batch(self) -> None:
        batch, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
        await self.write_together(batch)

    async def write_together(self, batch: Sequence[Waiting]) -> None:
        try:
            await self.commit([change for change, _ in batch])
        except Unavailable as failure:
            for _, done in batch:
                settle(done, failure)
            return
        except Exception as error:
            if len(batch) == 1:
                settle(batch[0][1], failure_of(error))
            else:  # one of them conflicts or can't be written: each half goes by itself, so that the others succeed
                middle = len(batch) // 2
                await self.write_together(batch[:middle])
                await self.write_together(batch[middle:])
            return
        for _, done in batch:
            settle(done, None)

    async def commit(self, changes: Sequence[Change]) -> None:
        """All or nothing. Always in the same order: two processes never wait for each other in a circle."""
        changes = sorted(changes, key=lambda change: change.table)
        await self.database.write(list(self.statements(changes)))
        self.commits += 1

    def statements(self, changes: Sequence[Change]) -> Iterator[Statement]:
        created = [table_row(change) for change in changes if change.creation is not None]
        if created:
            yield Statement(ADD_TABLE, created)
        yield self.appended(changes)
        seats = [seat_row(change.table, number, seat) for change in changes for number, seat in change.seats.items()]
        if seats:
            yield Statement(self.put_seats, seats)
        known = [change for change in changes if change.creation is None]
        moved = [{"this": each.table, **progress_row(each.progress)} for each in known if each.progress is not None]
        if moved:
            yield Statement(SET_TABLE, moved)
        calls = [call_row(change, call) for change in changes for call in change.calls]
        if calls:
            yield Statement(CALL, calls)
        said = [{"table_id": change.table, **saying._asdict()} for change in changes for saying in change.said]
        if said:
            yield Statement(SAY, said)
            yield Statement(FORGET, [row for row in said if row["number"] > KEPT])
        leases = [{"this": change.table, "until": change.leased_until} for change in changes if change.leased_until]
        if leases:
            yield Statement(LEASE, leases)

    def appended(self, changes: Sequence[Change]) -> Statement:
        """The entries. On PostgreSQL the other processes are told of them when they are committed."""
        rows = [entry_row(change.table, entry) for change in changes for entry in change.entries]
        if not self.database.is_postgresql:
            return Statement(APPEND, rows)
        notes = json.dumps(list(write_notices(self.id, changes)))
        return Statement(APPEND_AND_TELL, [{"rows": json.dumps(rows), "channel": CHANNEL, "notes": notes}])


def failure_of(error: Exception) -> Exception:
    return error if isinstance(error, Conflict | Denied) else Unavailable()


def settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
        done.exception()  # looked at here, or asyncio complains if the sender is gone


def table_row(change: Change) -> dict[str, object]:
    """Of a new table."""
    assert change.creation is not None
    assert change.progress is not None
    return {
        "id": change.table,
        "creation_key": change.creation.key,
        "created_at": change.entries[0].at,
        "setup": write_setup(change.creation.setup),
        "secret": change.creation.secret.hex(),
        "host_hash": change.creation.host_hash,
        "leased_until": None,
        **progress_row(change.progress),
    }


def progress_row(progress: Progress) -> dict[str, object]:
    return {"status": progress.status.value, "finished_at": progress.finished_at, "due_at": progress.due_at}


def call_row(change: Change, call: Call) -> dict[str, object]:
    at = change.entries[-1].at
    due = at + CALL_AFTER
    named = {"version": call.version, "kind": call.kind, "seat": call.seat}
    return {**named, "table": change.table, "at": at, "due": due}


def entry_row(table: str, entry: Entry) -> dict[str, object]:
    return {
        "table_id": table,
        "version": entry.version,
        "at": entry.at,
        "kind": entry.kind.value,
        "seat": entry.seat,
        "text": entry.text,
        "key": entry.key,
    }


def seat_row(table: str, number: int, seat: TableSeat) -> dict[str, object]:
    return {
        "table_id": table,
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot,
        "token_hash": seat.token_hash,
        "invite_hash": seat.invite_hash,
        "invite_number": seat.invite_number,
    }
