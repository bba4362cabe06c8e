"""The board on paper: on one sheet with bleed and cut marks, or in parts that are glued together, with a plan."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase
from typing import Final

from ferrovia.draw.palette import INK, PLATE
from ferrovia.printing.board_picture import BOARD, BoardPicture
from ferrovia.printing.markup import SOFT_INK, clipped, line, moved, n, path, rect, sign, used
from ferrovia.printing.paper import (
    BLEED,
    CAPTION,
    FITTED,
    MARGIN,
    MARK,
    OVERLAP,
    Paper,
    Tiling,
    around,
    holds,
    tile,
)
from ferrovia.printing.sheets import Page

ONE: Final = "board"
PART: Final = "tile"
CUT: Final = 0.12


def printed_size(picture: BoardPicture) -> tuple[float, float]:
    """As large as it is ordered."""
    scale = picture.commission.order.scale
    return picture.size[0] * scale, picture.size[1] * scale


def tiling_of(picture: BoardPicture) -> Tiling | None:
    """How the board is cut; None if it fits one sheet."""
    wide, high = printed_size(picture)
    paper = picture.commission.order.paper
    return None if paper.name == FITTED or holds(paper, wide, high) else tile(wide, high, paper)


def board_pages(picture: BoardPicture) -> Iterator[Page]:
    tiling = tiling_of(picture)
    if tiling is None:
        yield whole(picture)
        return
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            yield part(picture, tiling, column, row)


def part_name(column: int, row: int) -> str:
    """A1, B1, … in the first row."""
    lap, letter = divmod(column, len(ascii_uppercase))
    return f"{ascii_uppercase[letter] * (lap + 1)}{row + 1}"


# --- one sheet ------------------------------------------------------------------------------------------
def whole(picture: BoardPicture) -> Page:
    commission = picture.commission
    wide, high = printed_size(picture)
    need = around(wide, high)
    paper = commission.order.paper
    if paper.name == FITTED:
        paper = need
    elif need.width > paper.width or need.height > paper.height:
        paper = Paper(paper.name, paper.height, paper.width)
    left, top = (paper.width - wide) / 2, (paper.height - CAPTION - high) / 2
    bleed = (left - BLEED, top - BLEED, wide + 2 * BLEED, high + 2 * BLEED)
    markup = clipped("bleed", *bleed, [moved([used(BOARD)], left, top, commission.order.scale)])
    markup += crop_marks(left, top, wide, high)
    return Page(ONE, commission.say("board"), paper.width, paper.height, markup)


def crop_marks(left: float, top: float, wide: float, high: float) -> str:
    """Two strokes at every corner, outside the bleed."""
    marks = ""
    for x, side_x in ((left, -1), (left + wide, 1)):
        for y, side_y in ((top, -1), (top + high, 1)):
            marks += line(x + side_x * BLEED, y, x + side_x * (BLEED + MARK), y, CUT)
            marks += line(x, y + side_y * BLEED, x, y + side_y * (BLEED + MARK), CUT)
    return marks


# --- parts ----------------------------------------------------------------------------------------------
def part(picture: BoardPicture, tiling: Tiling, column: int, row: int) -> Page:
    """What belongs to this part, and on the right and below a strip of the next ones, on which they are glued."""
    commission = picture.commission
    wide = tiling.step_x + (OVERLAP if column < tiling.columns - 1 else 0)
    high = tiling.step_y + (OVERLAP if row < tiling.rows - 1 else 0)
    room_x, room_y = tiling.width - 2 * MARGIN, tiling.height - 2 * MARGIN - CAPTION
    left, top = MARGIN + (room_x - wide) / 2, MARGIN + (room_y - high) / 2
    shift_x, shift_y = left - column * tiling.step_x, top - row * tiling.step_y
    picture_here = moved([used(BOARD)], shift_x, shift_y, commission.order.scale)
    name = part_name(column, row)
    markup = clipped(f"part{name}", left, top, wide, high, [picture_here])
    markup += rect(left, top, wide, high, stroke=INK, stroke_width=CUT / 2)
    markup += "".join(edge_marks(left, top, wide, high, (room_x - wide) / 2, (room_y - high) / 2))
    markup += "".join(seams(tiling, column, row, left, top, wide, high))
    return Page(PART, commission.say("part", part=name), tiling.width, tiling.height, markup)


def edge_marks(left: float, top: float, wide: float, high: float, spare_x: float, spare_y: float) -> Iterator[str]:
    """Cut marks as long as the margins let them be; where there is no room, the edge of the print is the mark."""
    long_x, long_y = min(MARK, spare_x), min(MARK, spare_y)
    for x, side_x in ((left, -1), (left + wide, 1)):
        for y, side_y in ((top, -1), (top + high, 1)):
            if long_x > 0.4:
                yield line(x, y, x + side_x * long_x, y, CUT)
            if long_y > 0.4:
                yield line(x, y, x, y + side_y * long_y, CUT)


def seams(tiling: Tiling, column: int, row: int, left: float, top: float, wide: float, high: float) -> Iterator[str]:
    """In the strips that are glued over: where the next part's edge comes to lie, and which part that is."""
    look: dict[str, str | float] = {"stroke_dasharray": "1.5 1.5"}
    if column < tiling.columns - 1:
        x = left + tiling.step_x
        yield line(x, top, x, top + high, CUT, INK, **look)
        yield from glue_sign(x + OVERLAP / 2, top + high / 2, part_name(column + 1, row), -90)
    if row < tiling.rows - 1:
        y = top + tiling.step_y
        yield line(left, y, left + wide, y, CUT, INK, **look)
        yield from glue_sign(left + wide / 2, y + OVERLAP / 2, part_name(column, row + 1), 0)


