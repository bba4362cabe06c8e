"""The map before any lane is drawn: where places lie on the sheet, and the one size that spaces have on all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import cos, hypot, radians, sin
from statistics import median
from typing import Final

from ferrovia.boards.look import PAPER, PLAIN, Look
from ferrovia.draw.geometry import Box, Path, Point, distance
from ferrovia.draw.lettering import line_breaks, plate_size
from ferrovia.draw.palette import paper
from ferrovia.engine.board import Board, Lane
from ferrovia.engine.telling import Mark

PITCH: Final = 51.0
"""From one space to the next. A printed board has 25.5 mm there, so a unit of the picture is half a millimetre."""
ENDS: Final = 15 / 25.5  # of a pitch: what the two places take up of a route between them
RADIUS: Final = 0.225  # of a pitch: a place
GAP: Final = 2.5  # between a place and the plate with its name, lines of both included
SEEN_GAP: Final = 4.0  # so that paper is seen between them
STEPS: Final = 2  # in which a plate moves away from its place
MARGIN: Final = 60.0
SMALLEST_SIDE: Final = 360.0
LARGEST_SIDE: Final = 2400.0
SMALLEST_PITCH: Final = 20.0
DRAWING: Final = (100.0, 90.0)  # what a vignette covers …
FRAME: Final = (152.0, 108.0)  # … and its oval frame
LARGE_SHEET: Final = 1200.0  # on which letters are as large as they get
SMALLEST_TEXT: Final = 0.74
CROWDED: Final = 0.1  # of the routes, one at least, may have less room than …
TIGHT: Final = 0.92  # … this share of the pitch: they bend, or their tiles shrink
DIGITS: Final = 6  # beyond them numbers of the same map in other units differ, and would turn the scale


class Sizes:
    """In units of the picture; all follow from the pitch, and letters from the longer side of the sheet too."""

    def __init__(self, pitch: float, side: float) -> None:
        self.pitch = pitch
        self.tile = 0.85 * pitch  # the length of a tile
        self.least_gap = 0.045 * pitch  # between two tiles
        self.most_gap = 0.45 * pitch
        self.across = 0.35 * pitch  # the width of a tile
        self.apart = 0.055 * pitch  # between lanes that run side by side
        self.round = 0.7 * pitch  # the diameter of a round space
        self.mark = 0.34 * pitch  # the diameter of a mark
        self.radius = RADIUS * pitch  # of a place
        self.end = self.radius + 0.06 * pitch  # from the middle of a place to where spaces may begin
        # the size of letters: a small sheet is seen larger
        self.text = 0.29 * pitch * min(max(side / LARGE_SHEET, SMALLEST_TEXT), 1.0)

    def with_letters(self, times: float) -> Sizes:
        """All as it is, but the letters so many times as large."""
        sizes = copy(self)
        sizes.text *= times
        return sizes


@dataclass(frozen=True)
class Connection:
    """All lanes between two places, seen from the place that stands first on the board."""

    a: int
    b: int
    lanes: tuple[Lane, ...]


@dataclass(frozen=True)
class PlacedMark:
    mark: Mark
    box: Box


@dataclass(frozen=True)
class LaneShape:
    lane: Lane
    path: Path
    spaces: tuple[Box, ...]
    round: bool
    """One round space that costs `lane.cards`, instead of one tile for each card."""
    mark: Mark | None = None
    """What a rule prints on its spaces, besides the badge."""

    @property
    def signed(self) -> range:
        """The spaces that bear the mark's glyph, those in the middle of the row."""
        count = 0 if self.mark is None or self.round else min(self.mark.spaces, len(self.spaces))
        first = (len(self.spaces) - count) // 2
        return range(first, first + count)

    @property
    def broken(self) -> bool:
        return self.mark is not None and self.mark.broken


@dataclass(frozen=True)
class Course:
    """A connection bent in one way: what it takes up of the map."""

    lanes: tuple[LaneShape, ...]
    marks: tuple[PlacedMark, ...]
    shortage: float
    """0 if all spaces have the size of the board's; 1 if they would need twice as much room for it."""
    lead: float
    """How far the first or last space is from its place, beyond what it has to be."""

    def boxes(self) -> list[Box]:
        return [box for lane in self.lanes for box in lane.spaces] + [placed.box for placed in self.marks]


@dataclass(frozen=True)
class Ground:
    """The map before any lane is drawn."""

    board: Board
    look: Look
    width: float
    height: float
    scale: float
    """Units of the picture to one of locations.csv …"""
    origin: Point
    """… and where the picture has its 0,0."""
    places: tuple[Point, ...]
    stations: tuple[Box, ...]
    """What the places themselves cover."""
    ornaments: tuple[Box, ...]
    """What the compass rose and the vignette take up …"""
    plates: tuple[Box, ...]
    """… and the names whose place the look gives, in every language."""
    connections: tuple[Connection, ...]
    sizes: Sizes

    @property
    def paper(self) -> str:
        """What the board is printed on, by day: as its look says, or else of its own."""
        backdrop = self.look.backdrop
        chosen = backdrop.tint.get(PAPER) if backdrop else None
        return chosen or paper(self.board.id)


@dataclass(frozen=True)
class Layout:
    ground: Ground
    courses: tuple[Course, ...]
    """In the order of `ground.connections`."""

    def boxes(self) -> list[Box]:
        return [box for course in self.courses for box in course.boxes()]

    def with_letters(self, times: float) -> Layout:
        """The same map for larger names, which are placed anew."""
        return replace(self, ground=replace(self.ground, sizes=self.ground.sizes.with_letters(times)))


