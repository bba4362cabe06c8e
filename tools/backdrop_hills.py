"""Hills as engravers drew them: a flat top that throws a soft shadow down its flank, and wedges that run downhill.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from backdrop_scatter import noise
from shapely.affinity import translate
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep

LIGHT = (-0.57, -0.82)  # where it comes from
HIGH = 20.0  # how wide a flank is
SHADOWS = (3.0, 7.0, 11.5, 16.5, 22.0)  # how far the top throws them, each fainter
ROUND = 9.0  # how soft the corners of a top are
APART = (3.1, 2.3)  # from wedge to wedge, in the light and in the shade
LONG = (5.5, 12.5)  # a wedge
WIDE = (0.5, 1.25)  # at its upper end
START = 2.2  # wedges begin so unevenly


def top(foot: BaseGeometry) -> BaseGeometry:
    """Where a hill is flat."""
    return foot.buffer(-HIGH - ROUND).buffer(ROUND)


def flank(foot: BaseGeometry) -> BaseGeometry:
    """Where a hill rises."""
    return foot.difference(top(foot))


def shadows(foot: BaseGeometry) -> Iterator[BaseGeometry]:
    """From the darkest, beside the top, outwards: each also covers those before it."""
    flat = top(foot)
    for far in SHADOWS:
        swept = flat.union(translate(flat, -far * LIGHT[0], -far * LIGHT[1])).buffer(0.35 * far).buffer(-0.1 * far)
        yield swept.difference(flat).intersection(foot.buffer(3))


def wedges(foot: BaseGeometry, land: BaseGeometry) -> Iterator[Polygon]:
    """From the edge of the top downhill, wide above and sharp below; longer and closer away from the light."""
    open_land = prep(land)
    for ring in rings(top(foot)):
        way, number = 0.0, 0
        while way < ring.length:
            a, b = ring.interpolate(way), ring.interpolate((way + 0.8) % ring.length)
            long = hypot(b.x - a.x, b.y - a.y) or 1.0
            along = (b.x - a.x) / long, (b.y - a.y) / long
            out = along[1], -along[0]  # rings go anticlockwise on paper, where y goes down
            dark = 0.5 - 0.5 * (out[0] * LIGHT[0] + out[1] * LIGHT[1])
            start = 0.8 + START * noise(number, 5)
            reach = start + (LONG[0] + dark * (LONG[1] - LONG[0])) * (0.7 + 0.5 * noise(number, 3))
            half = (WIDE[0] + dark * (WIDE[1] - WIDE[0])) / 2
            wedge = Polygon(
                [
                    (a.x + start * out[0] + side * half * along[0], a.y + start * out[1] + side * half * along[1])
                    for side in (-1, 1)
                ]
                + [(a.x + reach * out[0], a.y + reach * out[1])]
            )
            if open_land.contains(wedge):
                yield wedge
            way += APART[0] + dark * (APART[1] - APART[0])
            number += 1


def rings(area: BaseGeometry) -> Iterator[LineString]:
    for part in getattr(area, "geoms", [area]):
        if part.geom_type == "Polygon" and not part.is_empty:
            ring = part.exterior
            yield LineString((ring if ring.is_ccw else ring.reverse()).coords)
