"""Which boxes of many lie near another, without asking each of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import floor
from typing import Final

from ferrovia.draw.geometry import Box

CELL: Final = 48.0  # about as wide as a name


class Neighbourhood:
    """Boxes, sorted into the cells of a grid that they may reach into."""

    def __init__(self, boxes: Sequence[Box]) -> None:
        self.boxes = boxes
        self.cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, box in enumerate(boxes):
            for cell in cells(box):
                self.cells[cell].append(number)

    def near(self, box: Box) -> list[Box]:
        """Every box that may overlap this one, in the order they were given; sums over them are always the same."""
        numbers: set[int] = set()
        for cell in cells(box):
            numbers.update(self.cells.get(cell, ()))
        return [self.boxes[number] for number in sorted(numbers)]


def cells(box: Box) -> Iterator[tuple[int, int]]:
    (x, y), reach = box.centre, box.reach
    rows = range(floor((y - reach) / CELL), floor((y + reach) / CELL) + 1)
    for column in range(floor((x - reach) / CELL), floor((x + reach) / CELL) + 1):
        for row in rows:
            yield column, row
