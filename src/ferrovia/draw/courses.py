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
        shortage = lead = 0.0
        for number, lane in enumerate(self.connection.lanes):
            path, mark = self.paths[number], self.marks[number]
            if self.rounds[number]:
                back = behind(sizes, self.asides[number]) if all(self.rounds) else 0.0
                row = round_row(sizes, path, mark is not None, back)
            else:
                row = tile_row(sizes, path, lane.cards, mark is not None, ease)
            shapes.append(LaneShape(lane, path, row.spaces, self.rounds[number]))
            shortage, lead = max(shortage, row.shortage), max(lead, row.lead)
            if mark is not None and not (self.shared and placed):
                along = self.middle if self.shared else path
                at, _ = along.at(row.joint / max(path.length, 1e-9) * along.length)
                placed.append(PlacedMark(mark, Box(at, sizes.mark, sizes.mark)))
        return Course(tuple(shapes), tuple(placed), shortage, lead)


def behind(sizes: Sizes, aside: float) -> float:
    """Two round spaces side by side are set one behind the other, as their lanes run close."""
    return 0.0 if aside == 0 else copysign(0.55 * sizes.round, aside)


def asides(sizes: Sizes, rounds: Sequence[bool], parted: bool) -> list[float]:
    """How far each lane runs from the middle of the connection."""
    full = sizes.round * (0.55 if all(rounds) else 1.0)
    widths = [full if is_round else sizes.across for is_round in rounds]
    apart = 0.5 * sizes.mark if parted else sizes.apart
    total = sum(widths) + apart * (len(widths) - 1)
    result: list[float] = []
    reached = -total / 2
    for width in widths:
        result.append(reached + width / 2)
        reached += width + apart
    return result


@dataclass(frozen=True)
class SpaceRow:
    spaces: tuple[Box, ...]
    joint: float
    """How far along the path the mark lies."""
    shortage: float
    lead: float
    """What is left free at the emptier end, beyond what a place takes up."""


def round_row(sizes: Sizes, path: Path, marked: bool, behind: float) -> SpaceRow:
    """One round space in the middle of its lane."""
    gap = sizes.mark + 3 if marked else 0.0
    middle = path.length / 2 + gap / 2 + behind
    shortage = max(0.0, (sizes.round + gap) / max(path.length - 2 * sizes.end, 1.0) - 1)
    at, angle = path.at(middle)
    return SpaceRow((Box(at, sizes.round, sizes.round, angle),), middle - (sizes.round + gap) / 2, shortage, 0.0)


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
    spaces: list[Box] = []
    meeting = path.length / 2
    for index in range(cards):
        if index:
            wide = joint if index == before else gap
            meeting = reached + wide / 2 if index == before else meeting
            reached += wide
        at, angle = path.at(reached + tile / 2)
        spaces.append(Box(at, tile, sizes.across, angle))
        reached += tile
    return SpaceRow(tuple(spaces), meeting, shortage, max(0.0, free + abs(shift) - sizes.end))
