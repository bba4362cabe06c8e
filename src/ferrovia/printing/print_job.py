"""An order carried out: all sheets of a board, in the order in which they are needed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ferrovia.boards.look import PLAIN, Look
from ferrovia.engine.board import Board
from ferrovia.printing import components, train_cards
from ferrovia.printing.board_picture import BoardPicture
from ferrovia.printing.board_sheets import board_pages, printed_size
from ferrovia.printing.fonts import missing
from ferrovia.printing.pdf import pdf_of
from ferrovia.printing.plan_sheet import plan_page
from ferrovia.printing.rules_sheet import aid_pages, rules_pages
from ferrovia.printing.sheets import Commission, Definition, Page, PrintOrder, Sheet, finished
from ferrovia.printing.tickets import Tickets
from ferrovia.printing.track_sheet import track_page
from ferrovia.text.words import Words


@dataclass(frozen=True)
class PrintJob:
    """Sheets, and the drawings that they share."""

    commission: Commission
    definitions: tuple[Definition, ...]
    sheets: tuple[Sheet, ...]
    board_size: tuple[float, float]
    """In millimetres, as printed."""

    def pdf(self) -> bytes:
        """The same order always gives the same bytes."""
        commission = self.commission
        title = f"{commission.name} · {commission.version}"
        subject = commission.say("own_drawing" if commission.of_others else "own_board")
        return pdf_of(title, subject, self.definitions, self.sheets, grey=commission.order.grey)

    def counts(self) -> dict[str, int]:
        """Sheets of each kind, fronts and backs together."""
        return dict(Counter(sheet.kind.partition(".")[0] for sheet in self.sheets))

    def missing(self) -> list[str]:
        """Letters that no font has: boxes stand for them."""
        drawings = [each.markup for each in self.definitions] + [each.markup for each in self.sheets]
        letters: set[str] = set().union(*drawings)
        return sorted(letter for letter in letters if missing(letter))


def print_board(board: Board, order: PrintOrder, look: Look = PLAIN) -> PrintJob:
    """Everything that was ordered of a board, drawn and numbered."""
    commission = Commission(board, order, Words(order.language), look)
    picture = BoardPicture(commission)
    what = order.what
    definitions: list[Definition] = []
    pages: list[Page] = []
    if "board" in what:
        definitions.append(picture.definition())
        pages.extend(board_pages(picture))
    elif "track" in what:
        pages.append(track_page(commission))
    if "tickets" in what:
        tickets = Tickets(picture)
        definitions.extend(tickets.definitions())
        pages.extend(tickets.pages())
    if "cards" in what:
        definitions.extend(train_cards.definitions(commission))
        pages.extend(train_cards.pages(commission, components.cards(commission)))
        pages.extend(components.token_pages(commission))
    if "aids" in what:
        pages.extend(aid_pages(commission))
    if "rules" in what:
        pages.extend(rules_pages(commission))
    if "board" in what:
        pages.insert(0, plan_page(picture, pages))
    return PrintJob(commission, tuple(definitions), tuple(finished(commission, pages)), printed_size(picture))
