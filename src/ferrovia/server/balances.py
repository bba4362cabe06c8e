"""Measurements of boards for whoever makes one: in a process beside the server with limits of time and memory, one
after the other, few an hour for each address and for the server. What was measured is kept with the board's version:
a file in the data folder that its digest names."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from typing_extensions import TypedDict

from ferrovia.balance import BalancePlan, Measurement, figures_of
from ferrovia.balance.counting.layout import VERSION
from ferrovia.balance.figures import Figures, LaneRow, Row, TicketRow
from ferrovia.balance.findings import findings
from ferrovia.balance.intervals import Figure
from ferrovia.balance.plan import PLANNER
from ferrovia.balance.summary import Summary, builtin_summaries, summary_of
from ferrovia.boards import known
from ferrovia.engine.board import Board
from ferrovia.engine.version import RULES_VERSION
from ferrovia.server.core.errors import Denied
from ferrovia.server.limits import Limit
from ferrovia.server.workbench import Workbench
from ferrovia.text.words import LANGUAGES, Words

IN_WORK: Final = 6
"""Measurements that may wait for the one process."""
KEPT: Final = 2000
"""Files; the oldest go first."""
SECONDS: Final = 90.0
"""After which a measurement is given up, and its process killed."""
SERVER: Final = "server"
SHARE: Final = 10
"""How many times what one address may ask for a server measures in an hour."""
FOLDER: Final = "balances"

log = logging.getLogger(__name__)


class FigureInfo(TypedDict):
    """A number and its 95 % interval."""

    value: float
    low: float
    high: float


class SeatFigures(TypedDict):
    turn: int
    """The place in the order of play, from 1 on."""
    win: FigureInfo


class LaneFigures(TypedDict):
    lane: int
    """As in a board's `routes`."""
    claimed: FigureInfo
    when: FigureInfo | None
    lacked: FigureInfo | None
    snatched: FigureInfo | None
    cost: FigureInfo | None


class TicketFigures(TypedDict):
    ticket: int
    """As in a board's `ticket_list`."""
    points: int
    way: int
    kept: FigureInfo | None
    completed: FigureInfo | None
    gain: FigureInfo | None
    worth: FigureInfo | None


class FoundInfo(TypedDict):
    """Something to look at."""

    code: str
    weight: float
    """0: within what is usual; from 1 on it stands out."""
    text: dict[str, str]
    """By language."""


class BesideInfo(TypedDict):
    board: str
    summary: dict[str, FigureInfo | None]


class Balance(TypedDict):
    """What planners' games tell of a board with so many players."""

    digest: str
    players: int
    games: int
    """Between planners."""
    first: list[FoundInfo]
    """What to look at first, the weightiest first."""
    seats: list[SeatFigures]
    lanes: list[LaneFigures]
    tickets: list[TicketFigures]
    summary: dict[str, FigureInfo | None]
    beside: list[BesideInfo]
    """The boards that come with Ferrovia, with as many players."""


@dataclass(frozen=True)
class BalanceBudget:
    """What one measurement plays, and how many of them an address may ask for in an hour."""

    planner_games: int = 4000
    an_hour: int = 30


