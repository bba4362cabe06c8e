"""Which card to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.bots.thinking.ways import FAR, NOTHING, PRIZE
from ferrovia.engine.actions import BLIND, SLOT, SLOTS
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.phases import SECOND_CARD
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.thinking.pilot import Pilot


def choose_card(pilot: Pilot, state: State) -> i64:
    """The face-up card the plan wants most, or a blind one if that promises more."""
    game = pilot.game
    market = state.market
    want = wants(pilot)
    best: i64 = NOTHING
    most: i64 = 0
    slot: i64
    for slot in range(SLOTS):
        card = market[slot]
        if card == NO_CARD or (card == game.wild and state.phase == SECOND_CARD):
            continue
        value = want[card]
        if card == game.wild:
            value = value * pilot.taste.take // 100
        if best == NOTHING or value > most:
            most = value
            best = SLOT + slot
    if state.deck_total > 0 and (best == NOTHING or blind_value(pilot, state, want) >= most):
        return BLIND
    if best != NOTHING:
        return best
    return last_resort(state)


def last_resort(state: State) -> i64:
    """No card to draw: whatever is allowed, claims before tickets."""
    actions = state.legal_actions()
    return actions[len(actions) - 1]


def wants(pilot: Pilot) -> vec[i64]:
    """How much each card is wanted: more for lanes that lack few, less for prizes."""
    game = pilot.game
    hand = pilot.hand
    demand = pilot.demand
    want = pilot.want
    favourite: i64 = 0
    spare: i64 = -FAR
    colour: i64
    want[game.wild] = 0
    for colour in range(game.wild):
        if hand[colour] - demand[colour] > spare:
            spare = hand[colour] - demand[colour]
            favourite = colour
        want[colour] = 0
    for lane in pilot.lanes:
        colour = game.lane_colour[lane]
        have: i64 = 0
        if colour == game.grey:
            colour = favourite
            have = spare
            if have < 0:
                have = 0
        else:
            have = hand[colour]
        short = game.lane_cards[lane] - have
        if short > 0:
            value = 12 - short
            if pilot.role[lane] == PRIZE:
                value = value * pilot.taste.side // 100
            want[colour] += value
            if value > want[game.wild]:
                want[game.wild] = value
    return want


def blind_value(pilot: Pilot, state: State, want: vec[i64]) -> i64:
    """What an unseen card brings on average."""
    game = pilot.game
    base = pilot.seat * game.cards
    total: i64 = 0
    sum: i64 = 0
    card: i64
    for card in range(game.cards):
        unseen = game.deck[card] - state.discard[card] - state.hands[base + card]
        total += unseen
        sum += unseen * want[card]
    slot: i64
    for slot in range(SLOTS):
        card = state.market[slot]
        if card != NO_CARD:
            total -= 1
            sum -= want[card]
    if total <= 0:
        return 0
    return sum // total
