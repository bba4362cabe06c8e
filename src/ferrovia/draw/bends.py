"""How much each connection bends: enough for its spaces, around places and out of the way of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import inf
from typing import Final

from ferrovia.draw.courses import AT_EASE, Curve, Ease
from ferrovia.draw.geometry import Bend, Box, Point, distance, overlap
from ferrovia.draw.layout import Connection, Course, Ground, Layout

AMOUNTS: Final = (0.015, 0.03, 0.05, 0.075, 0.105, 0.14, 0.18, 0.23, 0.29, 0.36)
SIGNS: Final = (1.0, -1.0)
BENDS: Final = tuple(Bend(sign * amount, sign * amount) for amount in AMOUNTS for sign in SIGNS)
SIDES: Final = (-0.26, -0.15, -0.07, 0.0, 0.07, 0.15, 0.26)
CROOKED: Final = tuple(Bend(start, end) for start in SIDES for end in SIDES if start != end)
EASES: Final = (Ease(0.5, 0.0, 1.0), *(Ease(0.0, move, 1.0) for move in (0.0, 1.0, -1.0)))
MOVES: Final = tuple(Ease(0.0, move, 1.0) for move in (0.0, 1.0, -1.0))
SMALL: Final = tuple(Ease(0.0, move, size) for size in (0.9, 0.8) for move in (0.0, 1.0, -1.0))
ROUNDS: Final = 8
CLEARANCE: Final = 3.0
HALVINGS: Final = 10

# What is worse than what.
COLLISION: Final = 4.0
TOUCHING: Final = 6.0  # as bad as this many times the clearance it breaks
OWN_LANES: Final = 20.0
TOO_NEAR_A_PLACE: Final = 6.0
SHRUNK: Final = 60.0  # tiles that are smaller than all others …
SHORTAGE: Final = 1000.0  # … and by how much
BENT: Final = 600.0
CROOKEDNESS: Final = 150.0
GATHERED: Final = 3.0
LEAD: Final = 60.0
TIGHT: Final = 6.0  # worth trying crooked curves and smaller tiles …
TRIES: Final = 60  # … but not for ever, if a board has too much in too little space


@dataclass(frozen=True)
class Candidate:
    """One way to draw a connection, and what it costs whatever the others do."""

    bend: Bend
    ease: Ease
    course: Course
    boxes: tuple[Box, ...]
    cost: float
    centre: Point
    reach: float


def lay_out(ground: Ground) -> Layout:
    """As the board's look wants it, and where that says nothing as well as it can be done; always the same way."""
    return Layout(ground, tuple(option.course for option in settle(ground)))


def settle(ground: Ground) -> list[Candidate]:
    """Improves one connection after the other until none can be drawn better."""
    known = [Ways(ground, connection) for connection in ground.connections]
    near = neighbours([ways.plain for ways in known])
    chosen = [ways.plain[0] for ways in known]
    tries = TRIES
    for _ in range(ROUNDS):
        before = list(chosen)
        for index, ways in enumerate(known):
            if ways.fixed:
                continue
            others = [chosen[other] for other in near[index]]
            chosen[index] = best(ways.plain, others, chosen[index])
            if crowding(chosen[index], others):
                chosen[index] = best(ways.eased, others, chosen[index])
            if crowding(chosen[index], others) > TIGHT and tries > 0:
                tries -= 1
                chosen[index] = best(ways.crooked, others, chosen[index])
        if chosen == before:
            break
    return chosen


class Ways:
    """The ways to draw one connection, cheapest first. What only few connections need is made when it is asked for."""

    def __init__(self, ground: Ground, connection: Connection) -> None:
        self.ground = ground
        self.connection = connection
        given = ground.look.bends.get((connection.a, connection.b))
        self.fixed = given is not None
        if given is not None:
            self.plain = self.weighed([Bend(given.start, given.end)], [Ease(given.spread, given.move, 1.0)])
        else:
            self.bends = bends_of(ground, connection)
            self.plain = self.weighed(self.bends, [AT_EASE])

    @cached_property
    def eased(self) -> list[Candidate]:
        return self.weighed(self.bends, EASES)

    @cached_property
    def crooked(self) -> list[Candidate]:
        """Curves that leave one place otherwise than they reach the other, and smaller tiles."""
        found = [*self.weighed(CROOKED, MOVES), *self.weighed(self.bends, SMALL)]
        return sorted(found, key=lambda option: option.cost)

    def weighed(self, bends: Iterable[Bend], eases: Sequence[Ease]) -> list[Candidate]:
        curves = [Curve(self.ground, self.connection, bend) for bend in bends]
        found = [weigh(curve, ease) for curve in curves for ease in eases]
        return sorted(found, key=lambda option: option.cost)


