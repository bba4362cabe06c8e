"""The first sheet: how the board is put together, what else is in the file, and a ruler to check the printer with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from ferrovia.draw.palette import BRASS, INK
from ferrovia.printing.board_picture import BoardPicture
from ferrovia.printing.board_sheets import plan_picture, printed_size, tiling_of
from ferrovia.printing.card_grid import FRONT
from ferrovia.printing.fonts import SERIF, SIGNS, face_of
from ferrovia.printing.markup import SOFT_INK, broken, fitted, folded, line, moved, n, path, prose, sign
from ferrovia.printing.paper import CAPTION, MARGIN
from ferrovia.printing.qr import qr_path
from ferrovia.printing.sheets import Page

PLAN: Final = "plan"
RULER: Final = 100.0
CODE: Final = 22.0
TITLE_LINE: Final = 10.2
"""On which the title stands, below the margin: an accent on a capital stays out of it."""


def plan_page(picture: BoardPicture, others: Sequence[Page]) -> Page:
    commission = picture.commission
    paper = commission.order.paper.for_cards
    wide, high = paper.width, paper.height
    room = wide - 2 * MARGIN
    markup = heading(picture, wide)
    top = MARGIN + 24
    drawing, plan_wide, plan_high = plan_picture(picture, room, 0.42 * high)
    markup += moved([drawing], MARGIN + (room - plan_wide) / 2, top)
    top += plan_high + 9
    left_room = 0.6 * room - 6
    for row, text in enumerate(steps(picture, others)):
        lines = folded(text, 3.5, left_room - 7, face_of(SERIF))
        markup += sign(MARGIN, top, str(row + 1), 5, fill=BRASS)
        for each in lines:
            markup += prose(MARGIN + 7, top, each, 3.5)
            top += 4.6
        top += 1.6
    markup += moved(contents(picture, others, 0.4 * room), MARGIN + 0.6 * room, MARGIN + 24 + plan_high + 9)
    markup += ruler(picture, MARGIN, high - MARGIN - CAPTION - 9)
    return Page(PLAN, commission.say("plan"), wide, high, markup)


def heading(picture: BoardPicture, wide: float) -> str:
    commission = picture.commission
    address = commission.order.address
    room = wide - 2 * MARGIN - (CODE + 4 if address else 0)
    name = commission.name
    size = fitted(name, 11.0, 0.8 * room, face_of(SERIF))
    size_said = commission.say("measures", **measures(picture))
    markup = prose(MARGIN, MARGIN + TITLE_LINE, name, size)
    markup += sign(MARGIN, MARGIN + 17.2, size_said, 4.0, fill=SOFT_INK, font_weight="500")
    markup += line(MARGIN, MARGIN + 20.3, MARGIN + room, MARGIN + 20.3, 0.5, BRASS)
    if address:
        x = wide - MARGIN - CODE
        markup += path(qr_path(address, x, MARGIN, CODE), fill=INK)
    return markup


def measures(picture: BoardPicture) -> dict[str, object]:
    wide, high = printed_size(picture)
    return {"width": f"{wide:.0f}", "height": f"{high:.0f}", "percent": f"{100 * picture.commission.order.scale:.0f}"}


def steps(picture: BoardPicture, others: Sequence[Page]) -> Iterator[str]:
    say = picture.commission.say
    tiling = tiling_of(picture)
    yield say("step.print")
    if tiling is None:
        yield say("step.cut_whole")
    elif tiling.count > 1:
        yield say("step.cut", count=tiling.count)
        yield say("step.glue")
        yield say("step.press", columns=tiling.columns, rows=tiling.rows)
    else:
        yield say("step.cut_whole")
    if any(page.kind.endswith(FRONT) for page in others):
        yield say("step.cards")


def contents(picture: BoardPicture, others: Sequence[Page], room: float) -> Iterator[str]:
    """Which sheets are of which kind, as a printer is asked for them, and the address in letters."""
    commission = picture.commission
    yield sign(0, 0, commission.say("contents"), 4.6)
    yield line(0, 1.6, room, 1.6, 0.25, BRASS)
    y = 7.0
    first = 2  # this one is the first sheet
    for kind, pages in groupby(others, key=lambda page: page.kind.partition(".")[0]):
        last = first + sum(1 for _ in pages) - 1
        yield sign(0, y, commission.say(f"kind.{kind}"), 3.6, font_weight="500")
        yield sign(room, y, f"{first}–{last}" if last > first else str(first), 3.6, text_anchor="end")
        first = last + 1
        y += 5.2
    if commission.order.address:
        y += 2
        yield sign(0, y, commission.say("play_it"), 3.4, fill=SOFT_INK)
        for each in broken(commission.order.address, 3.1, room, face_of(SIGNS)):
            y += 4.2
            yield sign(0, y, each, 3.1, font_weight="500")


def ruler(picture: BoardPicture, x: float, y: float) -> str:
    ticks = "".join(
        f"M{n(x + at)} {n(y)}v{-4 if at % 50 == 0 else -2.6 if at % 10 == 0 else -1.4}" for at in range(0, 101, 5)
    )
    markup = line(x, y, x + RULER, y, 0.3) + path(ticks, fill="none", stroke=INK, stroke_width=0.25)
    return markup + sign(x + RULER + 4, y, picture.commission.say("ruler"), 3.4, fill=SOFT_INK, font_weight="500")