class Balances:
    """`await balances.of("usa", 2, address)` measures a board, or finds what was measured before."""

    def __init__(self, folder: Path, budget: BalanceBudget | None = None) -> None:
        self.folder = folder / FOLDER
        self.budget = budget or BalanceBudget()
        self.workbench = Workbench(SECONDS, SECONDS)
        an_hour = self.budget.an_hour
        self.by_address = Limit(an_hour / 3600, max(1, an_hour / 4))
        self.by_server = Limit(SHARE * an_hour / 3600, max(1, SHARE * an_hour / 4))
        self.measuring: dict[Path, asyncio.Task[Balance]] = {}

    def find(self, name: str, players: int) -> Balance | None:
        """What was measured of this version, by these rules; None if nobody has asked yet."""
        return read(self.file_of(known(name), players))

    async def of(self, name: str, players: int, address: str) -> Balance:
        """Refused with the reason if the address or the server has had its share, or too many wait."""
        board = known(name)
        file = self.file_of(board, players)
        found = read(file)
        if found is not None:
            return found
        task = self.measuring.get(file)
        if task is None:
            self.charge(address)
            task = self.measuring[file] = asyncio.create_task(self.measure(name, players, file), name="balance")
        return await asyncio.shield(task)  # who leaves does not take it from those who wait

    def charge(self, address: str) -> None:
        if len(self.measuring) >= IN_WORK or not self.by_address.allows(address) or not self.by_server.allows(SERVER):
            raise Denied("limit.balances")

    async def measure(self, name: str, players: int, file: Path) -> Balance:
        try:
            found = await self.workbench.run(measured, name, players, self.budget.planner_games)
            await asyncio.to_thread(self.keep, file, found)
            return found
        finally:
            del self.measuring[file]

    def file_of(self, board: Board, players: int) -> Path:
        """The facts of a board, the rules, and what is counted: if one of them changes, it is measured anew."""
        return self.folder / f"{board.digest[:32]}-{players}-r{RULES_VERSION}-c{VERSION}.json"

    def keep(self, file: Path, found: Balance) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(found), encoding="utf-8")
        new.replace(file)
        files = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
        for old in files[:-KEPT]:
            old.unlink(missing_ok=True)

    def close(self) -> None:
        for task in list(self.measuring.values()):
            task.cancel()
        self.workbench.close()


def read(file: Path) -> Balance | None:
    try:
        found: Balance = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        log.warning("a measured board can't be read", extra={"facts": {"file": file.name, "reason": str(error)[:200]}})
        return None
    return found


# --- in a process of its own ----------------------------------------------------------------------------
def measured(name: str, players: int, games: int) -> Balance:
    board = known(name)
    figures = figures_of(Measurement(BalancePlan(board, (players,), 0, games, 0)).finish(jobs=1))
    return {
        "digest": board.digest,
        "players": players,
        "games": games,
        "first": found_things(board, figures),
        "seats": [{"turn": row.turn, "win": told(row.win)} for row in figures.seats if row.turn is not None],
        "lanes": [lane_figures(row) for row in figures.lanes],
        "tickets": [ticket_figures(row) for row in figures.tickets],
        "summary": summary_info(summary_of(figures, players, PLANNER)),
        "beside": [
            {"board": id, "summary": summary_info(summary)} for id, summary in builtin_summaries(players, PLANNER)
        ],
    }


def found_things(board: Board, figures: Figures) -> list[FoundInfo]:
    from ferrovia.report.balance_text import finding_text  # only here: reports have words that no other answer needs

    return [
        {
            "code": finding.code,
            "weight": round(finding.weight, 2),
            "text": {language: finding_text(Words(language), board, finding) for language in LANGUAGES},
        }
        for finding in findings(figures)
    ]


def told(figure: Figure) -> FigureInfo:
    return {"value": round(figure.value, 5), "low": round(figure.low, 5), "high": round(figure.high, 5)}


def maybe(row: Row, name: str) -> Any:
    figure: Figure | None = getattr(row, name)
    return None if figure is None else told(figure)


def lane_figures(row: LaneRow) -> LaneFigures:
    return {
        "lane": row.lane,
        "claimed": told(row.claimed),
        "when": maybe(row, "when"),
        "lacked": maybe(row, "lacked"),
        "snatched": maybe(row, "snatched"),
        "cost": maybe(row, "cost"),
    }


def ticket_figures(row: TicketRow) -> TicketFigures:
    return {
        "ticket": row.ticket,
        "points": row.points,
        "way": row.way,
        "kept": maybe(row, "kept"),
        "completed": maybe(row, "completed"),
        "gain": maybe(row, "gain"),
        "worth": maybe(row, "worth"),
    }


def summary_info(summary: Summary) -> dict[str, FigureInfo | None]:
    return {key: None if figure is None else told(figure) for key, figure in summary.items()}
