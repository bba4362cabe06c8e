"""Bends a board's backdrop along when its places have moved, or its routes were bent.

    python tools/warp_look.py BOARD_FOLDER OLD_LOCATIONS [--digits 2] [--margin 26]
    python tools/warp_look.py BOARD_FOLDER [--digits 2]

OLD_LOCATIONS is the locations.csv that the backdrop in look.toml was drawn for; the folder has the new one. Without it
places stay, and what lay beside a straight route comes to lie beside the curve it is drawn as. Writes look.toml anew.
`python tools/crossings.py` tells whether a route has come to cross other water than before.

A thin-plate spline takes every place to where it is now, and points between the ends of a route to points between its
new ends, so that what lay on one side of a route stays there. Far from all places it fades into the affine map that
fits them best. What ended at the edge of the old sheet is continued first, so that the new one is filled to its edge.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from itertools import groupby, pairwise
from math import ceil, floor, hypot, log
from pathlib import Path

from look_file import heading, read, write

from ferrovia.boards import load, look
from ferrovia.draw.bends import lay_out
from ferrovia.draw.crossings import on_board
from ferrovia.draw.geometry import Point
from ferrovia.draw.layout import survey
from ferrovia.draw.shapes import WORD, Outline, outlines

ON_ROUTES = (0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
FADE = 0.35  # of the map's size: how far beyond the outermost places the spline reaches
EDGE = 0.003  # of the sheet: nearer to its edge is on it
BEYOND = 0.14  # of the sheet: how far what ends at its edge is continued
NARROW = 0.08  # of the sheet: the mouth of a river or canal, not a sea
SHALLOW = 0.03  # what meets the edge at a smaller angle (its sine) is continued straight out
LONGEST = 0.4  # of the sheet: no line is continued farther
STRETCH = 0.012  # of the sheet: longer lines are bent, not moved
SMOOTH = 0.0002  # of the sheet: what no eye sees

Matrix = list[list[float]]


# --- the field ----------------------------------------------------------------------------------------------
def solve(rows: Matrix, right: Matrix) -> Matrix:
    """Gauss with pivots: a few hundred unknowns, so that no library is needed."""
    size = len(rows)
    table = [list(row) + list(values) for row, values in zip(rows, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(table[row][column]))
        table[column], table[pivot] = table[pivot], table[column]
        top = table[column]
        for row in range(column + 1, size):
            share = table[row][column] / top[column]
            if share:
                table[row] = [a - share * b for a, b in zip(table[row], top, strict=True)]
    width = len(right[0])
    found: Matrix = [[0.0] * width for _ in range(size)]
    for row in range(size - 1, -1, -1):
        for value in range(width):
            rest = sum(table[row][column] * found[column][value] for column in range(row + 1, size))
            found[row][value] = (table[row][size + value] - rest) / table[row][row]
    return found


def affine(old: Sequence[Point], new: Sequence[Point]) -> Matrix:
    """Least squares: the columns for 1, x and y."""
    rows = [[1.0, at.x, at.y] for at in old]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    right = [[sum(row[i] * to[k] for row, to in zip(rows, new, strict=True)) for k in range(2)] for i in range(3)]
    return solve(normal, right)


def bump(far: float) -> float:
    return far * far * log(far) if far > 0 else 0.0


Way = tuple[Point, Point]
"""From where to where a point goes."""


class Field:
    """Where every point of the old map lies on the new one."""

    def __init__(self, old: Sequence[Point], new: Sequence[Point], ways: Sequence[Way], stiffness: float) -> None:
        self.base = affine(old, new)
        self.hull = hull(old)
        self.size = max(hypot(a.x - b.x, a.y - b.y) for a in self.hull for b in self.hull)
        self.knots = [*old, *(start for start, _ in ways)]
        targets = [*new, *(end for _, end in ways)]
        count = len(self.knots)
        rows: Matrix = [[bump(self.far(a, b)) for b in self.knots] + [1.0, a.x, a.y] for a in self.knots]
        for index in range(len(old), count):
            rows[index][index] += stiffness * count
        rows += [[1.0] * count + [0.0] * 3, [at.x for at in self.knots] + [0.0] * 3]
        rows += [[at.y for at in self.knots] + [0.0] * 3]
        off = [[to.x - at.x, to.y - at.y] for at, to in zip(map(self.straight, self.knots), targets, strict=True)]
        self.weights = solve(rows, [*off, *([0.0, 0.0] for _ in range(3))])

    def far(self, a: Point, b: Point) -> float:
        """In shares of the map, so that numbers stay small."""
        return hypot(a.x - b.x, a.y - b.y) / self.size

    def straight(self, at: Point) -> Point:
        x, y = (self.base[0][k] + self.base[1][k] * at.x + self.base[2][k] * at.y for k in range(2))
        return Point(x, y)

    def at(self, at: Point) -> Point:
        bumps = [bump(self.far(at, knot)) for knot in self.knots] + [1.0, at.x, at.y]
        x, y = (sum(b * w[k] for b, w in zip(bumps, self.weights, strict=True)) for k in range(2))
        rest = max(0.0, 1 - outside(self.hull, at) / (FADE * self.size))
        fade = rest * rest * (3 - 2 * rest)
        straight = self.straight(at)
        return Point(straight.x + fade * x, straight.y + fade * y)


def between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def hull(points: Sequence[Point]) -> list[Point]:
    """The convex hull, by Andrew's monotone chain."""

    def chain(ordered: Sequence[Point]) -> list[Point]:
        found: list[Point] = []
        for at in ordered:
            while len(found) > 1 and turn(found[-2], found[-1], at) <= 0:
                found.pop()
            found.append(at)
        return found[:-1]

    ordered = sorted(points)
    return chain(ordered) + chain(ordered[::-1])


def turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def outside(corners: Sequence[Point], at: Point) -> float:
    """How far a point lies outside a hull."""
    sides = list(pairwise([*corners, corners[0]]))
    if all(turn(a, b, at) >= 0 for a, b in sides):
        return 0.0
    return min(from_line(a, b, at) for a, b in sides)


def from_line(a: Point, b: Point, at: Point) -> float:
    span = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    share = min(1.0, max(0.0, ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / span)) if span else 0.0
    near = between(a, b, share)
    return hypot(at.x - near.x, at.y - near.y)


# --- lines --------------------------------------------------------------------------------------------------
class Sheet:
    def __init__(self, left: float, top: float, width: float, height: float) -> None:
        self.left, self.top, self.right, self.bottom = left, top, left + width, top + height
        self.size = max(width, height)
        self.near = 5 * EDGE * self.size

    def normal(self, at: Point) -> Point:
        """The way out for a point on the edge; 0,0 for one that lies inside."""
        near = EDGE * self.size
        x = (at.x > self.right - near) - (at.x < self.left + near)
        y = (at.y > self.bottom - near) - (at.y < self.top + near)
        return Point(x, y)

    def inside(self, at: Point) -> bool:
        return self.normal(at) == (0, 0)

    def continued(self, shape: Outline) -> list[Point]:
        """The same line, going on beyond the edge in the direction it had there."""
        points = list(shape.points)
        first = next((index for index, at in enumerate(points) if self.inside(at)), None)
        if first is None:
            return [self.out(at, self.normal(at)) for at in points]
        if shape.closed:
            points = points[first:] + points[:first]
        found: list[Point] = []
        for within, group in groupby(range(len(points)), key=lambda index: self.inside(points[index])):
            run = list(group)
            if within:
                found += [points[index] for index in run]
                continue
            before = back(points[: run[0] + 1][::-1], self.near) if run[0] else None
            rest = points[run[-1] :] + (points[:1] if shape.closed else [])
            after = back(rest, self.near) if len(rest) > 1 else None
            found += self.beyond([points[index] for index in run], before, after)
        return found

    def beyond(self, run: Sequence[Point], before: Point | None, after: Point | None) -> list[Point]:
        """A stretch along the edge, taken outwards. The two banks of a river stay as far apart as they are."""
        start, end = run[0], run[-1]
        if before and after and len(run) == 1:
            return [start]
        leaving = self.heading(before, start) if before else None
        coming = self.heading(after, end) if after else None
        if leaving and coming and hypot(end.x - start.x, end.y - start.y) < NARROW * self.size:
            leaving = coming = Point((leaving.x + coming.x) / 2, (leaving.y + coming.y) / 2)
        found = [start, self.out(start, leaving)] if leaving else []
        found += [self.out(at, self.normal(at)) for at in run[1:-1]]
        return found + ([self.out(end, coming), end] if coming else [])

    def heading(self, inner: Point, at: Point) -> Point:
        """On as before, unless that would run along the edge."""
        way = self.normal(at)
        long = hypot(at.x - inner.x, at.y - inner.y) or 1.0
        ahead = Point((at.x - inner.x) / long, (at.y - inner.y) / long)
        outward = ahead.x * way.x + ahead.y * way.y
        steep = max(outward, BEYOND / LONGEST)
        return Point(ahead.x / steep, ahead.y / steep) if outward > SHALLOW else way

    def out(self, at: Point, way: Point) -> Point:
        return Point(at.x + BEYOND * self.size * way.x, at.y + BEYOND * self.size * way.y)


