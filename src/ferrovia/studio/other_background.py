"""Backgrounds of the other editor's maps: areas and lines become land in the house style, and our land becomes theirs.

Names and pictures on a background have no counterpart here; they are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ferrovia.boards.limits import FARTHEST, MOST_LAYERS
from ferrovia.studio.regions import TINTS

AREA: Final = "area"
LINE: Final = "line"
LABEL: Final = "label"
GENERATED: Final = "ferrovia-land-"
"""The ids of what was drawn here begin with it."""
LAYERS: Final = "l/backdrop/layers"
HEX: Final = re.compile(r"#[0-9a-fA-F]{6}")
COMMAND: Final = re.compile(r"([A-Za-z])([^A-Za-z]*)")
TAKEN: Final = {"M": 2, "L": 2, "C": 6}
"""Commands whose ends are corners of a polygon, and how many numbers each takes."""
INKS: Final = {"water": "#4f8394", "river": "#4f8394", "park": "#7d8f55"}
BROWN: Final = "#8a7c55"

Layer = dict[str, Any]
Move = Callable[[float, float], tuple[float, float]]


def layers_of(background: object) -> list[Layer]:
    """The land that a background shows, as far as we have the like."""
    if not isinstance(background, list):
        return []
    found = [layer for item in background if isinstance(item, dict) and (layer := layer_of(item)) is not None]
    return found[:MOST_LAYERS]


def layer_of(item: Mapping[str, Any]) -> Layer | None:
    kind = item.get("type")
    points = corners(item.get("points"))
    least = {AREA: 3, LINE: 2}.get(str(kind))
    if least is None or len(points) < least or is_generated(item):
        return None
    path = "M" + "L".join(f"{round(x, 1):.10g} {round(y, 1):.10g}" for x, y in points)
    colour = str(item.get("fill" if kind == AREA else "stroke", ""))
    return {"kind": tone(colour, is_area=kind == AREA), "path": f"{path}Z" if kind == AREA else path}


def is_generated(item: object) -> bool:
    return isinstance(item, dict) and str(item.get("id", "")).startswith(GENERATED)


def corners(points: object) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for point in points if isinstance(points, list) else []:
        x, y = (point.get("x"), point.get("y")) if isinstance(point, dict) else (None, None)
        if all(isinstance(n, int | float) and not isinstance(n, bool) and abs(n) < FARTHEST for n in (x, y)):
            found.append((float(x), float(y)))  # type: ignore[arg-type]
    return found


def tone(colour: str, *, is_area: bool) -> str:
    """Blue is water, green is green, and everything else land or a border."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5)) if HEX.fullmatch(colour) else (0, 0, 0)
    if blue > red + 8 and blue >= green - 24:
        return "water" if is_area else "river"
    if is_area:
        return "park" if green > red and green > blue else "built"
    return "border"


def tints_of(draft: Mapping[str, Any]) -> dict[str, Any]:
    """A backdrop needs all of them."""
    return {key: draft.get(key, tint) for name, tint in TINTS.items() for key in [f"l/backdrop/tint/{name}"]}


def background_of(draft: Mapping[str, Any], kept: object, move: Move) -> list[dict[str, Any]]:
    """What was on the background there, and what was drawn here since, as polygons and lines."""
    items = [item for item in kept if isinstance(item, dict)] if isinstance(kept, list) else []
    theirs = layers_of(items)
    layers = draft.get(LAYERS)
    own = [layer for layer in layers if layer not in theirs] if isinstance(layers, list) else []
    drawn = [shape for layer in own if isinstance(layer, dict) for shape in shapes_of(draft, layer, move)]
    return [*items, *({"id": f"{GENERATED}{number}", **shape} for number, shape in enumerate(drawn, 1))]


def shapes_of(draft: Mapping[str, Any], layer: Layer, move: Move) -> list[dict[str, Any]]:
    kind = str(layer.get("kind"))
    fill = draft.get(f"l/backdrop/tint/{kind}")
    look = {"stroke": INKS.get(kind, BROWN), "opacity": 1, "strokeWidth": 1}
    return [
        {
            "type": AREA if fill else LINE,
            "label": "",
            "points": [{"x": round(x, 1), "y": round(y, 1)} for x, y in (move(*corner) for corner in line)],
            **({"fill": fill} if fill else {}),
            **look,
        }
        for line in polygons(str(layer.get("path", "")))
    ]


def polygons(path: str) -> list[list[tuple[float, float]]]:
    """The corners of each part of path data; a part that has other curves than ours is left out."""
    parts: list[list[tuple[float, float]]] = []
    for command, text in COMMAND.findall(path):
        numbers = [float(number) for number in re.findall(r"[-+]?[0-9]*\.?[0-9]+", text)]
        if command == "M":
            parts.append([])
        elif command == "Z":
            continue
        if command not in TAKEN or not parts:
            return [part for part in parts[:-1] if len(part) > 1]
        parts[-1] += ends_of(numbers, TAKEN[command])
    return [part for part in parts if len(part) > 1]


def ends_of(numbers: Sequence[float], taken: int) -> list[tuple[float, float]]:
    return [(numbers[at + taken - 2], numbers[at + taken - 1]) for at in range(0, len(numbers) - taken + 1, taken)]
