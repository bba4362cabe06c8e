"""What a server does by itself now and then: clears away empty tables, and measures its database."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from ferrovia.server.admin.prune import Rules, count_tables, prune
from ferrovia.server.core.background import end
from ferrovia.server.core.errors import Unavailable
from ferrovia.server.core.tables import Tables
from ferrovia.server.metrics import METRICS
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database, DatabaseError
from ferrovia.server.store.size import stored_bytes

MEASURE_SECONDS: Final = 60.0

log = logging.getLogger(__name__)


class Housekeeping:
    """One per process. Several that share a database do the same work twice at worst, never to the same table."""

    def __init__(self, database: Database, tables: Tables, settings: Settings) -> None:
        self.database = database
        self.tables = tables
        self.rules = Rules.of(settings)
        self.every = settings.housekeeping_minutes * 60
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="housekeeping")

    async def close(self) -> None:
        await end(self.task)

    async def run(self) -> None:
        pause = min(MEASURE_SECONDS, self.every or MEASURE_SECONDS)
        pruned_at = time.monotonic() - self.every + pause  # not while a server is just starting
        while True:
            try:
                METRICS.database_bytes.set(await stored_bytes(self.database))
                if self.every and time.monotonic() >= pruned_at + self.every:
                    pruned_at = time.monotonic()
                    await self.prune()
            except (Unavailable, DatabaseError, OSError):
                log.warning("housekeeping has to wait for the database")
            except Exception:
                METRICS.failures.inc()
                log.exception("housekeeping failed")
            await asyncio.sleep(pause)

    async def prune(self) -> None:
        done = await prune(self.database, self.rules, self.is_watched)
        for rule, ids in done.items():
            METRICS.pruned.labels(rule).inc(len(ids))
            for id in ids:
                if rule != "anonymised":
                    self.tables.drop(id)
        for status, count in (await count_tables(self.database)).items():
            METRICS.stored_tables.labels(status).set(count)
        if any(done.values()):
            log.info("housekeeping", extra={"facts": {rule: len(ids) for rule, ids in done.items()}})

    def is_watched(self, id: str) -> bool:
        """Somebody is at the table, if only to wait."""
        opened = self.tables.open_tables.get(id)
        return opened is not None and bool(opened.subscribers)
