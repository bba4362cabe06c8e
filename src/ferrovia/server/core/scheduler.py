"""What the server does by itself: bots' moves and clocks that run out. Each is done by one process, and once.

A process leases a table at which something is due. If it dies, the lease ends, and another takes over. Bots move one
decision at a time; who waits for a bot waits in turn, by the address that a table was made from. Time that runs out
waits for no bot."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, Protocol

from ferrovia.server.core.commands import BotMove, TimeOut
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Denied, Outdated, Unavailable
from ferrovia.server.core.fair_turns import FairTurns
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.storage import due_at
from ferrovia.server.core.table import Table
from ferrovia.server.core.tables import Tables

LEASE: Final = 15_000
"""Milliseconds; renewed with every move, and now and then while a bot thinks."""
RENEW: Final = LEASE // 3
SET_ASIDE: Final = 3600.0
"""Seconds for which a table is left alone that this version can't play."""
EVERY: Final = 1.0
"""Seconds until the database is looked at again, if nothing becomes due before."""
AT_ONCE: Final = 32
"""Tables leased with one look, so that several processes share them."""
IN_HAND: Final = 2_000
"""Tables leased by one process: more than anybody makes, so that who waits is chosen fairly, and here."""

log = logging.getLogger(__name__)


class BotChoice(NamedTuple):
    action: int
    seconds: float
    fault: str | None = None
    """Why another had to choose for the bot."""


class Bots(Protocol):
    lanes: Mapping[str, int]
    """How many bots think at once, by lane: who waits in one waits behind nobody in another."""

    def lane_of(self, bot: str) -> str: ...

    async def choose(self, table: Table, seat: int, crowd: int) -> BotChoice:
        """An action for a seat that a bot plays, whatever happens to the bot. `crowd`: how many want a turn in its
        lane, this one included."""

    def close(self) -> None: ...


