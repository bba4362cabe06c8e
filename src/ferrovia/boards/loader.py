"""A folder with four files → a board, or every reason why not."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources.abc import Traversable

from ferrovia.boards.checks import check_doubles, check_lengths, check_reach, check_rules, check_supplies, check_tickets
from ferrovia.boards.digest import digest
from ferrovia.boards.facts import (
    LANE_COLUMNS,
    PLACE_COLUMNS,
    TICKET_COLUMNS,
    read_lanes,
    read_places,
    read_tickets,
)
from ferrovia.boards.files import read_text
from ferrovia.boards.problems import LOCATIONS, ROUTES, SETTINGS, TICKETS, Problems
from ferrovia.boards.provenance import Provenance
from ferrovia.boards.schema import read_board
from ferrovia.boards.sections import read_sections
from ferrovia.boards.tables import Row, read_table
from ferrovia.engine.board import Board


def load_folder(folder: Traversable) -> Board:
    """The board in this folder. Raises a BoardError with all problems if anything is wrong with it."""
    problems = Problems()
    sections = read_sections(read_text(folder, SETTINGS, problems), problems)
    same_length = not sections.has("doubles_same_length") or sections.flag("doubles_same_length")
    board = read_board(sections)
    provenance = Provenance(sections, board.rules)
    sections.close()

    def table(file: str, columns: tuple[str, ...]) -> list[Row]:
        return read_table(file, read_text(folder, file, problems), columns, problems)

    places = table(LOCATIONS, PLACE_COLUMNS)
    board = replace(board, places=read_places(places))
    routes, tickets = table(ROUTES, LANE_COLUMNS), table(TICKETS, TICKET_COLUMNS)
    board = replace(board, lanes=read_lanes(routes, board), tickets=read_tickets(tickets, board))
    check_doubles(board.lanes, same_length, problems)
    check_lengths(board, problems)
    check_tickets(board.tickets, problems)
    check_supplies(board, len(tickets), sections, problems)
    parts = provenance.count({LOCATIONS: places, ROUTES: routes, TICKETS: tickets})
    board = replace(board, provenance={"parts": parts, "texts": provenance.texts})
    # A row that had to be left out would make what depends on it look wrong, too.
    whole = len(board.lanes) == len(routes) and len(board.tickets) == len(tickets)
    if whole and problems.readable(ROUTES):
        check_reach(board, problems)
    if whole and not problems.about(SETTINGS, "players"):
        check_rules(board, sections, problems)
    problems.refuse(board.id or folder.name)
    return replace(board, digest=digest(board))
