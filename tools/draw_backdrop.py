"""Draws the backdrop of a built-in board and writes it into its look.toml.

    make backdrops [BOARDS="usa lyon"]                    with what it needs in an environment of its own
    python tools/draw_backdrop.py [BOARD …] [--digits 1] [--follow]
    python tools/draw_backdrop.py BOARD --crossings       which routes cross which water on the true map, as JSON

tools/backdrops/BOARD has the control points: `shapes.toml`, in the units of `geography.csv`, which says where the
places lie on the true map. Everything is first bent to where the places lie on the board, along the curves of the
routes, so that no route comes to cross other water; then it is engraved, so that lines keep their distance from each
other.

The curves are those in `curves.toml`, so that the same data always give the same drawing; --follow takes those of the
look instead, and writes them down. Then let `tools/bend_routes.py --on --known` bend routes a little where lanes still
cross other water, and `tools/crossings.py` tell. docs/boards.md says what the kinds of layers mean.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any

from backdrop_digest import BOARDS, signed
from backdrop_engraving import BEYOND, Engraving, Fields, Quarter
from backdrop_landmarks import placed
from backdrop_paths import areas_of, wavy, written
from backdrop_quarters import Width, blocks, ditches
from look_file import heading, read, write
from natural_earth import NaturalEarth
from shapely.affinity import scale
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from warp_look import Field, Sheet, Way, between, cut, places

from ferrovia.boards import board_ids, load, look
from ferrovia.boards.look import Backdrop, Layer, Look
from ferrovia.boards.look import Sheet as DrawnSheet
from ferrovia.draw.bends import lay_out
from ferrovia.draw.crossings import Crossings, crossings, on_board, route_name
from ferrovia.draw.geometry import Bend, Box, Point, bow
from ferrovia.draw.labels import place_names
from ferrovia.draw.layout import survey
from ferrovia.draw.shapes import Outline
from ferrovia.draw.svg import BED

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tools" / "backdrops"
ON_ROUTES = (0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
LANGUAGES = ("en", "fr")
SLIVER = 0.12  # no water is narrower than twice this
MARGIN = 0.12  # around the sheet, of its size: what is bent may come in from there
GROWN_BEFORE = 4.0  # units of the true map to one of the board, at most
STEP = 0.012  # of the sheet: longer lines are bent, not moved


class TrueMap:
    """The control points of a board, bent to where its places lie, if a field says so."""

    def __init__(self, id: str, field: Field | None) -> None:
        self.data = tomllib.loads((DATA / id / "shapes.toml").read_text(encoding="utf-8"))
        self.drawn_on = Sheet(**self.data["sheet"])
        self.wide = wider(self.drawn_on)
        """What Natural Earth is taken from: no edge of it comes onto the board, where it would look like a coast."""
        self.field = field
        self.drawn = self.data["shape"] + self.natural(id)

    def natural(self, id: str) -> list[dict[str, Any]]:
        """What Natural Earth adds to the control points, if they ask for it."""
        if "natural_earth" not in self.data:
            return []
        board, on = load(id), self.wide
        names = [place.name for place in board.places]
        routes = sorted({(names[min(lane.a, lane.b)], names[max(lane.a, lane.b)]) for lane in board.lanes})
        earth = NaturalEarth(self.data["natural_earth"], DATA / id / "geography.csv", routes)
        return [
            {"kind": kind, "points": points, "natural": True}
            for kind, points in earth.shapes(box(on.left, on.top, on.right, on.bottom))
        ]

    def shapes(self, kind: str) -> Iterator[tuple[dict[str, Any], list[Point]]]:
        for shape in self.drawn:
            if shape["kind"] == kind:
                yield shape, [Point(*at) for at in shape["points"]]

    def area(self, kind: str) -> BaseGeometry:
        return unary_union([self.polygon(points, self.edge(shape)) for shape, points in self.shapes(kind)])

    def lines(self, kind: str) -> list[LineString]:
        return [
            LineString(self.bent(self.smooth(points, closed=False), closed=False, on=self.edge(shape)))
            for shape, points in self.shapes(kind)
        ]

    def edge(self, shape: dict[str, Any]) -> Sheet:
        """What a shape was drawn on."""
        return self.wide if "natural" in shape else self.drawn_on

    def polygon(self, points: Sequence[Point], on: Sheet | None = None) -> BaseGeometry:
        return Polygon(self.bent(self.smooth(points, closed=True), closed=True, on=on)).buffer(0)

    def smooth(self, points: Sequence[Point], closed: bool) -> list[Point]:
        return smooth(points, closed, self.data.get("smooth", 2))

    def bent(self, points: Sequence[Point], closed: bool, on: Sheet | None = None) -> list[Point]:
        """On the board; what ended at the edge of the true map is continued beyond it first."""
        line = (on or self.drawn_on).continued(Outline(tuple(points), closed))
        return [
            self.field.at(at) if self.field else at
            for at in cut([*line, line[0]] if closed else line, STEP * self.drawn_on.size)
        ]


def wider(sheet: Sheet) -> Sheet:
    margin = MARGIN * sheet.size
    return Sheet(
        sheet.left - margin,
        sheet.top - margin,
        sheet.right - sheet.left + 2 * margin,
        sheet.bottom - sheet.top + 2 * margin,
    )


def smooth(points: Sequence[Point], closed: bool, times: int) -> list[Point]:
    """Chaikin's corners, cut so many times: a line through few points as a hand draws it."""
    for _ in range(times):
        if len(points) < 3:
            return list(points)
        pairs = list(zip(points, [*points[1:], *points[:1]], strict=True))
        found = [between(a, b, share) for a, b in (pairs if closed else pairs[:-1]) for share in (0.25, 0.75)]
        points = found if closed else [points[0], *found[1:-1], points[-1]]
    return list(points)


