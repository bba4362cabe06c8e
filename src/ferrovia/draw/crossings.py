"""Which routes cross which water: what must stay as it is when places, or the map under them, are moved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from ferrovia.boards.look import Look
from ferrovia.draw.geometry import Path, Point, distance
from ferrovia.draw.shapes import crossing, outlines, winding
from ferrovia.engine.board import Board

TOUCH: Final = 0.002
"""Of the sheet: less water than this between two shores, or land between two waters, may come and go."""


class Crossings(NamedTuple):
    """What one route meets from end to end."""

    starts_wet: bool
    ends_wet: bool
    waters: int
    """Stretches of water, however short …"""
    wide: int
    """… and those that are more than a touch."""
    rivers: int
    """Times it crosses the line of a river."""

    def agrees(self, other: Crossings) -> bool:
        """Whether both cross the same, touches aside."""
        ends = (self.starts_wet, self.ends_wet) == (other.starts_wet, other.ends_wet)
        return ends and self.rivers == other.rivers and self.wide <= other.waters and other.wide <= self.waters


class Waters:
    """The waters of a look's backdrop."""

    def __init__(self, look: Look) -> None:
        layers = look.backdrop.layers if look.backdrop else ()
        self.shapes = [shape for layer in layers if layer.kind == "water" for shape in outlines(layer.path)]
        self.rivers = [shape for layer in layers if layer.kind == "river" for shape in outlines(layer.path)]

    def is_wet(self, at: Point) -> bool:
        return winding(self.shapes, at) != 0

    def met(self, path: Path, touch: float) -> Crossings:
        shores = [piece for shape in self.shapes for piece in pairwise((*shape.points, shape.points[0]))]
        stops = [0.0, *met(path, shores), path.length]
        wet = [(start, end) for start, end in pairwise(stops) if self.is_wet(path.at((start + end) / 2)[0])]
        wide = [end - start for start, end in joined(wet, touch) if end - start > touch]
        rivers = met(path, [piece for shape in self.rivers for piece in pairwise(shape.points)])
        ends = self.is_wet(path.points[0]), self.is_wet(path.points[-1])
        return Crossings(*ends, len(joined(wet, 0.0)), len(wide), len(rivers))


def joined(stretches: Sequence[tuple[float, float]], gap: float) -> list[tuple[float, float]]:
    """Stretches with no more than so much between them are one."""
    found: list[tuple[float, float]] = []
    for start, end in stretches:
        if found and start - found[-1][1] <= gap:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def met(path: Path, lines: Sequence[tuple[Point, Point]]) -> list[float]:
    """How far along a path it crosses lines, in order."""
    found: list[float] = []
    for (a, b), walked in zip(pairwise(path.points), path.reached, strict=False):
        for c, d in lines:
            if max(c.x, d.x) < min(a.x, b.x) or min(c.x, d.x) > max(a.x, b.x):
                continue
            share = crossing(a, b, c, d)
            if share is not None:
                found.append(walked + share * distance(a, b))
    return sorted(found)


def crossings(board: Board, look: Look) -> dict[str, Crossings]:
    """For every route, drawn straight."""
    waters = Waters(look)
    touch = TOUCH * max(look.sheet.width, look.sheet.height) if look.sheet else 0.0
    at = [Point(place.x, place.y) for place in board.places]
    routes = sorted({(min(lane.a, lane.b), max(lane.a, lane.b)) for lane in board.lanes})
    names = [place.name for place in board.places]
    return {f"{names[a]}–{names[b]}": waters.met(Path([at[a], at[b]]), touch) for a, b in routes}
