"""Pages on their way to becoming sheets: what is ordered, what is drawn, and the line at the foot that names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import ferrovia
from ferrovia.boards.look import PLAIN, Look
from ferrovia.engine.board import Board
from ferrovia.printing.markup import SOFT_INK, fitted, line, sign
from ferrovia.printing.paper import CAPTION, MARGIN, SIZES, Paper
from ferrovia.text.words import Words

WHAT: Final = ("board", "tickets", "cards", "track", "aids", "rules")
CARD: Final = (44.0, 68.0)
DIGEST: Final = 12
"""Letters of a digest that are enough to tell versions apart."""
OF_OTHERS: Final = frozenset({"published", "printed", "one source", "reconstructed"})
"""Words of a provenance that tell of a printed game."""


@dataclass(frozen=True)
class PrintOrder:
    """What is wanted, and how."""

    paper: Paper = field(default_factory=lambda: Paper("a4", *SIZES["a4"]))
    what: tuple[str, ...] = WHAT
    scale: float = 1.0
    """Of the board; cards have a size of their own."""
    card: tuple[float, float] = CARD
    """The shorter side and the longer one."""
    language: str = "en"
    grey: bool = False
    backs: bool = True
    address: str = ""
    """Where this board can be played; a code for cameras says it."""


@dataclass(frozen=True)
class Commission:
    """A board to print: everything that a page may ask for."""

    board: Board
    order: PrintOrder
    words: Words
    look: Look = PLAIN

    @property
    def name(self) -> str:
        return self.words.of(self.board.names)

    @property
    def version(self) -> str:
        """Of the software and of the board's facts."""
        return f"Ferrovia {ferrovia.__version__} · {self.board.digest[:DIGEST]}"

    @property
    def of_others(self) -> bool:
        """Whether any facts of the board are those of somebody's printed game."""
        parts = self.board.provenance.get("parts")
        assert isinstance(parts, Mapping)
        return any(word in OF_OTHERS for words in parts.values() for word in words)

    def say(self, key: str, **params: object) -> str:
        return self.words.say(f"print.{key}", **params)


@dataclass(frozen=True)
class Definition:
    """A drawing that several sheets use, and the box that it fills."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    markup: str


@dataclass(frozen=True)
class Page:
    """Before it has its number. `kind` says what is on it, for whoever counts."""

    kind: str
    title: str
    width: float
    height: float
    markup: str


@dataclass(frozen=True)
class Sheet:
    number: int
    kind: str
    title: str
    width: float
    height: float
    markup: str


def finished(commission: Commission, pages: Sequence[Page]) -> list[Sheet]:
    """Every page with its caption."""
    return [
        Sheet(
            number,
            page.kind,
            page.title,
            page.width,
            page.height,
            page.markup + caption(commission, page, number, len(pages)),
        )
        for number, page in enumerate(pages, 1)
    ]


def caption(commission: Commission, page: Page, number: int, total: int) -> str:
    """Board, version and digest; what this sheet is, and of how many; whose drawing it is."""
    left, right, foot = MARGIN, page.width - MARGIN, page.height - MARGIN
    room = right - left
    place = commission.say("sheet", number=number, total=total)
    one = f"{commission.name} · {commission.version}"
    two = commission.say("own_drawing" if commission.of_others else "own_board")
    soft: dict[str, str | float] = {"fill": SOFT_INK, "font_weight": "500"}
    return (
        line(left, foot - CAPTION + 1.4, right, foot - CAPTION + 1.4, 0.1, SOFT_INK)
        + sign(left, foot - 3.6, one, fitted(one, 2.8, 0.56 * room), **soft)
        + sign(
            right,
            foot - 3.6,
            f"{page.title} · {place}",
            fitted(f"{page.title} · {place}", 2.8, 0.42 * room),
            text_anchor="end",
            fill=SOFT_INK,
        )
        + sign(left, foot - 0.6, two, fitted(two, 2.4, room), **soft)
    )
