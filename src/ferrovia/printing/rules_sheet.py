"""The rules sheet and the player aids, both from the board's own rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Final

from ferrovia.boards.rulebook import RulebookSection, rulebook
from ferrovia.draw.palette import BRASS, FAINT_INK, INK
from ferrovia.engine.telling import Sentence
from ferrovia.printing.fonts import SERIF, face_of
from ferrovia.printing.markup import SOFT_INK, fitted, line, moved, path, prose, rect, sign
from ferrovia.printing.paper import CAPTION, MARGIN
from ferrovia.printing.qr import qr_path
from ferrovia.printing.sheets import Commission, Page
from ferrovia.printing.text_flow import Block, Row, Typesetter, even_columns, laid
from ferrovia.text.rulebook_text import condition, said

RULES: Final = "rules"
AIDS: Final = "aids"
GUTTER: Final = 8.0
COLUMN: Final = 78.0
"""The least width of a column."""
TEXT: Final = (3.5, 3.3, 3.1, 2.9)
"""Sizes of letters; a smaller one is taken where it saves a sheet."""
HEAD: Final = 24.0
AID: Final = (92.0, 131.0)
AID_TEXT: Final = 3.1
AIDED: Final = ("turn", "points", "end")
"""Sections that a player looks up while playing; of the others their tables."""
READABLE_AID: Final = 2.3
SMALLEST_AID: Final = 2.0


def told(commission: Commission) -> list[RulebookSection]:
    """Sections that there are words for."""
    words = commission.words
    found = rulebook(commission.board)
    return [section for section in found if words.knows(f"rulebook.{section.id}.title") and known(commission, section)]


def known(commission: Commission, section: RulebookSection) -> list[Sentence]:
    return [each for each in section.sentences if commission.words.knows(f"rulebook.{each.key}")]


def section_blocks(commission: Commission, setter: Typesetter, section: RulebookSection) -> Iterator[Block]:
    words, board = commission.words, commission.board
    yield setter.heading(words.say(f"rulebook.{section.id}.title"))
    if holds := condition(words, board, section.when, section.players):
        yield setter.remark(holds)
    for when, part in groupby(known(commission, section), key=lambda each: each.when):
        if when:
            yield setter.remark(condition(words, board, when, None))
        parts = [(tabled, list(rows)) for tabled, rows in groupby(part, key=lambda each: bool(each.figures))]
        for place, (tabled, rows) in enumerate(parts):
            if tabled:
                yield table(commission, setter, rows)
                continue
            for row in rows:
                leads = row is rows[-1] and place + 1 < len(parts)
                yield setter.sentence(said(words, row), keeps=leads)


def table(commission: Commission, setter: Typesetter, rows: Sequence[Sentence]) -> Block:
    """The last row has values, as all of its kind; any other one heads them. No head stands over an empty column."""
    values = rows[-1].key
    width = max(len(row.figures) for row in rows if row.key == values)
    return setter.table([Row(said(commission.words, row), row.figures[:width], row.key != values) for row in rows])


# --- the rules sheet ------------------------------------------------------------------------------------
def rules_pages(commission: Commission) -> Iterator[Page]:
    paper = commission.order.paper.for_cards
    room, high = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - CAPTION - 2
    count = max(1, int((room + GUTTER) / (COLUMN + GUTTER)))
    wide = (room - (count - 1) * GUTTER) / count
    tries = [even_columns(all_blocks(commission, Typesetter(wide, size)), high - HEAD, count) for size in TEXT]
    fewest = min(ceil(len(columns) / count) for columns in tries)
    columns = next(columns for columns in tries if ceil(len(columns) / count) == fewest)
    for first in range(0, len(columns), count):
        markup = rules_head(commission, paper.width)
        for place, column in enumerate(columns[first : first + count]):
            markup += moved(laid(column), MARGIN + place * (wide + GUTTER), MARGIN + HEAD)
        yield Page(RULES, commission.say("rules"), paper.width, paper.height, markup)


def all_blocks(commission: Commission, setter: Typesetter) -> list[Block]:
    blocks = [setter.paragraph(commission.words.of(commission.board.texts))]
    for section in told(commission):
        blocks.extend(section_blocks(commission, setter, section))
    return blocks


def rules_head(commission: Commission, wide: float) -> str:
    """The board's name, and where to play it."""
    address = commission.order.address
    side = HEAD - 4
    room = wide - 2 * MARGIN - (side + 4 if address else 0)
    name = commission.name
    size = fitted(name, 11.0, 0.7 * room, face_of(SERIF))
    markup = prose(MARGIN, MARGIN + 11.2, name, size)
    markup += sign(MARGIN, MARGIN + 18, commission.say("rules_of"), 4.2, fill=SOFT_INK, font_weight="500")
    markup += line(
        MARGIN, MARGIN + HEAD - 3, wide - MARGIN - (side + 4 if address else 0), MARGIN + HEAD - 3, 0.5, BRASS
    )
    if address:
        markup += path(qr_path(address, wide - MARGIN - side, MARGIN, side), fill=INK)
    return markup


