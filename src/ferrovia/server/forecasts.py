"""Win chances and turning points of finished games, worked out in one process beside the server, bit by bit."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from ferrovia.analysis.examiner import FORECAST, Examiner
from ferrovia.analysis.turning_points import Fall, opinion, steepest
from ferrovia.bots import Budget
from ferrovia.bots.explain import Reason
from ferrovia.record import Record, from_text, settled, to_text
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core import outbox
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.fair_turns import FairTurns
from ferrovia.server.core.outbox.game_answers import Chances, ReasonFacts, TurningPoint
from ferrovia.server.core.replay import record_from
from ferrovia.server.core.storage import Stored

PLAYOUTS: Final = 60
"""Games played on from every position: enough for a curve."""
THOUGHTS: Final = 1600
"""Games played on for the expert's opinion of one move: two thirds to find a better one, the rest to compare."""
PORTION: Final = 2
"""Positions asked for at once, so that the curve grows while one looks."""
KEPT: Final = 200
"""Games whose chances are remembered; those asked for longest ago are forgotten first."""
IN_WORK: Final = 24
"""Games that may wait for the one process."""
OF_ONE_ADDRESS: Final = 4
"""Of these."""

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


class Known:
    """What is known of a game so far."""

    def __init__(self) -> None:
        self.chances: list[list[float]] = []
        self.turning: list[TurningPoint] | None = None


class Forecasts:
    def __init__(self) -> None:
        self.known: OrderedDict[str, Known] = OrderedDict()
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.askers: Counter[str] = Counter()
        self.turns = FairTurns(1)
        self.processes = ProcessPool(1)

    def of(self, stored: Stored, address: str) -> Chances:
        """What is known so far; the rest is begun, or going on. Addresses that ask are served in turn."""
        return self.of_game(stored.id, len(stored.moves()), lambda: settled(record_from(stored)), address)

    def of_record(self, record: Record, address: str) -> Chances:
        """The same of a record, which is known again by its text."""
        record = settled(record)
        id = hashlib.sha256(to_text(record).encode(errors="replace")).hexdigest()
        return self.of_game(id, len(record.moves), lambda: record, address)

    def of_game(self, id: str, moves: int, record: Callable[[], Record], address: str) -> Chances:
        game = self.known.get(id) or Known()
        if game.turning is None and id not in self.tasks:
            self.begin(id, record(), game, address)
        self.known[id] = game
        self.known.move_to_end(id)
        return outbox.chances(moves, game.chances, game.turning)

    def begin(self, id: str, record: Record, game: Known, address: str) -> None:
        if len(self.tasks) >= IN_WORK or self.askers[address] >= OF_ONE_ADDRESS:
            raise Denied("limit.moves")
        while len(self.known) > KEPT:
            self.known.popitem(last=False)
        self.askers[address] += 1
        task = self.tasks[id] = asyncio.create_task(self.work(record, game, address), name="forecast")
        task.add_done_callback(lambda _: self.ended(id, address))

    def ended(self, id: str, address: str) -> None:
        self.tasks.pop(id, None)
        self.askers -= Counter({address: 1})  # who asks for nothing more is forgotten

    async def work(self, record: Record, game: Known, address: str) -> None:
        text = to_text(record)
        chances = game.chances
        try:
            while len(chances) <= len(record.moves):
                numbers = range(len(chances), min(len(chances) + PORTION, len(record.moves) + 1))
                chances += await self.run(address, evaluations, text, numbers)
            falls = steepest(chances, [move.seat for move in record.moves])
            game.turning = [await self.run(address, turning_point, text, fall, chances[fall.number]) for fall in falls]
        except Exception as error:
            log.error("chances can't be worked out", exc_info=error)
            self.processes.end()

    async def run(self, address: str, work: Callable[..., Answer], *facts: object) -> Answer:
        """In the process beside the server, when it is this address's turn."""
        async with self.turns.turn(address):
            return await asyncio.get_running_loop().run_in_executor(self.processes.open(), work, *facts)

    def close(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()
        self.processes.end(wait=True)


# --- in a process of its own ----------------------------------------------------------------------------
def evaluations(text: str, numbers: range) -> list[list[float]]:
    examiner = examiner_of(text, PLAYOUTS * FORECAST)
    return [list(examiner.evaluation(number).chances) for number in numbers]


def turning_point(text: str, fall: Fall, chances: list[float]) -> TurningPoint:
    examiner = examiner_of(text, THOUGHTS)
    found = opinion(examiner, fall, chances)
    game = examiner.states[0].game
    return {
        "number": fall.number,
        "seat": fall.seat,
        "before": fall.before,
        "after": fall.after,
        "played": outbox.move_facts(game, found.played, found.row, found.offer),
        "better": None if found.better is None else outbox.move_facts(game, found.better, found.row, found.offer),
        "gain": found.gain,
        "error": found.error,
        "why": None if found.why is None else reason_facts(found.why),
        "better_why": None if found.better_why is None else reason_facts(found.better_why),
    }


def reason_facts(reason: Reason) -> ReasonFacts:
    """Numbers of lanes, cards and tickets, as everywhere; lists of tickets are told as lists."""
    numbers = {name: value for name, value in reason.params.items() if isinstance(value, int)}
    tickets = reason.params.get("tickets", [])
    return {"code": reason.code, "params": numbers, "tickets": tickets if isinstance(tickets, list) else []}


@lru_cache(maxsize=4)
def examiner_of(text: str, iterations: int) -> Examiner:
    record = from_text(text)
    return Examiner(record, None, Budget(iterations=iterations), first=len(record.moves) + 1)
