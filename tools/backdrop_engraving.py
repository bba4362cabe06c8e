"""How a backdrop is engraved: lines of water along shores, streets in quarters, trees in gardens, hills in soft steps.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import Any

from shapely import maximum_inscribed_circle
from shapely.affinity import translate
from shapely.geometry import LineString, MultiLineString
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep
from warp_look import path_data

from ferrovia.draw.geometry import Point

WATER_LINES = ((1.1, 0.3), (2.7, 0.25), (4.9, 0.2), (7.7, 0.16))  # how far from the shore, and with what pen
STEPS = 5  # of a hill …
STEP = 0.16  # … each so much of its half width narrower than the one below
LIGHT = Point(-0.35, -0.5)  # where it comes from: steps move that way
TREES = 9.0  # apart
SHORE = 1.2  # between houses and water
SMALLEST = 6.0  # an area that can be seen
TOLERANCE = 0.12


class Engraving:
    def __init__(self, water: BaseGeometry, parks: BaseGeometry, within: BaseGeometry, digits: int) -> None:
        self.water, self.parks, self.within, self.digits = water, parks, within, digits
        self.land = within.difference(water)
        self.layers: list[dict[str, Any]] = []

    def add(self, kind: str, drawn: BaseGeometry, pen: float | None = None) -> None:
        path = written(drawn, self.digits)
        if path:
            self.layers.append({"kind": kind, **({"pen": pen} if pen else {}), "path": path})

    # --- land ---------------------------------------------------------------------------------------------
    def quarters(self, areas: Sequence[tuple[BaseGeometry, Sequence[LineString]]]) -> None:
        """Each with its streets left open, some way from water and gardens."""
        taken = self.water.buffer(SHORE).union(self.parks.buffer(0.8))
        free = [(area.intersection(self.within).difference(taken), streets) for area, streets in areas]
        self.add("built", unary_union([area for area, _ in free]))
        self.add("road", unary_union([MultiLineString(streets).intersection(area) for area, streets in free]), 0.7)

    def garden(self, parks: BaseGeometry) -> None:
        self.add("park", parks)
        trees = " ".join(f"M{x:.1f} {y:.1f}a.9 .9 0 1 1 1.800 0" for x, y in scattered(parks.buffer(-2), TREES))
        if trees:
            self.layers.append({"kind": "hatch", "path": trees})

    def hills(self, feet: Sequence[BaseGeometry]) -> None:
        """Soft steps that climb towards the light."""
        for step in range(STEPS):
            levels = [narrowed(foot, step * STEP).intersection(self.land) for foot in feet]
            self.add("relief", unary_union(levels))

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
        for away, pen in WATER_LINES:
            self.add("ripple", self.water.buffer(-away).boundary.intersection(self.within.buffer(-3)), pen)

    def bridges(self, lines: Iterable[LineString]) -> None:
        """The two rails of each."""
        found = [line.intersection(self.within) for line in lines]
        if found:
            self.add("hatch", MultiLineString([line for line in found if line.geom_type == "LineString"]), 0.45)

    def lines(self, kind: str, lines: Sequence[LineString]) -> None:
        if lines:
            self.add(kind, MultiLineString(lines).intersection(self.within))


def narrowed(foot: BaseGeometry, share: float) -> BaseGeometry:
    """A hill some way up."""
    away = share * maximum_inscribed_circle(foot, 1.0).length
    level = foot.buffer(-away).buffer(0.3 * away)
    return translate(level, 0.4 * away * LIGHT.x, 0.4 * away * LIGHT.y)


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


def scattered(area: BaseGeometry, apart: float) -> Iterator[tuple[float, float]]:
    """Points in an area, nearly evenly, always the same."""
    if area.is_empty:
        return
    inside = prep(area)
    left, top, right, bottom = area.bounds
    rows, columns = int((bottom - top) / apart) + 1, int((right - left) / apart) + 1
    for row in range(rows):
        for column in range(columns):
            x = left + apart * (column + 0.5 * (row % 2) + 0.6 * (noise(column, row) - 0.5))
            y = top + apart * (row + 0.6 * (noise(row, column + 7) - 0.5))
            if noise(row + 3, column) > 0.25 and inside.contains(Spot(x, y)):
                yield x, y


def noise(index: float, salt: float) -> float:
    """Between 0 and 1, as good as random."""
    value = sin(index * 127.1 + salt * 311.7) * 43758.5453
    return value - int(value) if value >= 0 else value - int(value) + 1