def field(id: str) -> Field:
    """From the true map to the board: places to places, straight ways between them to the curves that are drawn."""
    old = places(DATA / id / "geography.csv")
    board = load(id)
    names = [place.name for place in board.places]
    number = {name: index for index, name in enumerate(names)}
    before = [old[name] for name in names]
    after = [Point(place.x, place.y) for place in board.places]
    ways: list[Way] = []
    for route, bend in tomllib.loads((DATA / id / "curves.toml").read_text(encoding="utf-8")).items():
        a, b = (number[name] for name in route.split("–"))
        curve = bow(after[a], after[b], Bend(*bend))
        ways += [(between(before[a], before[b], share), curve.at(share * curve.length)[0]) for share in ON_ROUTES]
    return Field(before, after, ways, 0.0)


def follow(id: str) -> None:
    """Writes down how the routes are bent now."""
    board, given = load(id), look(id)
    lines = [f'"{route_name(board, a, b)}" = [{bend.start}, {bend.end}]' for (a, b), bend in given.bends.items()]
    comment = "# How routes were bent when the backdrop was drawn: start and end, as in look.toml.\n"
    (DATA / id / "curves.toml").write_text(comment + "\n".join(lines) + "\n", encoding="utf-8")


def layers(
    true: TrueMap, sheet: BaseGeometry, busy: BaseGeometry, clear: BaseGeometry, digits: int
) -> list[dict[str, Any]]:
    """From the lowest."""
    within = sheet.buffer(BEYOND, join_style="mitre")
    water = true.area("water").difference(true.area("island")).intersection(within)
    water = water.buffer(-SLIVER).buffer(SLIVER)
    parks = true.area("park")
    if "wavy" in true.data:
        parks = wavy(parks, true.data["wavy"])
    parks = parks.intersection(within).difference(water)
    feet = [true.polygon(points) for _, points in true.shapes("hill")]
    engraving = Engraving(water, parks, feet, within, busy, clear, digits)
    if "rim" in true.data:
        engraving.rim(true.data["rim"])
    for kind, tint in (("forest", "park"), ("desert", "built")):
        if kind in true.data.get("tinted", ()):
            engraving.tint(tint, wavy(true.area(kind), 4.0))
    engraving.fields([fields(true, shape, at) for shape, at in true.shapes("fields")])
    width = Width(**{name: true.data[name] for name in ("street", "smallest", "houses") if name in true.data})
    quarters = [(true.polygon(at), houses(true, shape, at)) for shape, at in true.shapes("built")]
    if "rest" in true.data:
        wide, long = true.data["rest"]
        quarters += rest(engraving, unary_union([area for area, _ in quarters]), (wide, long))
    engraving.quarters(quarters, width)
    acres = [fields(true, shape, at) for shape, at in true.shapes("acres")]
    engraving.acres(acres, unary_union([area for area, _ in quarters]))
    engraving.garden(parks, edged="wavy" not in true.data)
    engraving.forest(true.area("forest"))
    roads = list(zip((shape["pen"] for shape, _ in true.shapes("road")), true.lines("road"), strict=True))
    engraving.roads(roads)
    engraving.rivers(true.lines("river"))
    engraving.shore()
    engraving.hills()
    engraving.mountains([true.polygon(points) for _, points in true.shapes("mountain")])
    engraving.bridges(roads)
    engraving.avenues(true.lines("avenue"))
    if "quays" in true.data:
        engraving.avenues(engraving.quays(unary_union([area for area, _ in quarters]), true.data["quays"]))
    engraving.grass(true.area("grass"))
    for kind in ("shoal", "border"):
        engraving.lines(kind, true.lines(kind))
    engraving.states(true.lines("state"), true.lines("river"))
    engraving.landmarks(placed(true.data.get("landmark", ()), busy, water.union(engraving.peaks), sheet))
    return engraving.layers


def busy_ground(id: str) -> BaseGeometry:
    """What lanes, places, names in every language and ornaments cover, in units of the board."""
    layout = lay_out(survey(load(id), look(id)))
    ground = layout.ground
    lanes = [lane for course in layout.courses for lane in course.lanes]
    half = (ground.sizes.across + BED) / 2 / ground.scale
    ways = [LineString([on_board(ground, at) for at in lane.path.points]).buffer(half) for lane in lanes]
    plates = [plate.box for language in LANGUAGES for plate in place_names(layout, language)]
    boxes = [*layout.boxes(), *ground.stations, *plates, *ground.ornaments]
    return unary_union([*ways, *(Polygon([on_board(ground, at) for at in around(box)]) for box in boxes)])


