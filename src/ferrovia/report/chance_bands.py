"""The geometry of a game's chances: one band per seat, one on the other, always as high as the whole.

Bands lie in the order of the seats and bear their names, so that nobody needs to tell colours apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Final, NamedTuple

from ferrovia.report.plots import Scale, Tick

HEIGHT: Final = 300
BADGE: Final = 24  # pixels between rows of badges
APART: Final = 0.075  # of the width that badges in a row keep between them, so that they fit on a phone
STRETCH: Final = 0.18  # of the width that a name takes
NAMED: Final = 0.09  # of the height that a band needs for its name
MOST_TICKS: Final = 8

Chances = Sequence[Sequence[float]]
"""Of every seat, for every position."""


class Label(NamedTuple):
    """A name inside its band."""

    x: str
    y: str
    name: str


class Badge(NamedTuple):
    """The number of a turning point, above the bands."""

    number: int
    x: str
    y: int


@dataclass(frozen=True)
class Bands:
    steps: int
    """Moves between the first position and the last."""
    areas: Sequence[str]
    """For every seat the points of its band, in steps and parts of a hundred."""
    labels: Sequence[Label]
    titles: Sequence[str]
    """What is told of every position under the pointer."""
    ticks: Sequence[Tick]
    badges: Sequence[Badge]
    above: int
    """Pixels that the badges need above the bands."""
    height: int = HEIGHT


def bands(chances: Chances, scale: Scale, names: Sequence[str], titles: Sequence[str], turns: Sequence[int]) -> Bands:
    """`scale` is that of the moves' numbers, `turns` are the numbers of the turning points."""
    rows, placed = place_badges(turns, scale)
    return Bands(
        steps=len(chances) - 1,
        areas=[area(chances, seat) for seat in range(len(names))],
        labels=list(labels(chances, names)),
        titles=titles,
        ticks=list(moves_axis(scale)),
        badges=placed,
        above=BADGE * rows,
    )


def area(chances: Chances, seat: int) -> str:
    top = [100 * sum(shares[:seat]) for shares in chances]
    bottom = [100 * sum(shares[: seat + 1]) for shares in chances]
    there = [f"{x},{y:.2f}" for x, y in enumerate(top)]
    back = [f"{x},{y:.2f}" for x, y in reversed(list(enumerate(bottom)))]
    return " ".join(there + back)


def labels(chances: Chances, names: Sequence[str]) -> Iterator[Label]:
    """Names inside their bands, where these have most room for a while."""
    for seat, name in enumerate(names):
        tops = [sum(shares[:seat]) for shares in chances]
        ends = [sum(shares[: seat + 1]) for shares in chances]
        room, at = widest(tops, ends)
        if room >= NAMED:
            top, end = max(tops[at]), min(ends[at])
            x = 100 * (at.start + at.stop - 1) / 2 / max(len(chances) - 1, 1)
            yield Label(f"{x:.2f}%", f"{HEIGHT * (top + end) / 2 + 5:.0f}", name)


def widest(tops: Sequence[float], ends: Sequence[float]) -> tuple[float, slice]:
    """The part of a band where a name fits best, and how high it is there."""
    length = max(1, round(STRETCH * len(tops)))
    parts = [slice(start, start + length) for start in range(len(tops) - length + 1)]
    rooms = [min(ends[part]) - max(tops[part]) for part in parts]
    best = max(range(len(parts)), key=lambda index: round(rooms[index], 2))
    return rooms[best], parts[best]


def moves_axis(scale: Scale) -> Iterator[Tick]:
    """Round numbers of moves below the bands."""
    span = max(scale.high - scale.low, 1)
    power = 10 ** floor(log10(max(span / MOST_TICKS, 1)))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= MOST_TICKS)
    first = -int(-scale.low // step) * step
    for index, tick in enumerate(range(first, int(scale.high) + 1, step)):
        yield Tick(scale.at(tick), str(tick), index % 2 == 1)


def place_badges(turns: Sequence[int], scale: Scale) -> tuple[int, list[Badge]]:
    """Badges in as many rows as they need, the lowest row first; the number of rows comes with them."""
    reach: list[float] = []  # of every row, how far it is taken
    rows: list[int] = []
    for turn in turns:
        at = (turn - scale.low) / (scale.high - scale.low)
        row = next((row for row, taken in enumerate(reach) if at - taken >= APART), len(reach))
        reach[row : row + 1] = [at]
        rows.append(row)
    lowest = BADGE * len(reach) - BADGE // 2
    placed = zip(turns, rows, strict=True)
    return len(reach), [
        Badge(number, scale.at(turn), lowest - BADGE * row) for number, (turn, row) in enumerate(placed, 1)
    ]
