"""Bots think in processes of their own, and get only what their seat may know: the facts of its view."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import signal
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from ferrovia.boards import GameKey, shared_game
from ferrovia.bots import Budget
from ferrovia.bots.expert import Expert
from ferrovia.bots.guard import guard
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.tempers import STEADY, TEMPERS
from ferrovia.engine.chance import Chance, from_secret, new_secret
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.server.core.daily import ITERATIONS, luck_of
from ferrovia.server.core.scheduler import BotChoice
from ferrovia.server.core.table import Table
from ferrovia.server.limits import Bucket
from ferrovia.server.parent import die_with_parent
from ferrovia.view import from_facts, observe

LONGEST: Final = 60.0
"""Seconds after which a process that still thinks is killed."""
TRIES: Final = 2
"""Once more, because a process that dies may have been busy with somebody else's move."""
QUICK: Final = "quick"
STRONG: Final = "strong"
SEARCHING: Final = frozenset(name for name, bot in LEVELS if issubclass(bot, Expert))
"""Levels that think for as long as they are let."""
TEMPERED: Final = frozenset(name for name, _ in LEVELS)
LONG_DECISIONS: Final = 2
"""Of one turn: the first card and the second."""
ROUND: Final = 4.5
"""How often as long as one strong bot thinks about a move all strong ones of a table may take for a turn each."""
LEAST_SECONDS: Final = 0.05
"""That a strong bot thinks, however many want to."""
NICE: Final = 5
"""How far these processes stand back behind the server's own."""
ADVISER: Final = LEVELS[-1][0]
"""The bot that gives hints."""
SUBSTITUTE: Final = "greedy"
"""The bot that chooses, in this process, what no other process could."""


class Question(NamedTuple):
    """All that a bot is told."""

    game_key: GameKey
    bot: str
    facts: dict[str, object]
    actions: list[int]
    seconds: float
    temper: str = STEADY.name
    luck: bytes | None = None
    """In a deal of the day: what its choices follow from, so that they are the same for everybody."""


class ProcessPool:
    """Processes beside the server, started when they are first needed, and again after they were killed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool: ProcessPoolExecutor | None = None

    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would inherit sockets and locks
            self.pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=init_process)
        return self.pool

    def give_up(self, pool: ProcessPoolExecutor) -> None:
        if pool is self.pool:  # another task may have opened a new one already
            self.end()

    def end(self, *, wait: bool = False) -> None:
        """Kills the processes, whatever they are doing. With `wait`, no thread and no semaphore is left of them."""
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=wait, cancel_futures=True)


class BotPool:
    """Two lanes with processes of their own: bots that know what to do, and those that search for as long as they may.
    The strong ones share `budget` seconds of thinking a second: where many are asked at once, each thinks for less."""

    def __init__(self, processes: int, seconds: float, budget: float | None = None, quick: int = 1) -> None:
        self.lanes: Mapping[str, int] = {QUICK: quick, STRONG: processes}
        self.processes = {lane: ProcessPool(count) for lane, count in self.lanes.items()}
        self.seconds = seconds
        self.budget = budget or processes
        self.spent = Bucket(processes * seconds, time.monotonic())

    def lane_of(self, bot: str) -> str:
        return STRONG if bot in SEARCHING else QUICK

    async def choose(self, table: Table, seat: int, crowd: int = 1) -> BotChoice:
        """An action for the seat that a bot plays, whatever happens to the bot."""
        question = question_for(table, seat, self.seconds)
        if self.lane_of(question.bot) == STRONG:
            question = question._replace(seconds=min(self.share(crowd), self.share_at(table)))
            await asyncio.sleep(self.spent.wait(self.budget, self.lanes[STRONG] * self.seconds, question.seconds))
        return await self.ask(question, self.processes[self.lane_of(question.bot)])

    async def advise(self, table: Table, seat: int) -> BotChoice:
        """What the strongest bot would do in the place of a person, who thinks no longer than a bot would."""
        question = question_for(table, seat, self.seconds, ADVISER)
        question = question._replace(seconds=self.share(self.lanes[STRONG] + 1), luck=None)
        return await self.ask(question, self.processes[STRONG])

    def share(self, crowd: int) -> float:
        """Seconds for one of several who want to think: nobody waits much longer than one alone would think."""
        return min(self.seconds, max(LEAST_SECONDS, self.seconds * self.budget / crowd))

    def share_at(self, table: Table) -> float:
        """Seconds for one of the strong bots of a table: where there are many, each thinks for less, so that people
        wait for a round of them hardly longer than for two."""
        strong = sum(table.bot_of(seat) in SEARCHING for seat in range(table.setup.seats))
        return min(self.seconds, self.seconds * ROUND / (LONG_DECISIONS * max(1, strong)))

    async def ask(self, question: Question, processes: ProcessPool) -> BotChoice:
        fault = "died"
        for _ in range(TRIES):
            pool = processes.open()
            try:
                future = asyncio.get_running_loop().run_in_executor(pool, choose_action, question)
                return await asyncio.wait_for(future, LONGEST)
            except BrokenProcessPool:
                processes.give_up(pool)
            except TimeoutError:
                processes.give_up(pool)
                fault = "overran"
                break
        return choose_action(question._replace(bot=SUBSTITUTE))._replace(fault=fault)

    def close(self) -> None:
        for processes in self.processes.values():
            processes.end(wait=True)


def question_for(table: Table, seat: int, seconds: float, bot: str | None = None) -> Question:
    bot = bot or table.bot_of(seat)
    assert table.state is not None
    assert bot is not None
    actions = [int(action) for action in table.state.legal_for(seat)]
    temper = temper_of(table.secret, seat)
    facts = observe(table.state, seat).facts()
    if table.setup.day is not None and table.state.phase == FIRST_TICKETS:
        facts = {**facts, "waiting": [True] * table.setup.seats}  # who was quicker must not matter
    return Question(table.setup.game_key, bot, facts, actions, seconds, temper, luck_of(table, seat))


def temper_of(secret: bytes, seat: int) -> str:
    """The same in every move of a game, though each is made by a new bot; nobody can tell it from outside."""
    names = list(TEMPERS)
    return names[hashlib.sha256(b"ferrovia temper %d " % seat + secret).digest()[0] % len(names)]


# --- in a process of its own ----------------------------------------------------------------------------
def init_process() -> None:
    """Ctrl-C at the terminal is for the server. This process ends with it, even if it is killed, and where there are
    not processors enough for all, the server goes first."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    die_with_parent()


def stream(luck: bytes | None) -> Chance:
    return from_secret(luck or new_secret())


def budget_of(question: Question) -> Budget:
    """Time, or in a deal of the day a number of playouts: how fast a machine is must not matter there."""
    return Budget(seconds=question.seconds) if question.luck is None else Budget(iterations=ITERATIONS)


def choose_action(question: Question) -> BotChoice:
    begin = time.perf_counter()
    guarded = guard(
        f"{question.bot}+{question.temper}" if question.bot in TEMPERED else question.bot, stream(question.luck)
    )
    view = from_facts(shared_game(question.game_key), question.facts)
    action = guarded.choose(view, question.actions, budget_of(question))
    fault = guarded.faults[-1].message if guarded.lost else None
    return BotChoice(action, time.perf_counter() - begin, fault)
