"""Pictures for a virtual table (Tabletop Simulator): the board as one, decks as sheets of cards, and their measures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from ferrovia._extras import need
from ferrovia.boards.look import PLAIN, Look
from ferrovia.engine.board import Board
from ferrovia.printing import components, train_cards
from ferrovia.printing.board_picture import BoardPicture
from ferrovia.printing.board_sheets import printed_size
from ferrovia.printing.fonts import files_on_disk
from ferrovia.printing.markup import moved, used
from ferrovia.printing.sheets import Commission, Definition, PrintOrder
from ferrovia.printing.tickets import BACK as TICKET_BACK
from ferrovia.printing.tickets import Tickets
from ferrovia.text.words import Words

LONGEST: Final = 4096
"""Pixels of the longer side of a picture."""
COLUMNS: Final = 10
ROWS: Final = 7
"""A sheet has at most this many cards, and its last place is for the face of a hidden one."""
LEAST: Final = 2
CARD_PIXELS: Final = 512


@dataclass(frozen=True)
class Picture:
    """A PNG, and what to type where it is put in."""

    name: str
    png: bytes
    width: float = 0.0
    height: float = 0.0
    """Of the thing itself, in millimetres; a card's on a sheet of cards."""
    columns: int = 0
    rows: int = 0
    cards: int = 0
    back: str = ""
    """The picture of the back that goes with a sheet."""


def tabletop_pictures(board: Board, order: PrintOrder, look: Look = PLAIN) -> Iterator[Picture]:
    """What was ordered, one picture after the other."""
    commission = Commission(board, order, Words(order.language), look)
    picture = BoardPicture(commission)
    if "board" in order.what:
        wide, high = printed_size(picture)
        whole = picture.definition()
        yield Picture("board.png", png([], whole.markup, *picture.size, LONGEST), wide, high)
    if "tickets" in order.what:
        tickets = Tickets(picture)
        faces = [tickets.face(ticket) for ticket in board.tickets]
        yield from deck("tickets", list(tickets.definitions()), faces, used(TICKET_BACK), tickets.card)
    if "cards" in order.what:
        shared = list(train_cards.definitions(commission))
        faces = [used(train_cards.name_of(colour)) for colour, copies in board.deck.items() for _ in range(copies)]
        yield from deck("cards", shared, faces, used(train_cards.BACK), order.card)
        others = components.cards(commission)
        if others:
            yield from deck("others", [], [face for face, _ in others], others[0][1], order.card)


def deck(
    name: str, shared: Sequence[Definition], faces: Sequence[str], back: str, card: tuple[float, float]
) -> Iterator[Picture]:
    """Sheets of faces and their one back."""
    wide, high = card
    behind = f"{name}-back.png"
    yield Picture(behind, png(shared, back, wide, high, CARD_PIXELS), wide, high)
    most = COLUMNS * ROWS - 1
    for number, first in enumerate(range(0, len(faces), most), 1):
        some = faces[first : first + most]
        columns = min(max(len(some), LEAST), COLUMNS)
        rows = max(ceil((len(some) + 1) / columns), LEAST)
        cells = "".join(
            moved([face], place % columns * wide, place // columns * high) for place, face in enumerate(some)
        )
        cells += moved([back], (columns - 1) * wide, (rows - 1) * high)
        drawn = png(shared, cells, columns * wide, rows * high, LONGEST)
        yield Picture(f"{name}-{number}.png", drawn, wide, high, columns, rows, len(some), behind)


def png(shared: Sequence[Definition], markup: str, wide: float, high: float, longest: int) -> bytes:
    """The drawing from 0,0 to so many millimetres, its longer side so many pixels."""
    defined = "".join(f'<g id="{each.name}">{each.markup}</g>' for each in shared)
    scale = longest / max(wide, high)
    size = f'width="{round(wide * scale)}" height="{round(high * scale)}" viewBox="0 0 {wide:.3f} {high:.3f}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{defined}</defs>{markup}</svg>'
    data: bytes = need("resvg_py").svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=files_on_disk(), background="#ffffff"
    )
    return bytes(data)
