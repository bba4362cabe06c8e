"""What a maker should look at first: whatever lies furthest outside of what is usual, beyond doubt.

Every kind of finding has a tolerance, within which nothing is said, and a step: a finding that lies so far beyond its
tolerance, with its whole interval, weighs 1. Both were set by looking at the boards that come with Ferrovia."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final, NamedTuple

from ferrovia.balance.intervals import Figure
from ferrovia.balance.plan import PLANNER, RANDOM
from ferrovia.balance.rows import ColourRow, Figures, LaneRow, LengthRow, SeatRow, TicketRow

FIRST: Final = 5
"""Things to look at."""


class Norm(NamedTuple):
    """How far a figure may lie from what is usual, and how much further it has to lie to weigh 1."""

    tolerance: float
    step: float


NORMS: Final[dict[str, Norm]] = {
    "turn": Norm(0.02, 0.04),  # from an equal chance to win
    "chair": Norm(0.005, 0.01),  # the same; nothing should make a difference here, but there are many chairs
    "ticket": Norm(0.15, 0.2),  # points from its worth, as a share of the mean points of a ticket
    "incomplete": Norm(0.0, 0.1),  # below two of three
    "bottleneck": Norm(0.05, 0.05),  # tickets a game for which this lane alone was lacking
    "untaken": Norm(0.0, 0.04),  # below 2 % of games
    "short": Norm(0.3, 0.25),  # more scarce than the others, as a share
    "idle": Norm(0.2, 0.2),  # less use of every card than of the others, as a share
    "wanted": Norm(0.12, 0.08),  # share of turns in which it is lacking, beyond that of the others
    "offer": Norm(0.25, 0.1),  # chance to win with the best opening offers, less that with the worst
    "passes": Norm(0.02, 0.05),
    "bare": Norm(0.05, 0.1),
    "unfinished": Norm(0.0, 0.001),
    "style": Norm(0.15, 0.1),  # beyond an even chance, against every other style
}
HALF: Final = 0.5
TWO_THIRDS: Final = 2 / 3
SELDOM: Final = 0.02


@dataclass(frozen=True)
class Finding:
    """`code` has words in every language, which `params` fill."""

    code: str
    weight: float
    """0: within what is usual, or too uncertain; from 1 on it stands out."""
    excess: float
    """The same without a thought for how sure it is: for the order of those that weigh nothing."""
    players: int
    by: str
    params: Mapping[str, object]

    def to_dict(self) -> dict[str, Any]:
        shown = {name: value for name, value in self.params.items() if name != "about"}
        params = {name: value.to_dict() if isinstance(value, Figure) else value for name, value in shown.items()}
        return {"code": self.code, "weight": round(self.weight, 2), "players": self.players, "by": self.by, **params}


def findings(figures: Figures) -> list[Finding]:
    """The five that weigh most. Of one thing only the weightiest stands here, whatever the number of players."""
    kind = PLANNER if any(row.by == PLANNER and row.games for row in figures.length) else RANDOM
    found = sorted(all_findings(figures, kind), key=lambda one: (-one.weight, -one.excess))
    seen: set[object] = set()
    first: list[Finding] = []
    for finding in found:
        about = finding.params.get("about", finding.code)
        if about not in seen:
            seen.add(about)
            first.append(finding)
    return first[:FIRST]


def all_findings(figures: Figures, kind: str) -> Iterator[Finding]:
    for seat in figures.seats:
        if seat.by == kind and (seat.players > 2 or seat.win.value >= seat.fair):  # of two, the one who wins too often
            yield of_seat(seat)
    usual = fmean(row.points for row in figures.tickets) if figures.tickets else 1.0
    for ticket in {row.ticket for row in figures.tickets}:
        rows = [row for row in figures.tickets if (row.by, row.ticket) == (kind, ticket)]
        yield from of_points(rows, usual)
        for row in rows:
            yield from of_completing(row)
    for players in {row.players for row in figures.length}:
        here = [row for row in figures.lanes if (row.by, row.players) == (kind, players)]
        yield from of_lanes(here)
        yield from of_colours([row for row in figures.colours if (row.by, row.players) == (kind, players)])
        yield from of_offers(figures, kind, players)
    for length in figures.length:
        if length.by == kind:
            yield from of_length(length)
    yield from of_styles(figures)


def weigh(code: str, figure: Figure, usual: float, sign: int = 0) -> tuple[float, float]:
    """(weight, excess). With a sign only what lies above (1) or below (-1) counts."""
    norm = NORMS[code]
    off = figure.value - usual
    if sign * off < 0:
        return 0.0, -abs(off) / norm.step
    beyond = figure.beyond(usual, norm.tolerance) / norm.step
    return beyond, (abs(off) - norm.tolerance) / norm.step


def made(code: str, players: int, by: str, weights: tuple[float, float], **params: object) -> Finding:
    return Finding(code, *weights, players, by, params)


# --- one kind after the other -----------------------------------------------------------------------------
def of_seat(row: SeatRow) -> Finding:
    code = "turn" if row.turn is not None else "chair"
    params = {"number": row.turn or row.chair, "win": row.win, "fair": row.fair, "about": code}
    return made(code, row.players, row.by, weigh(code, row.win, row.fair), **params)


def of_points(rows: list[TicketRow], usual: float) -> Iterator[Finding]:
    """A ticket has the same points at every table, so what counts is where they fit best; they can be wrong only if
    they are too many, or too few, for every number of players. `usual` are the mean points of a ticket."""
    found: list[Finding] = []
    for row in rows:
        if row.worth is not None:
            code = "ticket_high" if row.worth.value < row.points else "ticket_low"
            shares = Figure(*(value / usual for value in (row.worth.value, row.worth.low, row.worth.high)))
            weights = weigh("ticket", shares, row.points / usual)
            found.append(made(code, row.players, row.by, weights, **named_ticket(row), worth=row.worth))
    if found and len({finding.code for finding in found}) == 1:
        yield min(found, key=lambda finding: (finding.weight, finding.excess))


def of_completing(row: TicketRow) -> Iterator[Finding]:
    if row.completed is not None and row.by == PLANNER:
        weights = weigh("incomplete", row.completed, TWO_THIRDS, -1)
        yield made("incomplete", row.players, row.by, weights, **named_ticket(row), completed=row.completed)


def named_ticket(row: TicketRow) -> dict[str, object]:
    return {"from": row.from_, "to": row.to, "points": row.points, "about": ("ticket", row.ticket)}


def of_lanes(rows: list[LaneRow]) -> Iterator[Finding]:
    routes: dict[frozenset[str], list[LaneRow]] = {}
    for row in rows:
        routes.setdefault(frozenset((row.from_, row.to)), []).append(row)
        if row.lacked is not None:
            named = {"from": row.from_, "to": row.to, "about": ("lane", row.from_, row.to)}
            weights = weigh("bottleneck", row.lacked, 0.0, 1)
            yield made("bottleneck", row.players, row.by, weights, **named, lacked=row.lacked, cost=row.cost)
    for lanes in routes.values():
        row = max(lanes, key=lambda lane: lane.claimed.value)
        together = sum(lane.claimed.value for lane in lanes)
        figure = Figure(
            together, together - row.claimed.value + row.claimed.low, sum(lane.claimed.high for lane in lanes)
        )
        named = {"from": row.from_, "to": row.to, "about": ("lane", row.from_, row.to)}
        yield made("untaken", row.players, row.by, weigh("untaken", figure, SELDOM, -1), **named, claimed=figure)


def of_colours(rows: list[ColourRow]) -> Iterator[Finding]:
    """Each beside the mean of the others."""
    for row in rows:
        others = [other for other in rows if other is not row]
        usual = mean_of(other.used for other in others)
        named = {"colour": row.colour, "cards": row.cards, "spaces": row.spaces, "about": ("colour", row.colour)}
        if row.used is not None and usual > 0:
            share = Figure(*(value / usual for value in (row.used.value, row.used.low, row.used.high)))
            yield made("idle", row.players, row.by, weigh("idle", share, 1.0, -1), **named, share=share)
        if row.scarce is not None:
            yield made("short", row.players, row.by, weigh("short", row.scarce, 1.0, 1), **named, share=row.scarce)
        if row.short is not None:
            mean = mean_of(other.short for other in others)
            weights = weigh("wanted", row.short, mean, 1)
            yield made("wanted", row.players, row.by, weights, **named, lacking=row.short, usual=mean)


def mean_of(figures: Iterable[Figure | None]) -> float:
    """Of those that are known; 0 if none is."""
    known = [figure.value for figure in figures if figure is not None]
    return fmean(known) if known else 0.0


def of_offers(figures: Figures, kind: str, players: int) -> Iterator[Finding]:
    rows = [row for row in figures.offers if (row.by, row.players, row.ticket) == (kind, players, None)]
    if len(rows) < 2:
        return
    best, worst = max(rows, key=lambda row: row.win.value), min(rows, key=lambda row: row.win.value)
    spread = Figure(best.win.value - worst.win.value, best.win.low - worst.win.high, best.win.high - worst.win.low)
    yield made("offer", players, kind, weigh("offer", spread, 0.0, 1), best=best.win, worst=worst.win, spread=spread)


def of_length(row: LengthRow) -> Iterator[Finding]:
    for code, figure in (("passes", row.passes), ("bare", row.bare)):
        if figure is not None:
            yield made(code, row.players, row.by, weigh(code, figure, 0.0, 1), share=figure)
    if row.unfinished:
        share = row.unfinished / (row.games + row.unfinished)
        figure = Figure(share, share, share)
        yield made("unfinished", row.players, row.by, weigh("unfinished", figure, 0.0, 1), share=figure)


def of_styles(figures: Figures) -> Iterator[Finding]:
    """A style that beats every other."""
    for style in dict.fromkeys(row.style for row in figures.styles):
        rows = [row for row in figures.styles if row.style == style]
        row = min(rows, key=lambda row: row.win.low)
        params = {"style": style, "against": row.against, "win": row.win, "about": ("style", style)}
        yield made("style", 0, "styles", weigh("style", row.win, HALF, 1), **params)
