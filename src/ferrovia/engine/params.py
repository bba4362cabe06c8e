"""What the parameters of events and refusals mean, said once: whoever puts them into words or types reads it here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

SEAT: Final = "seat"  # the bank is -1, the neutral player comes after the last seat
LANE: Final = "lane"
PLACE: Final = "place"
CARD: Final = "card"  # one card, in a sentence
CARDS: Final = "cards"  # a list of them; -1 where there is none
COLOUR: Final = "colour"  # a card by its name alone
TICKET: Final = "ticket"
TICKETS: Final = "tickets"  # a list of them
SLOT: Final = "slot"  # a place of the market, from 0
PLACES: Final = "places"  # of an offer, as a mask
NUMBER: Final = "number"  # how many, or an amount of points or tokens
REASON: Final = "reason"  # a word of the code
RULING: Final = "ruling"  # its id

Meanings = Mapping[str, str]
"""Parameter → what it means."""


@dataclass(frozen=True)
class Told:
    """The parameters of an event: what everybody is told, and what only its seat is. A ruling may be named anywhere."""

    public: Meanings = field(default_factory=dict)
    private: Meanings = field(default_factory=dict)

    @property
    def meanings(self) -> Meanings:
        return {"seat": SEAT, "ruling": RULING, **self.public, **self.private}


EVENTS: Final[Mapping[str, Told]] = {
    "game.started": Told({"first": SEAT}),
    "hand.dealt": Told({"count": NUMBER}, {"cards": CARDS}),
    "card.face_up": Told({"slot": SLOT, "card": CARD}),
    "card.blind": Told(private={"card": CARD}),
    "card.only_one": Told(),
    "row.filled": Told({"slot": SLOT, "card": CARD}),
    "row.refilled": Told(),
    "row.reset": Told({"row": CARDS}),
    "row.stays": Told({"resets": NUMBER}),
    "deck.reshuffled": Told({"cards": NUMBER}),
    "tickets.offered": Told({"count": NUMBER}, {"tickets": TICKETS}),
    "tickets.chosen": Told(private={"mask": PLACES}),
    "tickets.kept": Told(
        {"kept": NUMBER, "rejected": NUMBER, "long": NUMBER, "discarded": TICKETS},
        {"tickets": TICKETS, "returned": TICKETS},
    ),
    "tickets.reshuffled": Told({"count": NUMBER}),
    "cards.paid": Told({"colour": COLOUR, "plain": NUMBER, "wilds": NUMBER}),
    "route.claimed": Told({"lane": LANE, "points": NUMBER}),
    "route.closed": Told({"lane": LANE}),
    "turn.passed": Told(),
    "round.last": Told({"turns": NUMBER}),
    "game.over": Told({"reason": REASON}),
}
"""The core's own; a rule names its events in `Rule.EVENTS`."""

REFUSALS: Final[Mapping[str, Meanings]] = {
    "game.over": {},
    "turn.not_yours": {"seat": SEAT},
    "action.unknown": {"action": NUMBER},
    "action.not_now": {"action": NUMBER},
    "wild.second_draw": {"ruling": RULING},
    "deck.empty": {},
    "row.empty": {"slot": SLOT},
    "tickets.none": {"ruling": RULING},
    "tickets.not_offered": {"offered": NUMBER},
    "tickets.too_few": {"least": NUMBER},
    "pass.not_forced": {"ruling": RULING},
    "route.taken": {"lane": LANE, "owner": SEAT},
    "route.own_twin": {"lane": LANE, "ruling": RULING},
    "route.closed": {"lane": LANE, "ruling": RULING},
    "pieces.too_few": {"lane": LANE, "needed": NUMBER, "left": NUMBER},
    "wilds.too_few": {"lane": LANE, "needed": NUMBER, "ruling": RULING},
    "cards.too_few": {"lane": LANE, "needed": NUMBER, "wilds": NUMBER},
}
"""Why an action was refused: code → its parameters."""


def usual_meanings(told: Iterable[Meanings]) -> dict[str, str]:
    """What a parameter means where no code says so: the thing it is in some event, or a number."""
    usual: dict[str, str] = {}
    for meanings in told:
        for name, meaning in meanings.items():
            if usual.get(name, NUMBER) == NUMBER:
                usual[name] = meaning
    return usual