class Scheduler:
    def __init__(self, tables: Tables, bots: Bots, grace: int = 0) -> None:
        """`grace`: milliseconds after the start in which nobody's time runs out, because the server was down."""
        self.tables = tables
        self.bots = bots
        self.started = now()
        self.grace = grace
        self.wake = asyncio.Event()
        self.lanes = {name: FairTurns(count) for name, count in bots.lanes.items()}
        self.busy: dict[str, asyncio.Task[None]] = {}
        self.again: set[str] = set()  # leased once more while the last task there was ending
        self.timing: dict[str, asyncio.Task[None]] = {}  # clocks at tables that are in hand for their bots
        self.outdated: dict[str, float] = {}
        self.renewed_at = 0
        self.clocks_at = 0
        self.task: asyncio.Task[None] | None = None
        tables.on_due = self.wake.set

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="scheduler")

    async def close(self) -> None:
        for task in [self.task, *self.busy.values(), *self.timing.values()]:
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await task
        self.bots.close()

    async def run(self) -> None:
        while True:
            try:
                found = await self.look()
            except Exception as error:
                found = 0
                if not isinstance(error, Unavailable):
                    self.tables.metrics.failed()
                    log.exception("the scheduler failed")
                await asyncio.sleep(EVERY)
            if not found:
                with suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):
                        await self.wake.wait()
            self.wake.clear()
            self.tables.close_idle()

    # --- finding what is due ------------------------------------------------------------------------------
    async def look(self) -> int:
        """Begins whatever is due. Returns at how many tables."""
        at = now()
        await self.keep(at)
        self.watch_clocks(at)
        repository, but_not = self.tables.repository, self.set_aside()
        bots = max(0, min(AT_ONCE, IN_HAND - len(self.busy)))
        leased = await repository.lease_due(at, at + LEASE, AT_ONCE, bots, but_not)
        for id in self.tables.watched():
            if id not in self.busy and id not in but_not and await repository.lease(id, at, at + LEASE):
                leased.append(id)
        for id in leased:
            if id in self.busy:
                self.again.add(id)
            else:
                self.begin(id)
        return len(leased)

    async def keep(self, at: int) -> None:
        """Renews the leases of what is in hand, also when the clock was put back since the last time."""
        if self.busy and abs(at - self.renewed_at) >= RENEW:
            self.renewed_at = at
            await self.tables.repository.renew(list(self.busy), at + LEASE)

    def watch_clocks(self, at: int) -> None:
        """At a table in hand somebody's time may run out while a bot waits for its turn, or thinks."""
        if self.is_grace(at):
            return
        if len(self.busy) > AT_ONCE and abs(at - self.clocks_at) < 1000 * EVERY:
            return  # many to look at: not with every move of a bot
        self.clocks_at = at
        for id in self.busy.keys() - self.timing.keys():
            opened = self.tables.open_tables.get(id)
            deadline = None if opened is None else opened.table.next_deadline()
            if deadline is not None and deadline <= at:
                self.timing[id] = asyncio.create_task(self.guard(id, partial(self.time_out, id, at)), name="clock")

    async def time_out(self, id: str, at: int) -> None:
        try:
            await self.tables.act(id, TimeOut(at))
        finally:
            del self.timing[id]

    def is_grace(self, at: int) -> bool:
        return self.started <= at < self.started + self.grace

    def set_aside(self) -> list[str]:
        """Tables that this version can't play, for now."""
        at = time.monotonic()
        self.outdated = {id: until for id, until in self.outdated.items() if until > at}
        return list(self.outdated)

    # --- doing it -----------------------------------------------------------------------------------------
    def begin(self, id: str) -> None:
        task = self.busy[id] = asyncio.create_task(self.guard(id, partial(self.serve, id)), name="due")
        task.add_done_callback(lambda _: self.finished(id))

    def finished(self, id: str) -> None:
        del self.busy[id]
        if id in self.again:
            self.again.discard(id)
            self.begin(id)
        self.wake.set()

    async def guard(self, id: str, work: Callable[[], Awaitable[None]]) -> None:
        """Whatever goes wrong at a table is that table's alone."""
        try:
            await work()
        except Outdated as error:  # what is due stays due, for the version that the table was begun with
            log.warning("a table is outdated", extra={"facts": {"code": error.code}})
            self.outdated[id] = time.monotonic() + SET_ASIDE
            with suppress(Unavailable):
                await self.tables.repository.release(id)
        except Unavailable:  # whoever keeps the tables says so once; the lease ends by itself
            pass
        except Denied as error:
            log.warning("a table can't be served", extra={"facts": {"code": error.code}})
        except Exception:
            self.tables.metrics.failed()
            log.exception("a table can't be served")

    async def serve(self, id: str) -> None:
        """Does everything that is due at a table, one decision of a bot at a time."""
        while await self.serve_once(id):
            pass

    async def serve_once(self, id: str) -> bool:
        """One bot's move, or those whose time is out. False when nothing more is due; then the lease has ended."""
        opened = await self.tables.fresh(id)
        bot = bot_of(opened)
        if bot is None:
            return await self.serve_clocks(id, opened)
        lane = self.bots.lane_of(bot)
        async with self.lanes[lane].turn(self.tables.makers.get(id, id)):
            opened = await self.tables.open(id)  # others may have moved meanwhile, or looked away
            bot = bot_of(opened)
            if bot is not None and self.bots.lane_of(bot) == lane:
                await self.play(id, opened.table, self.lanes[lane].crowd)
        return True

    async def play(self, id: str, table: Table, crowd: int) -> None:
        seat = table.bot_to_move()
        assert seat is not None
        choice = await self.bots.choose(table, seat, crowd)
        self.tables.metrics.bot_chose(choice.seconds)
        if choice.fault is not None:
            self.tables.metrics.bot_failed()
            log.warning("a bot failed", extra={"facts": {"bot": table.bot_of(seat), "fault": choice.fault}})
        move = BotMove(seat, table.decisions[seat], choice.action)
        await self.tables.act(id, move, leased_until=now() + LEASE)

    async def serve_clocks(self, id: str, opened: OpenTable) -> bool:
        """Nobody's time runs out during the grace: what is due by then is put off until its end."""
        at = now()
        if not opened.table.has_person:  # nobody looks on: an earlier version left it due
            await self.tables.repository.put_off(id, None, None)
            return False
        if not self.is_grace(at):
            await self.tables.act(id, TimeOut(at))
        table = opened.table
        if table.bot_to_move() is not None:
            return True
        due = due_at(table)
        if due is None or due > now():
            await self.tables.repository.release(id)
        elif self.is_grace(at):
            await self.tables.repository.put_off(id, due, self.started + self.grace)
        else:
            return True
        return False


def bot_of(opened: OpenTable) -> str | None:
    """The bot that is to move at a table, if it shall: bots among themselves play while somebody looks on."""
    table = opened.table
    seat = table.bot_to_move()
    return None if seat is None or not (table.has_person or opened.is_watched) else table.bot_of(seat)
