"""Running text in columns: headings, sentences with a dash and small tables, in lines that fit by the fonts' widths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ferrovia.draw.palette import BRASS, FAINT_INK, INK
from ferrovia.printing.fonts import SERIF, SIGNS, face_of
from ferrovia.printing.markup import SOFT_INK, broken, fitted, folded, line, moved, prose, sign, sign_width

LEADING: Final = 1.32
INDENT: Final = 1.1
"""Of a sentence behind its dash, in sizes of letters."""


@dataclass(frozen=True)
class Block:
    """Something that is never torn apart."""

    markup: str
    height: float
    keeps: bool = False
    """Whether it never stands without the block after it, as a heading."""
    above: float = 0.0
    """What of its height is open ground above it, left out at the head of a column."""


class Row(NamedTuple):
    """Of a table: its words, and its figures, which may be the heads of those below."""

    words: str
    figures: Sequence[int]
    heads: bool


class Typesetter:
    """Blocks for a column of some width, in letters of some size."""

    def __init__(self, width: float, size: float) -> None:
        self.width = width
        self.size = size

    def heading(self, text: str) -> Block:
        size = 1.45 * self.size
        lines = folded(text, size, self.width, face_of(SIGNS, "600"))
        top = 0.9 * self.size
        markup = "".join(sign(0, top + (0.82 + 1.1 * row) * size, each, size) for row, each in enumerate(lines))
        foot = top + (0.82 + 1.1 * (len(lines) - 1)) * size + 0.35 * self.size
        return Block(
            markup + line(0, foot, self.width, foot, 0.25, BRASS),
            foot + 0.55 * self.size,
            keeps=True,
            above=0.7 * self.size,
        )

    def remark(self, text: str) -> Block:
        return replace(self.lines(text, 0.0, style="italic"), keeps=True)

    def paragraph(self, text: str) -> Block:
        return self.lines(text, 0.0)

    def sentence(self, text: str, *, keeps: bool = False) -> Block:
        return replace(self.lines(text, INDENT * self.size), keeps=keeps)

    def lines(self, text: str, indent: float, style: str = "normal") -> Block:
        room, face = self.width - indent, face_of(SERIF, "400", style)
        lines = [part for each in folded(text, self.size, room, face) for part in broken(each, self.size, room, face)]
        step = LEADING * self.size
        dash = prose(0, self.size, "–", self.size, fill=SOFT_INK) if indent else ""
        look: dict[str, str | float] = {} if style == "normal" else {"font_style": style, "fill": SOFT_INK}
        markup = "".join(
            prose(indent, self.size + row * step, each, self.size, **look) for row, each in enumerate(lines)
        )
        return Block(dash + markup, len(lines) * step + 0.22 * self.size)

    def table(self, rows: Sequence[Row]) -> Block:
        size, step = self.size, 1.5 * self.size
        columns = max(len(row.figures) for row in rows)
        room = 0.62 * self.width
        widest = max(sign_width(row.words, size) for row in rows)
        words = max(min(widest, room), self.width - columns * 3.2 * size)
        wide = (self.width - words) / max(columns, 1)
        markup = ""
        for number, row in enumerate(rows):
            y = 1.05 * size + number * step
            markup += sign(0, y, row.words, fitted(row.words, size, words), font_weight="500", fill=SOFT_INK)
            weight = "500" if row.heads else "600"
            for column, figure in enumerate(row.figures):
                x = words + (column + 0.8) * wide
                markup += sign(x, y, str(figure), size, text_anchor="end", font_weight=weight, fill=INK)
            markup += line(0, y + 0.38 * size, self.width, y + 0.38 * size, 0.1, FAINT_INK)
        return Block(markup, len(rows) * step + 0.5 * size)


def columns_of(blocks: Iterable[Block], height: float) -> list[list[Block]]:
    """Filled one after the other; what keeps its next block is never the last of its column."""
    columns: list[list[Block]] = [[]]
    left = height
    waiting = list(blocks)
    for place, block in enumerate(waiting):
        if kept(waiting, place) > left and columns[-1] and not (place and waiting[place - 1].keeps):
            columns.append([])
            left = height
        columns[-1].append(block)
        left -= block.height
    return columns


def kept(blocks: Sequence[Block], place: int) -> float:
    """The height of a block and of what it keeps."""
    height = blocks[place].height
    while blocks[place].keeps and place + 1 < len(blocks):
        place += 1
        height += blocks[place].height
    return height


def even_columns(blocks: Sequence[Block], height: float, count: int) -> list[list[Block]]:
    """The same on pages of so many columns, those of the last page equally long."""
    columns = columns_of(blocks, height)
    full = (len(columns) - 1) // count * count
    rest = [block for column in columns[full:] for block in column]
    low = sum(block.height for block in rest) / count
    while True:
        tries = columns_of(rest, low)
        if len(tries) <= count or low >= height:
            return columns[:full] + tries
        low = min(low + 2, height)


def laid(column: Iterable[Block]) -> Iterator[str]:
    y = 0.0
    for place, block in enumerate(column):
        y -= 0 if place else block.above
        yield moved([block.markup], 0, y)
        y += block.height
