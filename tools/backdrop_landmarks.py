"""Small drawings on a backdrop, each at the free spot that lies nearest to where it is wanted.

None may cover a route, a place, a name, an ornament or another drawing; what stands on land does not stand in water,
and what swims does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from shapely.affinity import affine_transform, scale, translate
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union
from shapely.prepared import prep

from ferrovia.draw.shapes import outlines

DRAWINGS = Path(__file__).resolve().parent / "backdrops" / "drawings.toml"
SWIMMING = ("barge", "ship", "whale")
ROOM = 1.2  # around a drawing
FARTHEST = 60.0  # from where it is wanted
RING = 1.5
AROUND = 24
SMALLER = (1.0, 0.85, 0.7)
AREAS = ("fill", "roof", "shade", "lamp")
LINES = ("line", "fine")
FALL = (1.0, -0.45, 0.0, 0.16)  # what stands throws its shadow to the right and a little back


@dataclass(frozen=True)
class Landmark:
    name: str
    parts: Mapping[str, BaseGeometry]
    """AREAS and LINES."""

    @property
    def swims(self) -> bool:
        return self.name in SWIMMING

    @property
    def body(self) -> BaseGeometry:
        return self.parts["fill"]

    @property
    def frame(self) -> BaseGeometry:
        return box(*unary_union(list(self.parts.values())).bounds).buffer(ROOM)

    @property
    def shadow(self) -> BaseGeometry:
        """On the ground beside it; on water there is none."""
        if self.swims:
            return Polygon()
        foot = self.body.bounds[3]
        fallen = affine_transform(translate(self.body, 0, -foot), [*FALL, 0, foot])
        return fallen.buffer(0.2).difference(self.body)

    def at(self, x: float, y: float, size: float) -> Landmark:
        """Standing there."""
        parts = {key: translate(scale(part, size, size, origin=(0, 0)), x, y) for key, part in self.parts.items()}
        return Landmark(self.name, parts)


def area_of(path: str) -> BaseGeometry:
    return unary_union([Polygon(part.points).buffer(0) for part in outlines(path)])


def lines_of(path: str) -> MultiLineString:
    return MultiLineString(
        [LineString([*part.points, part.points[0]] if part.closed else part.points) for part in outlines(path)]
    )


def drawings() -> dict[str, Landmark]:
    found = tomllib.loads(DRAWINGS.read_text(encoding="utf-8"))
    return {name: Landmark(name, parts_of(paths)) for name, paths in found.items()}


def parts_of(paths: Mapping[str, str]) -> dict[str, BaseGeometry]:
    areas = {key: area_of(paths[key]) for key in AREAS if key in paths}
    return {**areas, **{key: lines_of(paths[key]) for key in LINES if key in paths}}


def placed(
    wanted: Sequence[Mapping[str, Any]], busy: BaseGeometry, water: BaseGeometry, sheet: BaseGeometry
) -> list[Landmark]:
    """Where each has room, some a little smaller; one without any stops the program, so that its data get changed."""
    known = drawings()
    inside = prep(sheet.buffer(-5))
    found: list[Landmark] = []
    for want in wanted:
        drawing = known[want["drawing"]]
        others = busy.union(unary_union([one.frame for one in found]))
        taken = prep(others.union(sheet.difference(water) if drawing.swims else water))
        for smaller, (x, y) in product(SMALLER, spiral(want["x"], want["y"])):
            there = drawing.at(x, y, smaller * want["scale"])
            if inside.contains(there.frame) and not taken.intersects(there.frame):
                found.append(there)
                break
        else:
            raise SystemExit(f"there is no room for {want}: move it, make it smaller or leave it out")
    return found


def spiral(x: float, y: float) -> Iterator[tuple[float, float]]:
    """Outwards, so that the nearest spot is found first."""
    yield x, y
    for ring in range(1, int(FARTHEST / RING)):
        for step in range(AROUND):
            angle = 2 * pi * step / AROUND
            yield x + ring * RING * cos(angle), y + ring * RING * sin(angle)
