"""A board in a few numbers, to lay beside those of other boards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import sqrt
from statistics import fmean
from typing import Any, Final

from ferrovia.balance.intervals import Figure
from ferrovia.balance.rows import Figures

FILE: Final = "builtin.json"
"""The figures of the boards that come with Ferrovia; `make balance` writes it."""
KEYS: Final = (
    "first", "offers", "kept", "completed", "off", "lacked", "untaken", "short", "turns", "lead_changes", "margin",
    "surprises", "resets", "empty_decks", "bare", "passes",
)  # fmt: skip
SELDOM: Final = 0.05

Summary = dict[str, Figure | None]


def summary_of(figures: Figures, players: int, by: str) -> Summary:
    """By the names of KEYS."""
    found: Summary = {key: None for key in KEYS}
    here = (players, by)
    for seat in figures.seats:
        if (seat.players, seat.by, seat.turn) == (*here, 1):
            found["first"] = Figure(*(value - seat.fair for value in (seat.win.value, seat.win.low, seat.win.high)))
    wins = [row.win for row in figures.offers if (row.players, row.by, row.ticket) == (*here, None)]
    if wins:
        found["offers"] = between(min(wins, key=lambda win: win.value), max(wins, key=lambda win: win.value))
    tickets = [row for row in figures.tickets if (row.players, row.by) == here]
    found["kept"] = share([row.kept for row in tickets])
    found["completed"] = share([row.completed for row in tickets])
    found["off"] = mean([off(row.worth, row.points) for row in tickets])
    lanes = [row for row in figures.lanes if (row.players, row.by) == here]
    lacked = [row.lacked for row in lanes if row.lacked is not None]
    found["lacked"] = max(lacked, key=lambda figure: figure.value, default=None)
    found["untaken"] = untaken({frozenset((row.from_, row.to)) for row in lanes}, figures, players, by)
    found["short"] = spread([row.used for row in figures.colours if (row.players, row.by) == here])
    for length in figures.length:
        if (length.players, length.by) == here:
            for key in KEYS[KEYS.index("turns") :]:
                found[key] = getattr(length, key)
    return found


def between(low: Figure, high: Figure) -> Figure:
    reach = sqrt((low.high - low.low) ** 2 + (high.high - high.low) ** 2) / 2
    value = high.value - low.value
    return Figure(value, value - reach, value + reach)


def mean(figures: list[Figure | None]) -> Figure | None:
    """Of figures that know nothing of each other."""
    known = [figure for figure in figures if figure is not None]
    if not known:
        return None
    value = fmean(figure.value for figure in known)
    reach = sqrt(sum(((figure.high - figure.low) / 2) ** 2 for figure in known)) / len(known)
    return Figure(value, value - reach, value + reach)


def share(figures: list[Figure | None]) -> Figure | None:
    """The mean of shares: it lies between none and all, however wide its interval is."""
    found = mean(figures)
    return None if found is None else Figure(found.value, max(0.0, found.low), min(1.0, found.high))


def off(worth: Figure | None, points: int) -> Figure | None:
    """How many points a ticket is off its worth, whichever way."""
    if worth is None:
        return None
    value, reach = abs(worth.value - points), (worth.high - worth.low) / 2
    return Figure(value, value - reach, value + reach)


def untaken(routes: set[frozenset[str]], figures: Figures, players: int, by: str) -> Figure | None:
    """The share of connections that hardly anybody ever claims."""
    if not routes:
        return None
    claimed = {route: 0.0 for route in routes}
    for row in figures.lanes:
        if (row.players, row.by) == (players, by):
            claimed[frozenset((row.from_, row.to))] += row.claimed.value
    share = sum(value < SELDOM for value in claimed.values()) / len(claimed)
    return Figure(share, share, share)


def spread(figures: list[Figure | None]) -> Figure | None:
    """From the colour whose cards are used least to the one whose are used most, as a share of the mean."""
    known = [figure for figure in figures if figure is not None]
    usual = fmean(figure.value for figure in known) if known else 0.0
    if not usual:
        return None
    low, high = min(known, key=lambda one: one.value), max(known, key=lambda one: one.value)
    apart = between(low, high)
    return Figure(apart.value / usual, apart.low / usual, apart.high / usual)


# --- the boards that come with Ferrovia -------------------------------------------------------------------
@cache
def builtin_data() -> Mapping[str, Any]:
    """{"counts", "rules", "seed", "boards": {id: {"digest", "games", "players": {"2": {"planner": {key: …}}}}}}."""
    data: Mapping[str, Any] = json.loads(files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return data


def builtin_summaries(players: int, by: str) -> Iterator[tuple[str, Summary]]:
    """(id, summary) of every board that was measured with so many players."""
    for board, facts in builtin_data()["boards"].items():
        found = facts["players"].get(str(players), {}).get(by)
        if found is not None:
            yield board, {key: Figure(**figure) if figure else None for key, figure in found.items()}
