"""Small drawings on a backdrop, each at the free spot that lies nearest to where it is wanted.

None may cover a route, a place, a name, an ornament or another drawing; what stands on land does not stand in water,
and what swims does."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from shapely.affinity import scale, translate
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


class Landmark:
    def __init__(self, name: str, paths: Mapping[str, str]) -> None:
        self.name = name
        self.swims = name in SWIMMING
        self.body = unary_union([Polygon(part.points).buffer(0) for part in outlines(paths["fill"])])
        self.line, self.fine = (lines_of(paths[key]) for key in ("line", "fine"))

    def at(self, x: float, y: float, size: float) -> Landmark:
        """Standing there."""
        moved = Landmark.__new__(Landmark)
        moved.name, moved.swims = self.name, self.swims
        moved.body, moved.line, moved.fine = (
            translate(scale(part, size, size, origin=(0, 0)), x, y) for part in (self.body, self.line, self.fine)
        )
        return moved

    @property
    def frame(self) -> BaseGeometry:
        return box(*unary_union([self.body, self.line, self.fine]).bounds).buffer(ROOM)


def lines_of(path: str) -> MultiLineString:
    return MultiLineString(
        [LineString([*part.points, part.points[0]] if part.closed else part.points) for part in outlines(path)]
    )


def drawings() -> dict[str, Landmark]:
    found = tomllib.loads(DRAWINGS.read_text(encoding="utf-8"))
    return {name: Landmark(name, paths) for name, paths in found.items()}


def placed(
    wanted: Sequence[Mapping[str, Any]], busy: BaseGeometry, water: BaseGeometry, sheet: BaseGeometry
) -> list[Landmark]:
    """Where each has room; one without any stops the program, so that its data get changed."""
    known = drawings()
    inside = prep(sheet.buffer(-5))
    found: list[Landmark] = []
    for want in wanted:
        drawing = known[want["drawing"]]
        others = busy.union(unary_union([one.frame for one in found]))
        taken = prep(others.union(sheet.difference(water) if drawing.swims else water))
        for x, y in spiral(want["x"], want["y"]):
            there = drawing.at(x, y, want["scale"])
            if inside.contains(there.frame) and not taken.intersects(there.frame):
                found.append(there)
                break
        else:
            raise SystemExit(f"there is no room for {want}: move it, make it smaller or leave it out")
    return found


def spiral(x: float, y: float) -> Iterator[tuple[float, float]]:
    yield x, y
    for ring in range(1, int(FARTHEST / RING)):
        for step in range(AROUND):
            angle = 2 * pi * step / AROUND
            yield x + ring * RING * cos(angle), y + ring * RING * sin(angle)
