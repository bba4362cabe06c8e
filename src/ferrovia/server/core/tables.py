"""The open tables of this process: read when somebody comes, kept in step with the log, closed when all have left.

Whatever happens at a table goes through `act`: one command at a time, written before it is shown to anybody."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.agreements import AskForRematch, rematch_question
from ferrovia.server.core.commands import Command, OfferRematch
from ferrovia.server.core.creation import NewTable, Rematch
from ferrovia.server.core.daily import DayTable, check_shown
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import MOVES, SEAT_KINDS, Kind, now
from ferrovia.server.core.errors import Conflict, Denied, Unavailable
from ferrovia.server.core.metrics import Metrics, NoMetrics
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.presence import Attendance, Presence
from ferrovia.server.core.replay import refusing_damage, replay_news
from ferrovia.server.core.storage import (
    LogAfter,
    Stored,
    TableJournal,
    TableRepository,
    calls_of,
    change_of,
    creation_of,
)
from ferrovia.server.core.table import Status, Table

TRIES: Final = 20
"""Times that others may be faster before a command is given up."""
RECOVERIES: Final = 100
CLOSE_SECONDS: Final = 5.0
IDLE_SECONDS: Final = 120.0
MOST_IDLE: Final = 2_000
MOST_MAKERS: Final = 20_000


@dataclass(frozen=True)
class Outcome:
    """What became of a command."""

    opened: OpenTable
    draft: Draft | None
    """What was written; None if there was nothing to do, or if it had been carried out before."""
    version: int
    """Of the table afterwards, or of the entry that the command made the first time it was sent."""


class Tables:
    def __init__(self, repository: TableRepository, journal: TableJournal, metrics: Metrics | None = None) -> None:
        self.repository = repository
        self.journal = journal
        self.metrics = metrics or NoMetrics()
        self.open_tables: OrderedDict[str, OpenTable] = OrderedDict()
        self.opening: dict[str, asyncio.Task[OpenTable]] = {}
        self.recovering: set[asyncio.Task[None]] = set()
        self.acting: set[asyncio.Task[Outcome]] = set()
        self.at_work = 0
        """Commands that are being carried out."""
        self.on_due: Callable[[], None] = lambda: None
        """Called when a change made something due at once."""
        self.on_change: Callable[[str], None] = lambda id: None
        """Called when something was written at a table."""
        self.bots_only: set[str] = set()
        """Open tables without a person's seat: they are played while somebody looks on."""
        self.makers: OrderedDict[str, str] = OrderedDict()
        self.started = now()
        self.called: set[str] = set()
        """Tables at which somebody wants to be called."""
        self.attendance = Attendance(self.open_tables, repository)
        self.provide: Callable[[str], Awaitable[None]] = nothing_to_provide
        """Called before a board is used that may have to be fetched. Raises a refusal if it was removed."""

    async def close(self) -> None:
        """Waits for what was begun."""
        until = time.monotonic() + CLOSE_SECONDS
        while self.at_work and time.monotonic() < until:
            await asyncio.sleep(CLOSE_SECONDS / 500)

    # --- opening and closing ------------------------------------------------------------------------------
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
        stored = await self.stored(id)
        await self.provide(stored.setup.board)
        stored.setup.game()  # raises Outdated: nobody is to wait at a table that can't begin
        table = stored.new_table()
        opened = OpenTable(table, Presence(table.setup.seats, stored.seen, self.started))
        with refusing_damage():
            opened.recent.extend((entry, table.apply(entry)) for entry in stored.log)
        self.open_tables[id] = opened
        if not table.has_person:
            self.bots_only.add(id)
        self.metrics.tables_open(len(self.open_tables))
        return opened

    async def stored(self, id: str) -> Stored:
        with refusing_damage():
            stored = await self.repository.find(id)
        if stored is None:
            raise Denied("table.unknown")
        return stored

    async def finished(self, id: str) -> Stored:
        """A game that is over: nothing about it is secret any more, unless it is today's deal."""
        table = (await self.fresh(id)).table
        if table.status != Status.OVER:
            raise Denied("game.not_over")
        check_shown(table)
        return await self.stored(id)

    def drop(self, id: str) -> None:
        """Forgets a table that is gone from the database."""
        self.open_tables.pop(id, None)

    def close_idle(self) -> None:
        """Forgets tables that nobody is at: the log has them."""
        before = time.monotonic() - IDLE_SECONDS
        idle = [id for id, opened in self.open_tables.items() if not opened.subscribers and not opened.lock.locked()]
        for place, id in enumerate(idle):
            if self.open_tables[id].used < before or place < len(idle) - MOST_IDLE:
                del self.open_tables[id]
                self.bots_only.discard(id)
        self.metrics.tables_open(len(self.open_tables))

    def watched(self) -> list[str]:
        """Tables without a person's seat at which somebody looks on and a bot is to move."""
        found = [(id, self.open_tables[id]) for id in self.bots_only]
        return [id for id, opened in found if opened.is_watched and opened.table.bot_to_move() is not None]

    # --- keeping in step ----------------------------------------------------------------------------------
    async def fresh(self, id: str) -> OpenTable:
        """An open table, as the log has it now: other processes write too, if only the commands of the operator."""
        opened = await self.open(id)
        version = await self.repository.version(id)
        if opened.stale or opened.table.version != version:  # 0: it is gone
            async with opened.lock:
                if opened.stale or opened.table.version < version or not version:
                    await self.catch_up(opened)
        return opened

    async def catch_up(self, opened: OpenTable) -> None:
        """Plays what the log has and this process has not. The caller holds the table's lock."""
        with refusing_damage():
            found = await self.repository.log_after(opened.table.id, opened.table.version)
        if not found.seats:  # whoever keeps the server has cleared it away
            self.drop(opened.table.id)
            raise Denied("table.unknown")
        self.play(opened, found)

    def play(self, opened: OpenTable, found: LogAfter) -> None:
        """Plays what others have written, and tells everybody at the table. Nobody may be at work there."""
        with refusing_damage():
            table = opened.table.copy()
            added = [entry for entry in found.entries if entry.version > table.version]
            if any(entry.kind in SEAT_KINDS for entry in added):
                table.seats = found.seats
            news = [(entry, table.apply(entry)) for entry in added]
        opened.table = table
        opened.stale = False
        if news:
            opened.publish(news)

    def recover_soon(self, opened: OpenTable) -> None:
        """Whoever is at the table hears what was written after all, as soon as the log can be read."""
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

    async def news_since(self, opened: OpenTable, version: int) -> News:
        """What happened after a version: remembered, or played again from the log."""
        while True:
            news = opened.news_since(version)
            if news is not None:
                return news
            stored = await self.stored(opened.table.id)
            with refusing_damage():
                whole = replay_news(stored)
            last = opened.table.version
            if whole[-1][0].version >= last:
                return [(entry, events) for entry, events in whole if version < entry.version <= last]

    # --- changing -----------------------------------------------------------------------------------------
    async def act(self, id: str, command: Command, leased_until: int | None = None) -> Outcome:
        """Carries out a command, or raises what the command raises. Once this returns, it is written and told.

        Whoever sent it may be cut off meanwhile: what was begun is finished, and the others hear of it."""
        task = asyncio.create_task(self.act_here(id, command, leased_until), name="act")
        self.acting.add(task)
        task.add_done_callback(self.acted)
        return await asyncio.shield(task)

    def acted(self, task: asyncio.Task[Outcome]) -> None:
        self.acting.discard(task)
        if not task.cancelled():
            task.exception()  # looked at here, or asyncio complains if the sender is gone

    async def act_here(self, id: str, command: Command, leased_until: int | None = None) -> Outcome:
        """The same, for a task that nobody cancels meanwhile: it needs no other."""
        self.at_work += 1
        try:
            return await self.act_whole(id, command, leased_until)
        finally:
            self.at_work -= 1

    async def act_whole(self, id: str, command: Command, leased_until: int | None) -> Outcome:
        begin = time.perf_counter()
        opened = await self.open(id)
        async with opened.lock:
            may_be_behind = True
            for _ in range(TRIES):
                if opened.stale:
                    await self.catch_up(opened)
                draft, refusal = ask(command, opened.table)
                if draft is None:
                    if may_be_behind:  # another process may have written: read the log, then ask once more
                        may_be_behind = False
                        await self.catch_up(opened)
                        continue
                    if refusal is not None:
                        return await self.sent_before(opened, command, refusal)
                    return Outcome(opened, None, opened.table.version)
                change = change_of(opened.table, draft, leased_until)
                if id in self.called:
                    change.calls = calls_of(opened.table, draft.table)
                try:
                    await self.journal.write(change)
                except Conflict:
                    opened.stale = True
                    continue
                except BaseException:  # the change may be written or not
                    opened.stale = True
                    self.recover_soon(opened)
                    raise
                self.accept(opened, draft, time.perf_counter() - begin)
                return Outcome(opened, draft, draft.table.version)
        raise Unavailable

    async def sent_before(self, opened: OpenTable, command: Command, refusal: FerroviaError) -> Outcome:
        """The answer to a command that was carried out when it first came. Raises the refusal if it never was."""
        sent = command.sent(opened.table)
        entry = None if sent is None else await self.repository.find_key(opened.table.id, *sent)
        if entry is None:
            raise refusal
        return Outcome(opened, None, entry.version)

    def accept(self, opened: OpenTable, draft: Draft, seconds: float) -> None:
        self.count(opened.table, draft, seconds)
        opened.table = draft.table
        news: News = [(entry, []) for entry in draft.entries]
        news[-1] = (draft.entries[-1], draft.events)
        opened.publish(news)
        self.on_change(opened.table.id)
        if draft.table.bot_to_move() is not None:
            self.on_due()

    def count(self, before: Table, draft: Draft, seconds: float) -> None:
        for entry in draft.entries:
            if entry.kind in MOVES:
                self.metrics.move_accepted("person" if entry.kind == Kind.MOVED else "bot", seconds)
        if draft.table.status == Status.OVER != before.status:
            self.metrics.game_finished()

    # --- making new ones ----------------------------------------------------------------------------------
    async def create(self, wanted: NewTable | DayTable | Rematch, maker: str = "") -> str:
        """The id of a new table, or of the one that was made before under the same key. `maker`: the address that it is
        made from, which is remembered here and nowhere else, and not for ever."""
        await self.provide(wanted.board)
        draft = wanted.draft()
        known = await self.repository.find_created(wanted.key)
        if known is not None:
            return known
        try:
            await self.journal.write(creation_of(wanted.key, draft))
        except Conflict:
            found = await self.repository.find_created(wanted.key)
            if found is None:
                raise Unavailable from None
            return found
        self.metrics.table_created()
        self.remember_maker(draft.table.id, maker)
        if draft.table.due() is not None:
            self.on_due()
        return draft.table.id

    def remember_maker(self, id: str, maker: str) -> None:
        if maker:
            self.makers[id] = maker
            while len(self.makers) > MOST_MAKERS:
                self.makers.popitem(last=False)

    async def rematch(self, id: str, token: str, maker: str = "") -> str | None:
        """The next table for the same people, once those who were here within a day agree to it. None until then."""
        opened = await self.fresh(id)
        await self.act(id, AskForRematch(token, opened.presence.recent(now())))
        return await self.begin_rematch(opened, maker)

    async def begin_rematch(self, opened: OpenTable, maker: str = "") -> str | None:
        """Makes the table of a rematch that nobody has to be asked for any more; one for every finished game."""
        table = opened.table
        question = rematch_question(table)
        if table.rematch is not None or (question is not None and not question.is_agreed):
            return table.rematch
        created = await self.create(Rematch(table), maker)
        await self.act(table.id, OfferRematch(created))
        return created


async def nothing_to_provide(board: str) -> None:
    """Where all boards are at hand."""


def ask(command: Command, table: Table) -> tuple[Draft | None, FerroviaError | None]:
    try:
        return command.draft(table), None
    except FerroviaError as refusal:
        return None, refusal
