"""A board as it lies on the table: the map at true size, a mat around it with title and points, and the score track."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import ceil
from typing import Final

from ferrovia.boards.look import Vignette
from ferrovia.draw.bends import lay_out
from ferrovia.draw.geometry import Box
from ferrovia.draw.labels import place_names
from ferrovia.draw.layout import Course, Layout, Sizes, survey
from ferrovia.draw.palette import FAINT_INK, INK, PLATE
from ferrovia.draw.scenery import mixed, scenery
from ferrovia.draw.svg import network
from ferrovia.engine.board import PieceKind
from ferrovia.printing.fonts import SERIF, SIGNS, face_of, width_of
from ferrovia.printing.markup import (
    SOFT_INK,
    circle,
    clipped,
    fitted,
    folded,
    group,
    line,
    moved,
    n,
    path,
    prose,
    rect,
    sign,
    sign_width,
)
from ferrovia.printing.paper import BLEED
from ferrovia.printing.qr import qr_path
from ferrovia.printing.score_track import CELLS, ring, track
from ferrovia.printing.sheets import Commission, Definition

PITCH: Final = 25.5
"""From one space to the next on a printed board …"""
SPACE: Final = (20.0, 9.0)
"""… and a space itself."""
MAT: Final = 27.0
"""Between map and score track."""
ROUNDED: Final = 5.0
"""Boards are as large as the next multiple of this."""
BOARD: Final = "board"
GROUND: Final = "#8a7c55"
AFTER: Final = 4.5
"""Between what one length of route scores and the next."""
RAIL: Final = 1.3
SLEEPERS: Final = 3.2


def true_size(layout: Layout) -> Layout:
    """The layout of the screen with every space as large as a printed one; a squeezed one keeps its share."""
    sizes = layout.ground.sizes
    return replace(layout, courses=tuple(true_course(course, sizes) for course in layout.courses))


def true_course(course: Course, sizes: Sizes) -> Course:
    long, wide = (side / PITCH * sizes.pitch for side in SPACE)
    lanes = tuple(
        lane
        if lane.round
        else replace(
            lane,
            spaces=tuple(
                Box(box.centre, long * box.width / sizes.tile, wide * box.height / sizes.across, box.angle)
                for box in lane.spaces
            ),
        )
        for lane in course.lanes
    )
    return replace(course, lanes=lanes)


class BoardPicture:
    """Its measures in millimetres, and its markup. Laid out when it is first asked for."""

    def __init__(self, commission: Commission) -> None:
        self.commission = commission
        self.with_track = "track" in commission.order.what

    @cached_property
    def layout(self) -> Layout:
        return true_size(lay_out(survey(self.commission.board, self.commission.look)))

    @property
    def unit(self) -> float:
        """Millimetres to a unit of the layout."""
        return PITCH / self.layout.ground.sizes.pitch

    @property
    def map_size(self) -> tuple[float, float]:
        ground = self.layout.ground
        return ground.width * self.unit, ground.height * self.unit

    @cached_property
    def size(self) -> tuple[float, float]:
        """Of the whole board."""
        wide, high = self.map_size
        cell = (wide + high + 4 * MAT) / (CELLS / 2 - 2) if self.with_track else 0.0
        border = 2 * (MAT + cell)
        return ROUNDED * ceil((wide + border) / ROUNDED), ROUNDED * ceil((high + border) / ROUNDED)

    @property
    def paper(self) -> str:
        return self.layout.ground.paper

    def definition(self) -> Definition:
        wide, high = self.size
        return Definition(BOARD, -BLEED, -BLEED, wide + BLEED, high + BLEED, "".join(self.parts()))

    def parts(self) -> Iterator[str]:
        wide, high = self.size
        shade = mixed(self.paper, 0.78, GROUND)
        yield rect(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED, fill=shade if self.with_track else self.paper)
        inner_x = inner_y = 0.0
        if self.with_track:
            found = ring(wide, high)
            inner_x, inner_y = found.wide, found.high
            yield rect(inner_x, inner_y, wide - 2 * inner_x, high - 2 * inner_y, fill=self.paper)
            yield from track(wide, high)
        map_wide, map_high = self.map_size
        left, top = (wide - map_wide) / 2, (high - map_high) / 2
        yield from self.mat(inner_x, inner_y, left, top)
        yield from self.map(left, top)

    def map(self, left: float, top: float) -> Iterator[str]:
        wide, high = self.map_size
        ground = self.layout.ground
        language = self.commission.words.language
        plates = place_names(self.layout, language)
        under = "".join(scenery(ground))
        yield clipped("map", left, top, wide, high, [moved([under], left, top, self.unit)])
        yield moved(network(self.layout, plates, language), left, top, self.unit)
        for out, pen in ((0.0, 0.5), (1.6, 0.9), (2.6, 0.25)):
            box = (left - out, top - out, wide + 2 * out, high + 2 * out)
            yield rect(*box, stroke=FAINT_INK, stroke_width=pen)

    # --- the mat ----------------------------------------------------------------------------------------
    def mat(self, inner_x: float, inner_y: float, left: float, top: float) -> Iterator[str]:
        """Rails all around, interrupted above by the title and below by points and small print."""
        wide, high = self.size
        x, y = (inner_x + left - 2) / 2, (inner_y + top - 2) / 2
        yield rails(x, y + 9, x, high - y - 9)
        yield rails(wide - x, y + 9, wide - x, high - y - 9)
        room = top - 2.6 - inner_y
        title = self.commission.name
        size = min(0.5 * room, 0.5 * room * 0.6 * wide / max(width_of(title, face_of(SERIF), 0.5 * room), 1))
        half = width_of(title, face_of(SERIF), size) * 0.5 + 0.04 * size * len(title)
        yield prose(wide / 2, y + 0.33 * size, title, size, text_anchor="middle", letter_spacing=0.08 * size, fill=INK)
        first, last = x + 9, wide / 2 - half - 8
        if last - first > 2 * SLEEPERS:
            yield rails(last, y, first, y)
            yield rails(wide - last, y, wide - first, y)
        yield from corners(x, y, wide, high)
        yield from self.foot(left, high - top + 2.6, wide - 2 * left, room)

    def foot(self, left: float, top: float, wide: float, room: float) -> Iterator[str]:
        """Whose drawing it is on the left, points in the middle, where to play it on the right."""
        commission, side = self.commission, 0.86 * room
        edge = wide
        if commission.order.address:
            edge -= side + 2
            x, y = left + edge + 2, top + (room - side) / 2
            yield rect(x, y, side, side, fill=PLATE, stroke=FAINT_INK, stroke_width=0.2)
            yield path(qr_path(commission.order.address, x, y, side), fill=INK)
            hint = commission.say("play_it")
            yield sign(x - 1.5, top + room / 2 + 1, hint, fitted(hint, 3.4, 30), text_anchor="end", fill=SOFT_INK)
            edge -= min(sign_width(hint, 3.4), 30) + 3
        lines = [
            commission.version,
            *folded(
                commission.say("own_drawing" if commission.of_others else "own_board"),
                2.9,
                min(0.3 * wide, 78),
                face_of(SIGNS),
            ),
        ]
        first = top + room / 2 - (len(lines) - 1) * 1.75 + 1
        for number, text in enumerate(lines):
            yield sign(left, first + 3.5 * number, text, 2.9, font_weight="500", fill=SOFT_INK)
        words = max(sign_width(text, 2.9) for text in lines) + 6
        yield from self.points(left + words, left + edge - 4, top, room)

    def points(self, left: float, right: float, top: float, room: float) -> Iterator[str]:
        """What routes score, as rows of little spaces that begin below each other: below the title if there is room."""
        kinds = [kind for kind in self.commission.board.kinds if kind.points]
        rows = [list(self.row_of_points(kind)) for kind in kinds]
        widths = [sum(wide for _, wide in row) for row in rows]
        high = 9.0
        scale = min((right - left) / max(widths), 0.84 * room / (high * len(rows)), 2.2)
        start = top + room / 2 - scale * high * len(rows) / 2
        wide = scale * (max(widths) - AFTER)
        first = min(max((self.size[0] - wide) / 2, left), right - wide)
        for number, row in enumerate(rows):
            x = first
            for markup, step in row:
                yield moved([markup], x, start + scale * (high * number + high / 2), scale)
                x += scale * step

    def row_of_points(self, kind: PieceKind) -> Iterator[tuple[str, float]]:
        """(drawing around a middle line, how wide it is) of a kind's name and each of its lengths."""
        names = [self.commission.words.of(each.names) for each in self.commission.board.kinds]
        if len(names) > 1:
            widest = max(sign_width(name, 3.6) for name in names)
            yield sign(0, 1.3, self.commission.words.of(kind.names), 3.6, fill=SOFT_INK), widest + 4
        lengths = {lane.cards for lane in self.commission.board.lanes if self.commission.board.kinds[lane.kind] == kind}
        for cards, points in sorted(kind.points.items()):
            if cards not in lengths:
                continue
            if kind.one_per_route:
                drawn, wide = circle(2.6, 0, 2.4, fill=PLATE, stroke=INK, stroke_width=0.3), 6.0
                drawn += sign(2.6, 1.2, str(cards), 3.4, text_anchor="middle")
            else:
                drawn = "".join(
                    rect(2.9 * at, -1.5, 2.4, 3, rx=0.5, fill=PLATE, stroke=INK, stroke_width=0.3)
                    for at in range(cards)
                )
                wide = 2.9 * cards + 0.8
            text = str(points)
            drawn += sign(wide, 1.9, text, 5.4)
            yield drawn, wide + sign_width(text, 5.4) + AFTER


