"""How much each connection bends: enough for its spaces, around places and out of the way of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.draw.geometry import Box, Point, distance, overlap
from ferrovia.draw.layout import AT_EASE, Connection, Course, Ease, Ground, Layout, lay_course

BENDS: Final = tuple(sign * bend for bend in (0.02, 0.045, 0.075, 0.11, 0.15, 0.2, 0.26, 0.33) for sign in (1.0, -1.0))
EASES: Final = (Ease(0.9, 0.0), Ease(0.9, 1.0), Ease(0.9, -1.0), Ease(0.8, 0.0), Ease(0.8, 1.0), Ease(0.8, -1.0))
ROUNDS: Final = 6
CLEARANCE: Final = 3.0

# What is worse than what.
COLLISION: Final = 4.0
TOO_NEAR_A_PLACE: Final = 6.0
SHORTAGE: Final = 300.0
BENT: Final = 600.0
EASED: Final = 12.0
TIGHT: Final = 14.0  # worth trying every bend with every ease …
TRIES: Final = 60  # … but not for ever, if a board has too much in too little space


@dataclass(frozen=True)
class Candidate:
    """One way to draw a connection, and what it costs whatever the others do."""

    bend: float
    course: Course
    boxes: tuple[Box, ...]
    cost: float
    centre: Point
    reach: float


def lay_out(ground: Ground) -> Layout:
    """Improves one connection after the other until none can be drawn better; always the same way."""
    candidates = [[weigh(ground, connection, bend, AT_EASE) for bend in BENDS] for connection in ground.connections]
    near = neighbours(candidates)
    chosen = [min(options, key=lambda option: option.cost) for options in candidates]
    tries = TRIES
    for _ in range(ROUNDS):
        before = list(chosen)
        for index, options in enumerate(candidates):
            others = [chosen[other] for other in near[index]]
            chosen[index] = best([chosen[index], *options], others)
            crowded = crowding(chosen[index], others)
            if crowded > 0:
                bends = BENDS if crowded > TIGHT and tries > 0 else (chosen[index].bend,)
                tries -= len(bends) > 1
                chosen[index] = best([chosen[index], *eased(ground, ground.connections[index], bends)], others)
        if chosen == before:
            break
    return Layout(ground, tuple(option.course for option in chosen))


def eased(ground: Ground, connection: Connection, bends: Sequence[float]) -> list[Candidate]:
    return [weigh(ground, connection, bend, ease) for bend in bends for ease in EASES]


def best(options: Sequence[Candidate], others: Sequence[Candidate]) -> Candidate:
    return min(options, key=lambda option: option.cost + crowding(option, others))


def weigh(ground: Ground, connection: Connection, bend: float, ease: Ease) -> Candidate:
    course = lay_course(ground, connection, bend, ease)
    boxes = tuple(grown(box) for box in course.boxes())
    cost = SHORTAGE * course.shortage**2 + BENT * bend**2 + EASED * (1 - ease.size)
    centre = Point(sum(box.centre.x for box in boxes) / len(boxes), sum(box.centre.y for box in boxes) / len(boxes))
    reach = max(distance(centre, box.centre) + box.reach for box in boxes)
    for number, station in enumerate(ground.stations):
        if number not in (connection.a, connection.b) and distance(centre, station.centre) < reach + station.reach:
            cost += TOO_NEAR_A_PLACE * sum(max(0.0, overlap(station, box)) for box in boxes)
    for box in boxes:
        cost += COLLISION * outside(ground, box)
    return Candidate(bend, course, boxes, cost, centre, reach)


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


def crowding(option: Candidate, others: Sequence[Candidate]) -> float:
    """How deep this course runs into others."""
    cost = 0.0
    for other in others:
        if distance(option.centre, other.centre) >= option.reach + other.reach:
            continue
        for box in option.boxes:
            if distance(box.centre, other.centre) < other.reach + box.reach:
                cost += COLLISION * sum(max(0.0, overlap(box, theirs)) for theirs in other.boxes)
    return cost
