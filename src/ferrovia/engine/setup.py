"""Laying the table: shuffling, dealing hands, the market and the first offers of tickets."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine import cards, market, tickets
from ferrovia.engine.actions import SLOTS
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import RANDOM_FIRST, Game
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import NOBODY, State


def deal(game: Game, chance: Chance, log: list[Event] | None = None) -> State:
    """A new game. With a `log`, everything that happens from the first card on is written to it."""
    state = State(game, chance)
    state.log = log
    lay_out(state)
    state.first = chance.below(game.seats) if game.first == RANDOM_FIRST else game.first  # R29
    if log is not None:
        log.append(Event("game.started", TABLE, {"first": state.first, "ruling": "R29"}))
    give_start_scores(state)
    seat: i64
    for seat in range(game.seats):
        deal_hand(state, seat)
    market.refill(state)
    for rule in game.setup_rules:
        rule.setup(state)
    tickets.shuffle(state, state.ticket_deck)
    if game.long_deal > 0:
        tickets.deal_long(state)
    for seat in range(game.seats):
        tickets.offer(state, seat, game.first_deal)
    state.phase = FIRST_TICKETS
    return state


def lay_out(state: State) -> None:
    """Everything in its box."""
    game = state.game
    seats = game.seats
    state.deck = game.deck[:]
    state.discard = vec[i64]([0] * game.cards)
    card: i64
    for card in range(game.cards):
        state.deck_total += game.deck[card]
    state.market = vec[i64]([NO_CARD] * SLOTS)
    state.hands = vec[i64]([0] * (seats * game.cards))
    state.known = vec[i64]([0] * (seats * game.cards))
    state.pieces = vec[i64]([0] * (seats * game.kinds))
    state.points = vec[i64]([0] * seats)
    state.owner = vec[i64]([NOBODY] * len(game.lane_a))
    state.open = vec[i64]([0] * (seats * game.class_count))
    state.free = vec[i64]([0] * (seats * game.class_count))
    seat: i64
    group: i64
    kind: i64
    for seat in range(seats):
        for group in range(game.class_count):
            state.open[seat * game.class_count + group] = game.all_open[group]
            state.free[seat * game.class_count + group] = game.all_free[group]
        for kind in range(game.kinds):
            state.pieces[seat * game.kinds + kind] = game.supply[kind]
    state.holder = vec[i64]([NOBODY] * game.tickets)
    state.ticket_batch = vec[i64]([0] * game.tickets)
    state.ticket_deck = vec[i64]([0] * game.tickets)
    state.put_under = vec[i64]([tickets.UNKNOWN] * game.tickets)
    ticket: i64
    for ticket in range(game.tickets):
        state.ticket_deck[ticket] = ticket
    if game.long_deal > 0:
        tickets.set_long_apart(state)
    state.offer = vec[i64]([tickets.NO_TICKET] * (seats * game.most_dealt))
    state.choice = vec[i64]([tickets.NOT_CHOSEN] * seats)
    state.counters = vec[i64]([0] * game.counters)


def give_start_scores(state: State) -> None:
    """In the order of play, from the first player on."""
    game = state.game
    order: i64
    for order in range(min(game.seats, len(game.start_scores))):
        state.points[(state.first + order) % game.seats] += game.start_scores[order]


def deal_hand(state: State, seat: i64) -> None:
    base = seat * state.game.cards
    dealt: list[int] = []
    for _ in range(state.game.hand):
        card = cards.draw(state)
        state.hands[base + card] += 1
        if state.log is not None:
            dealt.append(card)
    cards.restock(state)
    if state.log is not None:
        state.log.append(Event("hand.dealt", int(seat), {"count": len(dealt)}, {"cards": dealt}))