def back(points: Sequence[Point], far: float) -> Point:
    """A point of a line that lies some way back from where it begins: what direction it has, not its last wriggle."""
    return next((at for at in points[1:] if hypot(at.x - points[0].x, at.y - points[0].y) > far), points[-1])


def cut(points: Sequence[Point], longest: float) -> list[Point]:
    """With more points where they lie far apart."""
    found = [points[0]]
    for a, b in pairwise(points):
        pieces = int(hypot(b.x - a.x, b.y - a.y) / longest) + 1
        found += [between(a, b, piece / pieces) for piece in range(1, pieces + 1)]
    return found


def simple(points: Sequence[Point], tolerance: float) -> list[Point]:
    """Without the points that no eye misses, by Douglas and Peucker."""
    if len(points) < 3:
        return list(points)
    away = [from_line(points[0], points[-1], at) for at in points]
    worst = max(range(len(points)), key=away.__getitem__)
    if away[worst] <= tolerance:
        return [points[0], points[-1]]
    return [*simple(points[: worst + 1], tolerance)[:-1], *simple(points[worst:], tolerance)]


def path_data(shapes: Sequence[tuple[list[Point], bool]], digits: int) -> str:
    """Relative moves and lines with few digits: small files. Rounding does not add up: each starts where the pen is."""
    data: list[str] = []
    at = Point(0.0, 0.0)
    for points, closed in shapes:
        start = Point(round(points[0].x, digits), round(points[0].y, digits))
        words = [pair(start.x - at.x, start.y - at.y, digits)]
        at = start
        for to in points[1:]:
            step = Point(round(to.x - at.x, digits), round(to.y - at.y, digits))
            if any(step) or len(points) == 2:
                words.append(pair(*step, digits))  # numbers that go on after a move are lines
            at = Point(at.x + step.x, at.y + step.y)
        data.append(f"m{' '.join(words)}{'z' if closed else ''}")
        at = start if closed else at
    return " ".join(data)


def pair(x: float, y: float, digits: int) -> str:
    """Two numbers; a minus parts them as well as a space does."""
    first, second = figure(round(x, digits)), figure(round(y, digits))
    return first + second if second.startswith("-") else f"{first} {second}"


def figure(number: float) -> str:
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    text = text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
    return "0" if text in ("-0", "") else text


class Warp:
    def __init__(self, field: Field, sheet: Sheet, digits: int, fills: bool) -> None:
        self.field, self.sheet, self.digits = field, sheet, digits
        self.fills = fills
        """Whether the sheet is another, to be filled to its edge."""
        middle = Point((sheet.left + sheet.right) / 2, (sheet.top + sheet.bottom) / 2)
        a, b = (field.straight(Point(middle.x + off, middle.y)) for off in (0, 1))
        self.scale = hypot(b.x - a.x, b.y - a.y)

    def path(self, data: str) -> str:
        if "a" in data or "A" in data:
            return self.tufts(data)
        shapes: list[tuple[list[Point], bool]] = []
        for shape in outlines(data):
            line = self.sheet.continued(shape) if self.fills else list(shape.points)
            if shape.closed:
                line.append(line[0])
            bent = [self.field.at(at) for at in cut(line, STRETCH * self.sheet.size)]
            bent = simple(bent, SMOOTH * self.sheet.size * self.scale)
            shapes.append((bent[:-1] if shape.closed else bent, shape.closed))
        return path_data(shapes, self.digits)

    def tufts(self, data: str) -> str:
        """Small marks, such as trees: each moved as a whole."""
        found: list[str] = []
        for tuft in data.replace("m", "M").split("M")[1:]:
            words = WORD.findall(tuft)
            at = self.field.at(Point(float(words[0]), float(words[1])))
            arc = [float(word) for word in words[3:]]
            for index in (0, 1, 5, 6):
                arc[index] *= self.scale
            found.append(f"M{figure(round(at.x, 1))} {figure(round(at.y, 1))}a{' '.join(map(figure, arc))}")
        return " ".join(found)


