"""Points, gently curved paths and turned boxes: the plane geometry a map needs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, hypot, sin
from typing import Final, NamedTuple

STEPS: Final = 18  # straight pieces of a curve; more cannot be seen at these sizes
SMALLEST: Final = 1e-9


class Point(NamedTuple):
    x: float
    y: float


def distance(a: Point, b: Point) -> float:
    return hypot(b.x - a.x, b.y - a.y)


class Path:
    """A line through points that can be walked along."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.points = list(points)
        self.reached = [0.0]  # how far along the path each point lies
        for a, b in pairwise(points):
            self.reached.append(self.reached[-1] + distance(a, b))

    @property
    def length(self) -> float:
        return self.reached[-1]

    def at(self, walked: float) -> tuple[Point, float]:
        """Where one is after walking so far, and the direction (an angle) one walks in."""
        return self.abreast(self, walked)

    def abreast(self, other: Path, walked: float) -> tuple[Point, float]:
        """The same for who walks this path beside somebody who has walked so far on another, parallel one."""
        piece = min(max(bisect_right(other.reached, walked) - 1, 0), len(other.points) - 2)
        share = (walked - other.reached[piece]) / max(other.reached[piece + 1] - other.reached[piece], SMALLEST)
        a, b = self.points[piece], self.points[piece + 1]
        return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)), atan2(b.y - a.y, b.x - a.x)

    def beside(self, aside: float, taper: float = 0.0) -> Path:
        """The path that runs parallel to this one, `aside` to the right of who walks it.

        It leaves and reaches this path's own ends over a distance of `taper`."""
        if aside == 0:
            return self
        last = len(self.points) - 1
        points: list[Point] = []
        for index, point in enumerate(self.points):
            before, after = self.points[max(index - 1, 0)], self.points[min(index + 1, last)]
            span = max(distance(before, after), SMALLEST)
            walked = min(self.reached[index], self.length - self.reached[index])
            share = min(1.0, walked / taper) if taper else 1.0
            off = aside * share * share * (3 - 2 * share) / span
            points.append(Point(point.x - off * (after.y - before.y), point.y + off * (after.x - before.x)))
        return Path(points)


class Bend(NamedTuple):
    """How far a curve leaves the straight line near its two ends, in shares of its length."""

    start: float
    end: float


def bow(a: Point, b: Point, bend: Bend) -> Path:
    """A curve from a to b. With two equal bends its middle is off the straight line by just as much."""
    along = Point(b.x - a.x, b.y - a.y)

    def handle(share: float, aside: float) -> Point:
        off = 4 / 3 * aside
        return Point(a.x + share * along.x - off * along.y, a.y + share * along.y + off * along.x)

    first, second = handle(1 / 3, bend.start), handle(2 / 3, bend.end)
    points = [a]
    for step in range(1, STEPS):
        t = step / STEPS
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points.append(
            Point(
                weights[0] * a.x + weights[1] * first.x + weights[2] * second.x + weights[3] * b.x,
                weights[0] * a.y + weights[1] * first.y + weights[2] * second.y + weights[3] * b.y,
            )
        )
    return Path([*points, b])


class Box:
    """A rectangle turned around its centre. `reach`: no part of it is farther from its centre."""

    def __init__(self, centre: Point, width: float, height: float, angle: float = 0.0) -> None:
        self.centre = centre
        self.width = width
        self.height = height
        self.angle = angle
        self.along = Point(cos(angle), sin(angle))
        self.across = Point(-self.along.y, self.along.x)
        self.reach = hypot(width, height) / 2

    def extent(self, axis: Point) -> float:
        """Half of what it covers in the direction of an axis."""
        along, across = self.along, self.across
        return (
            abs(along.x * axis.x + along.y * axis.y) * self.width
            + abs(across.x * axis.x + across.y * axis.y) * self.height
        ) / 2


def overlap(a: Box, b: Box) -> float:
    """How deep two boxes are in each other; 0 or less when they are apart."""
    dx, dy = b.centre.x - a.centre.x, b.centre.y - a.centre.y
    least = a.reach + b.reach
    if dx * dx + dy * dy >= least * least:
        return 0.0
    for axis in (a.along, a.across, b.along, b.across):
        gap = abs(dx * axis.x + dy * axis.y) - a.extent(axis) - b.extent(axis)
        if gap >= 0:
            return -gap
        least = min(least, -gap)
    return least
