"""How a backdrop is engraved: lines of water along shores, streets in quarters, trees in gardens, peaks and hills.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import Any

from backdrop_landmarks import Landmark
from backdrop_relief import combs, narrowed, range_of_peaks
from backdrop_scatter import noise, scattered
from shapely.affinity import translate
from shapely.geometry import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from warp_look import path_data

from ferrovia.draw.geometry import Point

WATER_LINES = ((1.1, 0.32), (2.6, 0.26), (4.6, 0.2), (7.2, 0.16))  # how far from the shore, and with what pen
DEPTHS = (1.8, 4.2, 7.6)  # how far from the shore the water gets lighter
CAST = (0.55, 0.8)  # the shadow of what is built falls that way
TREES = 7.4  # apart
CROWNS = (1.25, 1.6)  # of small and large trees: the radius
VEILS = (0.0, 0.3)  # of a hill: where it gets darker, in shares of its half width
BEYOND = 14.0  # the drawing goes on around the sheet, so that no line of water follows the edge
SHORE = 1.2  # between houses and water
SMALLEST = 6.0  # an area that can be seen
TOLERANCE = 0.12


class Engraving:
    def __init__(
        self, water: BaseGeometry, parks: BaseGeometry, within: BaseGeometry, busy: BaseGeometry, digits: int
    ) -> None:
        self.water, self.parks, self.within, self.digits = water, parks, within, digits
        self.busy = busy
        """What routes, places and names cover."""
        self.land = within.difference(water)
        self.layers: list[dict[str, Any]] = []
        self.peaks: BaseGeometry = Polygon()

    def add(self, kind: str, drawn: BaseGeometry, pen: float | None = None) -> None:
        self.draw(kind, written(drawn, self.digits), pen)

    def draw(self, kind: str, path: str, pen: float | None) -> None:
        if path:
            self.layers.append({"kind": kind, **({"pen": pen} if pen else {}), "path": path})

    # --- land ---------------------------------------------------------------------------------------------
    def quarters(self, areas: Sequence[tuple[BaseGeometry, Sequence[LineString]]]) -> None:
        """Each with its streets left open, some way from water and gardens."""
        taken = self.water.buffer(SHORE).union(self.parks.buffer(0.8))
        free = [(area.intersection(self.within).difference(taken), streets) for area, streets in areas]
        built = unary_union([area for area, _ in free])
        self.add("relief", translate(built, *CAST).difference(built.buffer(0.05)).difference(self.water))
        self.add("built", built)
        self.add("road", unary_union([MultiLineString(streets).intersection(area) for area, streets in free]), 0.7)

    def garden(self, parks: BaseGeometry) -> None:
        """Lawn with a fine edge, and round trees where nothing else is."""
        if parks.is_empty:
            return
        self.add("park", parks)
        self.add("hatch", parks.boundary.intersection(self.within).difference(self.water.buffer(0.4)), 0.25)
        spots = list(scattered(parks.buffer(-2.4).difference(self.busy.buffer(1.6)), TREES))
        if not spots:
            return
        for number, radius in enumerate(CROWNS):
            trees = [(x, y) for x, y in spots if (noise(x, y) > 0.5) == number]
            self.draw("wood", "".join(f"M{x:.1f} {y:.1f}h0" for x, y in trees), 2 * radius)
            shade = f"a{radius} {radius} 0 0 0 {1.7 * radius:.1f}-{0.7 * radius:.1f}"
            self.draw("hatch", "".join(f"M{x - 0.7 * radius:.1f} {y + 0.7 * radius:.1f}{shade}" for x, y in trees), 0.3)

    def mountains(self, areas: Sequence[BaseGeometry]) -> None:
        peaks, lines = range_of_peaks([area.intersection(self.land) for area in areas], self.busy.buffer(0.8))
        self.peaks = unary_union([one.body for one in peaks])
        self.add("figure", self.peaks)
        self.add("relief", unary_union([one.dark for one in peaks]))
        self.add("engraving", lines, 0.42)

    def landmarks(self, found: Sequence[Landmark]) -> None:
        self.digits = 2
        self.add("figure", unary_union([one.body for one in found]))
        self.add("engraving", unary_union([one.fine for one in found]), 0.2)
        self.add("engraving", unary_union([one.line for one in found]), 0.36)

    def hills(self, feet: Sequence[BaseGeometry]) -> None:
        """Two veils, and combs of strokes that run downhill."""
        for share in VEILS:
            self.add("relief", unary_union([narrowed(foot, share).intersection(self.land) for foot in feet]))
        strokes = [stroke for foot in feet for stroke in combs(foot, self.land.intersection(self.within), self.busy)]
        for pen in sorted({pen for pen, _ in strokes}):
            self.add("hatch", MultiLineString([line for wide, line in strokes if wide == pen]), pen)

    def roads(self, lines: Sequence[tuple[float, LineString]]) -> None:
        for pen in sorted({pen for pen, _ in lines}):
            self.add(
                "road", MultiLineString([line for wide, line in lines if wide == pen]).intersection(self.within), pen
            )

    # --- water --------------------------------------------------------------------------------------------
    def rivers(self, lines: Sequence[LineString]) -> None:
        if lines:
            self.add("river", MultiLineString(lines).intersection(self.within))

    def shore(self) -> None:
        self.add("water", self.water)
        for away in DEPTHS:
            self.add("depth", self.water.buffer(-away).buffer(0.5))
        for away, pen in WATER_LINES:
            self.add("ripple", self.water.buffer(-away).boundary.intersection(self.within.buffer(-BEYOND + 1)), pen)

    def bridges(self, lines: Iterable[LineString]) -> None:
        """The two rails of each."""
        found = [line.intersection(self.within) for line in lines]
        if found:
            self.add("hatch", MultiLineString([line for line in found if line.geom_type == "LineString"]), 0.45)

    def lines(self, kind: str, lines: Sequence[LineString]) -> None:
        if lines:
            self.add(kind, MultiLineString(lines).intersection(self.within))


def written(drawn: BaseGeometry, digits: int) -> str:
    """As the data of an SVG path."""
    return path_data(list(outlines(drawn.simplify(TOLERANCE))), digits)


def outlines(drawn: BaseGeometry) -> Iterator[tuple[list[Point], bool]]:
    """The lines of a drawing, and whether each is closed. Rings of areas turn so that holes stay open."""
    if drawn.is_empty:
        return
    if drawn.geom_type in ("LineString", "LinearRing"):
        points = [Point(*at) for at in drawn.coords]
        closed = len(points) > 3 and points[0] == points[-1]
        yield points[:-1] if closed else points, closed
    elif drawn.geom_type == "Polygon":
        if drawn.area < SMALLEST:
            return
        ring = drawn.exterior if drawn.exterior.is_ccw else drawn.exterior.reverse()
        yield [Point(*at) for at in ring.coords][:-1], True
        for hole in drawn.interiors:
            ring = hole.reverse() if hole.is_ccw else hole
            yield [Point(*at) for at in ring.coords][:-1], True
    elif hasattr(drawn, "geoms"):
        for part in drawn.geoms:
            yield from outlines(part)


def parallels(area: Sequence[Point], angle: float, wide: float, long: float) -> Iterator[list[Point]]:
    """Streets at an angle (degrees) and across it, so far apart, over all that an area reaches."""
    middle = Point(sum(at.x for at in area) / len(area), sum(at.y for at in area) / len(area))
    reach = max(hypot(at.x - middle.x, at.y - middle.y) for at in area)
    for turn, apart in ((angle, wide), (angle + 90, long)):
        along, across = Point(cos(radians(turn)), sin(radians(turn))), Point(-sin(radians(turn)), cos(radians(turn)))
        for number in range(-int(reach / apart), int(reach / apart) + 1):
            off = apart * (number + 0.3 * (noise(number, turn) - 0.5))
            at = Point(middle.x + off * across.x, middle.y + off * across.y)
            yield [
                Point(at.x - reach * along.x, at.y - reach * along.y),
                Point(at.x + reach * along.x, at.y + reach * along.y),
            ]
