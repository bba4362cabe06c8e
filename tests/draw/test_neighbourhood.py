"""A box finds every other that it overlaps, and finds them in their order."""

from __future__ import annotations

from math import pi

from hypothesis import given
from hypothesis import strategies as st

from ferrovia.draw.geometry import Box, Point, overlap
from ferrovia.draw.neighbourhood import Neighbourhood

COORDINATES = st.floats(-300, 300)
SIZES = st.floats(0.1, 150)
BOXES = st.builds(
    Box, st.builds(Point, COORDINATES, COORDINATES), width=SIZES, height=SIZES, angle=st.floats(0, 2 * pi)
)


@given(st.lists(BOXES, max_size=12), BOXES)
def test_none_that_overlaps_is_missed(boxes: list[Box], box: Box) -> None:
    assert overlapping(Neighbourhood(boxes).near(box), box) == overlapping(boxes, box)


def overlapping(boxes: list[Box], box: Box) -> list[Box]:
    return [other for other in boxes if overlap(box, other) > 0]


def test_those_far_away_are_not_looked_at() -> None:
    here, there = Box(Point(0, 0), 10, 10), Box(Point(500, 0), 10, 10)
    assert Neighbourhood([there, here]).near(here) == [here]
