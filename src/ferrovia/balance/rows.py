"""What a maker asks of a board, row by row: a thing and its figures, each with its interval."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ferrovia.balance.intervals import Figure


@dataclass(frozen=True)
class Row:
    """A thing and its figures, at one number of players and by one kind of play."""

    players: int
    by: str

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: figures with their intervals, places by their names."""
        plain = {}
        for field in fields(self):
            value = getattr(self, field.name)
            plain[field.name.rstrip("_")] = value.to_dict() if isinstance(value, Figure) else value
        return plain


@dataclass(frozen=True)
class SeatRow(Row):
    turn: int | None
    """The place in the order of play, from 1 on; None where the row is of a chair …"""
    chair: int | None
    """… at the table, which ought to make no difference at all."""
    win: Figure
    fair: float
    score: Figure | None


@dataclass(frozen=True)
class OfferRow(Row):
    ticket: int | None
    """Of offers with this ticket in it; None where the row is of a class by points."""
    from_: str | None
    to: str | None
    least: int | None
    most: int | None
    """Points of a class; None: no bound."""
    offers: int
    win: Figure
    fair: float


@dataclass(frozen=True)
class TicketRow(Row):
    ticket: int
    from_: str
    to: str
    points: int
    way: int
    """The cards of its shortest way."""
    kept: Figure | None
    """How often it was kept when it was offered."""
    completed: Figure | None
    """How often it was completed when it was held."""
    gain: Figure | None
    """What keeping it, rather than another, adds to the score …"""
    win: Figure | None
    """… and to the chance to win."""
    worth: Figure | None
    """The points that would make it as good as the others of its length; planners' games alone can tell."""


@dataclass(frozen=True)
class LaneRow(Row):
    lane: int
    from_: str
    to: str
    colour: str
    cards: int
    claimed: Figure
    when: Figure | None
    """From 0, the first turn, to 1, the last."""
    lacked: Figure | None
    """Tickets a game that this lane alone would have completed."""
    lost: Figure | None
    """The same, and it could not be had any more."""
    cost: Figure | None
    """Points that each of these tickets made in difference."""
    snatched: Figure | None
    """How often a game somebody took it while another planned with it …"""
    detour: Figure | None
    """… and the points that the detour then cost, by the plan of who lost it."""


@dataclass(frozen=True)
class ColourRow(Row):
    colour: str
    cards: int
    """In the deck."""
    spaces: int
    """On lanes of this colour."""
    wilds: Figure | None
    """The share of wilds in what was paid for lanes of this colour."""
    idle: Figure | None
    """Cards that every player has left at the end."""
    used: Figure | None
    """How often a game each card of the deck was paid."""
    short: Figure | None
    """The share of turns in which a planner lacked cards of this colour."""
    scarce: Figure | None
    """How much dearer its lanes are than those of other colours: paid with more wilds, and claimed less. 1 is even."""


@dataclass(frozen=True)
class LengthRow(Row):
    games: int
    unfinished: int
    turns: Figure | None
    """Of each player."""
    lead_changes: Figure | None
    margin: Figure | None
    surprises: Figure | None
    """How often somebody wins who was not ahead before tickets and bonuses were counted."""
    resets: Figure | None
    empty_decks: Figure | None
    bare: Figure | None
    """How often not a single card was left to draw."""
    passes: Figure | None


@dataclass(frozen=True)
class StyleRow:
    style: str
    against: str
    games: int
    win: Figure

    def to_dict(self) -> dict[str, Any]:
        return {"style": self.style, "against": self.against, "games": self.games, "win": self.win.to_dict()}


@dataclass(frozen=True)
class Figures:
    """All that was measured of a board. The fields are the keys of its JSON."""

    seats: list[SeatRow]
    offers: list[OfferRow]
    tickets: list[TicketRow]
    lanes: list[LaneRow]
    colours: list[ColourRow]
    length: list[LengthRow]
    styles: list[StyleRow]

    def to_dict(self) -> dict[str, list[dict[str, Any]]]:
        return {field.name: [row.to_dict() for row in getattr(self, field.name)] for field in fields(self)}
