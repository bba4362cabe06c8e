"""A backdrop to begin with: coasts, lakes, rivers and borders of a region of the world.

The data are Natural Earth's, which are in the public domain; tools/world_map.py writes the file. The map keeps areas
(Lambert's azimuthal projection around the middle of the region), so that it looks right wherever the region lies."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Any, Final

from ferrovia.boards.look import Sheet
from ferrovia.draw.geometry import Point
from ferrovia.studio.outlines import Cut, Line, area, clipped, inside, length, simple

FILE: Final = "world.json.gz"
HUNDREDTHS: Final = 100.0
"""Of a degree: what the file counts in."""
WORLD: Final = 360.0
BEYOND: Final = 2.0
"""Degrees that are looked at beyond the sheet."""
POLE: Final = 89.0
MARGIN: Final = 0.04
"""Of the sheet, left around the region."""
FINE: Final = 0.0009
"""Of the sheet: what no eye sees."""
SMALLEST: Final = 0.00004
"""Of the sheet's area: islands and lakes below are left out."""
SHORTEST: Final = 0.02
"""Of the sheet: rivers below are left out."""
TINTS: Final = {"water": "#cfe0dd", "park": "#e2e8cc", "built": "#efe5c9", "ink": "#8a7c55"}


@dataclass(frozen=True)
class Region:
    """Degrees. A region may cross the 180th meridian: then west is greater than east."""

    west: float
    east: float
    south: float
    north: float

    @property
    def width(self) -> float:
        return (self.east - self.west) % WORLD or WORLD

    @property
    def middle(self) -> Point:
        return Point(self.west + self.width / 2, (self.south + self.north) / 2)


@cache
def world() -> Mapping[str, list[list[int]]]:
    """{"land", "lakes": rings, "rivers", "borders": lines}; of each line the first point, and the steps to the next."""
    packed = files(__package__).joinpath(FILE).read_bytes()
    found: Mapping[str, list[list[int]]] = json.loads(gzip.decompress(packed))
    return found


