"""Ticket cards: two places, their points in a stamp, and where they lie on a small map of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import dropwhile
from typing import Final

from ferrovia.boards.look import Backdrop
from ferrovia.draw.palette import INK, PLATE
from ferrovia.draw.scenery import mixed
from ferrovia.engine.board import Ticket
from ferrovia.printing.board_picture import BoardPicture, vignette
from ferrovia.printing.card_grid import card_pages
from ferrovia.printing.fonts import SIGNS, face_of
from ferrovia.printing.markup import balanced, circle, clipped, fitted, group, line, moved, n, path, rect, sign, used
from ferrovia.printing.sheets import Commission, Definition, Page
from ferrovia.printing.train_cards import back, emblem
from ferrovia.rules import FACTORIES
from ferrovia.text.rulebook_text import said

TICKETS: Final = "tickets"
MAP: Final = "ticket-map"
SHOWN: Final = ("water", "built")
"""Of a backdrop, on the small map."""
BACK: Final = "ticket-back"
STOCK: Final = "#f7ecd0"
STRIPE: Final = "#b4532a"
LINES: Final = "#a8946a"
WAY: Final = "#8f3313"
STAMP: Final = "#7d2a52"
FIGURE: Final = "#6b2045"
PLUM: Final = "#5a1f3c"
PLUM_EDGE: Final = "#2f0f1f"
LARGE: Final = 5.2
TWO_LINES: Final = 3.6
"""The size of a name in two lines."""
TALL: Final = 1.05
DOTS: Final = 5.6
"""Where the dots before the names begin, and a map below them."""
RING: Final = 1.5
RING_PEN: Final = 0.8
DESIGN: Final = 68.0
"""The longer side of the card that the drawing is made for."""


class Tickets:
    def __init__(self, picture: BoardPicture) -> None:
        self.picture = picture
        self.commission: Commission = picture.commission
        self.rules = [FACTORIES[use.rule](use.params) for use in self.commission.board.rules]

    @property
    def card(self) -> tuple[float, float]:
        """Lying."""
        short, long = self.commission.order.card
        return long, short

    @property
    def design(self) -> tuple[float, float]:
        """The card's sides in units of the drawing."""
        wide, high = self.card
        return DESIGN, DESIGN * high / wide

    @cached_property
    def map_box(self) -> tuple[float, float, float, float]:
        """Where the map lies on the card: x, y, width, height."""
        wide, high = self.design
        map_wide, map_high = self.picture.map_size
        first_x, first_y = (0.52 * wide, 3.0) if self.tall else (DOTS, 14.0)
        room_x, room_y = (wide - first_x - 3, high - 6.0) if self.tall else (0.66 * wide - DOTS, high - 17.5)
        scale = min(room_x / map_wide, room_y / map_high)
        left, top = first_x + (room_x - scale * map_wide) / 2, first_y + (room_y - scale * map_high) / 2
        return left, top, scale * map_wide, scale * map_high

    @property
    def tall(self) -> bool:
        """A map that is much higher than wide stands at the right of its card instead of below the names."""
        wide, high = self.picture.map_size
        return high > TALL * wide

    def definitions(self) -> Iterator[Definition]:
        _, _, wide, high = self.map_box
        yield Definition(MAP, -1, -1, wide + 1, high + 1, "".join(self.small_map()))
        card_wide, card_high = self.card
        yield Definition(BACK, 0, 0, card_wide, card_high, self.back())

    def pages(self) -> Iterator[Page]:
        cards = [(self.face(ticket), used(BACK)) for ticket in self.commission.board.tickets]
        yield from card_pages(self.commission, TICKETS, self.commission.say("tickets"), self.card, cards)

    def back(self) -> str:
        """The board's own drawing on plum; an emblem if it has none."""
        wide, high = self.card
        ground = back(wide, high, PLUM, PLUM_EDGE)
        backdrop = self.commission.look.backdrop
        if backdrop is None or backdrop.vignette is None:
            return ground + emblem(wide, high)
        scale = 0.62 * high / 100
        oval = f"M{n(-0.36 * wide)} 0a{n(0.36 * wide)} {n(0.37 * high)} 0 1 0 {n(0.72 * wide)} 0"
        oval += f"a{n(0.36 * wide)} {n(0.37 * high)} 0 1 0 {n(-0.72 * wide)} 0Z"
        frame = path(oval, fill=STOCK, stroke=LINES, stroke_width=0.8)
        drawing = moved([vignette(backdrop.vignette, PLUM, STOCK)], 0, 0.07 * high, scale)
        return ground + moved([frame, drawing], wide / 2, high / 2)

    # --- the map ----------------------------------------------------------------------------------------
    def small_map(self) -> Iterator[str]:
        """Water and the network, as small as a ticket has them."""
        _, _, wide, high = self.map_box
        ground = self.picture.layout.ground
        scale = wide / ground.width
        backdrop = self.commission.look.backdrop
        yield rect(0, 0, wide, high, fill=mixed(ground.paper, 0.5, PLATE))
        if backdrop is not None:
            yield clipped("tiny", 0, 0, wide, high, [moved(self.water(backdrop), 0, 0, scale)])
        data = ""
        for connection in ground.connections:
            a, b = ground.places[connection.a], ground.places[connection.b]
            data += f"M{n(a.x * scale)} {n(a.y * scale)}L{n(b.x * scale)} {n(b.y * scale)}"
        yield path(data, fill="none", stroke=LINES, stroke_width=0.35, stroke_linecap="round")
        yield from (circle(at.x * scale, at.y * scale, 0.45, fill=INK) for at in ground.places)
        yield rect(0, 0, wide, high, stroke=LINES, stroke_width=0.25)

    def water(self, backdrop: Backdrop) -> Iterator[str]:
        """And the land that is drawn over it."""
        ground = self.picture.layout.ground
        place = f"scale({ground.scale:.5f}) translate({n(-ground.origin.x)} {n(-ground.origin.y)})"
        layers = dropwhile(lambda layer: layer.kind != "water", backdrop.layers)
        shown = [layer for layer in layers if layer.kind in SHOWN]
        yield group((path(layer.path, fill=backdrop.tint[layer.kind]) for layer in shown), transform=place)

    # --- a ticket ---------------------------------------------------------------------------------------
    def face(self, ticket: Ticket) -> str:
        wide, high = self.design
        scale = self.card[0] / wide
        return moved(self.parts(ticket, wide, high), 0, 0, scale)

    def parts(self, ticket: Ticket, wide: float, high: float) -> Iterator[str]:
        yield rect(0, 0, wide, high, fill=STOCK)
        stripe = INK if ticket.long else STRIPE
        yield rect(0, 0, 2, high, fill=stripe)
        yield line(2.8, 0, 2.8, high, 0.35, stripe)
        yield rect(0.15, 0.15, wide - 0.3, high - 0.3, stroke=LINES, stroke_width=0.3)
        yield from self.names(ticket, wide)
        yield from self.way(ticket)
        x, y = (0.27 * wide, 0.59 * high) if self.tall else (0.84 * wide, 0.56 * high)
        yield from stamp(x, y, ticket.points)
        yield from self.note(ticket, x, 0.41 * wide if self.tall else 0.3 * wide, high)

    def names(self, ticket: Ticket, wide: float) -> Iterator[str]:
        """One place above the other, a dot before each. Beside a tall map a long name may take two lines."""
        places, language = self.commission.board.places, self.commission.words.language
        room = self.map_box[0] - 11.5 if self.tall else wide - 14
        second = 14.0 if self.tall else 11.8
        names = [" / ".join(places[place].label(language) for place in ends) for ends in ((ticket.a,), ticket.goals)]
        found = [self.lettering(name, room) for name in names]
        size = min((size for lines, size in found if len(lines) == 1), default=LARGE)
        for (lines, own), y in zip(found, (6.4, second), strict=True):
            yield circle(7, y - 1.7, 1.15, fill=PLATE, stroke=INK, stroke_width=0.5)
            if len(lines) == 1:
                yield sign(10, y, lines[0], size)
            else:
                yield from (sign(10, y - 2.1 + 1.05 * own * row, each, own) for row, each in enumerate(lines))
        yield line(7, 6.2, 7, second - 3.1, 0.4, stroke_dasharray="0.9 0.7")

    def lettering(self, name: str, room: float) -> tuple[Sequence[str], float]:
        """The lines of a name and their size; both names of a ticket are as large as the longer one can be."""
        size = fitted(name, LARGE, room)
        lines, small = balanced(name, TWO_LINES, room, face_of(SIGNS, "600"), 2)
        return ([name], size) if not self.tall or size > small or len(lines) == 1 else (lines, small)

    def way(self, ticket: Ticket) -> Iterator[str]:
        left, top, wide, high = self.map_box
        ground = self.picture.layout.ground
        scale = wide / ground.width
        places = [ground.places[end] for end in (ticket.a, *ticket.goals)]
        first, *goals = [(within(at.x * scale, wide), within(at.y * scale, high)) for at in places]
        marked = [
            used(MAP),
            *(line(*first, *goal, 1.7, PLATE) for goal in goals),
            *(line(*first, *goal, 0.8, WAY, stroke_dasharray="1.5 1") for goal in goals),
            *(circle(x, y, RING, fill=PLATE, stroke=WAY, stroke_width=RING_PEN) for x, y in (first, *goals)),
        ]
        yield moved(marked, left, top)

    def note(self, ticket: Ticket, x: float, room: float, high: float) -> Iterator[str]:
        """Of which deck it is, and what rules have printed on it, below the stamp."""
        notes = [rule.ticket_note(self.commission.board, ticket) for rule in self.rules]
        texts = [self.commission.say("long_ticket")] if ticket.long else []
        texts += [said(self.commission.words, each) for each in notes if each is not None]
        if not texts:
            return
        lines, size = balanced(" ".join(texts), 2.6, room, face_of(SIGNS, "600"), 4)
        for row, each in enumerate(lines):
            y = high - 3 - (len(lines) - 1 - row) * 1.12 * size
            yield sign(x, y, each, size, text_anchor="middle", fill=INK)


def within(at: float, side: float) -> float:
    """A ring stays inside the frame of its map; it still lies on its place, which is larger than the way it moves."""
    edge = RING + RING_PEN
    return min(max(at, edge), side - edge)


def stamp(x: float, y: float, points: int) -> Iterator[str]:
    """Slightly askew, as stamps are."""
    figures = str(points)
    size = 9.0 if len(figures) < 3 else 6.5
    yield moved(
        [
            circle(0, 0, 8, fill="none", stroke=STAMP, stroke_width=0.9),
            circle(0, 0, 6.9, fill="none", stroke=STAMP, stroke_width=0.3),
            line(-5, -3.9, 5, -3.9, 0.3, STAMP),
            line(-5, 3.9, 5, 3.9, 0.3, STAMP),
            sign(0, 0.35 * size, figures, size, text_anchor="middle", fill=FIGURE),
        ],
        x, y, turn=-9,
    )  # fmt: skip
