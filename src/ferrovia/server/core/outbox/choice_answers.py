"""The shapes of what somebody who has to decide may choose from."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict


class Payment(TypedDict):
    action: int
    colour: int
    wilds: int


class TermInfo(TypedDict):
    """What a claim costs or brings besides its cards. A warning is told before the claim is confirmed."""

    key: str
    params: dict[str, int]
    warning: bool
    glyph: str
    """What stands on the map at its `place`, for its `seat`: the data of an SVG path, from −1 to 1; "": nothing."""
    cards: list[int]
    """What lies open before everybody while it holds."""


class Claim(TypedDict):
    lane: int
    payments: list[Payment]
    """The default first, then the fewest wilds."""
    default: int
    """The action to propose: the payment with the fewest wilds (R20)."""
    terms: list[TermInfo]


class OwnAction(TypedDict):
    """An action of a board's own rule, in notation."""

    action: int
    text: str
    term: TermInfo | None
    """What it does, as the rule words it."""


class Keep(TypedDict):
    kept: list[int]
    """Places in the offer, from 0."""
    action: int


DecisionKind = Literal["first_tickets", "turn", "second_card", "keep_tickets", "rule"]


class Choices(TypedDict):
    """All that the seat may do now. What is sent back names `decision` and one of the numbers called action."""

    decision: int
    kind: DecisionKind
    slots: list[int]
    """Places of the row that a card may be taken from, from 0."""
    slot_actions: list[int]
    """Of `slots`, in the same order."""
    blind: bool
    blind_action: int | None
    tickets: bool
    tickets_action: int | None
    must_pass: bool
    pass_action: int | None
    keep_least: int
    """Of the offered tickets; 0 if none are offered."""
    keeps: list[Keep]
    """Every choice of tickets that is allowed."""
    claims: list[Claim]
    own: list[OwnAction]
    actions: list[int]


class MoveFacts(TypedDict):
    """A move as a client puts it into words. What its kind does not need is -1, 0 or empty."""

    kind: Literal["pass", "slot", "blind", "tickets", "keep", "claim", "rule"]
    text: str
    """In notation."""
    lane: int
    card: int
    """What is taken from the row, or what pays."""
    wilds: int
    tickets: list[int]
    """What is kept."""
