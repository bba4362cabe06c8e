"""Small values that the engine hands out: named tuples, compared and printed by what is in them."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["pass", "slot", "blind", "tickets", "keep", "claim", "rule"]


class Action(NamedTuple):
    """An action taken apart, by `decode_action`. Only the fields that its kind needs are set.

    kind: "pass", "slot" (a face-up card), "blind", "tickets", "keep", "claim", or "rule" (a rule's own)
    slot: the place of the face-up card, from 0
    kept: the tickets to keep, by their places in the offer, from 0
    lane: what is claimed
    colour: the card that pays it; `game.wild` if wilds alone do
    wilds: how many wilds are in the payment
    own: an action of a rule, by its number among all of them"""

    kind: Kind
    slot: int = -1
    kept: tuple[int, ...] = ()
    lane: int = -1
    colour: int = -1
    wilds: int = 0
    own: int = -1


class LedgerLine(NamedTuple):
    """A line of the ledger: what gave a seat how many points.

    rule: "start", "route", "ticket", or the id of a rule's own line
    detail: the lane of a route, the ticket of a ticket, the count that a bonus is given for"""

    rule: str
    seat: int
    points: int
    detail: int


class Standing(NamedTuple):
    """A seat's place in the final order, from 1. `decided_by` says what put it behind the seat before, or "shared"."""

    seat: int
    place: int
    score: int
    decided_by: str
