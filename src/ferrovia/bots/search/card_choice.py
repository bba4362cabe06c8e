"""Which card to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.bots.search.network_plans import FOR_POINTS, NOTHING
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.engine.actions import BLIND, SLOT, SLOTS
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.phases import SECOND_CARD
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.search.playout_policy import PlayoutPolicy


def choose_card(policy: PlayoutPolicy, state: State) -> i64:
    """The face-up card that the plan needs most, or a blind draw if that is worth more on average."""
    game = policy.game
    market = state.market
    want = wants(policy)
    best: i64 = NOTHING
    most: i64 = 0
    slot: i64
    for slot in range(SLOTS):
        card = market[slot]
        if card == NO_CARD or (card == game.wild and state.phase == SECOND_CARD):
            continue
        value = want[card]
        if card == game.wild:
            value = value * policy.weights.take // 100
        if best == NOTHING or value > most:
            most = value
            best = SLOT + slot
    if state.deck_total > 0 and (best == NOTHING or blind_value(policy, state, want) >= most):
        return BLIND
    if best != NOTHING:
        return best
    return last_resort(state)


def last_resort(state: State) -> i64:
    """The choice if no card can be drawn: the last legal action, so a claim before tickets."""
    actions = state.legal_actions()
    return actions[len(actions) - 1]


def wants(policy: PlayoutPolicy) -> vec[i64]:
    """How much each card is wanted: more for lanes that lack few cards, less for lanes claimed for their points."""
    game = policy.game
    hand = policy.hand
    demand = policy.demand
    want = policy.want
    favourite: i64 = 0
    spare: i64 = -FAR
    colour: i64
    want[game.wild] = 0
    for colour in range(game.wild):
        if hand[colour] - demand[colour] > spare:
            spare = hand[colour] - demand[colour]
            favourite = colour
        want[colour] = 0
    for lane in policy.lanes:
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
            value = policy.weights.near - short
            if policy.role[lane] == FOR_POINTS:
                value = value * policy.weights.side // 100
            want[colour] += value
            if value > want[game.wild]:
                want[game.wild] = value
        if hand[game.wild] < game.lane_wilds[lane]:  # nothing else will do
            want[game.wild] += 2 * policy.weights.near
    return want


def blind_value(policy: PlayoutPolicy, state: State, want: vec[i64]) -> i64:
    """How much an unseen card is wanted on average."""
    game = policy.game
    base = policy.seat * game.cards
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
