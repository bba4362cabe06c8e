"""The things on a table in words: seats, lanes, cards, tickets, and the parameters of events and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ferrovia.boards.marks import mark_of
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.game import Game
from ferrovia.engine.params import (
    CARD,
    CARDS,
    COLOUR,
    LANE,
    NUMBER,
    PLACE,
    REASON,
    REFUSALS,
    SEAT,
    SLOT,
    TICKET,
    TICKETS,
    Meanings,
    usual_meanings,
)
from ferrovia.engine.state import NOBODY
from ferrovia.engine.telling import Term
from ferrovia.record.notation import lane_name
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

SYMBOLS: Final = {
    "pink": "◆", "white": "○", "blue": "▼", "yellow": "★", "orange": "■", "black": "●", "red": "✚", "green": "▲",
    "lilac": "⧗", "mint": "☾", "wild": "✱",
}  # fmt: skip
"""Shown beside the colour, for those who can't tell colours apart."""


@dataclass(frozen=True)
class Table:
    game: Game
    names: Sequence[str]
    words: Words

    def seat(self, number: int) -> str:
        """A player, the neutral player, or the bank."""
        if number == NOBODY:
            return self.words.say("who.bank")
        if 0 <= number - self.game.seats < len(self.game.owner_names):
            return self.words.name("who", self.game.owner_names[number - self.game.seats])
        if not 0 <= number < len(self.names):  # records may name seats that are not there
            return str(number + 1)
        return sanitize(self.names[number])

    def lane(self, lane: int) -> str:
        """As the notation of moves has it, so that it can be typed."""
        return sanitize(lane_name(self.game, lane))

    def place(self, place: int) -> str:
        """As the user's language calls it."""
        return sanitize(self.game.board.places[place].label(self.words.language))

    def colour(self, card: int) -> str:
        """The code's word for a card."""
        return "wild" if card == self.game.wild else self.game.colours[card]

    def card(self, card: int) -> str:
        return "–" if card == NO_CARD else self.colour_name(self.colour(card))

    def colour_name(self, colour: str) -> str:
        return self.with_symbol(self.words.name("colour", colour), colour)

    def with_symbol(self, text: str, colour: str) -> str:
        return f"{text} {SYMBOLS.get(colour, '')}".rstrip()

    def one(self, card: int) -> str:
        """A card in a sentence."""
        if card == NO_CARD:
            return self.card(card)
        colour = self.colour(card)
        return self.with_symbol(self.words.name("one", colour), colour)

    def counted(self, card: int, count: int) -> str:
        colour = self.colour(card)
        return self.with_symbol(self.words.say(f"counted.{colour}", count=count), colour)

    def cards(self, counts: Sequence[int]) -> str:
        """A hand: how many of each, wilds last."""
        parts = [self.counted(card, count) for card, count in enumerate(counts) if count]
        return ", ".join(parts) or self.words.say("word.nothing")

    def payment(self, colour: int, plain: int, wilds: int) -> str:
        counts = [0] * self.game.cards
        counts[self.game.wild] = wilds
        if plain:
            counts[colour] = plain
        return self.cards(counts)

    def ticket(self, ticket: int) -> str:
        places, printed = self.game.board.places, self.game.board.tickets[ticket]
        goals = " / ".join(places[goal].name for goal in printed.goals)
        return sanitize(f"{places[printed.a].name} ↔ {goals} ({printed.points})")

    def tickets(self, tickets: Sequence[int]) -> str:
        return ", ".join(self.ticket(ticket) for ticket in tickets) or self.words.say("word.none")

    def mark(self, lane: int) -> str:
        """What a rule prints on a lane, in a word or two; "" if none does."""
        mark = mark_of(self.game.board, self.game.lanes[lane])
        if mark is None:
            return ""
        key = f"mark.{mark.id}"
        return self.words.say(key, number=mark.number) if self.words.knows(key) else sanitize(mark.id)

    # --- what rules say of a claim ----------------------------------------------------------------------
    def term(self, term: Term) -> str:
        """In a few words; a rule that has none for it shows its key."""
        key = f"terms.{term.key}"
        return self.words.say(key, **self.fill(term.params)) if self.words.knows(key) else sanitize(term.key)

    def warning(self, term: Term) -> str:
        """In the sentence for the moment before a claim, if there is one."""
        key = f"terms.{term.key}/before"
        return self.words.say(key, **self.fill(term.params)) if self.words.knows(key) else self.term(term)

    # --- parameters -------------------------------------------------------------------------------------
    def fill(self, params: Mapping[str, object], meanings: Meanings | None = None) -> dict[str, object]:
        """Parameters of an event or a refusal, numbers of things turned into their names."""
        known = usual(self.game) if meanings is None else meanings
        said = {key: self.in_words(known.get(key, NUMBER), value) for key, value in params.items()}
        if {"colour", "plain", "wilds"} <= params.keys():
            numbers = [number(params[key]) for key in ("colour", "plain", "wilds")]
            said["payment"] = self.payment(*numbers)
        return said

    def in_words(self, meaning: str, value: object) -> object:
        one: Mapping[str, Callable[[int], object]] = {
            SEAT: self.seat,
            LANE: self.lane,
            PLACE: self.place,
            CARD: self.one,
            COLOUR: self.card,
            TICKET: self.ticket,
            SLOT: lambda slot: slot + 1,
        }
        many: Mapping[str, Callable[[int], str]] = {CARDS: self.card, TICKETS: self.ticket}
        if isinstance(value, int):
            return one[meaning](value) if meaning in one else int(value)
        if isinstance(value, list) and meaning in many:
            return ", ".join(many[meaning](item) for item in value) or self.words.say("word.none")
        return self.words.name("reason", str(value)) if meaning == REASON else value


@lru_cache(maxsize=64)
def usual(game: Game) -> Meanings:
    """What a parameter means where nothing says so: as in the events of this game."""
    return usual_meanings([*(told.meanings for told in game.events.values()), *REFUSALS.values()])


def number(value: object) -> int:
    assert isinstance(value, int)
    return value
