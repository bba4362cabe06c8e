"""Measures of printed boards that makers' boards are held against, and the shortest ways they rest on."""

from __future__ import annotations

from math import hypot
from statistics import median
from typing import Final

from ferrovia.boards.hints import shortest
from ferrovia.engine.board import Board

PITCH: Final = 25.5
"""Millimetres from one space to the next …"""
ENDS: Final = 15.0
"""… and for the two ends of a route together."""
PER_PLACE: Final = (0.83, 1.1)
"""Tickets for each place."""
MOST_AT_PLACE: Final = 7
BANDS: Final = ((0.30, 0.18), (0.45, 0.33), (0.60, 0.22), (0.75, 0.16), (1.00, 0.11))
"""Lengths of tickets as shares of the board's reach, below the first number: which share of the deck they are."""


def wanted(spaces: int) -> float:
    """Millimetres between the places of a route of so many spaces."""
    return PITCH * spaces + ENDS


def spaces_between(board: Board) -> dict[tuple[int, int], int]:
    """For every route that is paved with tiles, how many lie in a row. A route of one round space may be any length."""
    found: dict[tuple[int, int], int] = {}
    for lane in board.lanes:
        if not board.kinds[lane.kind].one_per_route:
            ends = min(lane.a, lane.b), max(lane.a, lane.b)
            found[ends] = max(lane.cards, found.get(ends, 0))
    return found


def room(board: Board) -> dict[tuple[int, int], float]:
    """For every route the distance of its places in shares of what its spaces want; the median route has 1."""
    spaces = spaces_between(board)
    at = board.places
    shares = {(a, b): hypot(at[a].x - at[b].x, at[a].y - at[b].y) / wanted(n) for (a, b), n in spaces.items()}
    unit = median(shares.values()) if shares else 1.0
    return {ends: share / unit for ends, share in shares.items()} if unit > 0 else {}


def all_ways(board: Board) -> list[dict[int, int]]:
    """From every place, the cards that the shortest way to every other costs."""
    return [shortest(board, start) for start in range(len(board.places))]
