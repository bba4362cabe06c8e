"""The score track: a hundred cells in a ring, from the upper left corner clockwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ferrovia.draw.palette import BRASS, BRASS_LIGHT, FAINT_INK, INK, PLATE
from ferrovia.printing.markup import rect, sign

CELLS: Final = 100
GAP: Final = 0.05
"""Between two cells, as a share of one."""


class Ring(NamedTuple):
    columns: int
    rows: int
    wide: float
    high: float
    """A cell."""


def ring(width: float, height: float) -> Ring:
    """Cells as square as they can be around such an area."""
    together = CELLS // 2 + 2
    columns = min(max(round(together * width / (width + height)), 3), together - 3)
    rows = together - columns
    return Ring(columns, rows, width / columns, height / rows)


def places(found: Ring) -> Iterator[tuple[int, int]]:
    """(column, row) of every cell, in the order of counting."""
    last, low = found.columns - 1, found.rows - 1
    yield from ((column, 0) for column in range(last))
    yield from ((last, row) for row in range(low))
    yield from ((column, low) for column in range(last, 0, -1))
    yield from ((0, row) for row in range(low, 0, -1))


def track(width: float, height: float) -> Iterator[str]:
    found = ring(width, height)
    gap = GAP * min(found.wide, found.high)
    for number, (column, row) in enumerate(places(found)):
        x, y = column * found.wide, row * found.high
        tens, fives = number % 10 == 0, number % 5 == 0
        fill = BRASS if tens else BRASS_LIGHT if fives else PLATE
        box = (x + gap, y + gap, found.wide - 2 * gap, found.high - 2 * gap)
        yield rect(*box, rx=2 * gap, fill=fill, stroke=INK if fives else FAINT_INK, stroke_width=0.3)
        label = str(number) if number else f"0 · {CELLS}"
        size = min(found.wide, found.high) * (0.5 if fives else 0.4) * (1 if number else 0.6)
        yield sign(x + found.wide / 2, y + found.high / 2 + 0.35 * size, label, size, text_anchor="middle")