def bends_of(ground: Ground, connection: Connection) -> list[Bend]:
    """The same for all, and to either side the one that is just enough for all spaces."""
    return [*BENDS, *(snug(ground, connection, sign) for sign in SIGNS)]


def snug(ground: Ground, connection: Connection, sign: float) -> Bend:
    least, most = AMOUNTS[0], AMOUNTS[-1]
    for _ in range(HALVINGS):
        amount = (least + most) / 2
        if Curve(ground, connection, Bend(sign * amount, sign * amount)).course().shortage > 0:
            least = amount
        else:
            most = amount
    return Bend(sign * most, sign * most)


def best(options: Iterable[Candidate], others: Sequence[Candidate], chosen: Candidate) -> Candidate:
    """What costs least together with what it runs into: `chosen`, or one of some options that come cheapest first."""
    found, least = chosen, chosen.cost + crowding(chosen, others)
    for option in options:
        if option.cost >= least:
            break
        total = option.cost + crowding(option, others, least - option.cost)
        if total < least:
            found, least = option, total
    return found


def weigh(curve: Curve, ease: Ease) -> Candidate:
    ground, connection, bend = curve.ground, curve.connection, curve.bend
    course = curve.course(ease)
    boxes = tuple(grown(box) for box in course.boxes())
    cost = BENT * (bend.start**2 + bend.end**2) / 2 + CROOKEDNESS * (bend.start - bend.end) ** 2
    cost += GATHERED * (1 - ease.spread) + LEAD * (course.lead / ground.sizes.pitch) ** 2
    if course.shortage > 0 or ease.size < 1:
        cost += SHRUNK + SHORTAGE * (course.shortage + 1 - ease.size)
    centre = Point(sum(box.centre.x for box in boxes) / len(boxes), sum(box.centre.y for box in boxes) / len(boxes))
    reach = max(distance(centre, box.centre) + box.reach for box in boxes)
    for number, station in enumerate(ground.stations):
        if number not in (connection.a, connection.b) and distance(centre, station.centre) < reach + station.reach:
            cost += TOO_NEAR_A_PLACE * sum(max(0.0, overlap(station, box)) for box in boxes)
    for one, other in combinations(course.lanes, 2):
        cost += OWN_LANES * sum(max(0.0, overlap(a, b)) for a in one.spaces for b in other.spaces)
    cost += OWN_LANES * sum(max(0.0, overlap(a, b)) for lane in course.lanes for a, b in pairwise(lane.spaces))
    for box in boxes:
        cost += COLLISION * outside(ground, box)
        cost += COLLISION * sum(max(0.0, overlap(box, other)) for other in (*ground.ornaments, *ground.plates))
    return Candidate(bend, ease, course, boxes, cost, centre, reach)


def grown(box: Box) -> Box:
    return Box(box.centre, box.width + CLEARANCE, box.height + CLEARANCE, box.angle)


def outside(ground: Ground, box: Box) -> float:
    """How far a box sticks out of the map."""
    x, y = box.centre
    reach = box.reach + 8
    return max(0.0, reach - x, reach - y, x + reach - ground.width, y + reach - ground.height)


def neighbours(candidates: Sequence[Sequence[Candidate]]) -> list[list[int]]:
    """For every connection those that it might run into."""
    middles = [options[0].centre for options in candidates]
    reaches = [
        max(distance(middle, option.centre) + option.reach for option in options)
        for middle, options in zip(middles, candidates, strict=True)
    ]
    count = range(len(candidates))
    return [[j for j in count if j != i and distance(middles[i], middles[j]) < reaches[i] + reaches[j]] for i in count]


def squeezed(depth: float) -> float:
    """How bad it is that two boxes are so deep in each other's clearance, and worse, in each other."""
    return max(0.0, depth) + TOUCHING * max(0.0, depth - CLEARANCE)


def crowding(option: Candidate, others: Sequence[Candidate], enough: float = inf) -> float:
    """How deep this course runs into others; counted no further than `enough`."""
    cost = 0.0
    for other in others:
        if distance(option.centre, other.centre) >= option.reach + other.reach:
            continue
        for box in option.boxes:
            if distance(box.centre, other.centre) < other.reach + box.reach:
                cost += COLLISION * sum(squeezed(overlap(box, theirs)) for theirs in other.boxes)
        if cost >= enough:
            break
    return cost
