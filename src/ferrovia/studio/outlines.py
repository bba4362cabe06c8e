"""Lines and areas of a map cut to a sheet, and thinned to what an eye sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from ferrovia.draw.geometry import Point

Line = list[Point]


@dataclass(frozen=True)
class Cut:
    """A straight edge along an axis; what lies on its side in the direction of the sign is kept."""

    axis: int
    at: float
    sign: int

    def keeps(self, point: Point) -> bool:
        return self.sign * (point[self.axis] - self.at) >= 0

    def meets(self, a: Point, b: Point) -> Point:
        share = (self.at - a[self.axis]) / (b[self.axis] - a[self.axis])
        return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def clipped(ring: Sequence[Point], cut: Cut) -> Line:
    """An area's part on one side of an edge (Sutherland and Hodgman)."""
    found: Line = []
    for number, here in enumerate(ring):
        before = ring[number - 1]
        if cut.keeps(here) != cut.keeps(before):
            found.append(cut.meets(before, here))
        if cut.keeps(here):
            found.append(here)
    return found


def inside(line: Sequence[Point], cuts: Sequence[Cut]) -> Iterator[Line]:
    """The parts of a line that all edges keep."""
    parts: list[Line] = [list(line)]
    for cut in cuts:
        parts = [part for whole in parts for part in kept_parts(whole, cut)]
    yield from (part for part in parts if len(part) > 1)


def kept_parts(line: Sequence[Point], cut: Cut) -> Iterator[Line]:
    part: Line = []
    for number, here in enumerate(line):
        before = line[number - 1] if number else here
        if cut.keeps(here) != cut.keeps(before):
            part.append(cut.meets(before, here))
            if not cut.keeps(here):
                yield part
                part = []
        if cut.keeps(here):
            part.append(here)
    if part:
        yield part


def simple(line: Sequence[Point], fine: float) -> Line:
    """A line without the points that no eye would miss (Douglas and Peucker)."""
    keep = {0, len(line) - 1}
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        far = [(off(line[first], line[last], line[number]), number) for number in range(first + 1, last)]
        away, number = max(far, default=(0.0, 0))
        if away > fine:
            keep.add(number)
            spans += [(first, number), (number, last)]
    return [line[number] for number in sorted(keep)]


def off(a: Point, b: Point, at: Point) -> float:
    long = hypot(b.x - a.x, b.y - a.y)
    if long == 0:
        return hypot(at.x - a.x, at.y - a.y)
    return abs((b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x)) / long


def area(ring: Sequence[Point]) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))) / 2


def length(line: Sequence[Point]) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(line))
