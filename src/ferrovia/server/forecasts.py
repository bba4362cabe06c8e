"""Win chances and turning points of finished games, worked out in one process beside the server, bit by bit."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from ferrovia.analysis.examiner import FORECAST, Examiner
from ferrovia.analysis.turning_points import Fall, Opinion, opinion, steepest
from ferrovia.bots import Budget
from ferrovia.bots.explain import Reason
from ferrovia.engine.actions import decode_action
from ferrovia.engine.game import Game
from ferrovia.record import Record, format_action, from_text, to_text
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core import outbox
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Chances, MoveFacts, ReasonFacts, TurningPoint
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
IN_WORK: Final = 12
"""Games that may wait for the one process."""

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
        self.processes = ProcessPool(1)

    def of(self, stored: Stored) -> Chances:
        """What is known so far; the rest is begun, or going on."""
        return self.of_game(stored.id, len(stored.moves()), lambda: record_from(stored))

    def of_record(self, record: Record) -> Chances:
        """The same of a record, which is known again by its text."""
        id = hashlib.sha256(to_text(record).encode(errors="replace")).hexdigest()
        return self.of_game(id, len(record.moves), lambda: record)

    def of_game(self, id: str, moves: int, record: Callable[[], Record]) -> Chances:
        game = self.known.setdefault(id, Known())
        self.known.move_to_end(id)
        if game.turning is None and id not in self.tasks:
            self.begin(id, record(), game)
        return outbox.chances(moves, game.chances, game.turning)

    def begin(self, id: str, record: Record, game: Known) -> None:
        if len(self.tasks) >= IN_WORK:
            raise Denied("limit.moves")
        while len(self.known) > KEPT:
            self.known.popitem(last=False)
        task = self.tasks[id] = asyncio.create_task(self.work(record, game), name="forecast")
        task.add_done_callback(lambda _: self.tasks.pop(id, None))

    async def work(self, record: Record, game: Known) -> None:
        text = to_text(record)
        chances = game.chances
        try:
            while len(chances) <= len(record.moves):
                numbers = range(len(chances), min(len(chances) + PORTION, len(record.moves) + 1))
                chances += await self.run(evaluations, text, numbers)
            falls = steepest(chances, [move.seat for move in record.moves])
            game.turning = [await self.run(turning_point, text, fall, chances[fall.number]) for fall in falls]
        except Exception as error:
            log.error("chances can't be worked out", exc_info=error)
            self.processes.end()

    async def run(self, work: Callable[..., Answer], *facts: object) -> Answer:
        """In the process beside the server."""
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
        "played": move_facts(game, found.played, found),
        "better": None if found.better is None else move_facts(game, found.better, found),
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


def move_facts(game: Game, action: int, found: Opinion) -> MoveFacts:
    """The cards and tickets that it is about are named as they lay before the seat."""
    move = decode_action(game, action)
    card = found.row[move.slot] if move.kind == "slot" else move.colour
    kept = [found.offer[place] for place in move.kept if place < len(found.offer)]
    return {
        "kind": move.kind,
        "text": format_action(game, action),
        "lane": move.lane,
        "card": card,
        "wilds": move.wilds,
        "tickets": kept,
    }


@lru_cache(maxsize=4)
def examiner_of(text: str, iterations: int) -> Examiner:
    record = from_text(text)
    return Examiner(record, None, Budget(iterations=iterations), first=len(record.moves) + 1)
