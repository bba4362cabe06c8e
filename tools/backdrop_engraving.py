"""How a backdrop is engraved: lines of water along shores, streets in quarters, trees in gardens, peaks and hills.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from backdrop_hills import flank, strokes, veils
from backdrop_landmarks import Landmark
from backdrop_quarters import Width, built_up, shaded
from backdrop_relief import range_of_peaks
from backdrop_scatter import noise, scattered
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep
from warp_look import path_data

from ferrovia.draw.geometry import Point

WATER_LINES = ((1.0, 0.34), (2.3, 0.28), (4.0, 0.23), (6.2, 0.19), (9.0, 0.17), (12.6, 0.15), (17.0, 0.13))
"""How far from the shore, and with what pen: each gap wider, each line finer."""
DEPTHS = (1.8, 4.2, 7.6, 13.0)  # how far from the shore the water gets lighter
KERB = 0.8  # of a bridge, on both sides of its road
SPAN = 60.0  # no bridge is longer
TREES = 6.6  # apart, in a garden
WOODS = 7.2  # apart, on open land
CROWNS = (1.25, 1.6)  # of small and large trees: the radius
BEYOND = 20.0  # the drawing goes on around the sheet, so that no line of water follows the edge
SHORE = 1.2  # between houses and water
QUAY = 1.3  # a fine line along the shore
SMALLEST = 6.0  # an area that can be seen
TOLERANCE = 0.12
PLAIN = 0.4  # a side of a block strays from a straight line by less


class Engraving:
    def __init__(
        self,
        water: BaseGeometry,
        parks: BaseGeometry,
        feet: Sequence[BaseGeometry],
        within: BaseGeometry,
        busy: BaseGeometry,
        clear: BaseGeometry,
        digits: int,
    ) -> None:
        self.water, self.parks, self.within, self.digits = water, parks, within, digits
        self.feet = feet
        """Of hills."""
        self.busy = busy
        """What routes, places and names cover."""
        self.clear = clear
        """Where an ornament stands on open ground."""
        self.covered, self.sheet = prep(busy), prep(within.buffer(-BEYOND, join_style="mitre"))
        self.land = within.difference(water)
        self.layers: list[dict[str, Any]] = []
        self.peaks: BaseGeometry = Polygon()

    def add(self, kind: str, drawn: BaseGeometry, pen: float | None = None) -> None:
        self.draw(kind, written(drawn, self.digits), pen)

    def draw(self, kind: str, path: str, pen: float | None) -> None:
        if path:
            self.layers.append({"kind": kind, **({"pen": pen} if pen else {}), "path": path})

    def hidden(self, drawn: BaseGeometry) -> bool:
        """Under a route or a name, or beyond the sheet."""
        return self.covered.covers(drawn) or not self.sheet.intersects(drawn)

    # --- land ---------------------------------------------------------------------------------------------
    def quarters(self, areas: Sequence[tuple[BaseGeometry, Iterator[Polygon]]], width: Width) -> None:
        """Block by block, each heavier at its sides away from the light, some way from water and gardens."""
        taken = unary_union([self.water.buffer(SHORE), self.parks.buffer(0.8), self.clear, *map(flank, self.feet)])
        whole = unary_union([area for area, _ in areas])
        edge = whole.buffer(0.5).boundary.difference(taken.buffer(3)).intersection(self.within.buffer(-BEYOND / 2))
        free = []
        for area, blocks in areas:
            free.append((area.intersection(self.within).difference(taken), blocks))
            taken = taken.union(area)
        found = [block.simplify(PLAIN) for area, blocks in free for block in built_up(area, blocks, edge, width)]
        found = [block for block in found if not self.hidden(block)]
        self.add("built", MultiPolygon(found))
        shades = (line for block in found for line in shaded(block))
        self.add("hatch", MultiLineString([line for line in shades if not self.hidden(line)]), 0.36)

    def garden(self, parks: BaseGeometry) -> None:
        """Lawn with a fine edge, and round trees where nothing else is."""
        if parks.is_empty:
            return
        self.add("park", parks)
        self.add("hatch", parks.boundary.intersection(self.within).difference(self.water.buffer(0.4)), 0.25)
        self.trees(parks.buffer(-2.4), TREES)

    def rim(self, far: float) -> None:
        """The land along the water in its second tint, as atlases were coloured by hand."""
        self.add("built", self.water.buffer(far).difference(self.water.buffer(0.2)).intersection(self.within))

    def forest(self, woods: BaseGeometry) -> None:
        """Trees without a lawn, all over it."""
        open_land = woods.intersection(self.land).difference(self.water.buffer(3)).difference(self.parks.buffer(2))
        self.trees(open_land, WOODS)

    def trees(self, area: BaseGeometry, apart: float) -> None:
        """Round ones where nothing else is."""
        spots = list(scattered(area.difference(self.busy.buffer(1.6)), apart))
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
        dark = unary_union([one.dark for one in peaks])
        for _ in range(2):
            self.add("relief", dark)
        self.add("engraving", lines, 0.42)

    def landmarks(self, found: Sequence[Landmark]) -> None:
        self.digits = 2
        self.add("figure", unary_union([one.body for one in found]))
        self.add("engraving", unary_union([one.fine for one in found]), 0.2)
        self.add("engraving", unary_union([one.line for one in found]), 0.36)

    def hills(self) -> None:
        """Strokes that run downhill, over veils."""
        slopes = self.land.intersection(self.within)
        for veil in zip(*(veils(foot) for foot in self.feet), strict=True):
            self.add("relief", unary_union(veil).intersection(slopes))
        found = [stroke for foot in self.feet for stroke in strokes(foot, slopes) if not self.hidden(stroke[1])]
        for pen in sorted({pen for pen, _ in found}):
            self.add("hatch", MultiLineString([line for wide, line in found if wide == pen]), pen)

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
        quay = self.water.buffer(QUAY).boundary.intersection(self.within.buffer(1 - BEYOND))
        self.add("hatch", quay.simplify(2 * TOLERANCE), 0.3)
        self.add("water", self.water)
        for away in DEPTHS:
            self.add("depth", self.water.buffer(-away).buffer(0.5))
        for away, pen in WATER_LINES:
            self.add("ripple", self.water.buffer(-away).boundary.intersection(self.within.buffer(-BEYOND + 1)), pen)

    def bridges(self, roads: Iterable[tuple[float, LineString]]) -> None:
        """Where roads cross water: a deck, and a rail on either side that ends on land."""
        rails: list[LineString] = []
        for pen, road in roads:
            found = pieces(road.intersection(self.water.buffer(SHORE)))
            spans = [part for part in found if part.length < SPAN and part.crosses(self.water)]
            self.add("road", MultiLineString(spans), pen + 2 * KERB)
            rails += [
                rail
                for part in spans
                for side in (1, -1)
                for rail in pieces(part.offset_curve(side * (pen / 2 + KERB)))
            ]
        self.add("engraving", MultiLineString(rails), 0.45)

    def lines(self, kind: str, lines: Sequence[LineString]) -> None:
        if lines:
            self.add(kind, MultiLineString(lines).intersection(self.within))


def wavy(area: BaseGeometry, far: float) -> BaseGeometry:
    """With an edge that goes in and out, as that of a wood does."""
    found = []
    for part in getattr(area, "geoms", [area]):
        ring = part.exterior
        inner, outer = part.buffer(-far), part.buffer(far)
        lobes = [ring.interpolate(way).buffer(far * (0.8 + noise(way, 3))) for way in range(0, int(ring.length), 7)]
        bays = [lobe for number, lobe in enumerate(lobes) if noise(number, 9) > 0.62]
        grown = part.difference(unary_union(bays)).union(unary_union([lobe for lobe in lobes if lobe not in bays]))
        found.append(grown.intersection(outer).union(inner).buffer(-0.8).buffer(1.6).buffer(-0.8))
    return unary_union(found)


def pieces(drawn: BaseGeometry) -> list[LineString]:
    """The lines that a drawing consists of."""
    return [part for part in getattr(drawn, "geoms", [drawn]) if part.geom_type == "LineString" and not part.is_empty]


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
