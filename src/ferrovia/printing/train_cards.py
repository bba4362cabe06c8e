"""Train cards: a face for every colour, drawn as on the screen, and one back for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ferrovia.draw import cards
from ferrovia.printing.card_grid import card_pages
from ferrovia.printing.markup import drawn, fitted, group, moved, rect, sign, used
from ferrovia.printing.sheets import Commission, Definition, Page

CARDS: Final = "cards"
BACK: Final = "card-back"
FRAME: Final = 2.4
"""From the edge of a card to its inner frame, in millimetres."""


def name_of(colour: str) -> str:
    return f"card-{colour}"


def definitions(commission: Commission) -> Iterator[Definition]:
    wide, high = commission.order.card
    for colour in commission.board.deck:
        yield Definition(name_of(colour), 0, 0, wide, high, face(commission, colour))
    yield Definition(BACK, 0, 0, wide, high, back(wide, high, cards.BACK, cards.BACK_EDGE) + emblem(wide, high))


def pages(commission: Commission, others: Sequence[tuple[str, str]]) -> Iterator[Page]:
    """The whole deck, and after it cards of other kinds, each with its back."""
    deck = [
        (used(name_of(colour)), used(BACK)) for colour, copies in commission.board.deck.items() for _ in range(copies)
    ]
    yield from card_pages(commission, CARDS, commission.say("cards"), commission.order.card, [*deck, *others])


def face(commission: Commission, colour: str) -> str:
    """The drawing is as wide as the card; what it is too short by goes above and below it."""
    wide, high = commission.order.card
    tone = cards.tone_of(colour)
    scale = min((wide - 1) / cards.WIDTH, (high - 1) / cards.HEIGHT)
    left, top = (wide - scale * cards.WIDTH) / 2, (high - scale * cards.HEIGHT) / 2
    name = commission.words.name("colour", colour).upper()
    x, y = cards.NAME_AT
    size = fitted(name, cards.NAME_SIZE, 0.8 * cards.WIDTH)
    below = top / scale / 2  # in the middle of what is left there
    label = sign(x, y + below, name, size, text_anchor="middle", fill=tone.symbol, letter_spacing=0.06 * size)
    return (
        rect(0, 0, wide, high, fill=tone.fill)
        + rect(0.3, 0.3, wide - 0.6, high - 0.6, stroke=tone.edge, stroke_width=0.6)
        + rect(
            FRAME, FRAME, wide - 2 * FRAME, high - 2 * FRAME, rx=2, stroke=tone.symbol, stroke_width=0.3, opacity=0.65
        )
        + moved([drawn(cards.motif(colour)), label], left, top, scale)
    )


def back(wide: float, high: float, ground: str, edge: str, gold: str = cards.GOLD) -> str:
    """Woven bands within a frame; the ground runs out over the edge of the card."""
    bands = group(
        [f'<path d="{cards.bands()}" fill="none" stroke="{gold}" stroke-width="0.7" opacity="0.6"/>'],
        transform=f"scale({wide / cards.WIDTH:.5f} {high / cards.HEIGHT:.5f})",
    )
    frame = 0.07 * min(wide, high)
    return (
        rect(0, 0, wide, high, fill=ground)
        + rect(0.3, 0.3, wide - 0.6, high - 0.6, stroke=edge, stroke_width=0.6)
        + bands
        + rect(frame, frame, wide - 2 * frame, high - 2 * frame, rx=1.5, stroke=gold, stroke_width=0.5)
    )


def emblem(wide: float, high: float) -> str:
    scale = min(wide, high) / cards.WIDTH
    return moved([drawn(cards.back_emblem())], wide / 2 - 50 * scale, high / 2 - 70 * scale, scale)
