"""Bots think in processes of their own, and get only what their seat may know: the facts of its view."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import Final, NamedTuple

from ferrovia.boards import GameKey, shared_game
from ferrovia.bots import Budget
from ferrovia.bots.guard import guard
from ferrovia.engine.chance import from_secret, new_secret
from ferrovia.server.core.scheduler import BotChoice
from ferrovia.server.core.table import Table
from ferrovia.view import from_facts, observe

LONGEST: Final = 60.0
"""Seconds after which a process that still thinks is killed."""
TRIES: Final = 2
"""Once more, because a process that dies may have been busy with somebody else's move."""
NICE: Final = 5
"""How far these processes stand back behind the server's own."""
SUBSTITUTE: Final = "greedy"
"""The bot that chooses, in this process, what no other process could."""


class Question(NamedTuple):
    """All that a bot is told."""

    game_key: GameKey
    bot: str
    facts: dict[str, object]
    actions: list[int]
    seconds: float


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

    def end(self, *, wait: bool = False) -> None:
        """Kills the processes, whatever they are doing. With `wait`, no thread and no semaphore is left of them."""
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=wait, cancel_futures=True)


class BotPool:
    def __init__(self, processes: int, seconds: float) -> None:
        self.processes = ProcessPool(processes)
        self.seconds = seconds

    async def choose(self, table: Table, seat: int) -> BotChoice:
        """An action for the seat that a bot plays, whatever happens to the bot."""
        question = question_for(table, seat, self.seconds)
        fault = "died"
        for _ in range(TRIES):
            pool = self.processes.open()
            try:
                future = asyncio.get_running_loop().run_in_executor(pool, choose_action, question)
                return await asyncio.wait_for(future, LONGEST)
            except BrokenProcessPool:
                self.give_up(pool)
            except TimeoutError:
                self.give_up(pool)
                fault = "overran"
                break
        return choose_action(question._replace(bot=SUBSTITUTE))._replace(fault=fault)

    def give_up(self, pool: ProcessPoolExecutor) -> None:
        if pool is self.processes.pool:  # another task may have opened a new one already
            self.processes.end()

    def close(self) -> None:
        self.processes.end(wait=True)


def question_for(table: Table, seat: int, seconds: float) -> Question:
    bot = table.bot_of(seat)
    assert table.state is not None
    assert bot is not None
    actions = [int(action) for action in table.state.legal_for(seat)]
    return Question(table.setup.game_key, bot, observe(table.state, seat).facts(), actions, seconds)


# --- in a process of its own ----------------------------------------------------------------------------
def init_process() -> None:
    """Ctrl-C at the terminal is for the server. This process ends with it, even if it is killed, and where there are
    not processors enough for all, the server goes first."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_server, name="end with server", daemon=True).start()


def end_with_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(0)


def choose_action(question: Question) -> BotChoice:
    begin = time.perf_counter()
    guarded = guard(question.bot, from_secret(new_secret()))
    view = from_facts(shared_game(question.game_key), question.facts)
    action = guarded.choose(view, question.actions, Budget(seconds=question.seconds))
    fault = guarded.faults[-1].message if guarded.lost else None
    return BotChoice(action, time.perf_counter() - begin, fault)
