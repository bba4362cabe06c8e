"""Points all over an area, nearly evenly and always the same."""

from __future__ import annotations

from collections.abc import Iterator
from math import sin

from shapely.geometry import Point as Spot
from shapely.geometry.base import BaseGeometry
from shapely.prepared import prep


def scattered(area: BaseGeometry, apart: float) -> Iterator[tuple[float, float]]:
    if area.is_empty:
        return
    inside = prep(area)
    left, top, right, bottom = area.bounds
    rows, columns = int((bottom - top) / apart) + 1, int((right - left) / apart) + 1
    for row in range(rows):
        for column in range(columns):
            x = left + apart * (column + 0.5 * (row % 2) + 0.6 * (noise(column, row) - 0.5))
            y = top + apart * (row + 0.6 * (noise(row, column + 7) - 0.5))
            if noise(row + 3, column) > clearing(x, y, apart) and inside.contains(Spot(x, y)):
                yield x, y


def clearing(x: float, y: float, apart: float) -> float:
    """The share of points that are missing around there: they stand in groups."""
    return 0.3 + 0.28 * (sin(x / (2.1 * apart) + sin(y / (3.3 * apart))) + sin(y / (1.7 * apart) + 1.3))


def noise(index: float, salt: float) -> float:
    """Between 0 and 1, as good as random."""
    value = sin(index * 127.1 + salt * 311.7) * 43758.5453
    return value - int(value) if value >= 0 else value - int(value) + 1
