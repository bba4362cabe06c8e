"""How a backdrop is engraved: lines of water along shores, streets in quarters, trees in gardens, peaks and hills.

Lengths are in units of the board, a millimetre of a print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from backdrop_hills import flank, shadows, wedges
from backdrop_landmarks import Landmark
from backdrop_paths import SMALLEST, TOLERANCE, areas_of, dotted, pieces, written
from backdrop_quarters import Width, built_up, court, shaded
from backdrop_relief import range_of_peaks
from backdrop_scatter import noise, scattered
from shapely import line_merge
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep

WATER_LINES = ((1.0, 0.34), (2.3, 0.28), (4.0, 0.23), (6.2, 0.19), (9.0, 0.17), (12.6, 0.15), (17.0, 0.13))
"""How far from the shore, and with what pen: each gap wider, each line finer."""
DEPTHS = (1.8, 4.2, 7.6, 13.0)  # how far from the shore the water gets lighter
KERB = 0.8  # of a bridge, on both sides of its road
SPAN = 60.0  # no bridge is longer
TREES = 6.6  # apart, in a garden
WOODS = 7.2  # apart, on open land
CROWNS = (1.0, 1.35, 1.75)  # of trees: the radius
BEYOND = 20.0  # the drawing goes on around the sheet, so that no line of water follows the edge
SHORE = 1.2  # between houses and water
DIKE = 2.4  # between fields and water
TUFTS = 10.5  # of grass, apart
ROW = 3.9  # from tree to tree in a row
GARDENS = 0.3  # the share of blocks with a green court
AWAY = 5.0  # units from the last houses of a town to the first field
MEADOWS = 0.8  # the share of fields that are not green
QUAY = 1.3  # a fine line along the shore
SOFT = 0.5  # the same for what has no sharp edge
FIGURES: tuple[tuple[str, str, float | None], ...] = (
    ("figure", "fill", None), ("roof", "roof", None), ("shade", "shade", None), ("lamp", "lamp", None),
    ("engraving", "fine", 0.24), ("engraving", "line", 0.46),
)  # fmt: skip
"""How a part of a landmark is drawn: as what kind, and with what pen."""
PLAIN = 0.4  # a side of a block strays from a straight line by less


Quarter = tuple[BaseGeometry, Iterator[Polygon]]
"""An area and the blocks all over it."""


@dataclass(frozen=True)
class Fields:
    area: BaseGeometry
    strips: Sequence[Polygon]
    lines: Sequence[LineString]
    """Between them."""
    grown: float
    """They go on so far around the area, where no other fields are."""
    wet: bool
    """These are ditches, not hedges."""


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

    def add(self, kind: str, drawn: BaseGeometry, pen: float | None = None, smallest: float = SMALLEST) -> None:
        """Areas that are smaller are left out."""
        self.draw(kind, written(drawn, self.digits, smallest), pen)

    def draw(self, kind: str, path: str, pen: float | None) -> None:
        if path:
            self.layers.append({"kind": kind, **({"pen": pen} if pen else {}), "path": path})

    def hidden(self, drawn: BaseGeometry) -> bool:
        """Under a route or a name, or beyond the sheet."""
        return self.covered.covers(drawn) or not self.sheet.intersects(drawn)

    # --- land ---------------------------------------------------------------------------------------------
    def quarters(self, areas: Sequence[Quarter], width: Width) -> None:
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
        if width.houses:
            some = (block for number, block in enumerate(found) if noise(number, 21) < GARDENS)
            self.add("park", MultiPolygon([made for block in some if (made := court(block, width.houses))]), smallest=2)
        shades = (line for block in found for line in shaded(block))
        self.add("hatch", MultiLineString([line for line in shades if not self.hidden(line)]), 0.36)

    def fields(self, areas: Sequence[Fields]) -> None:
        """Some of them green; between them ditches or hedges, and dikes where they meet water."""
        taken = unary_union([self.water.buffer(DIKE), self.parks.buffer(0.8), self.clear])
        kept: list[tuple[BaseGeometry, Fields]] = []
        for one in areas:
            others = unary_union([other.area for other in areas if other is not one])
            reached = one.area.buffer(one.grown).difference(others).union(one.area)
            kept.append((reached.intersection(self.within).difference(taken), one))
            taken = taken.union(reached)
        whole = unary_union([area for area, _ in kept])
        self.add("built", whole.simplify(0.4))
        green = [
            part
            for area, one in kept
            for number, strip in enumerate(one.strips)
            if noise(number, 17) > MEADOWS
            for part in areas_of(strip.simplify(0.6).buffer(0).intersection(area))
        ]
        self.add("park", MultiPolygon([part for part in green if part.area > 16 and not self.hidden(part)]))
        for kind, wet, pen in (("ripple", True, 0.42), ("wood", False, 0.8)):
            lines = [line.intersection(area) for area, one in kept if one.wet == wet for line in one.lines]
            seen = unary_union(lines).difference(self.busy.buffer(-1.5)).simplify(0.45)
            self.add(kind, MultiLineString([part for part in pieces(seen) if part.length > 3]), pen)
        wet_ones = unary_union([area for area, one in kept if one.wet])
        dikes = self.water.buffer(DIKE).boundary.intersection(wet_ones.buffer(0.6)).simplify(0.4)
        self.add("quay", MultiLineString([part for part in pieces(line_merge(dikes)) if part.length > 8]), 1.5)

    def acres(self, areas: Sequence[Fields], towns: BaseGeometry) -> None:
        """Fields on open ground, beyond the last houses: fine lines between them, and some of them green."""
        taken = unary_union(
            [self.water.buffer(DIKE), self.parks.buffer(1.5), self.clear, towns.buffer(AWAY), *map(flank, self.feet)]
        )
        kept = [(one.area.intersection(self.within).difference(taken), one) for one in areas]
        green = [
            part
            for area, one in kept
            for number, strip in enumerate(one.strips)
            if noise(number, 17) > MEADOWS
            for part in areas_of(strip.buffer(-0.8).intersection(area))
        ]
        self.add("park", MultiPolygon([part for part in green if part.area > 16 and not self.hidden(part)]))
        lines = unary_union([line.intersection(area) for area, one in kept for line in one.lines])
        seen = lines.difference(self.busy.buffer(-1.5)).simplify(0.45)
        self.add("wood", MultiLineString([part for part in pieces(seen) if part.length > 6]), 0.5)

    def grass(self, areas: BaseGeometry) -> None:
        """Tufts of three blades."""
        open_land = areas.intersection(self.land).difference(unary_union([self.busy.buffer(2), self.parks, self.peaks]))
        tufts = (f"M{x:.1f} {y:.1f}l-.9-1.3m.9 1.3v-2m0 2l.9-1.4" for x, y in scattered(open_land, TUFTS))
        self.draw("hatch", "".join(tufts), 0.34)

    def tint(self, kind: str, areas: BaseGeometry) -> None:
        """Land in another tint, as atlases have it, with nothing around it."""
        self.add(kind, areas.intersection(self.land).simplify(0.4))

    def quays(self, built: BaseGeometry, far: float) -> list[LineString]:
        """Along the water, where a town is beside it."""
        return pieces(line_merge(self.water.buffer(far).boundary.intersection(built.buffer(far / 2))))

    def avenues(self, lines: Sequence[LineString]) -> None:
        """Trees in a row."""
        taken = prep(unary_union([self.water.buffer(0.7), self.busy.buffer(1.4), self.clear]))
        step = int(10 * ROW)
        spots = (line.interpolate(way / 10) for line in lines for way in range(step, int(10 * line.length), step))
        self.planted([(at.x, at.y) for at in spots if not taken.intersects(at)])

    def garden(self, parks: BaseGeometry, edged: bool) -> None:
        """Lawn, some with a fine edge, and round trees where nothing else is."""
        if parks.is_empty:
            return
        self.add("park", parks)
        if edged:
            edge = parks.boundary.intersection(self.within).difference(self.water.buffer(0.4))
            self.add("hatch", edge, 0.25)
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
        self.planted(scattered(area.difference(self.busy.buffer(1.6)), apart))

    def planted(self, spots: Iterable[tuple[float, float]]) -> None:
        """A crown at each, and under it a shadow that it throws to the right."""
        by_size: dict[float, list[tuple[float, float]]] = {radius: [] for radius in CROWNS}
        for x, y in spots:
            by_size[CROWNS[int(len(CROWNS) * noise(x, y))]].append((x, y))
        for kind, off in (("shade", 0.4), ("wood", 0.0)):
            for radius, trees in by_size.items():
                self.draw(kind, dotted([(x + off * radius, y + off * radius) for x, y in trees]), 2 * radius)

    def mountains(self, areas: Sequence[BaseGeometry]) -> None:
        peaks, lines = range_of_peaks([area.intersection(self.land) for area in areas], self.busy.buffer(0.8))
        self.peaks = unary_union([one.body for one in peaks])
        self.add("figure", self.peaks)
        self.add("shade", unary_union([one.dark for one in peaks]))
        self.add("engraving", lines, 0.42)

    def landmarks(self, found: Sequence[Landmark]) -> None:
        """Each with its shadow; what is small in them is written with one more digit."""
        self.add("shade", unary_union([one.shadow for one in found]).intersection(self.land))
        self.digits = 2
        for kind, part, pen in FIGURES:
            drawn = unary_union([one.parts[part] for one in found if part in one.parts])
            self.add(kind, drawn, pen, smallest=0)

    def hills(self) -> None:
        """Wedges that run downhill, over soft shadows."""
        slopes = self.land.intersection(self.within)
        for veil in zip(*(shadows(foot) for foot in self.feet), strict=True):
            self.add("relief", unary_union(veil).intersection(slopes))
        found = [wedge for foot in self.feet for wedge in wedges(foot, slopes) if not self.hidden(wedge)]
        self.add("shade", MultiPolygon(found), smallest=0)

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
        self.add("hatch", quay.simplify(3 * TOLERANCE), 0.3)
        self.add("water", self.water)
        for away in DEPTHS:
            self.add("depth", self.water.buffer(-away).buffer(0.5).simplify(SOFT))
        for away, pen in WATER_LINES:
            line = self.water.buffer(-away).boundary.intersection(self.within.buffer(-BEYOND + 1))
            self.add("ripple", line.simplify(min(SOFT, 0.12 + 0.06 * away)), pen)

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

    def states(self, lines: Sequence[LineString], rivers: Sequence[LineString]) -> None:
        """Finer than borders, and not beside a river that is one."""
        wet = unary_union([*(river.buffer(3) for river in rivers), self.water])
        parts = [part for line in lines for part in pieces(line.difference(wet)) if part.length > 6]
        self.add("border", MultiLineString(parts).intersection(self.within).simplify(0.3), 0.26)

    def lines(self, kind: str, lines: Sequence[LineString]) -> None:
        if lines:
            self.add(kind, MultiLineString(lines).intersection(self.within))
