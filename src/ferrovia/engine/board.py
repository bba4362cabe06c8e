"""A board as data: what is printed on it and in its rulebook. Immutable; the loader makes it, the game reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ferrovia.engine.picture import picture

GREY = "grey"
"""The colour of a lane that takes any one colour (R18)."""
WILD = "wild"
JUNCTION = "junction"
LONG = "long"
"""Columns of locations.csv and tickets.csv that say YES or nothing."""
YES = "yes"

Names = Mapping[str, str]
"""A text per language code; "en" is always there."""


@dataclass(frozen=True)
class Place:
    """Where lanes end. `x` and `y` are in the unit of the board's own file."""

    name: str
    x: float
    y: float
    names: Names = field(default_factory=dict)
    columns: Mapping[str, str] = field(default_factory=dict)

    @property
    def junction(self) -> bool:
        """Whether it only joins lanes: no ticket ends here, and nobody builds anything on it."""
        return self.columns.get(JUNCTION) == YES

    def label(self, language: str) -> str:
        """Its name in a language, where it has one of its own there."""
        return self.names.get(language, self.name)


@dataclass(frozen=True)
class PieceKind:
    """Something a player places: its supply, and what a route of so many cards scores."""

    id: str
    names: Names
    supply: int
    points: Mapping[int, int]
    one_per_route: bool = False


@dataclass(frozen=True)
class Lane:
    """One lane between two places. Lanes that join the same two places are a double route (R21)."""

    a: int
    b: int
    cards: int
    colour: str
    kind: int
    columns: Mapping[str, str]
    """Every column of its row, known or not: rules read their marks here, and nothing is lost."""
    row: int = 0


@dataclass(frozen=True)
class Ticket:
    """Two places to join, and what that is worth."""

    a: int
    b: int
    points: int
    columns: Mapping[str, str]
    row: int = 0
    further: tuple[int, ...] = ()
    """Other places that do as well as `b`: any one of them completes it (R30)."""

    @property
    def goals(self) -> tuple[int, ...]:
        """The places of which one has to be joined to `a`."""
        return (self.b, *self.further)

    @property
    def long(self) -> bool:
        """Whether it is of the deck that is dealt from at the start only (L1)."""
        return self.columns.get(LONG) == YES


@dataclass(frozen=True)
class Option:
    """A switch a table may set. `knobs` are what it changes while it is on."""

    id: str
    names: Names
    texts: Names
    default: bool
    players: tuple[int, int]
    requires: str | None
    knobs: Mapping[str, int]


@dataclass(frozen=True)
class RuleUse:
    """A rule module this board plays with, always or while an option is on."""

    rule: str
    when: str | None
    params: Mapping[str, object]


@dataclass(frozen=True)
class TicketDeal:
    """How many tickets are dealt and kept, at the start and later."""

    first_deal: int
    first_keep: int
    later_deal: int
    later_keep: int
    face_up_discard: bool
    """Rejected tickets: face up beside the deck, or (False) under it."""
    long_deal: int = 0
    """Long tickets that each player is dealt beside the first ones (L1)."""


@dataclass(frozen=True, repr=False)
class Board:
    """A board as it is printed, made by `load`: places, lanes, tickets, cards, pieces and the rules it is played by."""

    id: str
    names: Names
    texts: Names
    players: tuple[int, int]
    places: tuple[Place, ...]
    lanes: tuple[Lane, ...]
    tickets: tuple[Ticket, ...]
    kinds: tuple[PieceKind, ...]
    deck: Mapping[str, int]
    """Copies of each card colour, in the board's order, `wild` last."""
    hand: int
    ticket_deal: TicketDeal
    doubles_close_up_to: int
    """With this many seats or fewer, a claim closes the other lane to everybody (R22)."""
    end_at_pieces: int
    start_scores: tuple[int, ...]
    tie_breakers: tuple[str, ...]
    rules: tuple[RuleUse, ...]
    options: tuple[Option, ...]
    provenance: Mapping[str, object]
    digest: str
    """Hash of everything the rules read; a record names it."""
    third_lanes_close_up_to: int = 0
    """With this many seats or fewer, two lanes of a triple route are all that can be claimed (R22)."""

    def __repr__(self) -> str:
        places, lanes, tickets = len(self.places), len(self.lanes), len(self.tickets)
        return f"<Board {self.id}: {places} places, {lanes} lanes, {tickets} tickets>"

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it."""
        return picture(self)

    @property
    def colours(self) -> tuple[str, ...]:
        """Of the cards, without the wild one."""
        return tuple(colour for colour in self.deck if colour != WILD)

    def option(self, id: str) -> Option | None:
        """The option of that id, if the board has it."""
        return next((option for option in self.options if option.id == id), None)
