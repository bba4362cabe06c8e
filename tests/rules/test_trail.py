"""The longest trail (R24): against brute force, on networks with known answers, and without blowing up on dense ones."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64
from positions import Position

from ferrovia.rules.longest_path import own_lanes
from ferrovia.rules.trail import LongestTrail, longest_trail, trail_lanes
from ferrovia.rules.trail_bridges import Bridges, TrailSearch
from ferrovia.rules.trail_network import Network
from ferrovia.rules.trail_sweep import Sweep
from ferrovia.rules.trail_tries import MASK_LANES, TRIES

Lanes = list[tuple[int, int, int]]
"""(place, place, length)"""


# --- building and judging networks ----------------------------------------------------------------------
def network(lanes: Lanes) -> Network:
    places = 1 + max((max(a, b) for a, b, _ in lanes), default=0)
    a, b, length = ([lane[i] for lane in lanes] for i in range(3))
    return Network(places, vec[i64](a), vec[i64](b), vec[i64](length))


def longest(lanes: Lanes) -> int:
    return LongestTrail(network(lanes)).length()


def searched(lanes: Lanes) -> int:
    """By the careful search alone, from every place: what ordinary networks never come to."""
    net = network(lanes)
    return max((TrailSearch(net, a).longest(0) for a, _, _ in lanes), default=0)


def brute_force(lanes: Lanes) -> int:
    def on_from(place: int, unused: frozenset[int]) -> int:
        best = 0
        for i in unused:
            a, b, length = lanes[i]
            if place in (a, b):
                best = max(best, length + on_from(b if place == a else a, unused - {i}))
        return best

    return max((on_from(a, frozenset(range(len(lanes)))) for lane in lanes for a in lane[:2]), default=0)


def check_walk(lanes: Lanes, walk: list[int]) -> None:
    """Each lane once, each from where the last one led, and as long as the longest."""
    assert len(set(walk)) == len(walk)
    at = set(lanes[walk[0]][:2]) if walk else set()
    for lane in walk:
        a, b, _ = lanes[lane]
        at = {far for near, far in ((a, b), (b, a)) if near in at}
        assert at, f"{walk} breaks off before {lane}"
    assert sum(lanes[lane][2] for lane in walk) == longest(lanes)


def unit(*pairs: tuple[int, int]) -> Lanes:
    return [(a, b, 1) for a, b in pairs]


def complete(places: int, first: int = 0) -> Lanes:
    return unit(*combinations(range(first, first + places), 2))


def ring(places: int, first: int = 0) -> Lanes:
    return unit(*[(first + i, first + (i + 1) % places) for i in range(places)])


def path(lanes: int) -> Lanes:
    return unit(*[(i, i + 1) for i in range(lanes)])


def wheel(spokes: int) -> Lanes:
    return ring(spokes, first=1) + unit(*[(0, 1 + i) for i in range(spokes)])


def grid(rows: int, columns: int) -> Lanes:
    across = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    down = [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
    return unit(*across, *down)


def comb(teeth: int) -> Lanes:
    """A path with a lane hanging off every place."""
    return path(teeth - 1) + unit(*[(i, teeth + i) for i in range(teeth)])


def on_stalks(blob: Lanes, count: int, stalk: int) -> Lanes:
    """Copies of a blob, each joined to a middle place by one lane of length `stalk`."""
    size = 1 + max(max(a, b) for a, b, _ in blob)
    middle = size * count
    copies = [(a + size * i, b + size * i, length) for i in range(count) for a, b, length in blob]
    return copies + [(middle, size * i, stalk) for i in range(count)]


CUBE = unit(*[(a, a ^ bit) for a in range(8) for bit in (1, 2, 4) if a < a ^ bit])
PETERSEN = ring(5) + unit(*[(i, i + 5) for i in range(5)], *[(i + 5, (i + 2) % 5 + 5) for i in range(5)])

pairs = st.sampled_from(list(combinations(range(8), 2)))
simple = st.lists(st.tuples(pairs, st.integers(1, 6)), max_size=10, unique_by=lambda lane: lane[0]).map(
    lambda lanes: [(a, b, length) for (a, b), length in lanes]
)
places = st.integers(0, 6)
anything = st.lists(st.tuples(places, places, st.integers(1, 6)), max_size=8)


# --- against brute force --------------------------------------------------------------------------------
@given(simple)
def test_r24_length_is_that_of_brute_force(lanes: Lanes) -> None:
    assert longest(lanes) == brute_force(lanes)


@given(simple)
def test_r24_careful_search_agrees_with_brute_force(lanes: Lanes) -> None:
    assert searched(lanes) == brute_force(lanes)


@given(anything)
def test_r24_twin_lanes_and_lanes_back_to_their_own_place_are_counted_too(lanes: Lanes) -> None:
    assert longest(lanes) == searched(lanes) == brute_force(lanes)


@given(simple)
def test_r24_lanes_of_the_trail_make_a_longest_walk(lanes: Lanes) -> None:
    check_walk(lanes, LongestTrail(network(lanes)).lanes())


@given(simple, st.integers(0, 30))
def test_search_for_more_than_is_known_says_what_is_known_if_there_is_no_more(lanes: Lanes, known: int) -> None:
    net = network(lanes)
    for a, _, _ in lanes:
        assert TrailSearch(net, a).longest(known) == max(known, TrailSearch(net, a).longest(0))


# --- known answers --------------------------------------------------------------------------------------
KNOWN = {
    "nothing": ([], 0),
    "one lane": ([(0, 1, 6)], 6),
    "two apart": ([(0, 1, 2), (2, 3, 5)], 5),
    "a longer one among branches apart": (unit((0, 1), (0, 2), (0, 3)) + [(4, 5, 4)], 4),
    "path": (path(9), 9),
    "ring": (ring(7), 7),
    "figure of eight": (ring(4) + unit((0, 4), (4, 5), (5, 0)), 7),
    "ring with a tail": (ring(5) + [(0, 5, 3)], 8),
    "ring with two tails at one place": (ring(5) + [(0, 5, 3), (0, 6, 2)], 10),
    "ring with three tails": (ring(6) + [(0, 6, 3), (2, 7, 3), (4, 8, 3)], 10),
    "star": ([(0, 1, 1), (0, 2, 4), (0, 3, 6), (0, 4, 2)], 10),
    "comb": (comb(12), 13),
    "theta": (unit((0, 2), (2, 1), (0, 3), (3, 1), (0, 1)), 5),
    "cube": (CUBE, 9),
    "Petersen graph": (PETERSEN, 11),
    "K4": (complete(4), 5),
    "K5": (complete(5), 10),
    "K9": (complete(9), 36),
    "K10": (complete(10), 41),
    "wheel of 8": (wheel(8), 13),
    "wheel of 9": (wheel(9), 14),
    "grid of 5 × 5 places": (grid(5, 5), 35),
    "two blobs and a bridge": (complete(5) + complete(5, first=5) + unit((0, 5)), 21),
    "three blobs on stalks": (on_stalks(complete(5), 3, stalk=2), 24),
    "three odd blobs on stalks": (on_stalks(complete(4), 3, stalk=1), 12),
    "eight triangles on stalks": (on_stalks(ring(3), 8, stalk=1), 8),
}


@pytest.mark.parametrize(("lanes", "length"), KNOWN.values(), ids=KNOWN.keys())
def test_r24_known_answers(lanes: Lanes, length: int) -> None:
    assert longest(lanes) == searched(lanes) == length
    check_walk(lanes, LongestTrail(network(lanes)).lanes())


BIG = {
    "path": (path(200), 200),
    "ring of 70 with tails": (ring(70) + [(10 * i, 70 + i, 1 + i) for i in range(4)], 71 + 6),
    "comb": (comb(60), 61),
    "K12": (complete(12), 61),
    "triangles on stalks": (on_stalks(ring(3), 20, stalk=3), 12),
    "grid of 7 × 7 places": (grid(7, 7), 75),
}


@pytest.mark.parametrize(("lanes", "length"), BIG.values(), ids=BIG.keys())
def test_r24_more_lanes_than_a_64_bit_mask_holds(lanes: Lanes, length: int) -> None:
    assert len(lanes) > MASK_LANES
    assert longest(lanes) == length
    check_walk(lanes, LongestTrail(network(lanes)).lanes())


def test_a_lane_numbered_above_the_mask_counts() -> None:
    apart = [(2 * i, 2 * i + 1, 1) for i in range(MASK_LANES)]
    star = [(200, 201, 5), (200, 202, 6), (200, 203, 7)]
    assert longest(apart + star) == 13


# --- the work it takes ----------------------------------------------------------------------------------
# Made by changing one lane at a time so that the search takes longer. The answer is what a plain search of all trails
# that leave out less could not beat; the bound without "must hang together" says 35.
HARD = unit(
    *[(0, 11), (0, 30), (1, 6), (1, 14), (1, 26), (2, 12), (2, 22), (2, 26), (3, 23), (3, 28), (3, 29), (5, 8)],
    *[(5, 16), (5, 27), (5, 28), (6, 12), (6, 19), (6, 27), (6, 29), (7, 8), (7, 9), (7, 18), (7, 20), (9, 10)],
    *[(9, 17), (9, 19), (10, 16), (10, 22), (12, 19), (12, 26), (12, 28), (13, 15), (13, 20), (14, 23), (14, 30)],
    *[(15, 20), (16, 17), (16, 23), (17, 26), (17, 31), (22, 27), (22, 29), (24, 27), (25, 28), (25, 32)],
)
