"""Plays the plans of people when their turn comes, also after a restart."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from ferrovia.server.core.background import end
from ferrovia.server.core.errors import Denied, Unavailable
from ferrovia.server.core.plans import Plan, PlanStore, PlayPlan
from ferrovia.server.core.tables import Tables

EVERY: Final = 30.0
"""Seconds until the database is looked at again: another process may have written, or died."""

log = logging.getLogger(__name__)


class Planning:
    """A table with plans is looked at when something was written at it, and only then: who plans for a turn that never
    comes costs nobody anything."""

    def __init__(self, tables: Tables, store: PlanStore) -> None:
        self.tables = tables
        self.store = store
        self.planned: dict[str, int] = {}
        """Tables with plans, and the version of each that was looked at last."""
        self.due: asyncio.Queue[str] = asyncio.Queue()
        self.queued: set[str] = set()
        self.task: asyncio.Task[None] | None = None
        tables.on_change = self.changed

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="plans")

    async def close(self) -> None:
        await end(self.task)

    def changed(self, id: str) -> None:
        """Something was written at a table."""
        if id in self.planned:
            self.look_soon(id)

    def look_soon(self, id: str) -> None:
        if id not in self.queued:
            self.queued.add(id)
            self.due.put_nowait(id)

    async def keep(self, id: str, plan: Plan) -> None:
        await self.store.keep_plan(id, plan)
        self.planned.setdefault(id, 0)
        self.look_soon(id)

    async def run(self) -> None:
        while True:
            try:
                await self.find()
                with suppress(TimeoutError):
                    async with asyncio.timeout(EVERY):
                        while True:
                            await self.play_next()
            except (Unavailable, Denied):
                await asyncio.sleep(1)
            except Exception:
                self.tables.metrics.failed()
                log.exception("plans can't be played")
                await asyncio.sleep(1)

    async def find(self) -> None:
        """Tables with plans at which something was written since they were looked at, perhaps by another process."""
        found = await self.store.planned_tables()
        self.planned = {id: self.planned.get(id, 0) for id in found}
        for id, version in found.items():
            if self.planned[id] < version:
                self.look_soon(id)

    async def play_next(self) -> None:
        id = await self.due.get()
        self.queued.discard(id)
        await self.play(id)

    async def play(self, id: str) -> None:
        """One plan of whoever's turn it is; it is gone then, whether it fitted or not."""
        plans = await self.store.plans(id)
        if not plans:
            self.planned.pop(id, None)
            return
        try:
            table = (await self.tables.fresh(id)).table
        except Denied:
            self.planned.pop(id, None)
            return
        for plan in plans:
            if plan.seat in table.waiting_seats():
                with suppress(Denied):
                    await self.tables.act(id, PlayPlan(plan))
                await self.store.drop_plan(id, plan.seat)
        self.planned[id] = table.version
