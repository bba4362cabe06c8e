"""“Fit” and “Suggest a deck”, by the measures of printed boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ferrovia.boards import load
from ferrovia.boards.hints import shortest
from ferrovia.draw.geometry import Point
from ferrovia.engine.board import Board
from ferrovia.studio.deck import Network, suggest
from ferrovia.studio.fit import fit, side
from ferrovia.studio.follow import follow
from ferrovia.studio.measures import MOST_AT_PLACE


def shaken(id: str, by: float) -> Board:
    chance = Random(7)
    board = load(id)
    places = [replace(p, x=p.x + chance.uniform(-by, by), y=p.y + chance.uniform(-by, by)) for p in board.places]
    return replace(board, places=tuple(places))


def test_places_move_until_routes_have_their_room() -> None:
    board = shaken("amsterdam", 12)
    found = fit(board)
    assert found.after < 0.6 * found.before
    assert found.moved < 25
    assert fit(board) == found


def test_no_place_changes_the_side_of_a_route() -> None:
    board = shaken("berlin", 5)
    before = [[place.x, place.y] for place in board.places]
    after = [list(place) for place in fit(board).places]
    ends = {(lane.a, lane.b) for lane in board.lanes}
    across = [
        (place, a, b)
        for place in range(len(before))
        for a, b in ends
        if place not in (a, b)
        and side(before, place, a, b) * side(after, place, a, b) < 0
        and between(after, place, a, b)
    ]
    assert across == []


def between(points: list[list[float]], v: int, a: int, b: int) -> bool:
    (vx, vy), (ax, ay), (bx, by) = points[v], points[a], points[b]
    share = ((vx - ax) * (bx - ax) + (vy - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    return 0 < share < 1


def test_places_that_are_held_stay() -> None:
    board = shaken("berlin", 5)
    found = fit(board, held=[0, 3])
    for place in (0, 3):
        assert found.places[place] == pytest.approx((board.places[place].x, board.places[place].y), abs=0.06)


@pytest.mark.parametrize("id", ["usa", "amsterdam", "berlin"])
def test_a_deck_has_the_measures_of_sound_boards(id: str) -> None:
    board = load(id)
    deck = suggest(board, seed=3)
    assert 0.83 <= len(deck) / len(board.places) <= 1.1
    assert all(points == shortest(board, a)[b] for a, b, points in deck)
    ends = Counter(end for a, b, _ in deck for end in (a, b))
    assert max(ends.values()) <= MOST_AT_PLACE
    assert len(ends) >= 0.95 * len(board.places)
    assert len({(min(a, b), max(a, b)) for a, b, _ in deck}) == len(deck)
    network = Network(board)
    shortish = sum(points < 0.3 * network.reach for *_, points in deck) / len(deck)
    assert shortish < 0.3


def test_a_seed_gives_a_deck_again_and_mine_are_kept() -> None:
    board = load("berlin")
    assert suggest(board, 1) == suggest(board, 1) != suggest(board, 2)
    mine = [(0, 5), (3, 1)]
    added = suggest(board, 1, count=12, kept=mine)
    assert len(added) == 10
    assert not {(min(a, b), max(a, b)) for a, b, _ in added} & {(0, 5), (1, 3)}


def test_the_land_follows_the_places() -> None:
    """A river through a place still runs through it, whatever commands draw it; a draft without a backdrop has none."""
    old = [Point(0, 0), Point(100, 0), Point(100, 80), Point(0, 80), Point(50, 40)]
    new = [Point(0, 0), Point(100, 0), Point(100, 80), Point(0, 80), Point(60, 45)]
    routes = [(0, 4), (4, 2)]
    layers = [{"kind": "river", "path": "M0 0L50 40l50 40"}, {"kind": "water", "path": "M0 80h100V80A5 5 0 0 1 0 0Z"}]
    draft = {"l/backdrop/layers": layers, "l/backdrop/rose/x": 50, "l/backdrop/rose/y": 40}
    changes = dict(follow(draft, old, new, routes))
    assert changes["l/backdrop/layers"] == [
        {"kind": "river", "path": "M0 0L60 45L100 80"},
        {"kind": "water", "path": "M0 80L100 80L100 80A5 5 0 0 1 0 0Z"},
    ]
    assert (changes["l/backdrop/rose/x"], changes["l/backdrop/rose/y"]) == (60, 45)
    assert follow(draft, old, old, routes) == []
    assert follow({}, old, new, routes) == []
