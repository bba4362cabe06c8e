"""Maps of the boards: drawn once each, in a process beside the server, and kept as the bytes that are sent.

A map takes seconds of computing. However many ask for however many maps, one process draws them one after another."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import Executor
from typing import Final, Protocol

from ferrovia.boards import known, known_look, new_game
from ferrovia.draw import BoardPlan, board_plan
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core.errors import Unavailable
from ferrovia.server.encoding import Printed, printed

IN_ENGLISH: Final = "en"
KEPT: Final = 300
"""Maps in memory; those drawn longest ago are forgotten first."""
TRIES: Final = 2
"""Once more, because the process may have been killed."""

log = logging.getLogger(__name__)


class Processes(Protocol):
    def open(self) -> Executor: ...

    def end(self, *, wait: bool = False) -> None: ...


class Maps:
    """There are as many as boards times their languages: a language that a board has not got is English."""

    def __init__(self, processes: Processes | None = None) -> None:
        self.processes = processes or ProcessPool(1)
        self.known: OrderedDict[tuple[str, str], Printed] = OrderedDict()
        self.drawing: dict[tuple[str, str], asyncio.Task[Printed]] = {}

    async def of(self, board: str, language: str) -> Printed:
        """Raises a refusal if there is no such board."""
        wanted = (board, language if language in known(board).names else IN_ENGLISH)
        found = self.known.get(wanted)
        if found is not None:
            return found
        task = self.drawing.get(wanted)
        if task is None:
            task = self.drawing[wanted] = asyncio.create_task(self.draw(*wanted), name="map")
        return await asyncio.shield(task)

    async def draw(self, board: str, language: str) -> Printed:
        loop = asyncio.get_running_loop()
        try:
            for _ in range(TRIES):
                try:
                    drawn = await loop.run_in_executor(self.processes.open(), draw, board, language)
                except Exception as error:
                    log.error("a map can't be drawn", exc_info=error)
                    self.processes.end()
                else:
                    self.known[board, language] = drawn
                    while len(self.known) > KEPT:
                        self.known.popitem(last=False)
                    return drawn
            raise Unavailable
        finally:
            del self.drawing[board, language]
            if not self.drawing:  # all that were wanted are drawn: the process is not needed any more
                self.processes.end()

    def close(self) -> None:
        for task in list(self.drawing.values()):
            task.cancel()
        self.processes.end(wait=True)


def plan(board: str, language: str) -> BoardPlan:
    """Where everything lies on a board, names in a language."""
    found = known(board)
    return board_plan(found, known_look(board), list(new_game(found, found.players[0]).lanes), language)


# --- in a process of its own ----------------------------------------------------------------------------
def draw(board: str, language: str) -> Printed:
    return printed(plan(board, language))
