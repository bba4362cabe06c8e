"""One connection drawn in one way: the curves of its lanes, their spaces and what rules print beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign
from typing import Final, NamedTuple

from ferrovia.boards.marks import mark_of
from ferrovia.draw.geometry import Bend, Box, Path, bow
from ferrovia.draw.layout import Connection, Course, Ground, LaneShape, PlacedMark, Sizes

SMALLEST_TILE: Final = 4.0


class Ease(NamedTuple):
    """How a row of tiles makes room at its ends."""

    spread: float
    """1: it fills the route from place to place; 0: its tiles lie as close as they can."""
    move: float
    """How much of what is won at one end goes to the other."""
    size: float
    """1 unless there is no other way."""


AT_EASE: Final = Ease(1.0, 0.0, 1.0)


class Curve:
    """A connection bent in one way: the paths of its lanes, on which spaces may lie in more ways than one."""

    def __init__(self, ground: Ground, connection: Connection, bend: Bend) -> None:
        self.ground = ground
        self.connection = connection
        self.bend = bend
        lanes, sizes = connection.lanes, ground.sizes
        self.marks = [mark_of(ground.board, lane) for lane in lanes]
        self.rounds = [ground.board.kinds[lane.kind].one_per_route for lane in lanes]
        alike = len(set(self.marks)) == 1 and len({lane.cards for lane in lanes}) == 1
        self.shared = alike and not any(self.rounds)
        """One mark for all lanes."""
        # A mark lies where two tiles meet; two single tiles make room for it between them.
        parted = self.shared and self.marks[0] is not None and len(lanes) > 1 and lanes[0].cards == 1
        self.middle = bow(ground.places[connection.a], ground.places[connection.b], bend)
        self.asides = asides(sizes, self.rounds, parted)
        self.paths = [self.middle.beside(aside, 2 * sizes.end) for aside in self.asides]

    def course(self, ease: Ease = AT_EASE) -> Course:
        """The connection with all that lies on it."""
        sizes = self.ground.sizes
        shapes: list[LaneShape] = []
        placed: list[PlacedMark] = []
        rows = self.rows(ease)
        for number, (lane, row) in enumerate(zip(self.connection.lanes, rows, strict=True)):
            path, mark = self.paths[number], self.marks[number]
            at = [path.abreast(row.path, stop) for stop in row.stops]
            spaces = tuple(Box(centre, row.long, row.wide, angle) for centre, angle in at)
            shapes.append(LaneShape(lane, path, spaces, self.rounds[number], mark))
            if mark is not None and not (self.shared and placed):
                centre, _ = self.beside_mark(number, lane.cards).abreast(row.path, row.joint)
                placed.append(PlacedMark(mark, Box(centre, sizes.mark, sizes.mark)))
        shortage, lead = max(row.shortage for row in rows), max(row.lead for row in rows)
        return Course(tuple(shapes), tuple(placed), shortage, lead)

    def rows(self, ease: Ease) -> list[SpaceRow]:
        """One for each lane. Lanes with as many tiles have the same, so that their tiles lie side by side."""
        sizes = self.ground.sizes
        found: list[SpaceRow] = []
        for number, lane in enumerate(self.connection.lanes):
            if self.rounds[number]:
                back = behind(sizes, self.asides[number]) if all(self.rounds) else 0.0
                found.append(round_row(sizes, self.paths[number], self.marks[number] is not None, back))
                continue
            alike = [index for index in range(len(self.paths)) if self.is_row(index, lane.cards)]
            inner = min((self.paths[index] for index in alike), key=lambda path: path.length)
            marked = any(self.marks[index] is not None for index in alike)
            found.append(tile_row(sizes, inner, lane.cards, marked, ease))
        return found

    def is_row(self, number: int, cards: int) -> bool:
        return not self.rounds[number] and self.connection.lanes[number].cards == cards

    def beside_mark(self, number: int, cards: int) -> Path:
        """The path that the mark of a lane lies on: its own, or one beside it where a single tile is in the way."""
        if self.shared and len(self.paths) > 1:
            return self.middle
        if self.rounds[number] or cards > 1:
            return self.paths[number]
        sizes, aside = self.ground.sizes, self.asides[number]
        return self.middle.beside(aside + copysign(0.5 * sizes.across + 0.3 * sizes.mark, aside))


def behind(sizes: Sizes, aside: float) -> float:
    """Two round spaces side by side are set one behind the other, as their lanes run close."""
    return 0.0 if aside == 0 else copysign(0.55 * sizes.round, aside)


def asides(sizes: Sizes, rounds: Sequence[bool], parted: bool) -> list[float]:
    """How far each lane runs from the middle of the connection."""
    full = sizes.round * (0.55 if all(rounds) else 1.0)
    widths = [full if is_round else sizes.across for is_round in rounds]
    apart = 0.54 * sizes.mark if parted else sizes.apart
    total = sum(widths) + apart * (len(widths) - 1)
    result: list[float] = []
    reached = -total / 2
    for width in widths:
        result.append(reached + width / 2)
        reached += width + apart
    return result


@dataclass(frozen=True)
class SpaceRow:
    path: Path
    """The one that the row was measured on."""
    stops: tuple[float, ...]
    """How far along it the middle of each space lies …"""
    joint: float
    """… and the mark."""
    long: float
    wide: float
    shortage: float
    lead: float
    """What is left free at the emptier end, beyond what a place takes up."""


def round_row(sizes: Sizes, path: Path, marked: bool, behind: float) -> SpaceRow:
    """One round space in the middle of its lane."""
    gap = sizes.mark + 3 if marked else 0.0
    middle = path.length / 2 + gap / 2 + behind
    shortage = max(0.0, (sizes.round + gap) / max(path.length - 2 * sizes.end, 1.0) - 1)
    joint = middle - (sizes.round + gap) / 2
    return SpaceRow(path, (middle,), joint, sizes.round, sizes.round, shortage, 0.0)


def tile_row(sizes: Sizes, path: Path, cards: int, marked: bool, ease: Ease) -> SpaceRow:
    """The tiles of one lane in a row on its path. A mark lies where the two tiles in its middle meet."""
    room = path.length - 2 * sizes.end
    least = sizes.least_gap * (cards - 1)
    shortage = max(0.0, (cards * sizes.tile + least) / max(room, 1.0) - 1)
    tile = ease.size * max(min(sizes.tile, (room - least) / cards), SMALLEST_TILE)
    spare = max(room - cards * tile - least, 0.0)
    extra = ease.spread * min(spare / cards, sizes.most_gap)  # for each gap; half of it before and after the row
    gap, joint = sizes.least_gap + extra, sizes.least_gap + extra
    if marked and cards > 1:
        joint = min(sizes.mark, sizes.least_gap + ease.spread * spare)
        gap = max(sizes.least_gap, gap - max(joint - gap, 0.0) / max(cards - 1, 1))
    before = cards // 2
    taken = cards * tile + gap * max(cards - 2, 0) + joint * (cards > 1)
    free = (path.length - taken) / 2
    shift = ease.move * max(0.0, free - sizes.end)
    reached = free + shift
    stops: list[float] = []
    meeting = path.length / 2
    for index in range(cards):
        if index:
            wide = joint if index == before else gap
            meeting = reached + wide / 2 if index == before else meeting
            reached += wide
        stops.append(reached + tile / 2)
        reached += tile
    lead = max(0.0, free + abs(shift) - sizes.end)
    return SpaceRow(path, tuple(stops), meeting, tile, sizes.across, shortage, lead)