def unpacked(line: Sequence[int]) -> Line:
    x = y = 0
    points: Line = []
    for dx, dy in zip(line[::2], line[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append(Point(x / HUNDREDTHS, y / HUNDREDTHS))
    return points


def unwrapped(line: Sequence[Point]) -> Line:
    """Without leaps around the world at the 180th meridian."""
    found: Line = []
    around = 0.0
    for number, at in enumerate(line):
        leap = at.x - line[number - 1].x if number else 0.0
        around += WORLD * ((leap < -WORLD / 2) - (leap > WORLD / 2))
        found.append(Point(at.x + around, at.y))
    return found


# --- the backdrop -----------------------------------------------------------------------------------------
def region_look(region: Region, sheet: Sheet) -> dict[str, Any]:
    """The backdrop of a look: the sea over the whole sheet, land on it, and on that lakes, rivers and borders."""
    paper = Paper(region, sheet)
    least = SMALLEST * sheet.width * sheet.height
    land = [ring for ring in paper.areas("land") if area(ring) > least]
    lakes = [ring for ring in paper.areas("lakes") if area(ring) > 4 * least]
    rivers = [line for line in paper.lines("rivers") if length(line) > SHORTEST * paper.size]
    borders = [*paper.lines("borders")]
    sea = [Point(*corner) for corner in paper.corners]
    layers = [
        {"kind": kind, "path": path}
        for kind, lines, closed in (
            ("water", [sea], True), ("built", land, True), ("water", lakes, True),
            ("river", rivers, False), ("border", borders, False),
        )
        if (path := "".join(drawn(line, closed=closed) for line in lines))
    ]  # fmt: skip
    return {"tint": dict(TINTS), "layers": layers}


def drawn(line: Sequence[Point], *, closed: bool) -> str:
    points = [f"{round(at.x, 1):.10g} {round(at.y, 1):.10g}" for at in line]
    return f"M{'L'.join(points)}{'Z' if closed else ''}"


class Paper:
    """Where a region lies on a sheet."""

    def __init__(self, region: Region, sheet: Sheet) -> None:
        self.region, self.sheet = region, sheet
        self.size = max(sheet.width, sheet.height)
        self.middle = region.middle
        edge = [self.flat(at) for at in border_of(region)]
        left, right = min(at.x for at in edge), max(at.x for at in edge)
        top, bottom = min(at.y for at in edge), max(at.y for at in edge)
        room = 1 - 2 * MARGIN
        self.scale = min(room * sheet.width / (right - left), room * sheet.height / (bottom - top))
        self.x = sheet.left + sheet.width / 2 - self.scale * (left + right) / 2
        self.y = sheet.top + sheet.height / 2 - self.scale * (top + bottom) / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        left, top = self.sheet.left, self.sheet.top
        right, bottom = left + self.sheet.width, top + self.sheet.height
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def flat(self, at: Point) -> Point:
        """Lambert's azimuthal map around the middle; y grows to the south."""
        turn, here, there = radians(at.x - self.middle.x), radians(self.middle.y), radians(at.y)
        near = 1 + sin(here) * sin(there) + cos(here) * cos(there) * cos(turn)
        stretch = sqrt(2 / max(near, 1e-6))
        north = cos(here) * sin(there) - sin(here) * cos(there) * cos(turn)
        return Point(stretch * cos(there) * sin(turn), -stretch * north)

    def laid(self, at: Point) -> Point:
        flat = self.flat(at)
        return Point(self.x + self.scale * flat.x, self.y + self.scale * flat.y)

    def areas(self, name: str) -> Iterator[Line]:
        for ring in self.near(name):
            found = ring
            for cut in self.window():
                found = clipped(found, cut)
            found = [self.laid(at) for at in found]
            for cut in self.edges():
                found = clipped(found, cut)
            if len(found) > 2:
                yield simple(found, FINE * self.size)

    def lines(self, name: str) -> Iterator[Line]:
        for line in self.near(name):
            laid = [self.laid(at) for at in line if self.is_near(at)]
            for part in inside(laid, self.edges()):
                yield simple(part, FINE * self.size)

    def near(self, name: str) -> Iterator[Line]:
        """Lines that may come onto the sheet, with longitudes around the middle's."""
        for packed in world()[name]:
            line = unwrapped(unpacked(packed))
            for shift in (-WORLD, 0.0, WORLD):
                moved = [Point(at.x + shift, at.y) for at in line]
                if any(self.is_near(at) for at in moved):
                    yield moved

    def round(self, at: Point) -> Point:
        """Longitude and latitude of a point of the sheet."""
        x, y = (at.x - self.x) / self.scale, (self.y - at.y) / self.scale
        far, here = hypot(x, y), radians(self.middle.y)
        angle = 2 * asin(min(1.0, far / 2))
        if far == 0:
            return self.middle
        north = asin(max(-1.0, min(1.0, cos(angle) * sin(here) + y * sin(angle) * cos(here) / far)))
        turn = atan2(x * sin(angle), far * cos(here) * cos(angle) - y * sin(here) * sin(angle))
        return Point(self.middle.x + degrees(turn), degrees(north))

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, east, south and north of all that lies on the sheet, and a little more."""
        (left, top), _, (right, bottom), _ = self.corners
        shares = [step / 12 for step in range(13)]
        edge = [Point(left + share * (right - left), y) for share in shares for y in (top, bottom)]
        edge += [Point(x, top + share * (bottom - top)) for share in shares for x in (left, right)]
        around = [self.round(at) for at in edge]
        poles = [Point(self.middle.x, north) for north in (POLE, -POLE) if self.has(Point(self.middle.x, north))]
        norths = [at.y for at in (*around, *poles)]
        wide = WORLD / 2 if poles else max(abs(at.x - self.middle.x) for at in around) + BEYOND
        south, north = max(-POLE, min(norths) - BEYOND), min(POLE, max(norths) + BEYOND)
        return self.middle.x - wide, self.middle.x + wide, south, north

    def has(self, at: Point) -> bool:
        laid = self.laid(at)
        return all(cut.keeps(laid) for cut in self.edges())

    def is_near(self, at: Point) -> bool:
        west, east, south, north = self.bounds
        return west <= at.x <= east and south <= at.y <= north

    def window(self) -> list[Cut]:
        west, east, south, north = self.bounds
        return [Cut(0, west, 1), Cut(0, east, -1), Cut(1, south, 1), Cut(1, north, -1)]

    def edges(self) -> list[Cut]:
        (left, top), _, (right, bottom), _ = self.corners
        return [Cut(0, left, 1), Cut(0, right, -1), Cut(1, top, 1), Cut(1, bottom, -1)]


def border_of(region: Region) -> list[Point]:
    shares = [step / 8 for step in range(9)]
    xs = [region.west + share * region.width for share in shares]
    ys = [region.south + share * (region.north - region.south) for share in shares]
    return [Point(x, y) for x in xs for y in (region.south, region.north)] + [
        Point(x, y) for x in (xs[0], xs[-1]) for y in ys
    ]


# --- a small map to choose on -----------------------------------------------------------------------------
@cache
def world_path(fine: float = 0.9) -> str:
    """All land, in degrees: x to the east, y to the south."""
    rings = (simple(ring, fine) for line in world()["land"] for ring in at_both_edges(unpacked(line)))
    return "".join(
        drawn([Point(at.x, -at.y) for at in ring], closed=True) for ring in rings if area(ring) > 4 * fine**2
    )


def at_both_edges(ring: Line) -> Iterator[Line]:
    """Land that lies across the 180th meridian is drawn at the right edge and at the left one, and over neither."""
    whole = unwrapped(ring)
    if abs(whole[-1].x - whole[0].x) > WORLD / 2:  # it goes around a pole
        yield ring
        return
    for shift in (-WORLD, 0.0, WORLD):
        if any(abs(at.x + shift) < WORLD / 2 for at in whole):
            yield [Point(at.x + shift, at.y) for at in whole]
