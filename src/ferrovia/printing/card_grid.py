"""Cards laid out on sheets, edge to edge, with their backs on the next sheet where they meet when it is turned over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.printing.markup import SOFT_INK, group, line, moved, n
from ferrovia.printing.paper import CAPTION, MARGIN, Paper
from ferrovia.printing.sheets import Commission, Page

CUTS: Final = 1.5
"""The least length of a cut mark beside the cards."""
LONGEST_CUT: Final = 4.0
PEN: Final = 0.1
BLEED: Final = 1.5
"""What is printed beyond the edges of backs, for printers whose two sides don't lie exactly on each other."""
FRONT: Final = "front"
BACK: Final = "back"


@dataclass(frozen=True)
class Grid:
    """Where cards lie on a sheet. `turned`: they lie on their side, heads to the right."""

    width: float
    height: float
    """Of the sheet."""
    columns: int
    rows: int
    cell: tuple[float, float]
    turned: bool

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        return (self.width - self.columns * self.cell[0]) / 2

    @property
    def top(self) -> float:
        return MARGIN + (self.height - 2 * MARGIN - CAPTION - self.rows * self.cell[1]) / 2

    def corner(self, place: int, *, back: bool) -> tuple[float, float]:
        """The upper left corner of a cell; backs are mirrored from left to right."""
        row, column = divmod(place, self.columns)
        if back:
            column = self.columns - 1 - column
        return self.left + column * self.cell[0], self.top + row * self.cell[1]


def grid(paper: Paper, card: tuple[float, float]) -> Grid:
    """The one with the most cards, the sheet standing or lying and cards upright or on their side."""
    best: Grid | None = None
    for wide, high in ((paper.width, paper.height), (paper.height, paper.width)):
        for turned in (False, True):
            cell = (card[1], card[0]) if turned else card
            columns = int((wide - 2 * (MARGIN + CUTS)) / cell[0] + 1e-6)
            rows = int((high - 2 * (MARGIN + CUTS) - CAPTION) / cell[1] + 1e-6)
            found = Grid(wide, high, columns, rows, cell, turned)
            if best is None or found.count > best.count:
                best = found
    assert best is not None
    return best


def card_pages(
    commission: Commission,
    kind: str,
    title: str,
    card: tuple[float, float],
    cards: Sequence[tuple[str, str]],
    *,
    bleed: float = BLEED,
) -> Iterator[Page]:
    """`cards` are faces with their backs, drawings from 0,0 to the card's width and height."""
    found = grid(commission.order.paper.for_cards, card)
    edge = "turn_short" if found.width > found.height else "turn_long"
    for first in range(0, len(cards), found.count):
        some = cards[first : first + found.count]
        yield page(found, f"{kind}.{FRONT}", title, [face for face, _ in some], back=False)
        if commission.order.backs:
            behind = commission.say("backs", title=title, edge=commission.say(edge))
            backs = [back for _, back in some]
            under = [stretched(back, card, bleed) for back in backs if bleed]
            yield page(found, f"{kind}.{BACK}", behind, backs, under, back=True)


def page(found: Grid, kind: str, title: str, drawings: Sequence[str], under: Sequence[str] = (), *, back: bool) -> Page:
    """`under` are drawings that lie below all others, in the same places."""
    markup = "".join(
        placed(found, drawing, place, back=back) for layer in (under, drawings) for place, drawing in enumerate(layer)
    )
    return Page(kind, title, found.width, found.height, markup + "".join(cut_marks(found, len(drawings))))


def stretched(drawing: str, card: tuple[float, float], bleed: float) -> str:
    """The drawing of a card made larger by so much on every side."""
    wide, high = card
    across, down = 1 + 2 * bleed / wide, 1 + 2 * bleed / high
    return group([drawing], transform=f"translate({n(-bleed)} {n(-bleed)}) scale({across:.6g} {down:.6g})")


def placed(found: Grid, face: str, place: int, *, back: bool) -> str:
    x, y = found.corner(place, back=back)
    if not found.turned:
        return moved([face], x, y)
    # heads to the right; on the other side of the sheet right is left
    return moved([face], x, y + found.cell[1], turn=-90) if back else moved([face], x + found.cell[0], y, turn=90)


def cut_marks(found: Grid, count: int) -> Iterator[str]:
    """Around the rows that so many cards fill."""
    rows = -(-count // found.columns)
    right, low = found.left + found.columns * found.cell[0], found.top + rows * found.cell[1]
    long_x = min(LONGEST_CUT, found.left - MARGIN)
    long_y = min(LONGEST_CUT, found.top - MARGIN)
    for column in range(found.columns + 1):
        x = found.left + column * found.cell[0]
        for y, end in ((found.top, found.top - long_y), (low, low + long_y)):
            yield line(x, y, x, end, PEN, SOFT_INK)
    for row in range(rows + 1):
        y = found.top + row * found.cell[1]
        for x, end in ((found.left, found.left - long_x), (right, right + long_x)):
            yield line(x, y, end, y, PEN, SOFT_INK)
