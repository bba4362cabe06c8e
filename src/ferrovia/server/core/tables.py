"""The open tables of this process: read when somebody comes, kept in step with the log, put away when all have left.

Whatever happens at a table goes through `act`: one at a time, written before it is shown to anybody."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.events import Event
from ferrovia.server.core.commands import Draft, Request
from ferrovia.server.core.entries import MOVES, SEAT_KINDS, Entry, Kind, now
from ferrovia.server.core.errors import Conflict, Denied, Unavailable
from ferrovia.server.core.table import Seat, Status, Table
from ferrovia.server.metrics import METRICS
from ferrovia.server.store import Change, Journal, Repository, Stored

RECENT: Final = 24
"""Entries whose events an open table remembers; who was away for longer gets them from the log."""
TRIES: Final = 20
"""Times that others may be faster before a request is given up."""
RECOVERIES: Final = 100
CLOSE_SECONDS: Final = 5.0
IDLE_SECONDS: Final = 120.0
MOST_IDLE: Final = 2_000

log = logging.getLogger(__name__)

News = list[tuple[Entry, list[Event]]]


class Subscriber(Protocol):
    """Somebody who wants to hear what happens at a table. Must not wait, and must not fail."""

    def tell(self, opened: OpenTable, news: News, drafts: dict[object, bytes]) -> None: ...


class OpenTable:
    """A table that is open in this process."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.recent: deque[tuple[Entry, list[Event]]] = deque(maxlen=RECENT)
        self.stale = False
        self.used = time.monotonic()

    def news_since(self, version: int) -> News | None:
        """What happened after a version, if it is still remembered."""
        if version >= self.table.version:
            return []
        if not self.recent or self.recent[0][0].version > version + 1:
            return None
        return [(entry, events) for entry, events in self.recent if entry.version > version]

    def publish(self, news: News) -> None:
        self.recent.extend(news)
        drafts: dict[object, bytes] = {}
        for subscriber in tuple(self.subscribers):
            subscriber.tell(self, news, drafts)


