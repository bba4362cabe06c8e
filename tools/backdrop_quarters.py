"""The blocks of a quarter: rows of houses or fields between streets, close in its middle and looser towards its edge.

They are laid on the true map, so that streets bend with it. Lengths of what is returned are in units of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin

from backdrop_hills import LIGHT
from backdrop_scatter import noise
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep

from ferrovia.draw.geometry import Point

STREET = 0.5  # half of a usual one
UNEVEN = 0.36  # how far cross streets stray, in shares of a block
LOOSE = 26.0  # from its edge inwards a quarter gets denser
SMALLEST = 14.0  # a usual block that is drawn
DARK = 0.25  # a side that looks away from the light by so much is drawn heavy


@dataclass(frozen=True)
class Width:
    street: float = STREET
    smallest: float = SMALLEST
    houses: float = 0.0
    """How deep they are, around courts; 0: blocks have none."""


Bend = Callable[[Sequence[Point], bool], list[Point]]


def blocks(area: Sequence[Point], streets: tuple[float, float, float], bend: Bend) -> Iterator[Polygon]:
    """All over what an area reaches: `streets` has their angle, and how far apart they are along and across it."""
    angle, wide, long = streets
    middle = Point(sum(at.x for at in area) / len(area), sum(at.y for at in area) / len(area))
    reach = max(hypot(at.x - middle.x, at.y - middle.y) for at in area)
    along, across = (Point(cos(radians(turn)), sin(radians(turn))) for turn in (angle, angle + 90))
    whole = prep(Polygon(area).buffer(long))

    def cross(number: int, row: int) -> float:
        """Where a cross street is: it runs on for some rows, and then another does."""
        return (number + UNEVEN * (noise(number, angle) - 0.5) + UNEVEN * (noise(number, row // 3) - 0.5)) * long

    def at(way: float, off: float) -> Point:
        return Point(middle.x + way * along.x + off * across.x, middle.y + way * along.y + off * across.y)

    rows, count = int(reach / wide) + 1, int(reach / long) + 2
    for row in range(-rows, rows):
        low, high = ((number + 0.3 * (noise(number, angle) - 0.5)) * wide for number in (row, row + 1))
        for number in range(-count, count):
            a, b, c, d = (cross(at, row) for row in (row, row + 1) for at in (number, number + 1))
            corners = [at(a, low), at(b, low), at(d, high), at(c, high)]
            if whole.intersects(Polygon(corners)):
                yield Polygon(bend(corners, True)).buffer(0)


def ditches(area: Sequence[Point], streets: tuple[float, float, float], bend: Bend) -> Iterator[LineString]:
    """Between the fields of an area: long ones, and shorter ones across some of the strips between these."""
    angle, wide, long = streets
    middle = Point(sum(at.x for at in area) / len(area), sum(at.y for at in area) / len(area))
    reach = max(hypot(at.x - middle.x, at.y - middle.y) for at in area)
    along, across = (Point(cos(radians(turn)), sin(radians(turn))) for turn in (angle, angle + 90))

    def line(*ends: tuple[float, float]) -> LineString:
        there = (
            Point(middle.x + way * along.x + off * across.x, middle.y + way * along.y + off * across.y)
            for way, off in ends
        )
        return LineString(bend(list(there), False))

    rows, count = int(reach / wide) + 1, int(reach / long) + 1
    low = [(row + 0.4 * (noise(row, angle) - 0.5)) * wide for row in range(-rows, rows + 1)]
    for off in low:
        yield line((-reach, off), (reach, off))
    for row, (off, end) in enumerate(pairwise(low)):
        for number in range(-count, count):
            way = (number + 0.8 * noise(number, row)) * long
            if noise(row, number) > 0.3:
                yield line((way, off), (way, end))


def court(block: Polygon, deep: float) -> Polygon | None:
    """Inside the row of houses around a block, if that leaves any room."""
    left = block.buffer(-deep, join_style="mitre")
    return left if left.geom_type == "Polygon" and left.area > 2.4 * deep else None


def built_up(area: BaseGeometry, found: Iterator[Polygon], open_edge: BaseGeometry, width: Width) -> Iterator[Polygon]:
    """The blocks within an area; towards its open edge, more and more of them are missing."""
    inside = prep(area)
    for number, block in enumerate(found):
        if not inside.intersects(block):
            continue
        kept = block.buffer(-width.street, join_style="mitre").intersection(area)
        share = kept.representative_point().distance(open_edge) / LOOSE if not kept.is_empty else 0.0
        if noise(number, 11) > 0.25 + share:
            continue
        for part in getattr(kept, "geoms", [kept]):
            if part.geom_type == "Polygon" and part.area > width.smallest:
                yield Polygon(part.exterior)


def shaded(block: Polygon) -> Iterator[LineString]:
    """Its sides that look away from the light, each run of them as one line."""
    ring = block.exterior if block.exterior.is_ccw else block.exterior.reverse()
    points = list(ring.coords)[:-1]
    dark = [is_dark(points[at - 1], points[at]) for at in range(len(points))]  # of the side that ends there
    if all(dark) or not any(dark):
        return
    first = next(at for at in range(len(points)) if dark[at] and not dark[at - 1])
    run: list[tuple[float, float]] = []
    for at in range(first, first + len(points)):
        if dark[at % len(points)]:
            run = run or [points[at % len(points) - 1]]
            run.append(points[at % len(points)])
        elif run:
            yield LineString(run)
            run = []
    if run:
        yield LineString(run)


def is_dark(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    """Of a side of a ring that goes anticlockwise as its numbers say."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    if long == 0:
        return False
    out = (b[1] - a[1]) / long, (a[0] - b[0]) / long
    return out[0] * LIGHT[0] + out[1] * LIGHT[1] < -DARK
