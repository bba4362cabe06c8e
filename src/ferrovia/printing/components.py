"""Cards and tokens that the board's rules are played with: each rule says which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ferrovia.draw.cards import BRASS as GOLDEN
from ferrovia.draw.palette import BRASS, BRASS_LIGHT, FAINT_INK, INK, PLATE
from ferrovia.draw.symbols import DOT
from ferrovia.engine.telling import Component
from ferrovia.printing.card_grid import card_pages
from ferrovia.printing.fonts import SIGNS, face_of
from ferrovia.printing.markup import balanced, circle, fitted, moved, path, rect, sign
from ferrovia.printing.sheets import Commission, Page
from ferrovia.printing.train_cards import back, emblem
from ferrovia.rules import FACTORIES

TOKENS: Final = "tokens"
TOKEN: Final = 20.0
MINUS: Final = "−"


def components_of(commission: Commission) -> list[Component]:
    board = commission.board
    return [
        part for use in board.rules for part in FACTORIES[use.rule](use.params).components(board) if part.copies > 0
    ]


def cards(commission: Commission) -> list[tuple[str, str]]:
    """Faces with their backs."""
    wide, high = commission.order.card
    behind = back(wide, high, GOLDEN.edge, GOLDEN.symbol, GOLDEN.fill) + emblem(wide, high)
    found = [part for part in components_of(commission) if not part.token]
    return [(face(commission, part), behind) for part in found for _ in range(part.copies)]


def token_pages(commission: Commission) -> Iterator[Page]:
    """A token's back is like any other's: nobody can tell what a face-down one is worth."""
    found = [part for part in components_of(commission) if part.token]
    tokens = [(token(commission, part), token_back()) for part in found for _ in range(part.copies)]
    yield from card_pages(commission, TOKENS, commission.say("tokens"), (TOKEN, TOKEN), tokens, bleed=0)


def title_of(commission: Commission, part: Component) -> str:
    return commission.words.name("component", part.id)


def value(part: Component) -> str:
    return f"{MINUS}{-part.number}" if part.number < 0 else str(part.number)


def face(commission: Commission, part: Component) -> str:
    """Cream with a brass frame: the number or glyph large, the name below, then what it says."""
    wide, high = commission.order.card
    middle, reach = wide / 2, 0.3 * wide
    markup = rect(0, 0, wide, high, fill=PLATE)
    markup += rect(0.3, 0.3, wide - 0.6, high - 0.6, stroke=FAINT_INK, stroke_width=0.4)
    markup += rect(2.4, 2.4, wide - 4.8, high - 4.8, rx=2, stroke=BRASS, stroke_width=0.6)
    markup += circle(middle, 0.37 * high, reach, fill=BRASS_LIGHT, stroke=BRASS, stroke_width=0.9)
    markup += circle(middle, 0.37 * high, 0.9 * reach, fill="none", stroke=BRASS, stroke_width=0.3)
    markup += sense(part, middle, 0.37 * high, reach)
    title = title_of(commission, part).upper()
    markup += sign(middle, 0.7 * high, title, fitted(title, 0.11 * wide, wide - 9), text_anchor="middle")
    key = f"component.{part.id}.text"
    if commission.words.knows(key):
        text = commission.words.say(key, points=abs(part.number))
        lines, size = balanced(text, 0.066 * wide, wide - 10, face_of(SIGNS, "500"), 5)
        for row, each in enumerate(lines):
            y = 0.77 * high + row * 1.15 * size
            markup += sign(middle, y, each, size, text_anchor="middle", font_weight="500")
    return markup


def sense(part: Component, x: float, y: float, reach: float) -> str:
    if part.number:
        text = value(part)
        size = fitted(text, 1.1 * reach, 1.4 * reach)
        return sign(x, y + 0.36 * size, text, size, text_anchor="middle")
    glyph = path(part.glyph or DOT, fill="none", stroke=INK, stroke_width=0.11, stroke_linecap="round")
    return moved([glyph], x, y, 0.6 * reach)


def token(commission: Commission, part: Component) -> str:
    """Its number; or its glyph, and what it is."""
    middle, reach = TOKEN / 2, 0.44 * TOKEN
    markup = circle(middle, middle, reach, fill=BRASS_LIGHT, stroke=BRASS, stroke_width=0.8)
    markup += circle(middle, middle, 0.84 * reach, fill=PLATE, stroke=BRASS, stroke_width=0.25)
    if part.number:
        return markup + sense(part, middle, middle, 0.85 * reach)
    lines, size = balanced(title_of(commission, part), 2.6, 1.3 * reach, face_of(SIGNS, "600"), 2)
    for row, each in enumerate(lines):
        markup += sign(middle, middle + 1.9 + 1.05 * size * row, each, size, text_anchor="middle")
    return markup + sense(part, middle, middle - 2.4, 0.85 * reach)


def token_back() -> str:
    middle, reach = TOKEN / 2, 0.44 * TOKEN
    return circle(middle, middle, reach, fill=BRASS_LIGHT, stroke=BRASS, stroke_width=0.8) + emblem(TOKEN, TOKEN)
