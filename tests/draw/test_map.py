"""The drawing of a board: everything on it, nothing on top of another."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boards.toy import ToyFiles
from ferrovia.boards import board_ids, load, look
from ferrovia.boards.schema import COLOURS
from ferrovia.draw import board_svg
from ferrovia.draw.bends import lay_out
from ferrovia.draw.geometry import Bend, Box, Point, bow, distance, overlap
from ferrovia.draw.labels import place_names
from ferrovia.draw.layout import Course, Layout, survey
from ferrovia.draw.lettering import line_breaks
from ferrovia.draw.palette import TONES, paper
from ferrovia.draw.svg import mark_radius
from ferrovia.draw.symbols import SYMBOLS
from ferrovia.engine.board import Board, Place

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS: dict[str, Layout] = {}


def layout(id: str) -> Layout:
    if id not in LAYOUTS:
        LAYOUTS[id] = lay_out(survey(load(id), look(id)))
    return LAYOUTS[id]


@pytest.mark.parametrize("id", board_ids())
def test_every_lane_has_its_spaces(id: str) -> None:
    board = load(id)
    shapes = [lane for course in layout(id).courses for lane in course.lanes]
    assert Counter(shape.lane.row for shape in shapes) == Counter(lane.row for lane in board.lanes)
    for shape in shapes:
        one = board.kinds[shape.lane.kind].one_per_route
        assert shape.round == one
        assert len(shape.spaces) == (1 if one else shape.lane.cards)


@pytest.mark.parametrize("id", board_ids())
def test_no_two_connections_cover_each_other(id: str) -> None:
    for one, other in combinations(layout(id).courses, 2):
        assert all(overlap(a, b) <= 0 for a in one.boxes() for b in other.boxes())


@pytest.mark.parametrize("id", board_ids())
def test_no_space_covers_a_place(id: str) -> None:
    found = layout(id)
    for place in found.ground.places:
        assert all(apart(box, place) >= found.ground.sizes.radius for box in found.boxes())


def apart(box: Box, point: Point) -> float:
    """From a point to the nearest one of a box."""
    dx, dy = point.x - box.centre.x, point.y - box.centre.y
    along = abs(dx * box.along.x + dy * box.along.y) - box.width / 2
    across = abs(dx * box.across.x + dy * box.across.y) - box.height / 2
    return hypot(max(along, 0.0), max(across, 0.0))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("id", board_ids())
def test_plates_cover_nothing_and_stay_on_the_sheet(id: str, language: str) -> None:
    found = layout(id)
    plates = place_names(found, language)
    assert [" ".join(plate.lines).replace("- ", "-") for plate in plates] == [
        place.label(language) for place in load(id).places
    ]
    for plate in plates:
        assert all(overlap(plate.box, box) <= 0 for box in (*found.boxes(), *found.ground.stations))
        at = found.ground.places[plate.place]
        assert apart(plate.box, at) > found.ground.sizes.radius + 2, "its line touches the ring of the place"
        assert plate.box.width / 2 <= plate.box.centre.x <= found.ground.width - plate.box.width / 2
        assert plate.box.height / 2 <= plate.box.centre.y <= found.ground.height - plate.box.height / 2
    assert all(overlap(one.box, other.box) <= 0 for one, other in combinations(plates, 2))


def test_the_same_board_gives_the_same_picture() -> None:
    """Also in another process, where sets and hashes come in another order."""
    command = [sys.executable, "-m", "ferrovia", "boards", "berlin", "--map", "--lang", "en"]
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        done = subprocess.run(command, env=environment, capture_output=True, check=True)
        assert done.stdout.decode() == board_svg(load("berlin"), look=look("berlin"))


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def test_a_lane_says_what_it_is_and_a_colour_is_never_alone() -> None:
    board = load("amsterdam")
    groups = parse(board_svg(board)).findall(f".//{SVG}g[@class='lane']")
    assert len(groups) == len(board.lanes)
    for group in groups:
        colour, cards = group.attrib["data-colour"], int(group.attrib["data-cards"])
        symbols = [path for path in group.findall(f"{SVG}path") if path.attrib["d"] in SYMBOLS.values()]
        assert len(group.findall(f"{SVG}rect")) == cards
        assert [path.attrib["d"] for path in symbols] == ([] if colour == "grey" else [SYMBOLS[colour]] * cards)


def test_every_colour_has_a_tone_and_a_symbol_of_its_own() -> None:
    assert set(TONES) == set(SYMBOLS) == set(COLOURS)
    assert len({tone.fill for tone in TONES.values()}) == len(set(SYMBOLS.values())) == len(COLOURS)


def test_marks_tell_tolls_carts_and_costs() -> None:
    tolls = [placed.mark.number for course in layout("nederland").courses for placed in course.marks]
    assert len(tolls) == len(layout("nederland").ground.connections)
    assert set(tolls) <= {1, 2, 3, 4}
    carts = {course.lanes[0].lane.columns["cart"] for course in layout("amsterdam").courses if course.marks}
    assert carts == {"yes"}
    assert any(lane.round for course in layout("berlin").courses for lane in course.lanes)


def test_a_mark_does_not_hide_how_many_spaces_lie_below_it() -> None:
    """Between Hasselt and Liège lie two spaces, which looked like a single one."""
    board = load("nederland")
    tight = [course for course in layout("nederland").courses if is_between(course, board, "Hasselt", "Liège")]
    ((placed,),) = [course.marks for course in tight]
    assert mark_radius(tight[0], placed) < 0.4 * tight[0].lanes[0].spaces[0].height
    roomy = [course for course in layout("nederland").courses if is_between(course, board, "Emmen", "Zwolle")]
    assert mark_radius(roomy[0], roomy[0].marks[0]) == roomy[0].marks[0].box.width / 2


def is_between(course: Course, board: Board, *names: str) -> bool:
    lane = course.lanes[0].lane
    return {board.places[lane.a].name, board.places[lane.b].name} == set(names)


def test_every_board_has_paper_of_its_own() -> None:
    assert len({paper(id) for id in board_ids()}) == len(board_ids())


def test_names_are_escaped() -> None:
    board = load("berlin")
    places = (Place('<Zoo> & "Co"', board.places[0].x, board.places[0].y), *board.places[1:])
    drawn = board_svg(replace(board, places=places, names={"en": "<&>"}))
    assert parse(drawn).findtext(f"{SVG}title") == "<&>"
    assert "<Zoo>" not in drawn


coordinates = st.floats(-1000, 1000, allow_nan=False).map(lambda number: round(number, 1))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_coordinates_can_be_drawn(tmp_path: Path, data: st.DataObject) -> None:
    """Also places on one line, or all on one spot."""
    board = ToyFiles(tmp_path).load()
    few = data.draw(st.sampled_from([st.just(0.0), st.sampled_from([0.0, 1.0]), coordinates]))
    places = tuple(Place(place.name, data.draw(few), data.draw(few)) for place in board.places)
    assert parse(board_svg(replace(board, places=places))).tag == f"{SVG}svg"


# --- geometry -------------------------------------------------------------------------------------------
points = st.builds(Point, st.floats(-500, 500), st.floats(-500, 500))


bends = st.builds(Bend, st.floats(-0.4, 0.4), st.floats(-0.4, 0.4))


@given(points, points, bends)
def test_a_bow_joins_its_ends_and_is_no_shorter_than_straight(a: Point, b: Point, bend: Bend) -> None:
    path = bow(a, b, bend)
    assert (path.points[0], path.points[-1]) == (a, b)
    assert path.length >= distance(a, b) - 1e-6
    start, _ = path.at(0)
    end, _ = path.at(path.length)
    assert distance(start, a) < 1e-6
    assert distance(end, b) < 1e-3


def test_an_even_bow_is_off_the_straight_line_by_its_bend() -> None:
    middle, _ = bow(Point(0, 0), Point(300, 0), Bend(0.1, 0.1)).at(150)
    assert middle.y == pytest.approx(30, abs=0.5)


def test_lanes_side_by_side_leave_and_reach_the_places_together() -> None:
    path = bow(Point(0, 0), Point(300, 0), Bend(0.1, 0.1))
    left, right = path.beside(-10, 30), path.beside(10, 30)
    assert left.points[0] == right.points[0] == path.points[0]
    assert distance(left.at(left.length / 2)[0], right.at(right.length / 2)[0]) == pytest.approx(20, abs=0.1)


def test_overlap_is_how_deep_boxes_are_in_each_other() -> None:
    box = Box(Point(0, 0), 10, 10)
    assert overlap(box, Box(Point(8, 0), 10, 10)) == pytest.approx(2)
    assert overlap(box, Box(Point(10, 0), 10, 10)) <= 0
    assert (
        overlap(box, Box(Point(9, 9), 10, 10, 0.785398)) <= 0
    )  # a corner between corners: only a turned axis parts them
    assert overlap(box, Box(Point(40, 0), 10, 10)) <= 0
    assert overlap(box, box) > 0


def test_no_line_of_a_name_is_shorter_than_three_letters() -> None:
    assert line_breaks("'s-Hertogenbosch") == [("'s-Hertogenbosch",)]
    assert line_breaks("La Martinière") == [("La Martinière",)]
    assert line_breaks("New Orleans")[-1] == ("New", "Orleans")
