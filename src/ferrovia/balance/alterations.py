"""A board with other ticket values, colours or points to begin with; and the same written into its files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import Any

from ferrovia.boards.digest import digest
from ferrovia.boards.package import LICENCE
from ferrovia.boards.problems import ROUTES, SETTINGS, TICKETS
from ferrovia.boards.registry import shipped
from ferrovia.engine.board import Board

START_SCORES = re.compile(r"^start_scores\s*=.*$", re.MULTILINE)


@dataclass(frozen=True)
class Alteration:
    """What is to be changed; everything else stays."""

    points: Mapping[int, int] = field(default_factory=dict)
    """Ticket → its points."""
    colours: Mapping[int, str] = field(default_factory=dict)
    """Lane, by its place in the file → its colour."""
    start_scores: tuple[int, ...] | None = None
    """In the order of play."""

    def __bool__(self) -> bool:
        return bool(self.points or self.colours or self.start_scores is not None)

    def then(self, other: Alteration) -> Alteration:
        start = self.start_scores if other.start_scores is None else other.start_scores
        return Alteration({**self.points, **other.points}, {**self.colours, **other.colours}, start)

    def of(self, board: Board) -> Board:
        """The altered board."""
        tickets = tuple(
            replace(ticket, points=self.points.get(number, ticket.points))
            for number, ticket in enumerate(board.tickets)
        )
        lanes = tuple(
            replace(lane, colour=self.colours.get(number, lane.colour)) for number, lane in enumerate(board.lanes)
        )
        start = board.start_scores if self.start_scores is None else self.start_scores
        altered = replace(board, tickets=tickets, lanes=lanes, start_scores=start)
        return replace(altered, digest=digest(altered))

    def differences(self, board: Board) -> list[dict[str, Any]]:
        """What is other than on the board, one by one, as plain data."""
        found: list[dict[str, Any]] = []
        for number, points in sorted(self.points.items()):
            ticket = board.tickets[number]
            if points != ticket.points:
                goals = " | ".join(board.places[goal].name for goal in ticket.goals)
                ends = {"from": board.places[ticket.a].name, "to": goals}
                found.append({"what": "ticket", **ends, "before": ticket.points, "after": points, "row": ticket.row})
        for number, colour in sorted(self.colours.items()):
            lane = board.lanes[number]
            if colour != lane.colour:
                ends = {"from": board.places[lane.a].name, "to": board.places[lane.b].name}
                found.append({"what": "lane", **ends, "before": lane.colour, "after": colour, "row": lane.row})
        if self.start_scores is not None and self.start_scores != board.start_scores:
            before, after = list(board.start_scores), list(self.start_scores)
            found.append({"what": "start_scores", "before": before, "after": after})
        return found


def folder_of(id_or_folder: str | PathLike[str]) -> Traversable:
    """Where the files of a board lie that `load` finds under this name."""
    if isinstance(id_or_folder, str) and id_or_folder in shipped():
        return shipped()[id_or_folder]
    return Path(id_or_folder)


def write_altered(source: Traversable, board: Board, alteration: Alteration, target: Path) -> None:
    """A copy of a board's folder with nothing changed but what the alteration says."""
    target.mkdir(parents=True)
    for file in source.iterdir():
        if file.is_file() and (file.name.endswith((".toml", ".csv")) or file.name == LICENCE):
            text = file.read_text(encoding="utf-8-sig")
            (target / file.name).write_text(altered_text(file.name, text, board, alteration), encoding="utf-8")


def altered_text(name: str, text: str, board: Board, alteration: Alteration) -> str:
    if name == TICKETS and alteration.points:
        return with_cells(text, "points", {board.tickets[n].row: str(p) for n, p in alteration.points.items()})
    if name == ROUTES and alteration.colours:
        return with_cells(text, "colour", {board.lanes[n].row: colour for n, colour in alteration.colours.items()})
    if name == SETTINGS and alteration.start_scores is not None:
        line = f"start_scores = {list(alteration.start_scores)}"
        return START_SCORES.sub(line, text) if START_SCORES.search(text) else f"{line}\n{text}"
    return text


def with_cells(text: str, column: str, values: Mapping[int, str]) -> str:
    """A table with other values in some rows, counted as a text editor counts lines."""
    lines = text.splitlines(keepends=True)
    place = [cell.strip() for cell in next(csv.reader([lines[0]]))].index(column)
    for row, value in values.items():
        cells = next(csv.reader([lines[row - 1]]))
        cells[place] = value
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(cells)
        lines[row - 1] = out.getvalue()
    return "".join(lines)