# --- player aids ----------------------------------------------------------------------------------------
def aid_pages(commission: Commission) -> Iterator[Page]:
    """One for every player, as many to a sheet as fit."""
    paper = commission.order.paper.for_cards
    wide, high = AID
    columns = max(1, int((paper.width - 2 * MARGIN) / wide))
    rows = max(1, int((paper.height - 2 * MARGIN - CAPTION) / high))
    left = (paper.width - columns * wide) / 2
    top = MARGIN + (paper.height - 2 * MARGIN - CAPTION - rows * high) / 2
    card = aid(commission)
    copies = commission.board.players[1]
    for first in range(0, copies, columns * rows):
        markup = ""
        for place in range(min(columns * rows, copies - first)):
            row, column = divmod(place, columns)
            markup += moved([card], left + column * wide, top + row * high)
        yield Page(AIDS, commission.say("aids"), paper.width, paper.height, markup)


def aid(commission: Commission) -> str:
    """What a turn is, what scores, how it ends; in the largest letters that fit."""
    wide, high = AID
    inner = wide - 10
    blocks = fitting(commission, inner, high - 17)
    markup = rect(0, 0, wide, high, stroke=FAINT_INK, stroke_width=0.15)
    markup += rect(2, 2, wide - 4, high - 4, rx=2, stroke=INK, stroke_width=0.4)
    name = commission.name
    markup += prose(wide / 2, 9, name, fitted(name, 5.0, inner, face_of(SERIF)), text_anchor="middle")
    markup += line(5, 11.5, wide - 5, 11.5, 0.4, BRASS)
    return markup + moved(laid(blocks), 5, 13)


def fitting(commission: Commission, wide: float, high: float) -> list[Block]:
    """With a sentence of every rule of the board, unless letters would become too small for it."""
    for least, with_rules in ((READABLE_AID, True), (SMALLEST_AID, False)):
        size = AID_TEXT
        while size > least:
            blocks = list(aid_blocks(commission, Typesetter(wide, size), with_rules=with_rules))
            if sum(block.height for block in blocks) <= high:
                return blocks
            size *= 0.96
    return blocks


def aid_blocks(commission: Commission, setter: Typesetter, *, with_rules: bool) -> Iterable[Block]:
    rules = {use.rule for use in commission.board.rules if with_rules}
    for section in told(commission):
        sentences = known(commission, section)
        tables = [each for each in sentences if each.figures]
        if section.id in AIDED:
            yield from section_blocks(commission, setter, section)
        elif tables or section.id in rules:
            yield setter.heading(commission.words.say(f"rulebook.{section.id}.title"))
            if holds := condition(commission.words, commission.board, section.when, section.players):
                yield setter.remark(holds)
            yield table(commission, setter, tables) if tables else setter.sentence(said(commission.words, sentences[0]))
