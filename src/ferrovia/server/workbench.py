"""What is worked out about boards of strangers: checks, layouts, fits and decks, in a process with limits of time and
memory. Whatever a board does to it, the server goes on."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import resource
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

from typing_extensions import TypeAliasType, TypedDict

from ferrovia.boards.document import from_files, to_files
from ferrovia.boards.game_factory import new_game
from ferrovia.boards.limits import FARTHEST
from ferrovia.boards.loader import load_folder
from ferrovia.boards.look import Sheet
from ferrovia.boards.look_reader import load_look
from ferrovia.boards.package import folder_of, read_package
from ferrovia.draw import BoardPlan, board_plan
from ferrovia.draw.geometry import Point
from ferrovia.engine.board import Board
from ferrovia.server.bot_pool import ProcessPool, init_process
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.fair_queue import FairQueue
from ferrovia.studio.checks import Checked, check_draft
from ferrovia.studio.deck import suggest
from ferrovia.studio.draft import Draft, document_of, draft_of, flat, restored_rows
from ferrovia.studio.fit import fit
from ferrovia.studio.follow import follow
from ferrovia.studio.regions import Region, region_look

COMPUTING: Final = 20.0
"""Seconds of processor time that a board may take; a busy machine makes nobody's board too much."""
GRACE: Final = 2
"""Seconds more after which the process is killed: compiled code hears of no signal before it is done."""
SECONDS: Final = 90.0
"""After which a process that still works at a board is killed, whatever it waits for."""
BYTES: Final = 1_500_000_000
"""Of memory that it may have."""
IN_WORK: Final = 12
"""Boards that may wait for the one process."""
OF_ONE_ADDRESS: Final = 3
"""Of these."""
SHEET: Final = Sheet(0, 0, 790, 525)
"""A printed board, where a draft has no sheet of its own."""
LandChange = TypeAliasType("LandChange", tuple[str, Any])
"""A key of a draft's look, and what it is from now on."""

Answer = TypeVar("Answer")


class LimitedPool(ProcessPool):
    def open(self) -> ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.count, mp_context=context, initializer=init_limited)
        return self.pool


def init_limited() -> None:
    init_process()
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # it has nothing to write
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Workbench:
    def __init__(self, seconds: float = SECONDS, computing: float = COMPUTING) -> None:
        self.processes = LimitedPool(1)
        self.seconds = seconds
        self.computing = computing
        self.queue = FairQueue(IN_WORK, OF_ONE_ADDRESS)

    async def run(self, address: str, work: Callable[..., Answer], *facts: Any) -> Answer:
        """For an address, in turn with the others. Raises what the work raises, or a refusal if it takes too much."""
        async with self.queue.turn(address):
            return await self.run_alone(work, *facts)

    async def run_alone(self, work: Callable[..., Answer], *facts: Any) -> Answer:
        pool = self.processes.open()
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(
                loop.run_in_executor(pool, limited, self.computing, work, *facts), self.seconds
            )
        except (BrokenProcessPool, TimeoutError, MemoryError, RecursionError):
            self.processes.give_up(pool)
            raise Denied("board.too_much") from None

    def close(self) -> None:
        self.processes.end(wait=True)


# --- in a process of its own ----------------------------------------------------------------------------
def limited(computing: float, work: Callable[..., Answer], *facts: Any) -> Answer:
    """Raises a TimeoutError once it has computed for too long, or ends with its process."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    most = math.ceil(spent.ru_utime + spent.ru_stime + computing) + GRACE
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
    signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, computing)
    try:
        return work(*facts)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def give_up(number: int, frame: object) -> None:
    raise TimeoutError


def board_of(draft: Draft) -> Board:
    return load_folder(folder_of(to_files(document_of(draft))))


def checked(draft: Draft) -> Checked:
    return check_draft(draft)


def packed(draft: Draft) -> tuple[dict[str, bytes], str, str, str]:
    """The files of a sound board, its id, digest and English name. Raises a BoardError with every reason if not."""
    files = to_files(document_of(draft))
    folder = folder_of(files)
    board = load_folder(folder)
    load_look(folder, board)
    for seats in range(board.players[0], board.players[1] + 1):
        new_game(board, seats)
    return files, board.id, board.digest, board.names["en"]


def unpacked(data: bytes) -> Draft:
    """The draft in a package. Raises a BoardError if it is no package; the board need not be sound."""
    return draft_of(from_files(read_package(data)))


def laid_out(draft: Draft, language: str) -> BoardPlan:
    """The map as it is drawn in play; lanes in the order of the draft's routes."""
    folder = folder_of(to_files(document_of(draft)))
    board = load_folder(folder)
    return board_plan(board, load_look(folder, board), list(board.lanes), language)


