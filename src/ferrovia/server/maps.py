"""Maps of the boards, as the bytes that are sent. Those of the package's own boards come with the page; others are
drawn once each, in a process beside the server.

A map takes seconds of computing. However many ask for however many maps, one process draws them one after another."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import Executor
from pathlib import Path
from typing import Final, Protocol, TypeVar

from ferrovia.boards import known, known_look, new_game
from ferrovia.boards.library import version_in
from ferrovia.draw import BoardPlan, board_plan
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core.errors import Denied, Unavailable
from ferrovia.server.core.fair_turns import FairTurns
from ferrovia.server.encoding import Printed, printed

IN_ENGLISH: Final = "en"
KEPT: Final = 300
"""Maps in memory; those drawn longest ago are forgotten first."""
TRIES: Final = 2
"""Once more, because the process may have been killed."""
LONGEST: Final = 120.0
"""Seconds after which the map of a board that people made is given up, and its process killed."""

Key = TypeVar("Key")
Value = TypeVar("Value")

log = logging.getLogger(__name__)


class Processes(Protocol):
    def open(self) -> Executor: ...

    def end(self, *, wait: bool = False) -> None: ...


class Lane:
    """A process that draws, for one address after another."""

    def __init__(self, processes: Processes, longest: float | None) -> None:
        """`longest`: seconds after which a map is given up."""
        self.processes = processes
        self.longest = longest
        self.turns = FairTurns(1)
        self.drawing = 0

    async def draw(self, board: str, language: str, address: str) -> Printed:
        self.drawing += 1
        try:
            async with self.turns.turn(address):
                work = asyncio.get_running_loop().run_in_executor(self.processes.open(), draw, board, language)
                return await asyncio.wait_for(work, self.longest)
        except Exception:
            self.processes.end()
            raise
        finally:
            self.drawing -= 1
            if not self.drawing:  # all that were wanted are drawn: the process is not needed any more
                self.processes.end()


class Maps:
    """There are as many as boards times their languages: a language that a board has not got is English. Boards of the
    package never wait behind those of people, which may take any time."""

    def __init__(self, processes: Processes | None = None, ready: Path | None = None) -> None:
        """`ready`: a folder with maps that are drawn already, each plain and packed."""
        self.ready = ready
        self.ours = Lane(processes or ProcessPool(1), None)
        self.others = Lane(ProcessPool(1), LONGEST)
        self.known: OrderedDict[tuple[str, str], Printed] = OrderedDict()
        self.too_much: OrderedDict[str, None] = OrderedDict()
        """Boards that took too long: nobody has to wait for them again."""
        self.drawing: dict[tuple[str, str], asyncio.Task[Printed]] = {}

    async def of(self, board: str, language: str, address: str = "") -> Printed:
        """Raises a refusal if there is no such board, or if it can't be drawn in time."""
        wanted = (board, language if language in known(board).names else IN_ENGLISH)
        found = self.known.get(wanted) or self.read(*wanted)
        if found is not None:
            return found
        if board in self.too_much:
            raise Denied("board.too_much")
        task = self.drawing.get(wanted)
        if task is None:
            task = self.drawing[wanted] = asyncio.create_task(self.draw(*wanted, address), name="map")
        return await asyncio.shield(task)

    def read(self, board: str, language: str) -> Printed | None:
        """A map that is drawn already. Only boards of the package have names of theirs alone."""
        if self.ready is None or version_in(board) is not None:
            return None
        plain, packed = self.ready / f"{board}.{language}.json", self.ready / f"{board}.{language}.json.gz"
        if not plain.is_file() or not packed.is_file():
            return None
        found = Printed(plain.read_bytes(), packed.read_bytes())
        remember(self.known, (board, language), found)
        return found

    async def draw(self, board: str, language: str, address: str) -> Printed:
        lane = self.ours if version_in(board) is None else self.others
        try:
            for _ in range(TRIES):
                try:
                    drawn = await lane.draw(board, language, address)
                except TimeoutError:
                    remember(self.too_much, board, None)
                    raise Denied("board.too_much") from None
                except Exception as error:
                    log.error("a map can't be drawn", exc_info=error)
                else:
                    remember(self.known, (board, language), drawn)
                    return drawn
            raise Unavailable
        finally:
            del self.drawing[board, language]

    def close(self) -> None:
        for task in list(self.drawing.values()):
            task.cancel()
        for lane in (self.ours, self.others):
            lane.processes.end(wait=True)


def remember(kept: OrderedDict[Key, Value], key: Key, value: Value) -> None:
    kept[key] = value
    while len(kept) > KEPT:
        kept.popitem(last=False)


def plan(board: str, language: str) -> BoardPlan:
    """Where everything lies on a board, names in a language."""
    found = known(board)
    return board_plan(found, known_look(board), list(new_game(found, found.players[0]).lanes), language)


# --- in a process of its own ----------------------------------------------------------------------------
def draw(board: str, language: str) -> Printed:
    return printed(plan(board, language))