def corners(x: float, y: float, wide: float, high: float) -> Iterator[str]:
    """Where the rails would meet: a small signal disc."""
    for at_x in (x, wide - x):
        for at_y in (y, high - y):
            yield circle(at_x, at_y, 4.2, fill="none", stroke=FAINT_INK, stroke_width=0.5)
            yield circle(at_x, at_y, 2.6, fill=FAINT_INK)


def rails(x1: float, y1: float, x2: float, y2: float) -> str:
    """A track of two rails on sleepers, straight across or straight down."""
    lying = y1 == y2
    length = abs(x2 - x1) + abs(y2 - y1)
    first = min(x1, x2) if lying else min(y1, y2)
    aside = y1 if lying else x1
    count = int(length / SLEEPERS)
    data = ""
    for number in range(count + 1):
        at = first + (length - count * SLEEPERS) / 2 + number * SLEEPERS
        low, up = n(aside - 2 * RAIL), n(aside + 2 * RAIL)
        data += f"M{n(at)} {low}V{up}" if lying else f"M{low} {n(at)}H{up}"
    sleepers = path(data, fill="none", stroke=FAINT_INK, stroke_width=0.7, opacity=0.55)
    both = "".join(
        line(x1, aside + off, x2, aside + off, 0.35, FAINT_INK)
        if lying
        else line(aside + off, y1, aside + off, y2, 0.35, FAINT_INK)
        for off in (-RAIL, RAIL)
    )
    return group([sleepers, both])


def vignette(drawing: Vignette, ink: str, ground: str) -> str:
    """A board's own small drawing, about 120 by 100 around 0,0."""
    return group(
        [
            path(drawing.fill, fill=ground, stroke_width=0.9),
            *(
                path(part, fill=ink, stroke="none", opacity=strength)
                for part, strength in ((drawing.roof, 0.45), (drawing.shade, 0.25), (drawing.lamp, 0.7))
                if part
            ),
            path(drawing.fine, fill="none", stroke_width=0.45),
            path(drawing.line, fill="none", stroke_width=0.8),
        ],
        stroke=ink,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
