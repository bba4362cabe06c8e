"""Routes cross, as they are drawn, the waters they crossed before the places moved, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ferrovia.boards import board_ids, load, look
from ferrovia.boards.look import Backdrop, Layer, Look
from ferrovia.draw import crossings as measured
from ferrovia.draw import shapes
from ferrovia.draw.bends import lay_out
from ferrovia.draw.crossings import Crossings, Scale, Waters
from ferrovia.draw.geometry import Path as Line
from ferrovia.draw.geometry import Point
from ferrovia.draw.layout import survey

KNOWN = json.loads(Path(__file__).with_name("crossings.json").read_text(encoding="utf-8"))
"""Counted on the true maps, where the places lay before they moved, by `tools/draw_backdrop.py --crossings`."""


@pytest.mark.parametrize("id", board_ids())
def test_every_lane_crosses_what_its_route_always_crossed(id: str) -> None:
    found = measured.crossings_as_drawn(lay_out(survey(load(id), look(id))))
    assert set(found) == set(KNOWN[id])
    other = {
        route: lanes
        for route, lanes in found.items()
        if not all(met.agrees(Crossings(*KNOWN[id][route])) for met in lanes)
    }
    assert other == {}


# --- how it is measured -----------------------------------------------------------------------------------
def map_of(*layers: tuple[str, str]) -> Waters:
    drawn = tuple(Layer(kind, path, None) for kind, path in layers)
    return Waters(Look(backdrop=Backdrop({}, drawn, None, None)))


ACROSS = Line([Point(0, 5), Point(100, 5)])
LAKE_WITH_AN_ISLAND = "M20 0H80V10H20Z M40 2V8H60V2Z"
SMALL = Scale(touch=1, dot=2)


def test_stretches_of_water_are_counted_and_islands_part_them() -> None:
    assert map_of(("water", "M20 0H80V10H20Z")).met(ACROSS, SMALL) == (1, 1, 0, 0)
    assert map_of(("water", LAKE_WITH_AN_ISLAND)).met(ACROSS, SMALL) == (2, 2, 0, 0)


def test_where_waters_lie_over_each_other_is_one_water() -> None:
    assert map_of(("water", "M20 0H60V10H20Z"), ("water", "M40 0H80V10H40Z")).met(ACROSS, SMALL) == (1, 1, 0, 0)


def test_a_touch_is_told_from_a_crossing() -> None:
    pond = map_of(("water", "M20 0h.5v10h-.5zM60 0h20v10h-20z"))
    assert pond.met(ACROSS, SMALL) == (2, 1, 0, 0)
    assert pond.met(ACROSS, SMALL).agrees(Crossings(1, 1, 0, 0))
    assert not pond.met(ACROSS, SMALL).agrees(Crossings(3, 3, 0, 0))


def test_what_lies_under_the_dot_of_a_place_does_not_count() -> None:
    assert map_of(("water", "M-5 0h20v10h-20z")).met(ACROSS, SMALL) == (1, 1, 0, 0)
    assert map_of(("water", "M-5 0h6v10h-6z"), ("river", "M99 0V10")).met(ACROSS, SMALL) == (1, 0, 1, 0)


def test_rivers_are_lines() -> None:
    assert map_of(("river", "M10 0V10M30 0L40 10 50 0"), ("street", "M70 0V10")).met(ACROSS, SMALL).rivers == 3


def test_curves_and_relative_steps_are_followed() -> None:
    assert map_of(("water", "m20 0c0 10 40 10 40 0s0-5-10-5h-30z")).met(ACROSS, SMALL).waters == 1
    (outline,) = shapes.outlines("m1 1 2 0 0 2H1z")
    assert outline == shapes.Outline((Point(1, 1), Point(3, 1), Point(3, 3), Point(1, 3)), True)