# --- files --------------------------------------------------------------------------------------------------
def places(file: Path) -> dict[str, Point]:
    with file.open(encoding="utf-8-sig", newline="") as table:
        return {row["name"]: Point(float(row["x"]), float(row["y"])) for row in csv.DictReader(table)}


def along_straight(old: Sequence[Point], new: Sequence[Point], routes: Sequence[tuple[int, int]]) -> list[Way]:
    return [(between(old[a], old[b], share), between(new[a], new[b], share)) for a, b in routes for share in ON_ROUTES]


def along_bends(folder: Path) -> list[Way]:
    """From the straight line between two places to the middle of the curve that joins them."""
    layout = lay_out(survey(load(folder), look(folder)))
    ground = layout.ground
    ways: list[Way] = []
    for route, course in zip(ground.connections, layout.courses, strict=True):
        a, b = (on_board(ground, ground.places[end]) for end in (route.a, route.b))
        for share in ON_ROUTES:
            at = [on_board(ground, lane.path.at(share * lane.path.length)[0]) for lane in course.lanes]
            middle = Point(sum(point.x for point in at) / len(at), sum(point.y for point in at) / len(at))
            ways.append((between(a, b, share), middle))
    return ways


def around(places: Sequence[Point], margin: float) -> dict[str, float]:
    """The sheet: whole units around all places."""
    left, top = (floor(min(at[k] for at in places) - margin) for k in range(2))
    right, bottom = (ceil(max(at[k] for at in places) + margin) for k in range(2))
    return {"left": left, "top": top, "width": right - left, "height": bottom - top}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("old", type=Path, nargs="?")
    parser.add_argument("--stiffness", type=float, default=0.0, help="lets routes give way where the map would fold")
    parser.add_argument("--digits", type=int, default=1, help="of the numbers in the paths")
    parser.add_argument("--margin", type=float, default=26.0, help="of the sheet around the outermost places")
    wanted = parser.parse_args()
    file = wanted.folder / "look.toml"
    new = places(wanted.folder / "locations.csv")
    old = places(wanted.old) if wanted.old else new
    names = [name for name in new if name in old]
    before, after = [old[name] for name in names], [new[name] for name in names]
    with (wanted.folder / "routes.csv").open(encoding="utf-8-sig", newline="") as table:
        ends = {frozenset((row["from"], row["to"])) for row in csv.DictReader(table)}
    routes = [(a, b) for a in range(len(names)) for b in range(a) if frozenset((names[a], names[b])) in ends]
    ways = along_straight(before, after, routes) if wanted.old else along_bends(wanted.folder)
    field = Field(before, after, ways, wanted.stiffness)
    found = read(file)
    warp = Warp(field, Sheet(**found["sheet"]), wanted.digits, wanted.old is not None)
    backdrop = found["backdrop"]
    for layer in backdrop["layers"]:
        layer["path"] = warp.path(layer["path"])
        if "pen" in layer:
            layer["pen"] *= warp.scale
    for name, length in (("rose", "radius"), ("vignette", "scale")):
        if wanted.old and (part := backdrop.get(name)):
            at = field.at(Point(part["x"], part["y"]))
            part["x"], part["y"] = at
            part[length] *= warp.scale
    if wanted.old:
        found["sheet"] = around(list(new.values()), wanted.margin)
    write(file, found, heading(file))


if __name__ == "__main__":
    main()
