"""The longest trail (R24): against brute force, on networks with known answers, and what dense ones cost."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.rules.longest_path.bridges import TrailSearch
from ferrovia.rules.longest_path.exhaustive_search import MOST_STEPS
from ferrovia.rules.longest_path.graph import Graph
from ferrovia.rules.longest_path.rule import own_lanes
from ferrovia.rules.longest_path.trail import MOST_LANES, MOST_STATES, LongestTrail, longest_trail, trail_lanes
from positions import Position

Lanes = list[tuple[int, int, int]]
"""(place, place, length)"""


# --- building and judging networks ----------------------------------------------------------------------
def network(lanes: Lanes) -> Graph:
    places = 1 + max((max(a, b) for a, b, _ in lanes), default=0)
    a, b, length = ([lane[i] for lane in lanes] for i in range(3))
    return Graph(places, vec[i64](a), vec[i64](b), vec[i64](length))


def longest(lanes: Lanes) -> int:
    return LongestTrail(network(lanes)).length()


def searched(lanes: Lanes) -> int:
    """By the careful search alone (`bridges`), which ordinary networks never come to."""
    graph = network(lanes)
    group = LongestTrail(graph).group
    starts = {group[a] for a, _, _ in lanes}
    return max((TrailSearch(graph, start, MOST_STATES).longest(0) for start in starts), default=0)


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


def hung(blob: Lanes, on: list[int], first: int = 1, stalk: int = 1) -> Lanes:
    """Copies of a blob, numbered from `first`, each hung by a lane of length `stalk` on a place of another network."""
    size = 1 + max(max(a, b) for a, b, _ in blob)
    copies = [(a + first + size * i, b + first + size * i, length) for i in range(len(on)) for a, b, length in blob]
    return copies + [(place, first + size * i, stalk) for i, place in enumerate(on)]


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


@given(simple.filter(bool), st.integers(0, 30))
def test_careful_search_from_any_place_finds_the_longest_beyond_what_is_known(lanes: Lanes, known: int) -> None:
    graph = network(lanes)
    group = LongestTrail(graph).group
    for start, _, _ in lanes:
        lanes_there = [lane for lane in lanes if group[lane[0]] == group[start]]
        assert TrailSearch(graph, start, MOST_STATES).longest(known) == max(known, longest(lanes_there))


# --- known answers --------------------------------------------------------------------------------------
KNOWN = {
    "nothing": ([], 0),
    "one lane": ([(0, 1, 6)], 6),
    "two apart": ([(0, 1, 2), (2, 3, 5)], 5),
    "a longer one among branches apart": ([*unit((0, 1), (0, 2), (0, 3)), (4, 5, 4)], 4),
    "path": (path(9), 9),
    "ring": (ring(7), 7),
    "figure of eight": (ring(4) + unit((0, 4), (4, 5), (5, 0)), 7),
    "ring with a tail": ([*ring(5), (0, 5, 3)], 8),
    "ring with two tails at one place": ([*ring(5), (0, 5, 3), (0, 6, 2)], 10),
    "ring with three tails": ([*ring(6), (0, 6, 3), (2, 7, 3), (4, 8, 3)], 10),
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
    "grid of 5 × 5 places": (grid(5, 5), 34),
    "two blobs and a bridge": (complete(5) + complete(5, first=5) + unit((0, 5)), 21),
    "three blobs on stalks": (hung(complete(5), on=[0] * 3, stalk=2), 24),
    "three odd blobs on stalks": (hung(complete(4), on=[0] * 3, stalk=1), 12),
    "eight triangles on stalks": (hung(ring(3), on=[0] * 8, stalk=1), 8),
}


@pytest.mark.parametrize(("lanes", "length"), KNOWN.values(), ids=KNOWN.keys())
def test_r24_known_answers(lanes: Lanes, length: int) -> None:
    assert longest(lanes) == searched(lanes) == length
    check_walk(lanes, LongestTrail(network(lanes)).lanes())


BIG = {
    "path": (path(200), 200),
    "ring of 70 with tails": (ring(70) + [(10 * i, 70 + i, 1 + i) for i in range(4)], 70 + 4),
    "comb": (comb(60), 61),
    "K12": (complete(12), 61),
    "triangles on stalks": (hung(ring(3), on=[0] * 20, stalk=3), 12),
    "grid of 7 × 7 places": (grid(7, 7), 74),
}


@pytest.mark.parametrize(("lanes", "length"), BIG.values(), ids=BIG.keys())
def test_r24_more_lanes_than_a_64_bit_mask_holds(lanes: Lanes, length: int) -> None:
    assert len(lanes) > 64
    assert longest(lanes) == length
    check_walk(lanes, LongestTrail(network(lanes)).lanes())


def test_r24_lanes_numbered_beyond_64_count() -> None:
    apart = [(2 * i, 2 * i + 1, 1) for i in range(70)]
    assert longest([*apart, (200, 201, 5), (200, 202, 6), (200, 203, 7)]) == 13


# --- the work it takes ----------------------------------------------------------------------------------
# Networks from changing lanes as long as that made the search longer. Integer programming agrees on the first two.
HARD_45 = unit(
    *[(0, 4), (0, 15), (0, 23), (1, 16), (1, 18), (1, 25), (1, 26), (1, 29), (2, 5), (2, 11), (2, 22), (3, 11)],
    *[(3, 14), (3, 15), (3, 18), (3, 32), (4, 6), (4, 9), (4, 10), (4, 18), (4, 24), (5, 7), (5, 17), (6, 13)],
    *[(6, 15), (6, 22), (7, 15), (7, 28), (9, 20), (9, 26), (10, 12), (10, 15), (11, 23), (12, 13), (12, 28)],
    *[(12, 30), (13, 17), (14, 17), (14, 23), (15, 24), (16, 29), (20, 22), (23, 24), (23, 28), (25, 26)],
)
HARD_62 = unit(
    *[(0, 16), (0, 21), (0, 27), (1, 9), (1, 12), (1, 20), (2, 5), (2, 17), (2, 27), (3, 5), (3, 8), (3, 16)],
    *[(4, 12), (4, 28), (5, 11), (5, 37), (6, 19), (6, 30), (6, 31), (6, 33), (6, 34), (7, 8), (7, 14), (7, 26)],
    *[(7, 28), (7, 35), (8, 15), (8, 33), (9, 20), (9, 30), (10, 21), (10, 30), (11, 18), (11, 23), (12, 27)],
    *[(13, 21), (13, 22), (13, 29), (14, 15), (14, 22), (14, 36), (15, 22), (16, 29), (17, 32), (17, 33), (17, 36)],
    *[(18, 24), (18, 26), (18, 36), (19, 25), (19, 34), (19, 35), (21, 34), (22, 37), (23, 25), (25, 27), (25, 32)],
    *[(25, 35), (26, 31), (26, 37), (31, 35), (32, 38)],
)
HARD_64 = [
    *[(0, 22, 5), (0, 29, 6), (0, 40, 5), (1, 32, 4), (1, 35, 6), (2, 3, 1), (2, 6, 2), (2, 13, 4), (3, 26, 6)],
    *[(3, 29, 6), (4, 28, 3), (4, 34, 6), (5, 6, 6), (5, 39, 4), (7, 8, 3), (7, 18, 5), (7, 24, 4), (7, 25, 2)],
    *[(7, 26, 1), (8, 15, 5), (8, 22, 5), (8, 29, 4), (8, 31, 6), (9, 23, 1), (9, 24, 6), (9, 31, 2), (10, 14, 3)],
    *[(10, 34, 4), (11, 20, 4), (11, 33, 3), (11, 35, 2), (12, 17, 3), (12, 32, 3), (12, 38, 4), (13, 39, 4)],
    *[(14, 28, 6), (15, 33, 4), (15, 34, 1), (16, 19, 1), (16, 23, 3), (16, 33, 2), (16, 38, 4), (16, 40, 1)],
    *[(17, 27, 3), (17, 29, 5), (19, 25, 3), (19, 26, 6), (19, 27, 1), (19, 32, 2), (20, 24, 5), (20, 25, 3)],
    *[(21, 26, 3), (21, 27, 5), (21, 33, 2), (22, 27, 5), (22, 36, 4), (22, 38, 1), (23, 27, 5), (23, 31, 2)],
    *[(27, 37, 4), (28, 39, 1), (29, 35, 3), (30, 31, 5), (35, 40, 1)],
]

DENSE = {
    "K10": (complete(10), 41, 500),
    "grid of 5 × 5 places": (grid(5, 5), 34, 500),
    "wheel of 22": (wheel(22), 34, 500),
    "ladder of 15": (grid(2, 15), 31, 500),
    "eight triangles on K6": (complete(6) + hung(ring(3), on=[0, 1, 2, 3, 4, 5, 0, 1], first=6), 21, 1000),
    "hard 45": (HARD_45, 33, 10_000),
    "hard 62": (HARD_62, 46, 40_000),
    "hard 64": (HARD_64, 171, 40_000),  # 413,259 without dropping dominated states
}


@pytest.mark.parametrize(("lanes", "length", "states"), DENSE.values(), ids=DENSE.keys())
def test_dense_networks_do_not_blow_up(lanes: Lanes, length: int, states: int) -> None:
    trail = LongestTrail(network(lanes))
    assert trail.length() == length
    assert trail.tried < 2 * MOST_STEPS  # it also counts on the way back
    assert trail.states < states


@pytest.mark.parametrize("places", [12, 14, 18, 22, 26, 32, 38, 43])
def test_r24_random_networks_at_the_bound_take_little_of_the_work_allowed(places: int) -> None:
    """From nearly complete to nearly cubic, with lanes of one piece and of several."""
    rng = random.Random(places)
    for longest_lane in (1, 1, 6):
        ends = rng.sample(list(combinations(range(places), 2)), MOST_LANES)
        trail = LongestTrail(network([(a, b, rng.randint(1, longest_lane)) for a, b in ends]))
        trail.length()
        assert trail.exact
        assert trail.states < MOST_STATES // 100


def test_a_search_that_meets_too_many_states_ends_with_a_trail() -> None:
    lanes = complete(16)
    trail = LongestTrail(network(lanes), 2000)
    assert 0 < trail.length() <= 113
    assert not trail.exact
    assert trail.states < 2000 + 3  # a step may add two, and a complete trail
    assert LongestTrail(network(lanes), 2000).length() == trail.length()


def test_a_front_wider_than_a_tally_ends_with_a_trail_too() -> None:
    search = TrailSearch(network(complete(62)), 0, MOST_STATES)
    assert search.longest(5) == 5
    assert not search.exact


def test_a_given_up_search_lights_no_lanes() -> None:
    assert LongestTrail(network(complete(14)), 10).lanes() == []


def test_ordinary_networks_are_settled_by_trying() -> None:
    lanes = [(0, 1, 4), (1, 2, 3), (2, 3, 2), (3, 0, 5), (1, 4, 6), (2, 5, 2), (3, 6, 1), (5, 7, 4)]
    trail = LongestTrail(network(lanes))
    assert trail.length() == brute_force(lanes)
    assert trail.tried < 100
    assert trail.states == 0


def test_at_most_two_odd_places_take_no_search_at_all() -> None:
    trail = LongestTrail(network([*complete(9), (0, 9, 6)]))
    assert trail.length() == 42
    assert trail.tried == trail.states == 0


# --- on a board -----------------------------------------------------------------------------------------
ROUTES = ["Vancouver–Calgary", "Calgary–Seattle", "Seattle–Vancouver", "Seattle–Portland", "Calgary–Helena"]


def test_r24_counts_pieces_of_own_routes_loops_and_all() -> None:
    state = Position("usa").owns(0, *ROUTES).owns(1, "Helena–Winnipeg").state()
    assert longest_trail(state.game, own_lanes(state, 0)) == 4 + (4 + 1 + 3)
    assert longest_trail(state.game, own_lanes(state, 1)) == 4


def test_r24_trail_lanes_are_the_game_s_and_always_the_same() -> None:
    state = Position("usa").owns(0, *ROUTES, "Helena–Winnipeg", "Helena–Denver", "Dallas–Houston").state()
    game, lanes = state.game, own_lanes(state, 0)
    walk = trail_lanes(game, lanes)
    assert walk == trail_lanes(game, lanes)
    assert set(walk) < set(lanes)
    assert sum(game.lane_pieces[lane] for lane in walk) == longest_trail(game, lanes)
    for one, next_one in pairwise(walk):
        assert {game.lane_a[one], game.lane_b[one]} & {game.lane_a[next_one], game.lane_b[next_one]}


def test_r25_no_routes_make_no_trail() -> None:
    state = Position("usa").state()
    assert longest_trail(state.game, own_lanes(state, 0)) == 0
    assert trail_lanes(state.game, own_lanes(state, 0)) == []