def connections_of(board: Board) -> tuple[Connection, ...]:
    together: dict[tuple[int, int], list[Lane]] = {}
    for lane in board.lanes:
        together.setdefault((min(lane.a, lane.b), max(lane.a, lane.b)), []).append(lane)
    return tuple(Connection(a, b, tuple(lanes)) for (a, b), lanes in together.items())


def survey(board: Board, look: Look = PLAIN) -> Ground:
    """Scales the board until its usual space is as long as every board's, or as far as the sheet allows."""
    natural = usual_pitch(board)
    sheet = look.sheet
    if sheet is None:
        left, right = span([place.x for place in board.places])
        top, bottom = span([place.y for place in board.places])
        scale = fitting_scale(natural, max(right - left, bottom - top), 2 * MARGIN)
        width = max((right - left) * scale + 2 * MARGIN, SMALLEST_SIDE)
        height = max((bottom - top) * scale + 2 * MARGIN, SMALLEST_SIDE)
        origin = Point((left + right) / 2 - width / 2 / scale, (top + bottom) / 2 - height / 2 / scale)
    else:
        scale = fitting_scale(natural, max(sheet.width, sheet.height), 0.0)
        width, height = sheet.width * scale, sheet.height * scale
        origin = Point(sheet.left, sheet.top)
    width, height = round(width, DIGITS), round(height, DIGITS)
    places = tuple(
        Point(round((place.x - origin.x) * scale, DIGITS), round((place.y - origin.y) * scale, DIGITS))
        for place in board.places
    )
    pitch = round(max(natural * scale, SMALLEST_PITCH), DIGITS) if natural > 0 else PITCH
    sizes = Sizes(pitch, max(width, height))
    return Ground(
        board=board,
        look=look,
        width=width,
        height=height,
        scale=scale,
        origin=origin,
        places=places,
        stations=tuple(Box(place, 2 * sizes.radius, 2 * sizes.radius) for place in places),
        ornaments=tuple(ornaments(look, scale, origin)),
        plates=tuple(given_plates(board, look, scale, places, sizes)),
        connections=connections_of(board),
        sizes=sizes,
    )


def ornaments(look: Look, scale: float, origin: Point) -> Iterator[Box]:
    def box(x: float, y: float, width: float, height: float) -> Box:
        return Box(Point((x - origin.x) * scale, (y - origin.y) * scale), width * scale, height * scale)

    if look.backdrop and (rose := look.backdrop.rose):
        yield box(rose.x, rose.y, 2 * rose.radius, 2 * rose.radius)
    if look.backdrop and (corner := look.backdrop.vignette):
        width, height = FRAME if corner.framed else DRAWING
        yield box(corner.x, corner.y - 8 * corner.scale, width * corner.scale, height * corner.scale)


def given_plates(board: Board, look: Look, scale: float, places: Sequence[Point], sizes: Sizes) -> Iterator[Box]:
    for number, given in look.labels.items():
        place = board.places[number]
        for label in dict.fromkeys((place.name, *place.names.values())):
            plate = plate_size(line_breaks(label)[-1], sizes.text)
            yield plate_box(places[number], sizes, plate, given.away * scale, radians(given.angle))


def plate_box(at: Point, sizes: Sizes, plate: tuple[float, float], away: float, angle: float) -> Box:
    """A plate near a circle around its place, in the direction of an angle."""
    width, height = plate
    radius = sizes.radius + GAP + away
    return Box(
        Point(at.x + cos(angle) * (radius + width / 2), at.y + sin(angle) * (radius + height / 2)), width, height
    )


def clear_of(at: Point, sizes: Sizes, plate: Box, away: float, angle: float) -> Box:
    """The plate outside that circle: a long one that lies askew of its place reaches into it."""
    x, y = plate.centre
    for _ in range(STEPS):
        aside, apart = max(abs(x - at.x) - plate.width / 2, 0.0), max(abs(y - at.y) - plate.height / 2, 0.0)
        further = max(0.0, sizes.radius + SEEN_GAP + away - hypot(aside, apart))
        x, y = x + cos(angle) * further, y + sin(angle) * further
    return Box(Point(x, y), plate.width, plate.height)


def fitting_scale(natural: float, longest: float, margins: float) -> float:
    most = (LARGEST_SIDE - margins) / max(longest, 1e-9)
    return min(PITCH / natural, most) if natural > 0 else most


def span(numbers: Sequence[float]) -> tuple[float, float]:
    return min(numbers, default=0.0), max(numbers, default=0.0)


def usual_pitch(board: Board) -> float:
    """What the median route has for each of its spaces, in units of locations.csv; 0 if there is no such route.

    Less where many routes are much shorter than that: on a map that was never fitted to its routes."""
    at = [Point(place.x, place.y) for place in board.places]
    spaces: dict[tuple[int, int], int] = {}
    for lane in board.lanes:
        if not board.kinds[lane.kind].one_per_route:
            ends = min(lane.a, lane.b), max(lane.a, lane.b)
            spaces[ends] = max(lane.cards, spaces.get(ends, 0))
    pitches = sorted(distance(at[a], at[b]) / (cards + ENDS) for (a, b), cards in spaces.items())
    if not pitches:
        return 0.0
    crowded = max(1, int(CROWDED * len(pitches)))
    return min([median(pitches), *(pitch / TIGHT for pitch in pitches[crowded : crowded + 1])])
