"""Deck, discard and hands. The deck is a bag of counts: which card comes is decided when it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from ferrovia.engine.events import TABLE, Event

if TYPE_CHECKING:
    from ferrovia.engine.state import State

NO_CARD: Final = -1


def draw(state: State) -> i64:
    """The next card of the deck, or NO_CARD. Call `restock` once the card has come to rest."""
    if state.deck_total == 0:
        return NO_CARD
    pick = state.chance.below(state.deck_total)
    deck = state.deck
    card: i64 = 0
    while pick >= deck[card]:
        pick -= deck[card]
        card += 1
    deck[card] -= 1
    state.deck_total -= 1
    return card


def hand_size(state: State, seat: i64) -> i64:
    """Everybody can count the backs of the cards."""
    cards = state.game.cards
    size: i64 = 0
    place: i64
    for place in range(seat * cards, (seat + 1) * cards):
        size += state.hands[place]
    return size


def discard(state: State, card: i64, count: i64) -> None:
    """Call `restock` once all cards of an action lie on the pile."""
    state.discard[card] += count
    state.discard_total += count


def restock(state: State) -> None:
    """R9: an empty deck is made anew from the discard at once."""
    if state.deck_total > 0 or state.discard_total == 0:
        return
    state.deck, state.discard = state.discard, state.deck
    state.deck_total, state.discard_total = state.discard_total, state.deck_total
    if state.log is not None:
        state.log.append(Event("deck.reshuffled", TABLE, {"cards": state.deck_total, "ruling": "R9"}))
