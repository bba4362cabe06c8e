"""A folder with four files → a board, or every reason why not."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources.abc import Traversable

from ferrovia.boards.checks import (
    check_doubles,
    check_lengths,
    check_limits,
    check_rules,
    check_supplies,
    check_tickets,
    check_ties,
)
from ferrovia.boards.csv_table import Row, read_table
from ferrovia.boards.digest import digest
from ferrovia.boards.files import read_text
from ferrovia.boards.problems import LOCATIONS, ROUTES, SETTINGS, TICKETS, Problems
from ferrovia.boards.provenance import Provenance
from ferrovia.boards.reach import check_reach
from ferrovia.boards.row_reader import (
    LANE_COLUMNS,
    PLACE_COLUMNS,
    TICKET_COLUMNS,
    read_lanes,
    read_places,
    read_tickets,
)
from ferrovia.boards.schema import read_board
from ferrovia.boards.toml_section import read_sections
from ferrovia.boards.typed_names import check_names, check_route_names, check_spots
from ferrovia.engine.board import Board


def load_folder(folder: Traversable) -> Board:
    """The board in this folder. Raises a BoardError with all problems if anything is wrong with it."""
    problems = Problems()
    sections = read_sections(read_text(folder, SETTINGS, problems), problems)
    same_length = not sections.has("doubles_same_length") or sections.flag("doubles_same_length")
    board = read_board(sections)
    provenance = Provenance(sections, board.rules)
    sections.keep_extra()
    sections.close()

    def table(file: str, columns: tuple[str, ...]) -> list[Row]:
        return read_table(file, read_text(folder, file, problems), columns, problems)

    locations = table(LOCATIONS, PLACE_COLUMNS)
    board = replace(board, places=read_places(locations))
    routes, tickets = table(ROUTES, LANE_COLUMNS), table(TICKETS, TICKET_COLUMNS)
    board = replace(board, lanes=read_lanes(routes, board), tickets=read_tickets(tickets, board))
    check_names(locations, board.places, problems)
    check_spots(locations, board.places, problems)
    check_route_names(board.lanes, board.places, problems)
    check_doubles(board.lanes, same_length, problems)
    check_lengths(board, problems)
    check_tickets(board.tickets, problems)
    check_supplies(board, len(tickets), sections, problems)
    check_ties(board, sections)
    if not problems.about(SETTINGS, "pieces"):
        check_limits(board, sections)
    parts = provenance.count({LOCATIONS: locations, ROUTES: routes, TICKETS: tickets})
    board = replace(board, provenance={"parts": parts, "texts": provenance.texts})
    # A row that had to be left out would make what depends on it look wrong, too.
    whole = len(board.lanes) == len(routes) and len(board.tickets) == len(tickets)
    if whole and problems.readable(ROUTES):
        check_reach(board, problems)
    if whole and not problems.about(SETTINGS, "players"):
        check_rules(board, sections, problems)
    problems.refuse(board.id or folder.name)
    return replace(board, digest=digest(board))
