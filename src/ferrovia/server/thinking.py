"""Bots think in processes of their own, and only ever get what their seat may know: the facts of its view."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from ferrovia.bots import Budget
from ferrovia.bots.guard import guard
from ferrovia.engine.chance import from_secret, new_secret
from ferrovia.server.setup import game_of
from ferrovia.server.table import Table
from ferrovia.view import from_facts, observe

LONGEST: Final = 60.0
"""Seconds after which a thinking process is given up."""


class Thinkers:
    def __init__(self, processes: int, seconds: float) -> None:
        self.processes = processes
        self.seconds = seconds
        self.pool: ProcessPoolExecutor | None = None

    async def choose(self, table: Table, seat: int) -> tuple[int, float]:
        """The action of the bot that plays a seat, and how long it thought."""
        bot = table.bot_of(seat)
        assert table.state is not None
        assert bot is not None
        setup = table.setup
        question = (
            (setup.board, setup.seats, tuple(setup.options.items()), setup.first),
            bot,
            observe(table.state, seat).facts(),
            [int(action) for action in table.state.legal_for(seat)],
            self.seconds,
        )
        try:
            future = asyncio.get_running_loop().run_in_executor(self.open_pool(), think, *question)
            return await asyncio.wait_for(future, LONGEST)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise

    def open_pool(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")  # a fork would inherit sockets and locks
            self.pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=quiet)
        return self.pool

    def close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def quiet() -> None:
    """Ctrl-C at the terminal is for the server; this process ends with it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def think(
    laid: tuple[str, int, tuple[tuple[str, bool], ...], int | None],
    bot: str,
    facts: dict[str, object],
    actions: list[int],
    seconds: float,
) -> tuple[int, float]:
    begin = time.perf_counter()
    guarded = guard(bot, from_secret(new_secret()))
    action = guarded.choose(from_facts(game_of(*laid), facts), actions, Budget(seconds=seconds))
    return action, time.perf_counter() - begin