class Tables:
    def __init__(self, repository: Repository, journal: Journal) -> None:
        self.repository = repository
        self.journal = journal
        self.open_tables: OrderedDict[str, OpenTable] = OrderedDict()
        self.opening: dict[str, asyncio.Task[OpenTable]] = {}
        self.recovering: set[asyncio.Task[None]] = set()
        self.acting: set[asyncio.Task[tuple[OpenTable, Draft | None]]] = set()
        self.on_due: Callable[[], None] = lambda: None
        """Called when a change made something due at once."""

    async def close(self) -> None:
        """Waits for what was begun."""
        if self.acting:
            await asyncio.wait(self.acting, timeout=CLOSE_SECONDS)

    # --- opening and putting away -----------------------------------------------------------------------
    async def open(self, id: str) -> OpenTable:
        opened = self.open_tables.get(id)
        if opened is None:
            task = self.opening.get(id)
            if task is None:
                task = self.opening[id] = asyncio.create_task(self.read(id))
                task.add_done_callback(lambda _: self.opening.pop(id, None))
            opened = await asyncio.shield(task)
        self.open_tables.move_to_end(id)
        opened.used = time.monotonic()
        return opened

    async def read(self, id: str) -> OpenTable:
        stored = await self.repository.find(id)
        if stored is None:
            raise Denied("table.unknown")
        opened = self.open_tables[id] = OpenTable(replay(stored))
        METRICS.open_tables.set(len(self.open_tables))
        return opened

    def close_idle(self) -> None:
        """Forgets tables that nobody is at: the log has them."""
        before = time.monotonic() - IDLE_SECONDS
        idle = [id for id, opened in self.open_tables.items() if not opened.subscribers and not opened.lock.locked()]
        for place, id in enumerate(idle):
            if self.open_tables[id].used < before or place < len(idle) - MOST_IDLE:
                del self.open_tables[id]
        METRICS.open_tables.set(len(self.open_tables))

    # --- keeping in step --------------------------------------------------------------------------------
    async def refresh(self, id: str, version: int) -> None:
        """Another process has written up to a version of this table."""
        opened = self.open_tables.get(id)
        if opened is not None and opened.table.version < version:
            async with opened.lock:
                if opened.table.version < version:
                    await self.follow(opened)

    async def refresh_all(self) -> None:
        """Notifications may have been missed."""
        open_tables = list(self.open_tables.values())
        for opened in open_tables:
            opened.stale = True
        for opened in open_tables:
            if opened.subscribers:
                async with opened.lock:
                    await self.follow(opened)

    async def follow(self, opened: OpenTable) -> None:
        """Catches up; what is wrong with one table is nothing to the others."""
        try:
            await self.catch_up(opened)
        except Unavailable:
            raise
        except Exception as error:
            opened.stale = True
            METRICS.failures.inc()
            log.error("a table can't be followed", exc_info=error)

    async def catch_up(self, opened: OpenTable) -> None:
        """Plays what the log has and this process has not. The caller holds the table's lock."""
        added, seats = await self.repository.log_after(opened.table.id, opened.table.version)
        table = opened.table.copy()
        if any(entry.kind in SEAT_KINDS for entry in added):
            table.seats = seats
        news = [(entry, table.apply(entry)) for entry in added]
        opened.table = table
        opened.stale = False
        if news:
            opened.publish(news)

    def recover_soon(self, opened: OpenTable) -> None:
        """Those at the table hear what was written after all, as soon as it can be read."""
        task = asyncio.create_task(self.recover(opened), name="recover")
        self.recovering.add(task)
        task.add_done_callback(self.recovering.discard)

    async def recover(self, opened: OpenTable) -> None:
        for attempt in range(RECOVERIES):
            await asyncio.sleep(min(0.2 * attempt, 5.0))
            try:
                async with opened.lock:
                    if opened.stale:
                        await self.catch_up(opened)
                return
            except Unavailable:
                continue

    async def fresh(self, id: str) -> OpenTable:
        """An open table, as the log has it now: other processes write too, if only the commands of the operator."""
        opened = await self.open(id)
        version = await self.repository.version(id)
        if opened.stale or opened.table.version < version:
            async with opened.lock:
                if opened.stale or opened.table.version < version:
                    await self.catch_up(opened)
        return opened

    # --- changing ---------------------------------------------------------------------------------------
    async def act(self, id: str, request: Request, leased_until: int | None = None) -> tuple[OpenTable, Draft | None]:
        """Does what is asked for, or raises what the request raises. Once this returns, it is written and told.

        Whoever asked may be cut off meanwhile: what was begun is finished, and the others hear of it."""
        task = asyncio.create_task(self.act_whole(id, request, leased_until), name="act")
        self.acting.add(task)
        task.add_done_callback(self.acted)
        return await asyncio.shield(task)

    def acted(self, task: asyncio.Task[tuple[OpenTable, Draft | None]]) -> None:
        self.acting.discard(task)
        if not task.cancelled():
            task.exception()  # perhaps nobody is left to be told

    async def act_whole(self, id: str, request: Request, leased_until: int | None) -> tuple[OpenTable, Draft | None]:
        opened = await self.open(id)
        async with opened.lock:
            may_be_behind = True
            for _ in range(TRIES):
                if opened.stale:
                    await self.catch_up(opened)
                draft, refusal = ask(request, opened.table)
                if draft is None:
                    if may_be_behind:  # another process may know better: look, then ask once more
                        may_be_behind = False
                        await self.catch_up(opened)
                        continue
                    if refusal is not None:
                        raise refusal
                    return opened, None
                try:
                    await self.journal.write(change_of(opened.table, draft, leased_until))
                except Conflict:
                    opened.stale = True
                    continue
                except BaseException:  # the change may be written or not
                    opened.stale = True
                    self.recover_soon(opened)
                    raise
                self.accept(opened, draft)
                return opened, draft
        raise Unavailable

    def accept(self, opened: OpenTable, draft: Draft) -> None:
        count(opened.table, draft)
        opened.table = draft.table
        news: News = [(entry, []) for entry in draft.entries]
        news[-1] = (draft.entries[-1], draft.events)
        opened.publish(news)
        due = draft.table.due()
        if due is not None and due <= now():
            self.on_due()

    async def create(self, creation_key: str, table: Table, draft: Draft) -> str:
        """Writes a new table; the id of the one that is there if it was made before under the same key."""
        known = await self.repository.find_created(creation_key)
        if known is not None:
            return known
        change = change_of(table, draft, None)
        change.seats = dict(enumerate(draft.table.seats))
        change.created = {
            "id": table.id,
            "creation_key": creation_key,
            "created_at": draft.entries[0].at,
            "setup": table.setup.model_dump_json(),
            "secret": table.secret.hex(),
            "host_hash": table.host_hash,
            "status": draft.table.status.value,
            "finished_at": None,
            "due_at": draft.table.due(),
            "leased_until": None,
        }
        change.row = None
        try:
            await self.journal.write(change)
        except Conflict:
            found = await self.repository.find_created(creation_key)
            if found is None:
                raise Unavailable from None
            return found
        if draft.table.due() is not None:
            self.on_due()
        return table.id


def count(before: Table, draft: Draft) -> None:
    for entry in draft.entries:
        if entry.kind in MOVES:
            METRICS.moves.labels("person" if entry.kind == Kind.MOVED else "bot").inc()
    if draft.table.status == Status.OVER != before.status:
        METRICS.games.inc()


def ask(request: Request, table: Table) -> tuple[Draft | None, FerroviaError | None]:
    try:
        return request(table), None
    except FerroviaError as refusal:
        return None, refusal


def replay(stored: Stored) -> Table:
    table = stored.new_table()
    for entry in stored.log:
        table.apply(entry)
    return table


def change_of(before: Table, draft: Draft, leased_until: int | None) -> Change:
    after = draft.table
    seats: Iterable[tuple[int, Seat]] = enumerate(after.seats)
    row: dict[str, object] | None = None
    due = after.due()
    if before.due() != due or before.status != after.status:
        row = {
            "status": after.status.value,
            "finished_at": after.updated_at if after.status == Status.OVER else None,
            "due_at": due,
        }
    changed = {number: seat for number, seat in seats if seat != before.seats[number]}
    return Change(before.id, draft.entries, changed, row=row, leased_until=leased_until)
