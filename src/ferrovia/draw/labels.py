"""Names of places on small plates that cover no space, no mark, no place and no other plate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, inf, pi, radians, sin
from typing import Final

from ferrovia.draw.geometry import Box, Point, overlap
from ferrovia.draw.layout import Ground, Layout, clear_of, plate_box
from ferrovia.draw.lettering import line_breaks, plate_size
from ferrovia.draw.neighbourhood import Neighbourhood

ANGLES: Final = 24
NEAR: Final = 12.0  # a plate farther away than this is led to its place by a hairline
RINGS: Final = (0.0, 5.0, 12.0, 22.0, 34.0, 48.0, 66.0, 88.0, 112.0)
CLOSER: Final = (60, tuple(4.0 * ring for ring in range(31)))  # angles and rings to look at where there is little room
SNUG: Final = (72, tuple(2.0 * ring for ring in range(7)))  # … and where a name would need a hairline
ROUNDS: Final = 6
TROUBLE: Final = 25.0
WAYS: Final = 60
CLEARANCE: Final = 2.0
SNUG_CLEARANCE: Final = 1.2
PLATES_APART: Final = 1.2  # so that the frames of two plates never touch
EDGE: Final = 13.0  # of the sheet, where its frame is

COVERS_SPACE: Final = 30.0
COVERS_PLATE: Final = 30.0
FARTHER: Final = 0.5
CROSSES: Final = 6.0
TWO_LINES: Final = 3.0
OUTSIDE: Final = 40.0


@dataclass(frozen=True)
class Plate:
    place: int
    lines: tuple[str, ...]
    box: Box
    size: float
    """Of its letters."""
    far: bool
    """So far from its place that a hairline has to lead there."""


@dataclass(frozen=True)
class Spot:
    plate: Plate
    cost: float


def place_names(layout: Layout, language: str) -> list[Plate]:
    """One plate for every place, improved one after the other until all lie as well as they can."""
    ground = layout.ground
    obstacles = Neighbourhood([*layout.boxes(), *ground.ornaments, *ground.stations])
    spots = [spots_of(ground, obstacles, place, language) for place in range(len(ground.places))]
    chosen = [options[0] for options in spots]
    for _ in range(ROUNDS):
        before = list(chosen)
        for index, options in enumerate(spots):
            chosen[index] = best(options, others(chosen, index))
        for index in troubled(chosen):
            chosen = make_way(spots, chosen, index)
        if chosen == before:
            break
    return [spot.plate for spot in chosen]


def others(chosen: Sequence[Spot], *but: int) -> list[Box]:
    return [other.plate.box for number, other in enumerate(chosen) if number not in but]


def best(options: Sequence[Spot], plates: Sequence[Box]) -> Spot:
    """Options come cheapest first, so that few have to be looked at."""
    found, least = options[0], inf
    for option in options:
        if option.cost >= least:
            break
        total = option.cost + covered(option.plate.box, plates)
        if total < least:
            found, least = option, total
    return found


def troubled(chosen: Sequence[Spot]) -> list[int]:
    """Plates that lie so badly that others should make way, the worst first."""
    costs = [spot.cost + covered(spot.plate.box, others(chosen, index)) for index, spot in enumerate(chosen)]
    return sorted((index for index, cost in enumerate(costs) if cost > TROUBLE), key=lambda index: -costs[index])


def make_way(spots: Sequence[Sequence[Spot]], chosen: list[Spot], index: int) -> list[Spot]:
    """Tries the best spots of one plate as if no other were there; those it would cover look for new ones."""
    found, least = chosen, total_cost(chosen)
    for option in spots[index][:WAYS]:
        moved = list(chosen)
        moved[index] = option
        for other, spot in enumerate(chosen):
            if other != index and covered(option.plate.box, [spot.plate.box]) > 0:
                moved[other] = best(spots[other], others(moved, other))
        cost = total_cost(moved)
        if cost < least:
            found, least = moved, cost
    return found


def total_cost(chosen: Sequence[Spot]) -> float:
    return sum(spot.cost + covered(spot.plate.box, others(chosen, index)) / 2 for index, spot in enumerate(chosen))


def covered(box: Box, plates: Sequence[Box]) -> float:
    roomy = Box(box.centre, box.width + 2 * PLATES_APART, box.height + 2 * PLATES_APART)
    return COVERS_PLATE * sum(max(0.0, overlap(roomy, other)) for other in plates)


def spots_of(ground: Ground, obstacles: Neighbourhood, place: int, language: str) -> list[Spot]:
    """Every way to put up the plate of a place: on one line or two, near or farther, all around."""
    label = ground.board.places[place].label(language)
    given = ground.look.labels.get(place)
    if given is not None:
        away, angle = [given.away * ground.scale], [radians(given.angle)]
        return spots_around(ground, obstacles, place, label, away, angle, given=True)
    spots = spots_around(ground, obstacles, place, label, RINGS, all_around(ANGLES))
    if spots[0].cost > TROUBLE:
        angles, rings = CLOSER
        spots = spots_around(ground, obstacles, place, label, rings, all_around(angles))
    if spots[0].plate.far:
        angles, rings = SNUG
        spots += spots_around(ground, obstacles, place, label, rings, all_around(angles), SNUG_CLEARANCE)
        spots.sort(key=lambda spot: spot.cost)
    return spots


def all_around(angles: int) -> list[float]:
    return [2 * pi * step / angles for step in range(angles)]


def spots_around(
    ground: Ground,
    obstacles: Neighbourhood,
    place: int,
    label: str,
    rings: Sequence[float],
    angles: Sequence[float],
    clearance: float = CLEARANCE,
    *,
    given: bool = False,
) -> list[Spot]:
    """Best first. A plate whose spot is given lies just there."""
    at = ground.places[place]
    size = ground.sizes.text
    spots: list[Spot] = []
    for lines in line_breaks(label):
        for ring in rings:
            for angle in angles:
                box = plate_box(at, ground.sizes, plate_size(lines, size), ring, angle)
                box = box if given else clear_of(at, ground.sizes, box, ring, angle)
                plate = Plate(place, lines, box, size, ring > NEAR)
                cost = FARTHER * ring + TWO_LINES * (len(lines) - 1) + taste(angle)
                cost += disturbance(ground, obstacles, box, clearance)
                if plate.far:
                    line = leader(ground, plate)
                    cost += CROSSES * sum(overlap(line, other) > 0 for other in obstacles.near(line))
                spots.append(Spot(plate, cost))
    return sorted(spots, key=lambda spot: spot.cost)


def leader(ground: Ground, plate: Plate) -> Box:
    """The hairline from a place to the nearest point of its plate."""
    at, box = ground.places[plate.place], plate.box
    x = min(max(at.x, box.centre.x - box.width / 2), box.centre.x + box.width / 2)
    y = min(max(at.y, box.centre.y - box.height / 2), box.centre.y + box.height / 2)
    middle = Point((at.x + x) / 2, (at.y + y) / 2)
    return Box(middle, hypot(x - at.x, y - at.y), 1.0, atan2(y - at.y, x - at.x))


def taste(angle: float) -> float:
    """Below and above read best, then the sides."""
    return 1.2 * abs(cos(angle)) + (0.4 if sin(angle) < 0 else 0.0)


def disturbance(ground: Ground, obstacles: Neighbourhood, plate: Box, clearance: float) -> float:
    """What a plate covers, and how far it sticks out of the map."""
    roomy = Box(plate.centre, plate.width + clearance, plate.height + clearance)
    cost = COVERS_SPACE * sum(max(0.0, overlap(roomy, box)) for box in obstacles.near(roomy))
    x, y, width, height = *plate.centre, plate.width / 2 + EDGE, plate.height / 2 + EDGE
    sticks_out = max(0.0, width - x, height - y, x + width - ground.width, y + height - ground.height)
    return cost + OUTSIDE * sticks_out