def glue_sign(x: float, y: float, name: str, turn: float) -> Iterator[str]:
    """Its arrow points to where that part lies: below its own letters."""
    plate = rect(-5, -1.8, 10, 3.6, rx=0.8, fill=PLATE, stroke=INK, stroke_width=CUT)
    yield moved(
        [plate, path("M-3.9-.7H-2.1L-3 .8Z", fill=INK), sign(0.8, 1.0, name, 2.8, text_anchor="middle")],
        x,
        y,
        turn=turn,
    )


def plan_picture(picture: BoardPicture, wide: float, high: float) -> tuple[str, float, float]:
    """The whole board small, with its parts' names and seams; how large it came out."""
    whole_wide, whole_high = picture.size
    scale = min(wide / whole_wide, high / whole_high)
    markup = clipped("plan", 0, 0, whole_wide * scale, whole_high * scale, [moved([used(BOARD)], 0, 0, scale)]) + rect(
        0, 0, whole_wide * scale, whole_high * scale, stroke=INK, stroke_width=0.3
    )
    tiling = tiling_of(picture)
    if tiling is not None:
        markup += "".join(plan_grid(tiling, whole_wide * scale, whole_high * scale))
    return markup, whole_wide * scale, whole_high * scale


def plan_grid(tiling: Tiling, wide: float, high: float) -> Iterator[str]:
    step_x, step_y = wide / tiling.columns, high / tiling.rows
    data = "".join(f"M{n(column * step_x)} 0V{n(high)}" for column in range(1, tiling.columns))
    data += "".join(f"M0 {n(row * step_y)}H{n(wide)}" for row in range(1, tiling.rows))
    if data:
        yield path(data, fill="none", stroke=PLATE, stroke_width=0.9)
        yield path(data, fill="none", stroke=INK, stroke_width=0.35)
    for column in range(tiling.columns):
        for row in range(tiling.rows):
            x, y = (column + 0.5) * step_x, (row + 0.5) * step_y
            size = min(4.4, 0.3 * step_y, 0.3 * step_x)
            yield rect(
                x - 1.1 * size,
                y - 0.72 * size,
                2.2 * size,
                1.44 * size,
                rx=0.3 * size,
                fill=PLATE,
                stroke=SOFT_INK,
                stroke_width=0.2,
            )
            yield sign(x, y + 0.36 * size, part_name(column, row), size, text_anchor="middle")
