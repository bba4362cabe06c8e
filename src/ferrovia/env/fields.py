"""The layout of an observation: one list of fields, from which the encoder, the spec and the documents are made."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.telling import Observed

VERSION: Final = 1
"""Of the layout. It changes when a field of some game gets another name, place, shape or meaning."""
MOST: Final = 32_767
"""Of any number in an observation: they have 16 bits. What can grow without end stops there."""


@dataclass(frozen=True)
class Field:
    """A part of an observation: numbers `at` … `at + size − 1`, to be read in this shape, the last axis fastest."""

    name: str
    at: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    """What each axis counts. Seats are counted from the observer on, who is 0."""
    low: int
    high: int
    told: str

    @property
    def size(self) -> int:
        count = 1
        for width in self.shape:
            count *= width
        return count


@dataclass(frozen=True)
class Draft:
    """A field before it has its place and its sizes."""

    name: str
    axes: tuple[str, ...]
    high: str | int
    told: str
    low: int = 0


CORE: Final = (
    Draft("phase", ("phase",), 1, "what is to be decided: the engine's phases, then those of the rules; one is 1"),
    Draft("seat.deciding", ("seat",), 1, "1 for a seat that has something to decide now"),
    Draft("seat.turn", ("seat",), 1, "1 for the seat whose turn it is"),
    Draft("seat.first", ("seat",), 1, "1 for the seat that had the first turn"),
    Draft("turns", (), MOST, "turns that have ended"),
    Draft("passes", (), "seat", "passes in a row"),
    Draft("turns_left", (), "seat", "turns to come in the last round; 0 before it"),
    Draft("rules_done", (), MOST, "rules that have acted after this turn, while one of them asks for a decision"),
    Draft("market", ("slot", "card"), 1, "1 for the card that lies face up there"),
    Draft("deck", (), "cards", "cards in the deck"),
    Draft("discard", ("card",), "alike", "cards in the discard"),
    Draft("hand", ("card",), "alike", "the observer's cards; wild ones are last"),
    Draft("seat.hand", ("seat",), "cards", "cards in each hand"),
    Draft("seat.known", ("seat", "card"), "alike", "of these, the ones that everybody saw being taken"),
    Draft("seat.pieces", ("seat", "kind"), "supply", "pieces left"),
    Draft("seat.points", ("seat",), MOST, "points for routes and starting scores", -MOST),
    Draft("seat.tickets", ("seat",), "tickets", "tickets held"),
    Draft("seat.offered", ("seat",), "dealt", "tickets that lie before a seat to choose from"),
    Draft("lane.owner", ("lane", "owner"), 1, "1 for its owner: a seat, or one who sits nowhere, after the seats"),
    Draft("lane.open", ("lane", "seat"), 1, "1 if the seat may still claim it, as soon as it can pay"),
    Draft("place.lanes", ("place", "seat"), "degree", "lanes of the seat that end there"),
    Draft("ticket.holder", ("ticket", "seat"), 1, "1 for its holder: the observer, and at the end everybody"),
    Draft("ticket.done", ("ticket",), 1, "1 if the observer holds it and has joined its places"),
    Draft("ticket.offer", ("ticket",), "dealt", "its place in what the observer may choose from, from 1; 0: not there"),
    Draft("choice", ("offer",), 1, "the observer's first choice, while others still make theirs: 1 for a kept place"),
    Draft("ticket.returned", ("ticket",), "tickets", "its place in the deck, from 1, if the observer put it under"),
    Draft("ticket_deck", ("depth", "returner"), 1, "from the top: 1 if there is a ticket; then 1 for who put it there"),
    Draft("ticket.face_up", ("ticket",), 1, "1 if it lies in the open discard"),
    Draft("ticket.batch", ("ticket",), "tickets", "how many reshuffles of tickets there had been at its last"),
    Draft("ticket.batches", (), "tickets", "reshuffles of tickets so far"),
)
"""Those of every game. The last three are there only where rejected tickets lie face up."""
FACE_UP_ONLY: Final = ("ticket.face_up", "ticket.batch", "ticket.batches")


def sizes(game: Game) -> dict[str, int]:
    """How many there are of whatever an axis counts."""
    return {
        "phase": RULE_PHASE + len(game.phase_rules),
        "seat": int(game.seats),
        "slot": SLOTS,
        "card": int(game.cards),
        "kind": int(game.kinds),
        "lane": len(game.lanes),
        "owner": int(game.seats) + len(game.owner_names),
        "place": int(game.places),
        "ticket": int(game.tickets),
        "offer": int(game.most_dealt),
        "depth": int(game.tickets),
        "returner": 1 + int(game.seats),
    }


def most(game: Game, high: str | int) -> int:
    """The largest number of a field."""
    if isinstance(high, int):
        return high
    ends = [*game.lane_a, *game.lane_b]
    return {
        "seat": int(game.seats),
        "cards": sum(game.deck),
        "alike": max(game.deck),
        "supply": max(game.supply),
        "tickets": int(game.tickets),
        "dealt": int(game.most_dealt),
        "degree": max(map(ends.count, range(game.places))),
    }[high]


def fields_of(game: Game) -> tuple[Field, ...]:
    """The layout for a game: the engine's fields, then those of its rules."""
    width, found, at = sizes(game), list[Field](), 0
    drafts = [draft for draft in CORE if game.tickets_face_up or draft.name not in FACE_UP_ONLY]
    for draft in drafts:
        shape = tuple(width[axis] for axis in draft.axes)
        found.append(Field(draft.name, at, shape, draft.axes, draft.low, most(game, draft.high), draft.told))
        at += found[-1].size
    for told in rule_counters(game):
        found.append(rule_field(game, told, at))
        at += found[-1].size
    return tuple(found)


def rule_counters(game: Game) -> list[Observed]:
    return [told for rule in game.rules for told in rule.observed(game)]


def counter_place(game: Game, name: str) -> tuple[int, int]:
    """Where a counter begins, and how many numbers it has."""
    return next((int(at), int(width)) for known, at, width in game.counter_names if known == name)


def rule_field(game: Game, told: Observed, at: int) -> Field:
    """A counter: numbers as they are, or, if they name something, 1 for what each of them names."""
    name = f"rule.{told.counter}"
    _, width = counter_place(game, told.counter)
    shape, axes = ((width,), (told.each or "number",)) if told.each or width > 1 else ((), ())
    if told.names:
        shape, axes = (*shape, sizes(game)[told.names]), (*axes, told.names)
        return Field(name, at, shape, axes, 0, 1, f"1 for the {told.names} that it names")
    meaning = f"a counter for each {told.each}" if told.each else "a counter"
    return Field(name, at, shape, axes, told.least, told.most, meaning)


def digest_of(fields: tuple[Field, ...], actions: int) -> str:
    """The same for two games if what is learned in one can be used in the other as it is."""
    facts = [(field.name, field.shape, field.low, field.high) for field in fields]
    return hashlib.sha256(repr((VERSION, facts, actions)).encode()).hexdigest()[:16]
