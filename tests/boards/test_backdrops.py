"""The backdrops of the five boards: what the program beside them drew, and nothing of it in the way of the game."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise

import pytest

from checkout import ROOT

sys.path.insert(0, str(ROOT / "tools"))

from backdrop_digest import drawn, faults, inputs
from look_file import read
from warp_look import path_data

from ferrovia.boards import board_ids, load, look
from ferrovia.boards.look import PAPER
from ferrovia.draw import board_svg
from ferrovia.draw.bends import lay_out
from ferrovia.draw.crossings import on_board
from ferrovia.draw.geometry import Box, Point, distance, overlap
from ferrovia.draw.labels import place_names
from ferrovia.draw.layout import survey
from ferrovia.draw.palette import paper
from ferrovia.draw.shapes import Outline, outlines


@pytest.mark.parametrize("id", board_ids())
def test_a_backdrop_is_what_the_program_drew_from_the_data_that_are_there(id: str) -> None:
    """By digests: drawing itself takes packages that nobody needs for playing or testing."""
    assert faults(id) == []


def test_a_change_of_the_data_or_of_the_drawing_is_noticed() -> None:
    found = read(ROOT / "src" / "ferrovia" / "boards" / "usa" / "look.toml")
    before = inputs("usa", found), drawn(found)
    found["bends"]["Denver–Omaha"] = [0.2, 0.2, 1, 0]
    assert inputs("usa", found) != before[0]
    assert drawn(found) == before[1]
    found["backdrop"]["layers"][0]["path"] += " l1 1"
    assert drawn(found) != before[1]


@pytest.mark.parametrize("id", board_ids())
def test_no_peak_or_landmark_lies_under_a_space_a_place_or_a_name(id: str) -> None:
    layout = lay_out(survey(load(id), look(id)))
    ground = layout.ground
    plates = [plate.box for language in ("en", "fr") for plate in place_names(layout, language)]
    taken = [*layout.boxes(), *ground.stations, *plates]
    backdrop = ground.look.backdrop
    assert backdrop is not None
    figures = [shape for layer in backdrop.layers if layer.kind == "figure" for shape in outlines(layer.path)]
    assert figures
    zero = on_board(ground, Point(0, 0))
    for shape in figures:
        points = [Point((at.x - zero.x) * ground.scale, (at.y - zero.y) * ground.scale) for at in shape.points]
        reach = max(distance(at, points[0]) for at in points)
        near = [box for box in taken if distance(box.centre, points[0]) < reach + box.reach]
        for a, b in pairwise((*points, points[0])):
            middle = Box(Point((a.x + b.x) / 2, (a.y + b.y) / 2), 0.1, 0.1)
            assert all(overlap(middle, box) <= 0 for box in near)


def test_a_line_whose_first_step_is_too_small_to_write_goes_on_from_where_it_is() -> None:
    """It once went to the corner of the sheet: numbers after a move say where to or by how much as the move does."""
    line = [Point(100, 100), Point(100.01, 100), Point(105, 98)]
    assert path_data([(line, False)], 1) == "m100 100 5-2"
    assert outlines(path_data([(line, False), (line, True)], 1)) == [
        Outline((Point(100, 100), Point(105, 98)), False),
        Outline((Point(100, 100), Point(105, 98)), True),
    ]


def test_a_look_may_choose_the_paper_and_a_board_without_one_has_its_own() -> None:
    board, given = load("berlin"), look("berlin")
    assert given.backdrop is not None
    assert survey(board, given).paper == given.backdrop.tint[PAPER]
    assert f'fill="{given.backdrop.tint[PAPER]}"' in board_svg(board, look=given)
    bare = {name: tint for name, tint in given.backdrop.tint.items() if name != PAPER}
    assert survey(board, replace(given, backdrop=replace(given.backdrop, tint=bare))).paper == paper("berlin")