def begun_land(draft: Draft, region: Region) -> list[LandChange]:
    """A backdrop of a region of the world in place of the draft's own, on its sheet."""
    sides = [draft.get(f"l/sheet/{side}") for side in ("left", "top", "width", "height")]
    known = [float(side) for side in sides if isinstance(side, int | float) and abs(side) <= FARTHEST]
    sheet = Sheet(*known) if len(known) == len(sides) and min(known[2:]) >= 1 else SHEET
    gone: list[LandChange] = [(key, None) for key in draft if key.startswith("l/backdrop/")]
    own = [(f"l/sheet/{side}", getattr(sheet, side)) for side in ("left", "top", "width", "height")]
    land = [(f"l/backdrop/{path}", value) for path, value in flat(region_look(region, sheet))]
    return [*gone, *own, *land]


PlaceChange = TypeAliasType("PlaceChange", tuple[str, str])
"""A key of a draft, and the coordinate that it should have."""


class Fit(TypedDict):
    changes: list[PlaceChange]
    land: list[LandChange]
    """What follows: the backdrop. Names and bends are measured from their places, and need no change."""
    before: float
    after: float
    moved: float


def fitted(draft: Draft, held: list[str]) -> Fit:
    """Changes that move places, and what is won by them."""
    ids = restored_rows(draft, "p")
    board = board_of(draft)
    found = fit(board, [ids.index(id) for id in held if id in ids])
    changes: list[PlaceChange] = [
        (f"p/{id}/{axis}", f"{value:g}")
        for id, place in zip(ids, found.places, strict=True)
        for axis, value in zip("xy", place, strict=True)
    ]
    old = [Point(place.x, place.y) for place in board.places]
    routes = sorted({(min(lane.a, lane.b), max(lane.a, lane.b)) for lane in board.lanes})
    land: list[LandChange] = follow(draft, old, [Point(x, y) for x, y in found.places], routes)
    return {"changes": changes, "land": land, "before": found.before, "after": found.after, "moved": found.moved}


def suggested(draft: Draft, seed: int, count: int | None) -> list[tuple[str, str, int]]:
    """Tickets as the ids of two places and a value, to add to those that are there."""
    ids = restored_rows(draft, "p")
    board = board_of(deckless(draft))
    numbers = {id: number for number, id in enumerate(ids)}
    mine = [
        (numbers[cells["from"]], numbers[cells["to"]])
        for cells in ticket_ends(draft).values()
        if cells.get("from") in numbers and cells.get("to") in numbers
    ]
    return [(ids[a], ids[b], points) for a, b, points in suggest(board, seed, count, mine)]


def ticket_ends(draft: Draft) -> dict[str, dict[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    for key, value in draft.items():
        if key.startswith("t/") and isinstance(value, list):
            _, id, column = key.split("/", 2)
            rows.setdefault(id, {})[column] = value[0]
    return rows


def deckless(draft: Draft) -> Draft:
    """The same board with tickets enough to load, whatever its own are: a deck is wanted because there is none yet."""
    ids = restored_rows(draft, "p")
    joined = [cells for cells in lane_ends(draft).values() if len(cells) == 2]
    pairs = {frozenset(cells.values()) for cells in joined}
    bare = {key: value for key, value in draft.items() if not key.startswith("t/")}
    bare |= {"s/players": [2, 2], "s/tickets/first/deal": 1, "s/tickets/first/keep": 1}
    for number, pair in enumerate(sorted(map(sorted, pairs))[: max(2, len(ids))]):
        bare |= {f"t/t{number}/from": [pair[0]], f"t/t{number}/to": [pair[-1]], f"t/t{number}/points": "1"}
    return bare


def lane_ends(draft: Draft) -> dict[str, dict[str, str]]:
    rows: dict[str, dict[str, str]] = {}
    for key, value in draft.items():
        if key.startswith("r/") and isinstance(value, list):
            _, id, column = key.split("/", 2)
            rows.setdefault(id, {})[column] = value[0]
    return rows
