"""Mountains as engravers drew them: small peaks lit from the left.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from backdrop_scatter import noise, scattered
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep

PEAKS = 8.6  # apart
WIDE, HIGH = 15.0, 11.0  # a usual peak
STROKES = (0.16, 0.36, 0.56, 0.76)  # where on its ridge the strokes of a peak's dark side begin


@dataclass(frozen=True)
class Peak:
    body: Polygon
    dark: Polygon
    lines: BaseGeometry


def peak(x: float, y: float, size: float, salt: float) -> Peak:
    """One mountain that stands on x, y: two flanks, a ridge between lit and dark side, and strokes on the dark one."""
    wide, high = size * WIDE, size * HIGH * (0.85 + 0.3 * noise(salt, 5))
    lean = 0.16 * (noise(salt, 1) - 0.5)
    step = 0.1 * (noise(salt, 2) - 0.5)

    def at(across: float, up: float) -> tuple[float, float]:
        return x + across * wide, y - up * high

    top = at(lean, 1)
    left = [at(-0.5, 0), at(-0.36, 0.2), at(-0.25 + step, 0.5), at(-0.12, 0.66), top]
    right = [top, at(0.1 + lean / 2, 0.74), at(0.22 - step, 0.52), at(0.34, 0.3), at(0.5, 0)]
    ridge = [top, at(0.05 + lean, 0.74), at(lean - 0.03, 0.5), at(0.07, 0.26), at(0.02, 0.1)]
    body = Polygon([*left, *right[1:]])
    dark = Polygon([*right, *ridge[:0:-1]])
    spine = LineString(ridge)
    strokes = [stroke(spine.interpolate(share, normalized=True), wide, high, dark) for share in STROKES]
    drawn = [LineString(left), LineString(right), LineString(ridge[:4]), *(line for line in strokes if line)]
    return Peak(body.buffer(0), dark.buffer(0), unary_union(drawn))


def stroke(start: Spot, wide: float, high: float, dark: Polygon) -> LineString | None:
    """Down the dark side, beside its flank, and not quite to the foot."""
    end = start.x + 0.46 * wide, start.y + 0.92 * high
    found = LineString([(start.x + 0.03 * wide, start.y + 0.06 * high), end]).intersection(dark.buffer(0.05))
    if found.geom_type != "LineString" or found.length < 1.2:
        return None
    return LineString([found.coords[0], found.interpolate(0.84, normalized=True).coords[0]])


def range_of_peaks(areas: Sequence[BaseGeometry], busy: BaseGeometry) -> tuple[list[Peak], BaseGeometry]:
    """Peaks all over some areas where nothing else is, and their lines, those behind hidden by those in front."""
    taken = prep(busy)
    found: list[Peak] = []
    for area in areas:
        for x, y in scattered(area.buffer(1.5), PEAKS):
            made = peak(x, y + 0.5 * HIGH, 0.72 + 0.5 * noise(x, y), x + 7 * y)
            if not taken.intersects(made.body):
                found.append(made)
    found.sort(key=lambda one: -one.body.bounds[3])
    lines: list[BaseGeometry] = []
    front: BaseGeometry = Polygon()
    for one in found:
        lines.append(one.lines.difference(front))
        front = front.union(one.body.buffer(0.25))
    return found, unary_union(lines)
