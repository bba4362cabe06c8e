"""One size of space on a whole board, filling its route from place to place, and what happens where that can't be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from boards.toy import ToyFiles
from ferrovia.boards import board_ids, load, look
from ferrovia.draw.bends import lay_out
from ferrovia.draw.geometry import distance, overlap
from ferrovia.draw.layout import PITCH, Connection, LaneShape, Layout, survey, usual_pitch
from ferrovia.draw.plan import board_plan
from ferrovia.engine.board import Board, Place

every_board = pytest.mark.parametrize("id", board_ids())


@cache
def layout(id: str) -> Layout:
    return lay_out(survey(load(id), look(id)))


def rows(found: Layout) -> Iterator[tuple[Connection, LaneShape]]:
    """Every lane that is a row of tiles."""
    for connection, course in zip(found.ground.connections, found.courses, strict=True):
        yield from ((connection, lane) for lane in course.lanes if not lane.round)


@every_board
def test_every_tile_has_the_same_size(id: str) -> None:
    found = layout(id)
    sizes = {(round(box.width, 6), round(box.height, 6)) for _, lane in rows(found) for box in lane.spaces}
    assert sizes == {(round(found.ground.sizes.tile, 6), round(found.ground.sizes.across, 6))}


def test_a_space_is_as_long_on_one_board_as_on_another() -> None:
    assert {layout(id).ground.sizes.pitch for id in board_ids()} == {PITCH}


@every_board
def test_rows_reach_from_place_to_place(id: str) -> None:
    """No end of a row is farther from its place than a tile is long, and of most no more than half of one."""
    found = layout(id)
    sizes = found.ground.sizes
    free: list[float] = []
    for connection, lane in rows(found):
        for place, box in ((connection.a, lane.spaces[0]), (connection.b, lane.spaces[-1])):
            free.append(distance(found.ground.places[place], box.centre) - box.width / 2 - sizes.radius)
    assert max(free) < sizes.tile
    assert sorted(free)[int(0.9 * len(free))] < sizes.tile / 2


@every_board
def test_tiles_of_a_lane_follow_each_other_closely(id: str) -> None:
    found = layout(id)
    sizes = found.ground.sizes
    for _, lane in rows(found):
        for one, other in pairwise(lane.spaces):
            assert distance(one.centre, other.centre) < sizes.tile + sizes.most_gap + sizes.mark


@every_board
def test_no_lane_covers_the_one_beside_it(id: str) -> None:
    for course in layout(id).courses:
        for one, other in combinations(course.lanes, 2):
            assert all(overlap(a, b) <= 0.5 for a in one.spaces for b in other.spaces)


@every_board
def test_tiles_of_twin_lanes_lie_side_by_side(id: str) -> None:
    """No tile of a lane is farther along than the one beside it: what joins them stands across both."""
    for course in layout(id).courses:
        tiled = [lane for lane in course.lanes if not lane.round]
        for one, other in combinations(tiled, 2):
            if one.lane.cards != other.lane.cards:
                continue
            for a, b in zip(one.spaces, other.spaces, strict=True):
                ahead = (b.centre.x - a.centre.x) * a.along.x + (b.centre.y - a.centre.y) * a.along.y
                assert abs(ahead) < 0.15 * a.width


@every_board
def test_no_tile_covers_the_next_one(id: str) -> None:
    for _, lane in rows(layout(id)):
        assert all(overlap(one, other) <= 0.5 for one, other in pairwise(lane.spaces))


@every_board
def test_no_space_covers_the_rose_or_the_vignette(id: str) -> None:
    found = layout(id)
    assert all(overlap(box, ornament) <= 0 for box in found.boxes() for ornament in found.ground.ornaments)


@every_board
def test_rose_and_vignette_stand_on_the_sheet(id: str) -> None:
    ground = layout(id).ground
    for box in ground.ornaments:
        assert box.width / 2 <= box.centre.x <= ground.width - box.width / 2
        assert box.height / 2 <= box.centre.y <= ground.height - box.height / 2


@every_board
def test_a_mark_leaves_the_symbols_of_tiles_to_be_seen(id: str) -> None:
    found = layout(id)
    symbol = 0.68 * found.ground.sizes.across
    for course in found.courses:
        for placed in course.marks:
            coin = placed.box
            for box in (box for lane in course.lanes if not lane.round for box in lane.spaces):
                assert distance(coin.centre, box.centre) > coin.width / 2 + 0.35 * symbol


# --- boards of strangers ----------------------------------------------------------------------------------
def square(board: Board, side: float) -> Board:
    """The toy board with its places on the corners of a square, and one in its middle."""
    at = [(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5)]
    places = [Place(place.name, side * x, side * y) for place, (x, y) in zip(board.places, at, strict=True)]
    return replace(board, places=tuple(places))


@pytest.mark.parametrize("unit", [0.01, 1.0, 5000.0])
def test_the_unit_of_a_board_does_not_matter(tmp_path: Path, unit: float) -> None:
    board = ToyFiles(tmp_path).load()
    drawn = lay_out(survey(square(board, unit)))
    same = lay_out(survey(square(board, 100.0)))
    assert numbers(drawn) == pytest.approx(numbers(same))


@settings(max_examples=30, deadline=None)
@given(unit=st.floats(1e-3, 1e4), at=st.lists(st.integers(0, 60), min_size=10, max_size=10))
def test_any_board_is_drawn_alike_in_any_unit(unit: float, at: list[int]) -> None:
    spots = list(zip(at[::2], at[1::2], strict=True))
    assume(len(set(spots)) == len(spots))
    with TemporaryDirectory() as folder:
        board = ToyFiles(Path(folder)).load()
    one, other = (
        replace(board, places=tuple(Place(p.name, s * x, s * y) for p, (x, y) in zip(board.places, spots, strict=True)))
        for s in (1.0, unit)
    )
    assert numbers(lay_out(survey(other))) == pytest.approx(numbers(lay_out(survey(one))))


def numbers(found: Layout) -> list[float]:
    return [number for box in found.boxes() for number in box.centre]


def test_a_route_far_too_short_has_smaller_tiles(tmp_path: Path) -> None:
    """Ash and Birch nearly touch: their two spaces shrink, and nobody else's do."""
    board = square(ToyFiles(tmp_path).load(), 400)
    near = replace(board.places[1], x=board.places[0].x + 60)
    found = lay_out(survey(replace(board, places=(board.places[0], near, *board.places[2:]))))
    sizes = found.ground.sizes
    widths = {connection.lanes[0].row: [box.width for box in lane.spaces] for connection, lane in rows(found)}
    assert max(widths[2]) < 0.8 * sizes.tile
    assert all(width == pytest.approx(sizes.tile) for row, lane in widths.items() if row != 2 for width in lane)


