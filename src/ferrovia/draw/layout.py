"""Where everything of a board lies: places, the curve of every lane, its spaces and marks. Nothing of looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign
from typing import Final, NamedTuple

from ferrovia.boards.marks import mark_of
from ferrovia.draw.geometry import Box, Path, Point, bow, distance
from ferrovia.engine.board import Board, Lane
from ferrovia.engine.telling import Mark

SIDE: Final = 1440.0  # of the square that a map has to fit in
MARGIN: Final = 78.0
SMALLEST_SIDE: Final = 360.0
PITCH_RANGE: Final = (20.0, 56.0)
CROWDED: Final = 0.1  # of the lanes are shorter than the pitch asks for: they bend more, or their tiles shrink
SHRUNK: Final = 0.84  # of the pitch: nothing has to bend for more
STRETCH: Final = 1.25  # how much farther apart than the pitch tiles may lie where there is room


class Sizes:
    """In units of the picture; all follow from the pitch, the usual distance from one space to the next."""

    def __init__(self, pitch: float) -> None:
        self.pitch = pitch
        self.across = min(max(0.38 * pitch, 11.0), 20.0)  # the width of a tile, across its lane
        self.apart = 0.16 * self.across  # between lanes that run side by side
        self.round = 1.9 * self.across  # the diameter of a round space
        self.mark = 1.15 * self.across  # the diameter of a mark
        self.radius = 0.62 * self.across  # of a place
        self.end = self.radius + 4  # from the middle of a place to where spaces may begin
        self.text = min(max(0.78 * self.across, 13.0), 15.5)  # the size of letters


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


@dataclass(frozen=True)
class Course:
    """A connection bent in one way: what it takes up of the map."""

    lanes: tuple[LaneShape, ...]
    marks: tuple[PlacedMark, ...]
    shortage: float
    """0 if all spaces have the room they like; 1 if they would need twice as much."""

    def boxes(self) -> list[Box]:
        return [box for lane in self.lanes for box in lane.spaces] + [placed.box for placed in self.marks]


@dataclass(frozen=True)
class Ground:
    """The map before any lane is drawn."""

    board: Board
    width: float
    height: float
    places: tuple[Point, ...]
    stations: tuple[Box, ...]
    """What the places themselves cover."""
    connections: tuple[Connection, ...]
    sizes: Sizes


def connections_of(board: Board) -> tuple[Connection, ...]:
    together: dict[tuple[int, int], list[Lane]] = {}
    for lane in board.lanes:
        together.setdefault((min(lane.a, lane.b), max(lane.a, lane.b)), []).append(lane)
    return tuple(Connection(a, b, tuple(lanes)) for (a, b), lanes in together.items())


def survey(board: Board) -> Ground:
    """Scales the board to the picture and finds how large spaces can be."""
    left, right = span([place.x for place in board.places])
    top, bottom = span([place.y for place in board.places])
    scale = (SIDE - 2 * MARGIN) / max(right - left, bottom - top, 1e-9)
    width = max((right - left) * scale + 2 * MARGIN, SMALLEST_SIDE)
    height = max((bottom - top) * scale + 2 * MARGIN, SMALLEST_SIDE)
    middle = Point((left + right) / 2, (top + bottom) / 2)
    places = tuple(
        Point(width / 2 + (place.x - middle.x) * scale, height / 2 + (place.y - middle.y) * scale)
        for place in board.places
    )
    connections = connections_of(board)
    sizes = Sizes(usual_pitch(board, places, connections))
    stations = tuple(Box(place, 2 * sizes.radius, 2 * sizes.radius) for place in places)
    return Ground(board, width, height, places, stations, connections, sizes)


def span(numbers: Sequence[float]) -> tuple[float, float]:
    return min(numbers, default=0.0), max(numbers, default=0.0)


def usual_pitch(board: Board, places: Sequence[Point], connections: Sequence[Connection]) -> float:
    def room_for(lane: Lane) -> float:
        """Spaces that fit between the places, counting what the places themselves and a mark take up."""
        return lane.cards + (0.8 if mark_of(board, lane) is None else 1.4)

    pitches = sorted(
        distance(places[connection.a], places[connection.b]) / room_for(lane)
        for connection in connections
        for lane in connection.lanes
        if not board.kinds[lane.kind].one_per_route
    )
    pitch = pitches[int(CROWDED * len(pitches))] if pitches else PITCH_RANGE[1]
    return min(max(pitch, PITCH_RANGE[0]), PITCH_RANGE[1])


# --- one connection ---------------------------------------------------------------------------------------
class Ease(NamedTuple):
    """How a row of tiles makes room at its ends: tiles this much smaller, and moved this much of what is won."""

    size: float
    move: float


AT_EASE: Final = Ease(1.0, 0.0)


def lay_course(ground: Ground, connection: Connection, bend: float, ease: Ease = AT_EASE) -> Course:
    """The connection drawn with this bend."""
    sizes = ground.sizes
    middle = bow(ground.places[connection.a], ground.places[connection.b], bend)
    marks = [mark_of(ground.board, lane) for lane in connection.lanes]
    rounds = [ground.board.kinds[lane.kind].one_per_route for lane in connection.lanes]
    shared = len(set(marks)) == 1 and len({lane.cards for lane in connection.lanes}) == 1 and not any(rounds)
    shapes: list[LaneShape] = []
    placed: list[PlacedMark] = []
    shortage = 0.0
    for lane, mark, is_round, aside in zip(connection.lanes, marks, rounds, asides(sizes, rounds), strict=True):
        path = middle.beside(aside, 2 * sizes.end)
        marked = mark is not None
        if is_round:
            row = round_row(sizes, path, marked, behind(sizes, aside) if all(rounds) else 0.0)
        else:
            row = tile_row(sizes, path, lane.cards, marked, ease)
        shapes.append(LaneShape(lane, path, row.spaces, is_round))
        shortage = max(shortage, row.shortage)
        if mark is not None and not (shared and placed):
            along = middle if shared else path
            at, _ = along.at(row.gap / max(path.length, 1e-9) * along.length)
            placed.append(PlacedMark(mark, Box(at, sizes.mark, sizes.mark)))
    return Course(tuple(shapes), tuple(placed), shortage)


def behind(sizes: Sizes, aside: float) -> float:
    """Two round spaces side by side are set one behind the other, as their lanes run close."""
    return 0.0 if aside == 0 else copysign(0.55 * sizes.round, aside)


def asides(sizes: Sizes, rounds: Sequence[bool]) -> list[float]:
    """How far each lane runs from the middle of the connection."""
    full = sizes.round * (0.55 if all(rounds) else 1.0)
    widths = [full if is_round else sizes.across for is_round in rounds]
    total = sum(widths) + sizes.apart * (len(widths) - 1)
    result: list[float] = []
    reached = -total / 2
    for width in widths:
        result.append(reached + width / 2)
        reached += width + sizes.apart
    return result


@dataclass(frozen=True)
class SpaceRow:
    spaces: tuple[Box, ...]
    gap: float
    """How far along the path the mark lies."""
    shortage: float


def round_row(sizes: Sizes, path: Path, marked: bool, behind: float) -> SpaceRow:
    """One round space in the middle of its lane."""
    gap = sizes.mark + 3 if marked else 0.0
    middle = path.length / 2 + gap / 2 + behind
    shortage = max(0.0, (sizes.round + gap) / max(path.length - 2 * sizes.end, 1.0) - 1)
    at, angle = path.at(middle)
    return SpaceRow((Box(at, sizes.round, sizes.round, angle),), middle - (sizes.round + gap) / 2, shortage)


def tile_row(sizes: Sizes, path: Path, cards: int, marked: bool, ease: Ease) -> SpaceRow:
    """The tiles of one lane in a row on its path, a gap for its mark in their middle."""
    gap = sizes.mark + 2 if marked else 0.0
    room = path.length - 2 * sizes.end
    shortage = max(0.0, (SHRUNK * cards * sizes.pitch + gap) / max(room, 1.0) - 1)
    pitch = ease.size * min(max(room - gap, cards * 6.0) / cards, STRETCH * sizes.pitch)
    spare = path.length - cards * pitch - gap
    start = spare / 2 + ease.move * max(0.0, spare / 2 - sizes.end)
    before = cards // 2
    spaces: list[Box] = []
    for index in range(cards):
        walked = start + (index + 0.5) * pitch + (gap if index >= before else 0.0)
        at, angle = path.at(walked)
        spaces.append(Box(at, pitch - max(2.5, 0.09 * pitch), sizes.across, angle))
    return SpaceRow(tuple(spaces), start + before * pitch + gap / 2, shortage)


# --- the whole map ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Layout:
    ground: Ground
    courses: tuple[Course, ...]
    """In the order of `ground.connections`."""

    def boxes(self) -> list[Box]:
        return [box for course in self.courses for box in course.boxes()]
