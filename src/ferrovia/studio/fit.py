"""Moves the places of a board gently until every route has the room its spaces need.

A route of n spaces wants 25.5 n + 15 mm between its places. Least squares on that, an anchor to where places were, room
between places and beside routes, and no place changes the side of a route that it lies at: no crossing is added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from statistics import mean, median, pstdev
from typing import Final

from ferrovia.engine.board import Board
from ferrovia.studio.measures import spaces_between, wanted

ANCHOR: Final = 0.05
ANCHOR_REACH: Final = 60.0
ROUTE_ROOM: Final = 26.0
PLACE_ROOM: Final = 38.0
SHORT: Final = (0.93, 20.0)  # a ratio below the first costs so much more
LONG: Final = (1.12, 6.0)
ROUTES: Final = 1.2
PLACES: Final = 2.0
STEPS: Final = 400
REACH: Final = 6.0
"""Millimetres that a place moves in the first steps; less and less later."""
FADE: Final = 0.9, 0.99

Points = list[list[float]]


@dataclass(frozen=True)
class Fitted:
    """Where places should lie, in the units of the board, and how well routes then have their room."""

    places: list[tuple[float, float]]
    before: float
    """The spread of distance / wanted distance over all routes …"""
    after: float
    moved: float
    """… and how far places moved on average, in millimetres at true size."""


def fit(board: Board, held: Sequence[int] = ()) -> Fitted:
    """`held`: places that stay where they are. The middle of the board stays where it was, and so does its scale."""
    spaces = spaces_between(board)
    true = [[place.x, place.y] for place in board.places]
    routes = [(a, b, wanted(n)) for (a, b), n in sorted(spaces.items()) if true[a] != true[b]]
    if not routes:
        return Fitted([(x, y) for x, y in true], 0.0, 0.0, 0.0)
    unit = median(distance(true, a, b) / length for a, b, length in routes)
    start = [[x / unit, y / unit] for x, y in true]
    found = settle(start, routes, board, set(held))
    places = [(round(x * unit, 1), round(y * unit, 1)) for x, y in found]
    moved = mean(hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(start, found, strict=True))
    return Fitted(places, spread(start, routes), spread(found, routes), round(moved, 1))


def spread(points: Points, routes: Sequence[tuple[int, int, float]]) -> float:
    shares = [distance(points, a, b) / length for a, b, length in routes]
    return round(pstdev(shares) / median(shares), 3)


def distance(points: Points, a: int, b: int) -> float:
    return hypot(points[a][0] - points[b][0], points[a][1] - points[b][1])


def settle(start: Points, routes: Sequence[tuple[int, int, float]], board: Board, held: set[int]) -> Points:
    """Follows the slope of the cost, with the momentum of the steps before (Adam)."""
    joined = sorted({(min(lane.a, lane.b), max(lane.a, lane.b)) for lane in board.lanes})
    beside = [(v, a, b, sign(side(start, v, a, b))) for v in range(len(start)) for a, b in joined if v not in (a, b)]
    points = [list(point) for point in start]
    speed = [[0.0, 0.0] for _ in start]
    size = [[0.0, 0.0] for _ in start]
    for step in range(1, STEPS + 1):
        slope = slope_of(points, start, routes, beside)
        reach = REACH * (1 - step / (STEPS + 1)) ** 1.5
        for place, (steep, fast, large) in enumerate(zip(slope, speed, size, strict=True)):
            if place in held:
                continue
            for axis in (0, 1):
                fast[axis] = FADE[0] * fast[axis] + (1 - FADE[0]) * steep[axis]
                large[axis] = FADE[1] * large[axis] + (1 - FADE[1]) * steep[axis] ** 2
                even = fast[axis] / (1 - FADE[0] ** step)
                usual = sqrt(large[axis] / (1 - FADE[1] ** step)) + 1e-6
                points[place][axis] -= reach * even / usual
    return points


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def side(points: Points, v: int, a: int, b: int) -> float:
    """On which side of a route a place lies."""
    (vx, vy), (ax, ay), (bx, by) = points[v], points[a], points[b]
    return (bx - ax) * (vy - ay) - (by - ay) * (vx - ax)


def slope_of(
    points: Points,
    start: Points,
    routes: Sequence[tuple[int, int, float]],
    beside: Sequence[tuple[int, int, int, int]],
) -> Points:
    slope = [
        [2 * ANCHOR * (x - sx) / ANCHOR_REACH**2, 2 * ANCHOR * (y - sy) / ANCHOR_REACH**2]
        for (x, y), (sx, sy) in zip(points, start, strict=True)
    ]
    for a, b, length in routes:
        pull_routes(points, slope, a, b, length)
    for a in range(len(points)):
        for b in range(a + 1, len(points)):
            part_places(points, slope, a, b)
    for v, a, b, before in beside:
        clear_route(points, slope, v, a, b, before)
    return slope


def push(slope: Points, place: int, x: float, y: float) -> None:
    slope[place][0] += x
    slope[place][1] += y


def pull_routes(points: Points, slope: Points, a: int, b: int, length: float) -> None:
    dx, dy = points[a][0] - points[b][0], points[a][1] - points[b][1]
    long = max(hypot(dx, dy), 1e-6)
    ratio = long / length
    force = 2 * (ratio - 1) - 2 * SHORT[1] * max(SHORT[0] - ratio, 0.0) + 2 * LONG[1] * max(ratio - LONG[0], 0.0)
    x, y = force * dx / long / length, force * dy / long / length
    push(slope, a, x, y)
    push(slope, b, -x, -y)


def part_places(points: Points, slope: Points, a: int, b: int) -> None:
    dx, dy = points[a][0] - points[b][0], points[a][1] - points[b][1]
    if abs(dx) >= PLACE_ROOM or abs(dy) >= PLACE_ROOM:
        return
    long = max(hypot(dx, dy), 1e-6)
    if long >= PLACE_ROOM:
        return
    force = -2 * PLACES * (PLACE_ROOM - long) / PLACE_ROOM**2
    push(slope, a, force * dx / long, force * dy / long)
    push(slope, b, -force * dx / long, -force * dy / long)


def clear_route(points: Points, slope: Points, v: int, a: int, b: int, before: int) -> None:
    """Pushes a place away from a route that it is not on, or back over one that it has come across."""
    (vx, vy), (ax, ay), (bx, by) = points[v], points[a], points[b]
    along_x, along_y = bx - ax, by - ay
    squared = max(along_x**2 + along_y**2, 1e-6)
    share = ((vx - ax) * along_x + (vy - ay) * along_y) / squared
    inside = 0 < share < 1
    share = min(max(share, 0.0), 1.0)
    dx, dy = vx - ax - share * along_x, vy - ay - share * along_y
    away = max(hypot(dx, dy), 1e-6)
    wrong = inside and side(points, v, a, b) * before < 0
    if away >= ROUTE_ROOM and not wrong:
        return
    lack = ROUTE_ROOM + away if wrong else ROUTE_ROOM - away
    force = (2 if wrong else -2) * ROUTES * lack / ROUTE_ROOM**2 / away
    x, y = force * dx, force * dy
    push(slope, v, x, y)
    push(slope, a, -(1 - share) * x, -(1 - share) * y)
    push(slope, b, -share * x, -share * y)
