"""Path data as straight pieces, to measure with: curves are cut into chords, arcs are taken as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ferrovia.draw.geometry import Point

WORD: Final = re.compile(r"[A-Za-z]|[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
CHORDS: Final = 8


@dataclass(frozen=True)
class Outline:
    points: tuple[Point, ...]
    closed: bool


def steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """(command, its numbers), one for each time it is carried out."""
    command = ""
    numbers: list[float] = []
    for word in WORD.findall(data):
        if not word.isalpha():
            numbers.append(float(word))
        else:
            command, numbers = word, []
        if len(numbers) == NUMBERS[command.upper()]:
            yield command, numbers
            numbers = []
            # numbers that go on after a move are lines
            command = {"M": "L", "m": "l"}.get(command, command)


def outlines(data: str) -> list[Outline]:
    """Every part of a path that begins with a move."""
    found: list[Outline] = []
    points: list[Point] = []
    at = start = Point(0.0, 0.0)
    for command, numbers in steps(data):
        if command in "Mm":
            if len(points) > 1:
                found.append(Outline(tuple(points), False))
            at = start = target(at, command, numbers)
            points = [at]
        elif command in "Zz":
            found.append(Outline(tuple(points), True))
            at, points = start, [start]
        else:
            drawn = chords(at, command, numbers)
            points.extend(drawn)
            at = drawn[-1]
    if len(points) > 1:
        found.append(Outline(tuple(points), False))
    return found


def target(at: Point, command: str, numbers: Sequence[float]) -> Point:
    """Where a command ends."""
    relative = command.islower()
    name = command.upper()
    if name == "H":
        return Point(at.x * relative + numbers[0], at.y)
    if name == "V":
        return Point(at.x, at.y * relative + numbers[0])
    return Point(at.x * relative + numbers[-2], at.y * relative + numbers[-1])


def chords(at: Point, command: str, numbers: Sequence[float]) -> list[Point]:
    end = target(at, command, numbers)
    if command.upper() not in ("C", "S", "Q"):
        return [end]
    relative = command.islower()
    handles = [
        Point(at.x * relative + numbers[index], at.y * relative + numbers[index + 1])
        for index in range(0, len(numbers) - 2, 2)
    ]
    return [on_curve([at, *handles, end], step / CHORDS) for step in range(1, CHORDS)] + [end]


def on_curve(points: Sequence[Point], share: float) -> Point:
    """De Casteljau's construction."""
    while len(points) > 1:
        points = [Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)) for a, b in pairwise(points)]
    return points[0]


def winding(shapes: Sequence[Outline], at: Point) -> int:
    """How often shapes go around a point; not 0 means that it is painted."""
    turns = 0
    for shape in shapes:
        for a, b in pairwise((*shape.points, shape.points[0])):
            if (a.y <= at.y) == (b.y <= at.y):
                continue
            aside = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x)
            if b.y > a.y and aside > 0:
                turns += 1
            elif b.y <= a.y and aside < 0:
                turns -= 1
    return turns


def crossing(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Where on the way from a to b the line from c to d is crossed, from 0 to 1."""
    across = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)
    if across == 0:
        return None
    share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / across
    other = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / across
    return share if 0 <= share < 1 and 0 <= other < 1 else None
