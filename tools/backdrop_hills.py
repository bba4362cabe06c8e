"""Hills as engravers drew them: rows of strokes down their flanks, heavier and closer away from the light.

A hill is flat above its flanks. Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, sin

from backdrop_scatter import noise
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep

LIGHT = (-0.57, -0.82)  # where it comes from
ROWS = 4  # of strokes
STEP = 5.6  # from row to row
COMB = (2.6, 1.75)  # from stroke to stroke, in the light and in the shade
PENS = (0.24, 0.36, 0.52)  # from light to dark
SPUR = 2.2  # how far ridges and gullies reach
VEILS = (0.0, 0.4, 0.8)  # of a flank: where it gets darker, in shares of it


def flank(foot: BaseGeometry) -> BaseGeometry:
    """Where a hill rises."""
    return foot.difference(foot.buffer(-ROWS * STEP).buffer(0.5))


def veils(foot: BaseGeometry) -> Iterator[BaseGeometry]:
    for share in VEILS:
        yield flank(foot).intersection(foot.buffer(-share * ROWS * STEP * 0.6))


def strokes(foot: BaseGeometry, land: BaseGeometry) -> Iterator[tuple[float, LineString]]:
    """From the edge of the flat top down to the foot: (pen, stroke)."""
    open_land = prep(land)
    for row in range(1, ROWS + 1):
        for ring in rings(foot.buffer(-STEP * row).buffer(0.4 * STEP).buffer(-0.4 * STEP)):
            way, number = 0.0, 0
            while way < ring.length:
                a, b = ring.interpolate(way), ring.interpolate((way + 0.5) % ring.length)
                long = hypot(b.x - a.x, b.y - a.y) or 1.0
                out = (b.y - a.y) / long, (a.x - b.x) / long  # rings go anticlockwise on paper, where y goes down
                dark = 0.5 - 0.5 * (out[0] * LIGHT[0] + out[1] * LIGHT[1])
                start = SPUR * sin(way / 9 + 0.7 * row) * sin(way / 23) + 1.2 * noise(number, row)
                reach = STEP * (0.62 + 0.34 * dark + 0.2 * noise(number, 3 + row))
                lean = 0.25 * (noise(number, 7) - 0.5)
                line = LineString(
                    [
                        (a.x + start * out[0], a.y + start * out[1]),
                        (
                            a.x + (start + reach) * out[0] - lean * reach * out[1],
                            a.y + (start + reach) * out[1] + lean * reach * out[0],
                        ),
                    ]
                )
                if open_land.contains(line):
                    yield PENS[min(2, int(3 * dark))], line
                way += COMB[0] + dark * (COMB[1] - COMB[0])
                number += 1


def rings(area: BaseGeometry) -> Iterator[LineString]:
    for part in getattr(area, "geoms", [area]):
        if part.geom_type == "Polygon" and not part.is_empty:
            ring = part.exterior
            yield LineString((ring if ring.is_ccw else ring.reverse()).coords)
