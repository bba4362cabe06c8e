"""Sheets of paper, what a printer reaches of them, and how a board is cut to fit. All lengths are millimetres."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from typing import Final

MARGIN: Final = 10.0
"""What a printer may not reach at every edge."""
CAPTION: Final = 8.0
"""The strip at the foot that says what the sheet is."""
OVERLAP: Final = 5.0
"""What a part of a board has of its right and lower neighbours, to glue them on."""
BLEED: Final = 3.0
"""What is printed beyond the edge of a board that is cut to size."""
MARK: Final = 4.0
"""A cut mark."""
SMALLEST: Final = 100.0
LARGEST: Final = 3000.0
SIZES: Final = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "a2": (420.0, 594.0),
    "a1": (594.0, 841.0),
    "a0": (841.0, 1189.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
FITTED: Final = "one"
"""A sheet as large as the board wants it, for a print shop or a roll."""
NAMES: Final = (*SIZES, FITTED)
LEAST: Final = (200.0, 270.0)
HOME: Final = (297.0, 431.8)
"""The smallest and the largest paper that cards and texts are laid out on."""
SIZE: Final = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)x(\d{1,4}(?:\.\d{1,2})?)")
NEARLY: Final = 1e-6


@dataclass(frozen=True)
class Paper:
    """Standing: the shorter side is its width."""

    name: str
    width: float
    height: float

    @property
    def for_cards(self) -> Paper:
        """This one, or A4 if it is too small for a page of text, or larger than printers at home take."""
        if self.name != FITTED and LEAST[0] <= self.width <= HOME[0] and LEAST[1] <= self.height <= HOME[1]:
            return self
        return Paper("a4", *SIZES["a4"])


def read_size(text: str, least: float, most: float) -> tuple[float, float] | None:
    """`44x68` as two lengths; None if it is none, or out of range."""
    found = SIZE.fullmatch(text)
    sides = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    return sides if all(least <= side <= most for side in sides) else None


def read_paper(text: str) -> Paper | None:
    """A paper by name, or by its two sides such as `700x1000`."""
    name = text.lower()
    if name == FITTED:
        return Paper(FITTED, 0.0, 0.0)
    sides = SIZES.get(name) or read_size(name, SMALLEST, LARGEST)
    return None if sides is None else Paper(name, min(sides), max(sides))


@dataclass(frozen=True)
class Tiling:
    """A board in equal parts, each on a sheet of its own."""

    width: float
    height: float
    """Of a sheet."""
    columns: int
    rows: int
    step_x: float
    step_y: float
    """From one part to the next: they meet at multiples of it, so that a board folds along its seams."""

    @property
    def count(self) -> int:
        return self.columns * self.rows


def tile(width: float, height: float, paper: Paper) -> Tiling:
    """With as few sheets as can be, standing or lying; standing if it makes no difference."""
    lying = Paper(paper.name, paper.height, paper.width)
    return min((cut(width, height, each) for each in (paper, lying)), key=lambda tiling: tiling.count)


def cut(width: float, height: float, paper: Paper) -> Tiling:
    columns = parts(width, paper.width - 2 * MARGIN)
    rows = parts(height, paper.height - 2 * MARGIN - CAPTION)
    return Tiling(paper.width, paper.height, columns, rows, width / columns, height / rows)


def parts(length: float, room: float) -> int:
    if length <= room + NEARLY:
        return 1
    return ceil((length - NEARLY) / (room - OVERLAP))


def around(width: float, height: float) -> Paper:
    """A sheet for a board in one piece: with bleed, cut marks, margins and a caption."""
    edge = BLEED + MARK + MARGIN
    return Paper(FITTED, width + 2 * edge, height + 2 * edge + CAPTION)


def holds(paper: Paper, width: float, height: float) -> bool:
    """Whether a board in one piece fits a paper, standing or lying, bleed and marks too."""
    need = around(width, height)
    standing = need.width <= paper.width + NEARLY and need.height <= paper.height + NEARLY
    return standing or (need.width <= paper.height + NEARLY and need.height <= paper.width + NEARLY)