def test_one_long_route_is_not_pulled_apart(tmp_path: Path) -> None:
    board = square(ToyFiles(tmp_path).load(), 100)
    far = replace(board.places[3], x=-900.0)
    found = lay_out(survey(replace(board, places=(*board.places[:3], far, board.places[4]))))
    sizes = found.ground.sizes
    for _, lane in rows(found):
        for one, other in pairwise(lane.spaces):
            assert distance(one.centre, other.centre) <= sizes.tile + sizes.most_gap + sizes.mark


def test_a_look_bends_a_route_and_moves_a_name(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    board = toy.load()
    plain = board_plan(board, look(tmp_path), list(board.lanes), "en")
    (tmp_path / "look.toml").write_text(
        "[sheet]\nleft = -40\ntop = -40\nwidth = 180\nheight = 180\n"
        '[bends]\n"Birch–Cedar" = [-0.2, -0.2, 1, 0]\n[labels]\nPond = [0, 30]\n',
        encoding="utf-8",
    )
    found = board_plan(board, look(tmp_path), list(board.lanes), "en")
    scale = found["scale"]
    assert (found["width"], found["origin"]) == (round(180 * scale, 1), {"x": -40, "y": -40})
    middle = found["lanes"][2]["spaces"][1]
    # bent outwards, beyond Birch and Cedar
    assert middle["x"] == pytest.approx((100 + 0.2 * 100.5 + 40) * scale, abs=1)
    pond = next(plate for plate in found["plates"] if plate["place"] == 4)
    assert pond["spot"]["x"] - pond["spot"]["width"] / 2 > (50 + 40 + 30) * scale
    assert pond["leader"] is not None
    assert plain["scale"] == pytest.approx(scale)


def test_a_board_with_one_route_has_a_size_of_spaces() -> None:
    board = load("usa")
    assert usual_pitch(replace(board, lanes=board.lanes[:1])) > 0
