"""The chances of a game as SVG: one band per seat, one on the other, always as high as the whole.

Bands lie in the order of the seats and bear their names, so that nobody needs to tell colours apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import floor, log10
from typing import Final

from ferrovia.cli.arena_plots import Scale, svg

HEIGHT: Final = 300
BADGE: Final = 24  # pixels between rows of badges
APART: Final = 0.075  # of the width that badges in a row keep between them, so that they fit on a phone
STRETCH: Final = 0.18  # of the width that a name takes
NAMED: Final = 0.09  # of the height that a band needs for its name
MOST_TICKS: Final = 8
HALF: Final = 50


def bands(
    chances: Sequence[Sequence[float]],
    scale: Scale,
    names: Sequence[str],
    titles: Sequence[str],
    label: str,
    half: str,
) -> str:
    """`chances` per position, `titles` what is told of each under the pointer, `half` the name of the middle."""
    inside = "".join([*areas(chances), *quarters(len(chances) - 1), *pointed(titles)])
    box = f'viewBox="0 0 {len(chances) - 1} 100" preserveAspectRatio="none"'
    drawing = f'<svg class="bands" {box} width="100%" height="{HEIGHT}">{inside}</svg>'
    middle = f'<text class="band middle" x="100%" y="{HEIGHT // 2 - 5}">{escape(half)}</text>'
    return svg(HEIGHT, label, drawing, middle, *labels(chances, names)) + moves_axis(scale)


def areas(chances: Sequence[Sequence[float]]) -> Iterator[str]:
    for seat in range(len(chances[0])):
        top = [100 * sum(shares[:seat]) for shares in chances]
        bottom = [100 * sum(shares[: seat + 1]) for shares in chances]
        there = [f"{x},{y:.2f}" for x, y in enumerate(top)]
        back = [f"{x},{y:.2f}" for x, y in reversed(list(enumerate(bottom)))]
        yield f'<polygon class="s{seat}" points="{" ".join(there + back)}"/>'


def quarters(width: int) -> Iterator[str]:
    for height in (25, HALF, 75):
        kind = "half" if height == HALF else "quarter"
        yield f'<line class="{kind}" x1="0" x2="{width}" y1="{height}" y2="{height}"/>'


def pointed(titles: Sequence[str]) -> Iterator[str]:
    """Invisible strips that a pointer finds."""
    for x, title in enumerate(titles):
        yield f'<rect class="strip" x="{x - 0.5}" width="1" y="0" height="100"><title>{escape(title)}</title></rect>'


def labels(chances: Sequence[Sequence[float]], names: Sequence[str]) -> Iterator[str]:
    """Names inside their bands, where these have most room for a while."""
    for seat, name in enumerate(names):
        tops = [sum(shares[:seat]) for shares in chances]
        ends = [sum(shares[: seat + 1]) for shares in chances]
        room, at = widest(tops, ends)
        if room >= NAMED:
            top, end = max(tops[at]), min(ends[at])
            x = 100 * (at.start + at.stop - 1) / 2 / max(len(chances) - 1, 1)
            yield f'<text class="band" x="{x:.2f}%" y="{HEIGHT * (top + end) / 2 + 5:.0f}">{escape(name)}</text>'


def widest(tops: Sequence[float], ends: Sequence[float]) -> tuple[float, slice]:
    """The part of a band where a name fits best, and how high it is there."""
    length = max(1, round(STRETCH * len(tops)))
    parts = [slice(start, start + length) for start in range(len(tops) - length + 1)]
    rooms = [min(ends[part]) - max(tops[part]) for part in parts]
    best = max(range(len(parts)), key=lambda index: round(rooms[index], 2))
    return rooms[best], parts[best]


def moves_axis(scale: Scale) -> str:
    """Round numbers of moves below the bands."""
    span = max(scale.high - scale.low, 1)
    power = 10 ** floor(log10(max(span / MOST_TICKS, 1)))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= MOST_TICKS)
    first = -int(-scale.low // step) * step
    texts = []
    for index, tick in enumerate(range(first, int(scale.high) + 1, step)):
        kind = "tick spare" if index % 2 else "tick"
        texts.append(f'<text class="{kind}" x="{scale.at(tick)}" y="16">{tick}</text>')
    return f'<svg class="axis" height="22" width="100%" aria-hidden="true">{"".join(texts)}</svg>'


def badges(turns: Sequence[int], scale: Scale) -> tuple[int, str]:
    """Numbers above the bands, in as many rows as they need, and lines down from them; the height comes first."""
    reach: list[float] = []  # of every row, how far it is taken
    placed = []
    for number, turn in enumerate(turns, 1):
        at = (turn - scale.low) / (scale.high - scale.low)
        row = next((row for row, taken in enumerate(reach) if at - taken >= APART), len(reach))
        reach[row : row + 1] = [at]
        placed.append((number, scale.at(turn), row))
    height = BADGE * len(reach)
    return height, "".join(badge(number, x, height - BADGE * row - BADGE // 2) for number, x, row in placed)


def badge(number: int, x: str, y: int) -> str:
    line = f'<line class="turn" x1="{x}" x2="{x}" y1="{y}" y2="100%"/>'
    return (
        f'{line}<circle class="badge" cx="{x}" cy="{y}" r="10"/><text class="badge" x="{x}" y="{y + 4}">{number}</text>'
    )