def ornaments(id: str) -> BaseGeometry:
    """Rose and vignette: an ellipse in the box of each."""
    ground = survey(load(id), look(id))
    boxes = [Polygon([on_board(ground, at) for at in around(box)]).bounds for box in ground.ornaments]
    round_ones = [((x + right) / 2, (y + low) / 2, (right - x) / 2, (low - y) / 2) for x, y, right, low in boxes]
    return unary_union([scale(Spot(x, y).buffer(1), wide, high) for x, y, wide, high in round_ones])


def around(box: Box) -> list[Point]:
    """Its corners."""
    x, y = (
        Point(way.x * half / 2, way.y * half / 2) for way, half in ((box.along, box.width), (box.across, box.height))
    )
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))
    return [Point(box.centre.x + a * x.x + b * y.x, box.centre.y + a * x.y + b * y.y) for a, b in signs]


def houses(true: TrueMap, shape: dict[str, Any], points: Sequence[Point]) -> Iterator[Polygon]:
    """The blocks of a quarter."""
    return blocks(points, shape.get("streets") or (main_angle(points), *true.data["blocks"]), true.bent)


def fields(true: TrueMap, shape: dict[str, Any], points: Sequence[Point]) -> Fields:
    streets = shape.get("streets") or (main_angle(points), *true.data["blocks"])
    grown = true.data.get("grown", 0.0)
    reached = [Point(*at) for at in Polygon(points).buffer(GROWN_BEFORE * grown).exterior.coords]
    lines = list(ditches(reached, streets, true.bent))
    strips = list(blocks(reached, streets, true.bent))
    return Fields(true.polygon(points), strips, lines, grown, shape.get("wet", False))


def rest(engraving: Engraving, built: BaseGeometry, streets: tuple[float, float]) -> list[Quarter]:
    """Land that no quarter has: each piece is one of its own, its streets along its longer side."""
    taken = unary_union([built.buffer(1), engraving.parks, engraving.clear])
    bare = engraving.land.difference(taken).buffer(-2.5).buffer(2.5)
    found: list[Quarter] = []
    for piece in areas_of(bare):
        points = [Point(*at) for at in piece.exterior.coords][:-1]
        found.append((piece, blocks(points, (main_angle(points), *streets), lambda corners, closed: list(corners))))
    return found


def main_angle(points: Sequence[Point]) -> float:
    """Of the longer side of a quarter, in degrees."""
    corners = list(Polygon(points).minimum_rotated_rectangle.exterior.coords)
    a, b = max(pairwise(corners), key=lambda side: hypot(side[1][0] - side[0][0], side[1][1] - side[0][1]))
    return degrees(atan2(b[1] - a[1], b[0] - a[0]))


def true_crossings(id: str) -> dict[str, Crossings]:
    """Of straight routes between the places where they truly lie."""
    true, old, board = TrueMap(id, None), places(DATA / id / "geography.csv"), load(id)
    water = true.area("water").difference(true.area("island"))
    drawn = [Layer("water", written(water, 1), None)]
    if rivers := true.lines("river"):
        drawn.append(Layer("river", written(MultiLineString(rivers), 1), None))
    there = replace(board, places=tuple(replace(at, x=old[at.name].x, y=old[at.name].y) for at in board.places))
    return crossings(
        there, Look(sheet=DrawnSheet(**true.data["sheet"]), backdrop=Backdrop({}, tuple(drawn), None, None))
    )


def draw(id: str, digits: int) -> None:
    """Writes the layers of a board's backdrop, and the digests that tell what they come from."""
    file = BOARDS / id / "look.toml"
    found = read(file)
    sheet = found["sheet"]
    frame = box(sheet["left"], sheet["top"], sheet["left"] + sheet["width"], sheet["top"] + sheet["height"])
    true = TrueMap(id, field(id))
    found["backdrop"]["layers"] = layers(true, frame, busy_ground(id), ornaments(id), digits)
    found["backdrop"]["tint"] = true.data["tint"]
    write(file, found, heading(file))
    write(file, found, signed(heading(file), id, read(file)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", default=board_ids(), metavar="board")
    parser.add_argument("--digits", type=int, default=1, help="of the numbers in the paths")
    parser.add_argument("--follow", action="store_true", help="bend the map along the routes as they are bent now")
    parser.add_argument("--crossings", action="store_true", help="draw nothing; tell what the true map has")
    wanted = parser.parse_args()
    if wanted.crossings:
        print(json.dumps({id: true_crossings(id) for id in wanted.boards}, ensure_ascii=False))
        return
    for id in wanted.boards:
        if wanted.follow:
            follow(id)
        draw(id, wanted.digits)
        print(f"{id} is drawn")


if __name__ == "__main__":
    main()
