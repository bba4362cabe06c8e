"""Measurements of boards for whoever makes one: in a process beside the server, one after the other, few an hour for
each address. What was measured is kept with the board's version: its digest."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from ferrovia.balance import BalancePlan, Measurement, figures_of
from ferrovia.balance.findings import findings
from ferrovia.boards.digest import digest
from ferrovia.engine.board import Board
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core.errors import Denied

IN_WORK: Final = 4
"""Measurements that may wait for the one process."""
KEPT: Final = 64
HOUR: Final = 3600.0

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class BalanceBudget:
    """What one measurement may play, and how many of them an address may ask for in an hour."""

    games: int = 2000
    planner_games: int = 1000
    style_games: int = 0
    an_hour: int = 12


class Balances:
    """`await balances.of(board, 2, address)` is what `ferrovia balance --json` prints for one number of players."""

    def __init__(self, budget: BalanceBudget | None = None, clock: Callable[[], float] = monotonic) -> None:
        self.budget = budget or BalanceBudget()
        self.clock = clock
        self.processes = ProcessPool(1)
        self.waiting = 0
        self.asked: OrderedDict[str, deque[float]] = OrderedDict()
        self.kept: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()

    async def of(self, board: Board, players: int, address: str) -> dict[str, Any]:
        """Refused with the reason if the address has had its share, or too many wait."""
        key = (digest(board), players)
        if key in self.kept:
            return self.kept[key]
        self.charge(address)
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self.processes.open(), measured, board, players, self.budget)
        except BrokenProcessPool as error:
            log.error("a board can't be measured", exc_info=error)
            self.processes.end()
            raise Denied("server.failed") from None
        finally:
            self.waiting -= 1
        self.kept[key] = found
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return found

    def charge(self, address: str) -> None:
        now = self.clock()
        for known in [one for one, times in self.asked.items() if times[-1] < now - HOUR]:
            del self.asked[known]
        times = self.asked.get(address, deque[float]())
        while times and times[0] < now - HOUR:
            times.popleft()
        if self.waiting >= IN_WORK or len(times) >= self.budget.an_hour:
            raise Denied("limit.moves")
        times.append(now)
        self.asked[address] = times

    def close(self) -> None:
        self.processes.end(wait=True)


# --- in a process of its own ----------------------------------------------------------------------------
def measured(board: Board, players: int, budget: BalanceBudget) -> dict[str, Any]:
    plan = BalancePlan(board, (players,), budget.games, budget.planner_games, budget.style_games)
    figures = figures_of(Measurement(plan).finish(jobs=1))
    return {**plan.facts(), **figures.to_dict(), "first": [finding.to_dict() for finding in findings(figures)]}
