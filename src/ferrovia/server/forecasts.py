"""Win chances of finished games, worked out in one process beside the server, a few moves at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from functools import lru_cache
from typing import Final

from ferrovia.analysis.examiner import FORECAST, Examiner
from ferrovia.bots import Budget
from ferrovia.record import Record, from_text, to_text
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core import outbox
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Chances
from ferrovia.server.core.replay import record_from
from ferrovia.server.core.storage import Stored

PLAYOUTS: Final = 60
"""Games played on from every position: enough for a curve."""
PORTION: Final = 2
"""Positions asked for at once, so that the curve grows while one looks."""
KEPT: Final = 200
"""Games whose chances are remembered; those asked for longest ago are forgotten first."""
IN_WORK: Final = 12
"""Games that may wait for the one process."""

log = logging.getLogger(__name__)


class Forecasts:
    def __init__(self) -> None:
        self.known: OrderedDict[str, list[list[float]]] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.processes = ProcessPool(1)

    def of(self, stored: Stored) -> Chances:
        """What is known so far; the rest is begun, or going on."""
        id, moves = stored.id, len(stored.moves())
        chances = self.known.setdefault(id, [])
        self.known.move_to_end(id)
        if len(chances) <= moves and id not in self.tasks:
            self.begin(id, record_from(stored), chances)
        return outbox.chances(moves, chances)

    def begin(self, id: str, record: Record, chances: list[list[float]]) -> None:
        if len(self.tasks) >= IN_WORK:
            raise Denied("limit.moves")
        while len(self.known) > KEPT:
            self.known.popitem(last=False)
        task = self.tasks[id] = asyncio.create_task(self.work(record, chances), name="forecast")
        task.add_done_callback(lambda _: self.tasks.pop(id, None))

    async def work(self, record: Record, chances: list[list[float]]) -> None:
        text = to_text(record)
        loop = asyncio.get_running_loop()
        while len(chances) <= len(record.moves):
            numbers = range(len(chances), min(len(chances) + PORTION, len(record.moves) + 1))
            try:
                chances += await loop.run_in_executor(self.processes.open(), evaluations, text, numbers)
            except Exception as error:
                log.error("chances can't be worked out", exc_info=error)
                self.processes.end()
                return

    def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        self.processes.end(wait=True)


# --- in a process of its own ----------------------------------------------------------------------------
def evaluations(text: str, numbers: range) -> list[list[float]]:
    examiner = examiner_of(text)
    return [list(examiner.evaluation(number).chances) for number in numbers]


@lru_cache(maxsize=4)
def examiner_of(text: str) -> Examiner:
    record = from_text(text)
    return Examiner(record, None, Budget(iterations=PLAYOUTS * FORECAST), first=len(record.moves) + 1)
