"""Boards as PDF, for whoever asks: drawn in one process beside the server, one after another, and kept for the next.

A whole board takes seconds of computing. An address has few orders, few may wait, and none takes longer than it may."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from importlib.util import find_spec
from typing import Final, NamedTuple

from ferrovia.boards import known, known_look
from ferrovia.printing.paper import read_paper
from ferrovia.printing.sheets import WHAT, PrintOrder
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.fair_turns import FairTurns
from ferrovia.server.limits import Limit
from ferrovia.text.words import DEFAULT, LANGUAGES

PER_HOUR: Final = 12
AT_ONCE: Final = 4
"""Orders of one address that have to be drawn; what lies ready is not counted."""
IN_WORK: Final = 6
"""Orders that may wait for the one process."""
KEPT: Final = 32
KEPT_BYTES: Final = 64_000_000
"""What lies ready; what was asked for longest ago is forgotten first."""
LONGEST: Final = 120.0
"""Seconds after which an order is given up, and its process ended."""
LIBRARY: Final = "reportlab"

log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """An order as the key of what is kept: the digest names the board as it is now."""

    board: str
    digest: str
    paper: str
    language: str
    grey: bool
    part: str
    address: str


class PrintShop:
    def __init__(self, processes: ProcessPool | None = None) -> None:
        self.processes = processes or ProcessPool(1)
        self.ready: OrderedDict[Wanted, bytes] = OrderedDict()
        self.drawing: dict[Wanted, asyncio.Task[bytes]] = {}
        self.orders = Limit(PER_HOUR / 3600, AT_ONCE)
        self.turns = FairTurns(1)

    async def of(self, wanted: Wanted, who: str) -> bytes:
        """Refused if there is no such board, or where too much is asked."""
        found = self.ready.get(wanted)
        if found is not None:
            self.ready.move_to_end(wanted)
            return found
        task = self.drawing.get(wanted)
        if task is None:
            if find_spec(LIBRARY) is None:
                raise Denied("print.unavailable")
            if len(self.drawing) >= IN_WORK or not self.orders.allows(who):
                raise Denied("limit.prints")
            task = self.drawing[wanted] = asyncio.create_task(self.draw(wanted, who), name="print")
        return await asyncio.shield(task)

    async def draw(self, wanted: Wanted, who: str) -> bytes:
        try:
            async with self.turns.turn(who):
                work = asyncio.get_running_loop().run_in_executor(self.processes.open(), draw, wanted)
                data = await asyncio.wait_for(work, LONGEST)
        except Exception as error:
            log.error("a board can't be printed", exc_info=error)
            self.processes.end()
            raise Denied("server.failed") from None
        else:
            self.keep(wanted, data)
            return data
        finally:
            del self.drawing[wanted]
            if not self.drawing:  # the process is not needed any more
                self.processes.end()

    def keep(self, wanted: Wanted, data: bytes) -> None:
        self.ready[wanted] = data
        while len(self.ready) > KEPT or sum(map(len, self.ready.values())) > KEPT_BYTES:
            self.ready.popitem(last=False)

    def close(self) -> None:
        for task in list(self.drawing.values()):
            task.cancel()
        self.processes.end(wait=True)


def order(board: str, paper: str, language: str, *, grey: bool, part: str, address: str) -> Wanted:
    """Raises a refusal if there is no such board."""
    found = known(board)
    return Wanted(board, found.digest, paper, language if language in LANGUAGES else DEFAULT, grey, part, address)


# --- in a process of its own ----------------------------------------------------------------------------
def draw(wanted: Wanted) -> bytes:
    from ferrovia.printing import print_board

    paper = read_paper(wanted.paper)
    assert paper is not None
    what = PARTS[wanted.part]
    order = PrintOrder(paper, what, language=wanted.language, grey=wanted.grey, address=wanted.address)
    return print_board(known(wanted.board), order, known_look(wanted.board)).pdf()


PARTS: Final = {
    "all": WHAT,
    "board": ("board", "track"),
    "cards": ("tickets", "cards"),
    "rules": ("aids", "rules"),
}
"""What the page offers."""
