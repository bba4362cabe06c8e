"""Is everything still there? Counts cards, pieces, tickets and points of a state against its box."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.public import Public
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.tickets import NO_TICKET


def audit(state: State) -> str:
    """What is wrong with a state, in a word, or ""."""
    if not cards_are_all_there(state):
        return "cards"
    if not pieces_are_all_there(state):
        return "pieces"
    if not tickets_are_all_there(state):
        return "tickets"
    if not points_are_earned(state):
        return "points"
    return ""


def cards_are_all_there(state: State) -> bool:
    width = state.game.cards
    found = state.deck[:]
    card: i64
    deck: i64 = 0
    discard: i64 = 0
    for card in range(width):
        deck += state.deck[card]
        discard += state.discard[card]
        found[card] += state.discard[card]
        if state.deck[card] < 0 or state.discard[card] < 0:
            return False
    for shown in state.market:
        if shown != NO_CARD:
            found[shown] += 1
    place: i64
    for place in range(len(state.hands)):
        found[place % width] += state.hands[place]
        if not 0 <= state.known[place] <= state.hands[place]:
            return False
    for card in range(width):
        if found[card] != state.game.deck[card]:
            return False
    return deck == state.deck_total and discard == state.discard_total


def pieces_are_all_there(state: Public) -> bool:
    game = state.game
    found = state.pieces[:]
    for left in found:
        if left < 0:
            return False
    lane: i64
    for lane in range(len(state.owner)):
        owner = state.owner[lane]
        if owner != NOBODY and owner < game.seats:
            found[owner * game.kinds + game.lane_kind[lane]] += game.lane_pieces[lane]
    place: i64
    for place in range(len(found)):
        if found[place] != game.supply[place % game.kinds]:
            return False
    return True


def tickets_are_all_there(state: State) -> bool:
    """Each in one place: a hand, an offer, the deck, the discard, or turned up by a rule."""
    found = vec[i64]([0] * state.game.tickets)
    ticket: i64
    for ticket in range(len(found)):
        if state.holder[ticket] != NOBODY:
            found[ticket] += 1
    for ticket in state.ticket_deck:
        found[ticket] += 1
    for ticket in state.ticket_discard:
        found[ticket] += 1
    for ticket in state.offer:
        if ticket != NO_TICKET:
            found[ticket] += 1
    for rule in state.game.rules:
        for shown in rule.shown_tickets(state.counters):
            found[shown] += 1
    for places in found:
        if places != 1:
            return False
    return len(state.ticket_deck) == len(state.put_under)


def points_are_earned(state: Public) -> bool:
    """R28 allows a negative total, but not while only routes have been scored."""
    game = state.game
    earned = vec[i64]([0] * game.seats)
    order: i64
    for order in range(min(game.seats, len(game.start_scores))):
        earned[(state.first + order) % game.seats] += game.start_scores[order]
    lane: i64
    for lane in range(len(state.owner)):
        if 0 <= state.owner[lane] < game.seats:
            earned[state.owner[lane]] += game.lane_points[lane]
    seat: i64
    for seat in range(game.seats):
        if earned[seat] != state.points[seat]:
            return False
    return True
