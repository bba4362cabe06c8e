"""Which routes cross which water: what must stay as it is when places, or the map under them, are moved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ferrovia.boards.look import Look
from ferrovia.draw.geometry import Path, Point, distance
from ferrovia.draw.layout import RADIUS, Ground, Layout, usual_pitch
from ferrovia.draw.shapes import crossing, outlines, winding
from ferrovia.engine.board import Board

TOUCH: Final = 0.002
"""Of the sheet: less water than this between two shores, or land between two waters, may come and go."""


class Crossings(NamedTuple):
    """What one route meets from end to end."""

    waters: int
    """Stretches of water, however short …"""
    wide: int
    """… and those that are more than a touch, and not hidden under the dot of a place."""
    rivers: int
    """Times it crosses the line of a river …"""
    seen: int
    """… and not under a dot."""

    def agrees(self, other: Crossings) -> bool:
        """Whether both cross the same, touches and what is hidden aside."""
        waters = self.wide <= other.waters and other.wide <= self.waters
        return waters and self.seen <= other.rivers and other.seen <= self.rivers


Piece = tuple[Point, Point]


class Waters:
    """The waters of a look's backdrop."""

    def __init__(self, look: Look) -> None:
        layers = look.backdrop.layers if look.backdrop else ()
        self.shapes = [shape for layer in layers if layer.kind == "water" for shape in outlines(layer.path)]
        rivers = [shape for layer in layers if layer.kind == "river" for shape in outlines(layer.path)]
        self.shores = [piece for shape in self.shapes for piece in pairwise((*shape.points, shape.points[0]))]
        self.rivers = [piece for shape in rivers for piece in pairwise(shape.points)]

    def depth(self, at: Point) -> int:
        """How many shapes of water lie over a point; 0 is land."""
        return winding(self.shapes, at)

    def met(self, path: Path, scale: Scale) -> Crossings:
        return crossed(path, self.shores, self.rivers, self.depth(path.points[0]), scale)


class Scale(NamedTuple):
    """What is small on a map, in its units."""

    touch: float
    dot: float
    """The radius of a place."""


def crossed(path: Path, shores: Sequence[Piece], rivers: Sequence[Piece], depth: int, scale: Scale) -> Crossings:
    """What a path meets that begins at some depth."""
    wet: list[tuple[float, float]] = []
    since = 0.0
    for walked, turn in [*met(path, shores), (path.length, 0)]:
        if depth:
            wet.append((since, walked))
        depth, since = depth + turn, walked
    first, last = scale.dot, path.length - scale.dot
    wide = [min(end, last) - max(start, first) for start, end in joined(wet, scale.touch)]
    rivers_met = [walked for walked, _ in met(path, rivers)]
    return Crossings(
        waters=len(joined(wet, 0.0)),
        wide=sum(width > scale.touch for width in wide),
        rivers=len(rivers_met),
        seen=sum(first < walked < last for walked in rivers_met),
    )


def joined(stretches: Sequence[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """Stretches with no more than so much between them are one."""
    found: list[tuple[float, float]] = []
    for start, end in stretches:
        if found and start - found[-1][1] <= gap:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def met(path: Path, lines: Sequence[Piece]) -> list[tuple[float, int]]:
    """How far along a path it crosses lines, in order, and whether from their right (1) or from their left (-1)."""
    found: list[tuple[float, int]] = []
    for (a, b), walked in zip(pairwise(path.points), path.reached, strict=False):
        for c, d in lines:
            if max(c.x, d.x) < min(a.x, b.x) or min(c.x, d.x) > max(a.x, b.x):
                continue
            share = crossing(a, b, c, d)
            if share is not None:
                to_left = (b.x - a.x) * (d.y - c.y) < (b.y - a.y) * (d.x - c.x)
                found.append((walked + share * distance(a, b), 1 if to_left else -1))
    return sorted(found)


def crossings(board: Board, look: Look) -> dict[str, Crossings]:
    """For every route, drawn straight."""
    waters, scale = Waters(look), scale_of(board, look)
    at = [Point(place.x, place.y) for place in board.places]
    routes = sorted({(min(lane.a, lane.b), max(lane.a, lane.b)) for lane in board.lanes})
    return {route_name(board, a, b): waters.met(Path([at[a], at[b]]), scale) for a, b in routes}


def crossings_as_drawn(layout: Layout) -> dict[str, list[Crossings]]:
    """For every route, lane by lane, as it is bent."""
    ground = layout.ground
    waters, scale = Waters(ground.look), scale_of(ground.board, ground.look)
    return {
        route_name(ground.board, route.a, route.b): [
            waters.met(Path([on_board(ground, at) for at in lane.path.points]), scale) for lane in course.lanes
        ]
        for route, course in zip(ground.connections, layout.courses, strict=True)
    }


def scale_of(board: Board, look: Look) -> Scale:
    touch = TOUCH * max(look.sheet.width, look.sheet.height) if look.sheet else 0.0
    return Scale(touch, RADIUS * usual_pitch(board))


def route_name(board: Board, a: int, b: int) -> str:
    return f"{board.places[a].name}–{board.places[b].name}"


def on_board(ground: Ground, at: Point) -> Point:
    """From the picture's units to the board's."""
    return Point(at.x / ground.scale + ground.origin.x, at.y / ground.scale + ground.origin.y)
