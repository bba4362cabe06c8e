"""The sheet a board is drawn on as SVG: paper, frame, title, and the backdrop within."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from ferrovia.draw.layout import Layout
from ferrovia.draw.lettering import text_width
from ferrovia.draw.markup import attributes, n
from ferrovia.draw.palette import FAINT_INK, INK
from ferrovia.draw.scenery import scenery

GRADE: Final = 22.0  # about a step of the scale around the sheet
HEADER: Final = 76.0
EDGE: Final = 16.0  # of the sheet: its frame
SERIF: Final = "'Source Serif 4',Georgia,'Liberation Serif','Times New Roman',serif"


def header(layout: Layout, language: str) -> list[str]:
    """The sheet with its frame and its title."""
    ground = layout.ground
    board = ground.board
    width, height = ground.width, ground.height + HEADER
    name = board.names.get(language, board.names["en"])
    title_size = 34.0
    size = attributes(viewBox=f"0 0 {n(width)} {n(height)}", width=width, height=height)
    frame = attributes(fill="none", stroke=FAINT_INK)
    title = attributes(x=width / 2, y=54.0, font_family=SERIF, font_size=title_size, fill=INK, text_anchor="middle")
    line = attributes(stroke=FAINT_INK, stroke_width=1.0)
    half = text_width(name, title_size) / 2 + 50
    left, right = max(40, width / 2 - half), min(width - 40, width / 2 + half)
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" lang={quoteattr(language)}>',
        f"<title>{escape(name)}</title>",
        f'<rect width="100%" height="100%" fill="{ground.paper}"/>',
        f'<rect x="6" y="6" width="{n(width - 12)}" height="{n(height - 12)}" stroke-width="1" {frame}/>',
        f'<rect x="15.5" y="15.5" width="{n(width - 31)}" height="{n(height - 31)}" stroke-width="1" {frame}/>',
        *graduation(width, height, frame),
        f'<text {title} letter-spacing="3">{escape(name)}</text>',
        f'<path d="M40 43H{n(left)}M{n(right)} 43H{n(width - 40)}" {line}/>',
    ]


def graduation(width: float, height: float, frame: str) -> Iterable[str]:
    """A scale around the sheet, as engraved maps have it: steps that come out even on every side."""
    middle = 10.75
    for long, data in (
        (
            width - 2 * middle,
            f"M{middle} {middle}H{n(width - middle)}M{middle} {n(height - middle)}H{n(width - middle)}",
        ),
        (
            height - 2 * middle,
            f"M{middle} {middle}V{n(height - middle)}M{n(width - middle)} {middle}V{n(height - middle)}",
        ),
    ):
        step = long / (2 * round(long / (2 * GRADE)) + 1)
        yield f'<path d="{data}" stroke-width="3.6" stroke-dasharray="{step:.2f}" {frame}/>'


def under(layout: Layout) -> Iterable[str]:
    """The backdrop, within the frame."""
    ground = layout.ground
    parts = list(scenery(ground))
    if parts:
        inside = attributes(x=EDGE, y=0.0, width=ground.width - 2 * EDGE, height=ground.height - EDGE)
        yield f'<clipPath id="sheet"><rect {inside}/></clipPath><g clip-path="url(#sheet)">'
        yield from parts
        yield f'</g><path d="M{n(EDGE)} 0H{n(ground.width - EDGE)}" stroke="{FAINT_INK}" stroke-width="1"/>'
