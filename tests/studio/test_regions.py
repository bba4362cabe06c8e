"""A backdrop from a map of the world: coasts lie where they are, on any sheet, wherever in the world."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ferrovia.boards.drawings import path_fault
from ferrovia.boards.look import Sheet
from ferrovia.draw.geometry import Point
from ferrovia.draw.shapes import outlines
from ferrovia.server.workbench import begun_land
from ferrovia.studio.outlines import simple
from ferrovia.studio.regions import Paper, Region, region_look, world_path

SHEET = Sheet(10, -20, 790, 525)
REGIONS = {
    "iceland": Region(-25, -13, 63, 67),
    "fiji": Region(176, -176, -20, -15),
    "new zealand": Region(165, 179, -48, -34),
    "the arctic": Region(-180, 180, 60, 85),
}
CITIES = {"iceland": (-18.1, 65.0), "fiji": (178.0, -17.8), "new zealand": (172.0, -42.5), "the arctic": (100.0, 65.0)}
"""Spots well inland."""
SEAS = {"iceland": (-24.5, 66.8), "fiji": (179.9, -19.5), "new zealand": (166.0, -35.0), "the arctic": (0.0, 75.0)}


def is_inside(ring: tuple[Point, ...], at: Point) -> bool:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return (
        sum((a.y > at.y) != (b.y > at.y) and at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y) for a, b in pairs)
        % 2
        == 1
    )


@pytest.mark.parametrize("name", REGIONS)
def test_land_lies_where_it_is_and_nothing_leaves_the_sheet(name: str) -> None:
    look = region_look(REGIONS[name], SHEET)
    paper = Paper(REGIONS[name], SHEET)
    for layer in look["layers"]:
        assert path_fault(layer["path"]) is None
        for shape in outlines(layer["path"]):
            for at in shape.points:
                assert -0.1 <= at.x - SHEET.left <= SHEET.width + 0.1
                assert -0.1 <= at.y - SHEET.top <= SHEET.height + 0.1
    land = [shape.points for layer in look["layers"] if layer["kind"] == "built" for shape in outlines(layer["path"])]
    assert sum(is_inside(ring, paper.laid(Point(*CITIES[name]))) for ring in land) == 1
    assert not any(is_inside(ring, paper.laid(Point(*SEAS[name]))) for ring in land)


def test_the_map_can_be_read_backwards() -> None:
    paper = Paper(REGIONS["iceland"], SHEET)
    for at in (Point(-25, 63), Point(-13, 67), Point(-19, 65)):
        there = paper.round(paper.laid(at))
        assert (round(there.x, 6), round(there.y, 6)) == at


def test_a_line_keeps_its_corners_alone() -> None:
    line = [Point(0, 0), Point(1, 0.01), Point(2, 0), Point(2, 2)]
    assert simple(line, 0.1) == [Point(0, 0), Point(2, 0), Point(2, 2)]


def test_the_small_map_is_a_path() -> None:
    assert path_fault(world_path()) is None


def test_no_land_is_drawn_across_the_small_map() -> None:
    """The east of Siberia was a band from edge to edge. Only Antarctica goes around."""
    for ring in world_path().rstrip("Z").split("Z"):
        points = [tuple(map(float, point.split())) for point in ring.lstrip("M").split("L")]
        leaps = [abs(x - before) for (before, _), (x, _) in pairwise(points)]
        assert max(leaps) < 180 or min(y for _, y in points) > 60


@pytest.mark.parametrize("width", [0, float("inf"), None])
def test_a_sheet_that_is_none_is_not_drawn_on(width: object) -> None:
    draft = {"l/sheet/left": 0, "l/sheet/top": 0, "l/sheet/width": width, "l/sheet/height": 100, "l/backdrop/x": 1}
    changes = dict(begun_land(draft, REGIONS["iceland"]))
    assert changes["l/sheet/width"] == 790
    assert changes["l/backdrop/x"] is None
    assert changes["l/backdrop/layers"]
