"""What a maker may wish of a board, and how far a measured board is from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any, Final

from ferrovia.balance.counts import Counts
from ferrovia.balance.figures import colour_rows, seat_rows, ticket_rows
from ferrovia.balance.intervals import Figure
from ferrovia.balance.plan import PLANNER, BalanceError

TICKETS: Final = "tickets"
SEATS: Final = "seats"
COLOURS: Final = "colours"
DEFAULTS: Final = {TICKETS: 2.0, SEATS: 1.0, COLOURS: 10.0}
"""Every kind of wish: points, percent of games, percent. Those that nobody wished for are measured all the same."""


@dataclass(frozen=True)
class Distance:
    """How far a board is from a wish."""

    kind: str
    limit: float
    off: list[Figure]
    """Of every ticket, seat or colour, in the unit of the wish: what it has beyond what it should have."""

    @property
    def worst(self) -> float:
        return max((abs(figure.value) for figure in self.off), default=0.0)

    @property
    def outside(self) -> int:
        """How many lie outside with their whole interval."""
        return sum(figure.beyond(0.0, self.limit) > 0 for figure in self.off)

    @property
    def excess(self) -> float:
        """All that lies outside, added up, whether it is sure or not."""
        return sum(max(0.0, abs(figure.value) - self.limit) for figure in self.off)

    @property
    def noise(self) -> float:
        """By how much the excess may be wrong."""
        return sqrt(sum(((figure.high - figure.low) / 2) ** 2 for figure in self.off))

    def to_dict(self) -> dict[str, Any]:
        return {
            "limit": self.limit,
            "outside": self.outside,
            "worst": round(self.worst, 3),
            "excess": round(self.excess, 3),
            "noise": round(self.noise, 3),
        }


def distance(kind: str, limit: float, counts: Counts) -> Distance:
    return Distance(kind, limit, OFF[kind](counts))


def tickets_off(counts: Counts) -> list[Figure]:
    """Points that each ticket has beyond its worth; nothing, where no game tells."""
    rows = list(ticket_rows(counts, PLANNER))
    known = [(row.points, row.worth) for row in rows if row.worth is not None]
    return [Figure(points - worth.value, points - worth.high, points - worth.low) for points, worth in known]


def seats_off(counts: Counts) -> list[Figure]:
    """Percent that each seat wins beyond its share, in the order of play."""
    rows = [row for row in seat_rows(counts, PLANNER) if row.turn is not None]
    return [Figure(*(100 * (value - row.fair) for value in (row.win.value, row.win.low, row.win.high))) for row in rows]


def colours_off(counts: Counts) -> list[Figure]:
    """Percent that a card of each colour is used beyond the mean of the others."""
    used = [row.used for row in colour_rows(counts, PLANNER)]
    found = []
    for number, figure in enumerate(used):
        others = [other.value for place, other in enumerate(used) if place != number and other is not None]
        if figure is not None and others and fmean(others) > 0:
            usual = fmean(others)
            found.append(Figure(*(100 * (value / usual - 1) for value in (figure.value, figure.low, figure.high))))
    return found


OFF: Final[dict[str, Callable[[Counts], list[Figure]]]] = {
    TICKETS: tickets_off,
    SEATS: seats_off,
    COLOURS: colours_off,
}


def read_wish(text: str) -> tuple[str, float]:
    """`tickets=2` and the like."""
    kind, _, limit = text.partition("=")
    try:
        wished = float(limit) if limit else DEFAULTS[kind]
    except (KeyError, ValueError):
        wished = -1.0
    if kind not in DEFAULTS or not 0 <= wished <= 1000:
        raise BalanceError("balance.wish", {"text": text, "known": [f"{name}={DEFAULTS[name]:g}" for name in DEFAULTS]})
    return kind, wished
