"""What the server does by itself: bots' moves and clocks that run out. Each is done by one process, and once.

A process leases a table at which something is due. If it dies, the lease ends, and another takes over."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

from ferrovia.server.core.commands import BotMove, TimeOut
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Denied, Outdated, Unavailable
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.table import Table
from ferrovia.server.core.tables import Tables

LEASE: Final = 15_000
"""Milliseconds; renewed with every move, and now and then while a bot thinks."""
RENEW: Final = LEASE // 3
SET_ASIDE: Final = 3_600_000
"""Milliseconds for which a table is left alone that this version can't play."""
EVERY: Final = 1.0
"""Seconds until the database is looked at again, if nothing becomes due before."""
AT_ONCE: Final = 16
"""Tables leased by one process."""

log = logging.getLogger(__name__)


class BotChoice(NamedTuple):
    action: int
    seconds: float
    fault: str | None = None
    """Why another had to choose for the bot."""


class Bots(Protocol):
    async def choose(self, table: Table, seat: int) -> BotChoice:
        """An action for a seat that a bot plays, whatever happens to the bot."""

    def close(self) -> None: ...


class Scheduler:
    def __init__(self, tables: Tables, bots: Bots, grace: int = 0) -> None:
        """`grace`: milliseconds after the start in which nobody's time runs out, because the server was down."""
        self.tables = tables
        self.bots = bots
        self.strict_from = now() + grace
        self.wake = asyncio.Event()
        self.busy: dict[str, asyncio.Task[None]] = {}
        self.again: set[str] = set()  # leased once more while the last task there was ending
        self.renewed_at = 0
        self.task: asyncio.Task[None] | None = None
        tables.on_due = self.wake.set

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="scheduler")

    async def close(self) -> None:
        for task in [self.task, *self.busy.values()]:
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

    async def look(self) -> int:
        """Begins whatever is due. Returns at how many tables."""
        time = now()
        if self.busy and time >= self.renewed_at + RENEW:
            self.renewed_at = time
            await self.tables.repository.renew(list(self.busy), time + LEASE)
        free = AT_ONCE - len(self.busy)
        if free <= 0:
            return 0
        leased = await self.tables.repository.lease_due(time, time + LEASE, free)
        for id in leased:
            if id in self.busy:
                self.again.add(id)
            else:
                self.begin(id)
        return len(leased)

    def begin(self, id: str) -> None:
        task = self.busy[id] = asyncio.create_task(self.serve(id), name="due")
        task.add_done_callback(lambda _: self.finished(id))

    def finished(self, id: str) -> None:
        del self.busy[id]
        if id in self.again:
            self.again.discard(id)
            self.begin(id)
        self.wake.set()

    async def serve(self, id: str) -> None:
        """Does everything that is due at a table."""
        try:
            while await self.serve_once(id):
                pass
        except Outdated as error:
            await self.set_aside(id, error)
        except Unavailable:  # whoever keeps the tables says so once; the lease ends by itself
            pass
        except Denied as error:
            log.warning("a table can't be served", extra={"facts": {"code": error.code}})
        except Exception:
            self.tables.metrics.failed()
            log.exception("a table can't be served")

    async def set_aside(self, id: str, error: Outdated) -> None:
        """What is due stays due: the version that the table was begun with finds it at its start."""
        log.warning("a table is outdated", extra={"facts": {"code": error.code}})
        with suppress(Unavailable):
            await self.tables.repository.renew([id], now() + SET_ASIDE)

    async def serve_once(self, id: str) -> bool:
        """One bot's move, or those whose time is out. False when nothing more is due; then the lease has ended."""
        opened = await self.tables.fresh(id)
        table = opened.table
        seat = next((seat for seat in table.waiting_seats() if table.bot_of(seat) is not None), None)
        if seat is None:
            return await self.serve_clocks(id, opened)
        choice = await self.bots.choose(table, seat)
        self.tables.metrics.bot_chose(choice.seconds)
        if choice.fault is not None:
            self.tables.metrics.bot_failed()
            log.warning("a bot failed", extra={"facts": {"bot": table.bot_of(seat), "fault": choice.fault}})
        move = BotMove(seat, table.decisions[seat], choice.action)
        await self.tables.act(id, move, leased_until=now() + LEASE)
        return True

    async def serve_clocks(self, id: str, opened: OpenTable) -> bool:
        """Nobody's time runs out during the grace: what is due by then is put off until its end."""
        is_grace = now() < self.strict_from
        if not is_grace:
            await self.tables.act(id, TimeOut(now()))
        due = opened.table.due()
        if due is None or due > now():
            await self.tables.repository.release(id)
        elif is_grace:
            await self.tables.repository.put_off(id, due, self.strict_from)
        else:
            return True
        return False
