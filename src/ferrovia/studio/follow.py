"""The land follows when places move: layers, the rose and the vignette of a draft's backdrop.

Every point goes as far as the places and routes around it, the nearest counting most (Shepard's interpolation): what
lay at a place stays there, and what lay beside a route stays beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ferrovia.draw.geometry import Point
from ferrovia.draw.shapes import steps, target

LAYERS: Final = "l/backdrop/layers"
DRAWINGS: Final = ("rose", "vignette")
ON_ROUTES: Final = (0.25, 0.5, 0.75)
POWER: Final = 1.5
"""Of the squared distance, by which what is far away counts less."""
NEAR: Final = 1e-9
ARC_RADII: Final = 5
"""Numbers of an arc before its end."""


def follow(
    draft: Mapping[str, Any], old: Sequence[Point], new: Sequence[Point], routes: Sequence[tuple[int, int]]
) -> list[tuple[str, Any]]:
    """The changes of a draft that bend its backdrop along; none if there is nothing to bend, or nothing moved."""
    if list(old) == list(new) or not any(key.startswith("l/backdrop/") for key in draft):
        return []
    field = Field(old, new, routes)
    changes: list[tuple[str, Any]] = []
    layers = draft.get(LAYERS)
    if isinstance(layers, list):
        changes.append((LAYERS, [bent(field, layer) for layer in layers]))
    for name in DRAWINGS:
        x, y = (draft.get(f"l/backdrop/{name}/{axis}") for axis in "xy")
        if isinstance(x, int | float) and isinstance(y, int | float):
            at = field.at(Point(x, y))
            changes += [(f"l/backdrop/{name}/x", round(at.x, 1)), (f"l/backdrop/{name}/y", round(at.y, 1))]
    return changes


class Field:
    """Where every point of a map lies after its places have moved."""

    def __init__(self, old: Sequence[Point], new: Sequence[Point], routes: Sequence[tuple[int, int]]) -> None:
        ways = [*zip(old, new, strict=True)]
        ways += [(along(old[a], old[b], share), along(new[a], new[b], share)) for a, b in routes for share in ON_ROUTES]
        self.moves = [(start.x, start.y, end.x - start.x, end.y - start.y) for start, end in ways]

    def at(self, point: Point) -> Point:
        whole = right = down = 0.0
        for x, y, dx, dy in self.moves:
            squared = (point.x - x) ** 2 + (point.y - y) ** 2
            if squared < NEAR:
                return Point(point.x + dx, point.y + dy)
            weight = squared**-POWER
            whole += weight
            right += weight * dx
            down += weight * dy
        return Point(point.x + right / whole, point.y + down / whole) if whole else point


def along(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def bent(field: Field, layer: Any) -> Any:
    if not isinstance(layer, dict) or not isinstance(layer.get("path"), str):
        return layer
    return {**layer, "path": bent_path(field, layer["path"])}


def bent_path(field: Field, data: str) -> str:
    """The same curves through where their points come to lie."""
    return "".join(f"{name}{' '.join(map(short, numbers))}" for name, numbers in moved(field, data))


def short(number: float) -> str:
    return f"{round(number, 1) + 0.0:.10g}"  # without the sign of a zero


def moved(field: Field, data: str) -> Iterator[tuple[str, list[float]]]:
    """Absolute commands and their numbers; lines along an axis become lines."""
    at = start = Point(0.0, 0.0)
    for command, numbers in steps(data):
        name = command.upper()
        if name == "Z":
            at = start
            yield name, []
            continue
        end = target(at, command, numbers)
        if name == "A":
            yield name, [*numbers[:ARC_RADII], *field.at(end)]
        elif name in ("H", "V"):
            yield "L", [*field.at(end)]
        else:
            far = at if command.islower() else Point(0.0, 0.0)
            spots = [Point(far.x + x, far.y + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            yield name, [part for spot in spots for part in field.at(spot)]
        at = end
        if name == "M":
            start = at
