"""Routes cross the waters they crossed before the places moved, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ferrovia.boards import board_ids, load, look
from ferrovia.boards.look import Backdrop, Layer, Look
from ferrovia.draw import crossings as measured
from ferrovia.draw import shapes
from ferrovia.draw.crossings import Crossings, Waters
from ferrovia.draw.geometry import Path as Line
from ferrovia.draw.geometry import Point

KNOWN = json.loads(Path(__file__).with_name("crossings.json").read_text(encoding="utf-8"))
"""Counted on the maps as they were drawn, by `tools/crossings.py`."""


@pytest.mark.parametrize("id", board_ids())
def test_every_route_crosses_what_it_always_crossed(id: str) -> None:
    found = measured.crossings(load(id), look(id))
    assert set(found) == set(KNOWN[id])
    assert [route for route, met in found.items() if not met.agrees(Crossings(*KNOWN[id][route]))] == []


# --- how it is measured -----------------------------------------------------------------------------------
def map_of(*layers: tuple[str, str]) -> Waters:
    drawn = tuple(Layer(kind, path, None) for kind, path in layers)
    return Waters(Look(backdrop=Backdrop({}, drawn, None, None)))


ACROSS = Line([Point(0, 5), Point(100, 5)])
LAKE_WITH_AN_ISLAND = "M20 0H80V10H20Z M40 2V8H60V2Z"


def test_stretches_of_water_are_counted_and_islands_part_them() -> None:
    assert map_of(("water", "M20 0H80V10H20Z")).met(ACROSS, 1) == (False, False, 1, 1, 0)
    assert map_of(("water", LAKE_WITH_AN_ISLAND)).met(ACROSS, 1) == (False, False, 2, 2, 0)


def test_a_touch_is_told_from_a_crossing() -> None:
    pond = map_of(("water", "M20 0h.5v10h-.5zM60 0h20v10h-20z"))
    assert pond.met(ACROSS, 1) == (False, False, 2, 1, 0)
    assert pond.met(ACROSS, 1).agrees(Crossings(False, False, 1, 1, 0))
    assert not pond.met(ACROSS, 1).agrees(Crossings(False, False, 3, 3, 0))


def test_a_place_in_the_water_is_told() -> None:
    assert map_of(("water", "M-5 0h20v10h-20z")).met(ACROSS, 1) == (True, False, 1, 1, 0)


def test_rivers_are_lines() -> None:
    assert map_of(("river", "M10 0V10M30 0L40 10 50 0"), ("street", "M70 0V10")).met(ACROSS, 1).rivers == 3


def test_curves_and_relative_steps_are_followed() -> None:
    assert map_of(("water", "m20 0c0 10 40 10 40 0s0-5-10-5h-30z")).met(ACROSS, 1).waters == 1
    (outline,) = shapes.outlines("m1 1 2 0 0 2H1z")
    assert outline == shapes.Outline((Point(1, 1), Point(3, 1), Point(3, 3), Point(1, 3)), True)
