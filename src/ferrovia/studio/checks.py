"""What is wrong with a draft, or out of the ordinary: each finding with its weight, where to look, and a repair where
there is one right answer. A repair is an edit like any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from typing_extensions import TypedDict

from ferrovia.boards.document import to_files
from ferrovia.boards.hints import shortest, shortest_way
from ferrovia.boards.loader import load_folder
from ferrovia.boards.look_reader import load_look
from ferrovia.boards.package import folder_of, version_of
from ferrovia.boards.problems import LOCATIONS, LOOK, ROUTES, SETTINGS, TICKETS, BoardError, Problem
from ferrovia.engine.board import Board
from ferrovia.studio.draft import document_of, restored_rows
from ferrovia.studio.measures import MOST_AT_PLACE, PER_PLACE, room

LETTERS: Final = {LOCATIONS: "p", ROUTES: "r", TICKETS: "t"}
PREFIXES: Final = {SETTINGS: "s", LOOK: "l"}
ERROR: Final = "error"
WARNING: Final = "warning"
NOTICE: Final = "notice"
INFO: Final = "info"
SHORT: Final = 0.8
LONG: Final = 1.35
"""Shares of what spaces want beyond which a route is told of."""
HEADER: Final = 2
"""The row of a table that its first entry stands in."""


class Finding(TypedDict):
    code: str
    weight: str
    params: dict[str, Any]
    at: list[str]
    """Rows of the draft, such as `p/p3` or `r/r12`, or a setting, such as `s/hand`."""
    repair: list[tuple[str, Any]]
    """Changes that put it right; empty where somebody has to decide."""


class Checked(TypedDict):
    findings: list[Finding]
    """The weightiest first."""
    board: str
    digest: str
    version: str
    """All three empty unless it is sound."""
    values: dict[str, int]
    """For every ticket what its shortest way costs; those without a way are not in it."""


def check_draft(draft: Mapping[str, Any]) -> Checked:
    try:
        files = to_files(document_of(draft))
        folder = folder_of(files)
        board = load_folder(folder)
        load_look(folder, board)
    except BoardError as error:
        found = [of_problem(draft, problem) for problem in error.problems]
        return {"findings": found, "board": "", "digest": "", "version": "", "values": {}}
    rows = {letter: restored_rows(draft, letter) for letter in "prt"}
    ways = shortest_ways(board)
    findings = [*ticket_findings(board, rows, ways), *place_findings(board, rows), *route_findings(board, rows)]
    order = [WARNING, NOTICE, INFO]
    return {
        "findings": sorted(findings, key=lambda finding: order.index(finding["weight"])),
        "board": board.id,
        "digest": board.digest,
        "version": version_of(files),
        "values": {rows["t"][number]: way for number, way in ways.items()},
    }


def of_problem(draft: Mapping[str, Any], problem: Problem) -> Finding:
    """A problem of the files, at the row or the setting that it is about."""
    at: list[str] = []
    letter = LETTERS.get(problem.file)
    if letter is not None:
        rows = restored_rows(draft, letter)
        number = problem.row - HEADER
        at = [f"{letter}/{rows[number]}"] if 0 <= number < len(rows) else []
    elif problem.file in PREFIXES and problem.column:
        at = [f"{PREFIXES[problem.file]}/{problem.column.replace('.', '/')}"]
    params = {"file": problem.file, "row": problem.row, "column": problem.column, "reason": problem.reason}
    return {"code": "problem", "weight": ERROR, "params": params, "at": at, "repair": []}


def finding(
    code: str, weight: str, at: list[str], repair: list[tuple[str, Any]] | None = None, **params: Any
) -> Finding:
    return {"code": code, "weight": weight, "params": params, "at": at, "repair": repair or []}


def shortest_ways(board: Board) -> dict[int, int]:
    """For every ticket by its number."""
    from_place = {start: shortest(board, start) for start in {ticket.a for ticket in board.tickets}}
    return {number: shortest_way(from_place[ticket.a], ticket) for number, ticket in enumerate(board.tickets)}


# --- tickets ----------------------------------------------------------------------------------------------
def ticket_findings(board: Board, rows: Mapping[str, list[str]], ways: Mapping[int, int]) -> Iterator[Finding]:
    for number, ticket in enumerate(board.tickets):
        if ticket.points != ways[number]:
            row = f"t/{rows['t'][number]}"
            names = {
                "from": board.places[ticket.a].name,
                "to": " | ".join(board.places[goal].name for goal in ticket.goals),
            }
            repair = [(f"{row}/points", str(ways[number]))]
            yield finding("value", NOTICE, [row], repair, points=ticket.points, way=ways[number], **names)
    ending = [place for place, printed in enumerate(board.places) if not printed.junction]
    per_place = len(board.tickets) / max(len(ending), 1)
    if not PER_PLACE[0] <= round(per_place, 2) <= PER_PLACE[1]:
        yield finding("per_place", INFO, [], number=round(per_place, 2), least=PER_PLACE[0], most=PER_PLACE[1])
    at = Counter(end for ticket in board.tickets for end in (ticket.a, *ticket.goals))
    crowded = [place for place, count in at.items() if count > MOST_AT_PLACE]
    if crowded:
        yield about_places("crowded", NOTICE, board, rows, crowded, most=MOST_AT_PLACE)
    unnamed = [place for place in ending if not at[place]]
    if unnamed:
        yield about_places("no_ticket", NOTICE, board, rows, unnamed)


def about_places(
    code: str, weight: str, board: Board, rows: Mapping[str, list[str]], places: list[int], **params: Any
) -> Finding:
    names = [board.places[place].name for place in places]
    return finding(code, weight, [f"p/{rows['p'][place]}" for place in places], None, places=names, **params)


# --- the network ------------------------------------------------------------------------------------------
def place_findings(board: Board, rows: Mapping[str, list[str]]) -> Iterator[Finding]:
    joined: list[set[int]] = [set() for _ in board.places]
    for lane in board.lanes:
        joined[lane.a].add(lane.b)
        joined[lane.b].add(lane.a)
    for code, weight, count in (("no_lane", WARNING, 0), ("dead_end", NOTICE, 1)):
        places = [place for place, others in enumerate(joined) if len(others) == count]
        if places:
            yield about_places(code, weight, board, rows, places)
    reached = shortest(board, 0) if board.places else {}
    apart = [place for place in range(len(board.places)) if place not in reached and joined[place]]
    if apart:
        yield about_places("cut_off", WARNING, board, rows, apart, start=board.places[0].name)
    spaces = sum(1 if board.kinds[lane.kind].one_per_route else lane.cards for lane in board.lanes)
    pieces = board.players[1] * (sum(kind.supply for kind in board.kinds) - board.end_at_pieces)
    if spaces < pieces:
        yield finding("few_spaces", NOTICE, [], spaces=spaces, pieces=pieces, players=board.players[1])


def route_findings(board: Board, rows: Mapping[str, list[str]]) -> Iterator[Finding]:
    numbers: dict[tuple[int, int], list[int]] = {}
    for number, lane in enumerate(board.lanes):
        numbers.setdefault((min(lane.a, lane.b), max(lane.a, lane.b)), []).append(number)
    for ends, share in room(board).items():
        if SHORT <= share <= LONG:
            continue
        names = {"from": board.places[ends[0]].name, "to": board.places[ends[1]].name}
        at = [f"r/{rows['r'][number]}" for number in numbers[ends]]
        code = "short" if share < SHORT else "long"
        yield finding(code, NOTICE, at, None, percent=round(100 * share), **names)
    for bridge in bridges(board, list(numbers)):
        at = [f"r/{rows['r'][number]}" for number in numbers[bridge]]
        names = {"from": board.places[bridge[0]].name, "to": board.places[bridge[1]].name}
        yield finding("bridge", INFO, at, None, **names)
    spaces = {colour: sum(lane.cards for lane in board.lanes if lane.colour == colour) for colour in board.colours}
    if len(set(spaces.values())) > 1:
        yield finding("colours", INFO, [], spaces=spaces)


def bridges(board: Board, routes: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Routes without which the network falls apart, but for dead ends, which are told of by themselves."""
    around: list[list[int]] = [[] for _ in board.places]
    for a, b in routes:
        around[a].append(b)
        around[b].append(a)
    found = []
    for a, b in routes:
        if len(around[a]) < 2 or len(around[b]) < 2:
            continue
        seen, ahead = {a}, [a]
        while ahead:
            place = ahead.pop()
            for other in around[place]:
                if other not in seen and {place, other} != {a, b}:
                    seen.add(other)
                    ahead.append(other)
        if b not in seen:
            found.append((a, b))
    return found
