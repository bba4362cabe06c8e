"""The tables of a board: places, lanes and tickets, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ferrovia.boards.csv_table import Row
from ferrovia.boards.limits import MOST_LENGTH, MOST_POINTS
from ferrovia.boards.problems import LOCATIONS, meant, quote
from ferrovia.boards.schema import COLOURS
from ferrovia.engine.board import GREY, JUNCTION, LONG, YES, Board, Lane, PieceKind, Place, Ticket

PLACE_COLUMNS: Final = ("name", "x", "y")
LANE_COLUMNS: Final = ("from", "to", "length", "colour")
PIECE_COLUMN: Final = "piece"
TICKET_COLUMNS: Final = ("from", "to", "points")
TRANSLATED: Final = "name_"
ONE_OF: Final = "|"
"""Between the places of which a ticket has to reach one (R30)."""


def read_places(rows: Sequence[Row]) -> tuple[Place, ...]:
    places: list[Place] = []
    seen: dict[str, int] = {}
    for row in rows:
        name = row.name("name")
        if name in seen:
            row.wrong("name", f"{quote(name)} stands in row {seen[name]} already")
        seen.setdefault(name, row.line)
        check_yes(row, JUNCTION)
        places.append(Place(name, row.decimal("x"), row.decimal("y"), translations(row), row.cells))
    return tuple(places)


def translations(row: Row) -> dict[str, str]:
    """Names in other languages, from the columns name_en, name_fr, …; an empty cell means the printed name."""
    columns = [column for column in row.cells if column.startswith(TRANSLATED) and row.text(column)]
    return {column.removeprefix(TRANSLATED): row.name(column) for column in columns}


def check_yes(row: Row, column: str) -> None:
    if row.text(column) not in ("", YES):
        row.wrong(column, f"{quote(row.text(column))} is neither empty nor {YES!r}")


def place_numbers(places: Sequence[Place]) -> dict[str, int]:
    return {place.name: number for number, place in enumerate(places)}


def read_ends(row: Row, numbers: Mapping[str, int]) -> tuple[int, int] | None:
    """The two places of a lane or a ticket, or None if one of them is not on the board."""
    names = row.text("from"), row.text("to")
    for column, name in zip(("from", "to"), names, strict=True):
        if name not in numbers and row.problems.readable(LOCATIONS):
            row.wrong(column, f"{quote(name)} is no place of this board{meant(name, numbers)}")
    if names[0] not in numbers or names[1] not in numbers:
        return None
    if names[0] == names[1]:
        row.wrong("to", f"{quote(names[1])} is where it begins, too")
    return numbers[names[0]], numbers[names[1]]


def read_lanes(rows: Sequence[Row], board: Board) -> tuple[Lane, ...]:
    """Lanes whose places are known; a problem for every other."""
    numbers = place_numbers(board.places)
    lanes: list[Lane] = []
    for row in rows:
        ends = read_ends(row, numbers)
        cards = row.whole("length", 1, MOST_LENGTH)
        colour = read_colour(row, board)
        kind = read_kind(row, board.kinds)
        if ends is not None:
            lanes.append(Lane(*ends, cards, colour, kind, row.cells, row.line))
    return tuple(lanes)


def read_colour(row: Row, board: Board) -> str:
    colour = row.text("colour")
    known = (*COLOURS, GREY)
    if colour not in known:
        row.wrong("colour", f"{quote(colour)} is no colour{meant(colour, known)}")
    elif colour != GREY and board.colours and colour not in board.colours:
        row.wrong("colour", f"there are no {colour} cards in this board's deck")
    else:
        return colour
    return GREY


def read_kind(row: Row, kinds: Sequence[PieceKind]) -> int:
    """The kind of piece a lane takes. A board with one kind needs no column for it."""
    if not kinds or (len(kinds) == 1 and PIECE_COLUMN not in row.cells):
        return 0
    ids = [kind.id for kind in kinds]
    return ids.index(row.known(PIECE_COLUMN, "piece", ids))


def read_tickets(rows: Sequence[Row], board: Board) -> tuple[Ticket, ...]:
    """Tickets whose places are known; a problem for every other."""
    numbers = place_numbers(board.places)
    tickets: list[Ticket] = []
    for row in rows:
        check_yes(row, LONG)
        ends = read_goals(row, numbers) if is_choice(row, numbers) else read_ends(row, numbers)
        points = row.whole("points", 1, MOST_POINTS)
        if ends is not None:
            a, b, *further = ends
            check_junctions(row, [board.places[end] for end in ends])
            tickets.append(Ticket(a, b, points, row.cells, row.line, tuple(further)))
    return tuple(tickets)


def is_choice(row: Row, numbers: Mapping[str, int]) -> bool:
    return ONE_OF in row.text("to") and row.text("to") not in numbers


def read_goals(row: Row, numbers: Mapping[str, int]) -> tuple[int, ...] | None:
    """R30: where a ticket begins, and the places of which it has to reach one."""
    names = [row.text("from"), *(name.strip() for name in row.text("to").split(ONE_OF))]
    for place, name in enumerate(names):
        if name not in numbers and row.problems.readable(LOCATIONS):
            row.wrong("to" if place else "from", f"{quote(name)} is no place of this board{meant(name, numbers)}")
    if any(name not in numbers for name in names):
        return None
    if len(set(names)) < len(names):
        row.wrong("to", "a place is named twice")
        return None
    return tuple(numbers[name] for name in names)


def check_junctions(row: Row, ends: Sequence[Place]) -> None:
    """R31: a junction ends no ticket."""
    for place, end in enumerate(ends):
        if end.junction:
            row.wrong("to" if place else "from", f"{quote(end.name)} is a junction; no ticket ends there")
