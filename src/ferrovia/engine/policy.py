"""A uniformly random choice, made without listing what there is to choose from."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine import tickets, turn
from ferrovia.engine.actions import BLIND, PASS, SLOT, SLOTS, TICKETS
from ferrovia.engine.cards import NO_CARD
from ferrovia.engine.chance import Chance
from ferrovia.engine.claims import most_alike
from ferrovia.engine.game import (
    ACTION,
    CARDS,
    CLASS,
    COLOUR,
    FIRST,
    KIND,
    LANE,
    LAST,
    PIECES,
    PRICE,
    SECTION,
    STRIDE,
    WILDS,
    Game,
)
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, OVER, SECOND_CARD, TURN
from ferrovia.engine.state import State


def ways(have: i64, price: i64, least: i64, wilds: i64) -> i64:
    """How many numbers of wilds, at least so many, complete a price that is within reach."""
    count = price + 1
    if wilds < price:
        count = wilds + 1
    if least < price - have:
        least = price - have
    return count - least


def grey_ways(hands: vec[i64], base: i64, end: i64, price: i64, least: i64, wilds: i64) -> i64:
    """The same over all colours of a hand (it lies from `base` to `end`), and once more for wilds alone."""
    most = price
    total: i64 = 0
    if wilds < price:
        most = wilds + 1
    else:
        total = 1
    place: i64
    for place in range(base, end):
        short = price - hands[place]
        if short < least:
            short = least
        if short < most:
            total += most - short
    return total


@mypyc_attr(acyclic=True)
class RandomPolicy:
    """Chooses the very action that the same draw would pick from the sorted legal list."""

    def __init__(self, game: Game, chance: Chance) -> None:
        self.chance = chance
        # Scratch of one choice: the classes within reach, and the number of actions up to and including each.
        self.reached = vec[i64]([0] * game.class_count)
        self.upto = vec[i64]([0] * game.class_count)

    def listed(self, state: State) -> i64:
        """The plain way, by the list."""
        actions = state.legal_actions()
        return actions[self.chance.below(len(actions))]

    def choose(self, state: State) -> i64:
        if state.phase == SECOND_CARD:
            return self.second_card(state)
        if state.phase == KEEP_TICKETS or state.phase == FIRST_TICKETS:
            keeps = tickets.keeps(state, state.seat)
            return keeps[self.chance.below(len(keeps))]
        if state.phase != TURN or len(state.game.action_offers) > 0:
            return self.listed(state)
        plain = plain_count(state)
        total = self.count_claims(state, plain)
        pick = self.chance.below(max(1, total))
        if total == 0:
            return PASS
        if pick < plain:
            return plain_action(state, pick)
        upto = self.upto
        index: i64 = 0
        while upto[index] <= pick:
            index += 1
        if index > 0:
            plain = upto[index - 1]
        return nth_claim(state, self.reached[index], pick - plain)

    def second_card(self, state: State) -> i64:
        """Any face-up card that is not wild, or a blind one."""
        if state.deck_total == 0:
            return self.listed(state)
        plain = SLOTS - state.market_wilds  # while there is a deck the market is full
        pick = self.chance.below(plain + 1)
        if pick == plain:
            return BLIND
        if plain == SLOTS:
            return SLOT + pick
        market = state.market
        wild = state.game.wild
        slot: i64 = 0
        while True:
            if market[slot] != wild:
                if pick == 0:
                    return SLOT + slot
                pick -= 1
            slot += 1

    def count_claims(self, state: State, total: i64) -> i64:
        """Fills the scratch and returns the number of all legal actions, `total` of them no claims."""
        game = state.game
        hands = state.hands
        free = state.free
        sections = game.sections
        classes = game.classes
        reached = self.reached
        upto = self.upto
        pieces = state.pieces
        base = state.seat * game.cards
        end = base + game.wild
        wilds = hands[end]
        grey = game.grey
        piece_base = state.seat * game.kinds
        free_base = state.seat * game.class_count
        index: i64 = 0
        at: i64
        for at in range(0, len(sections), SECTION):
            colour = sections[at + COLOUR]
            have = most_alike(hands, base, end) if colour == grey else hands[base + colour]
            if have + wilds < sections[at + PRICE]:
                continue
            left = pieces[piece_base + sections[at + KIND]]
            last = sections[at + LAST]
            group = sections[at + FIRST]
            while group <= last:
                price = classes[group * CLASS + CARDS]
                if price > have + wilds or classes[group * CLASS + PIECES] > left:
                    break
                count = free[free_base + group]
                least = classes[group * CLASS + WILDS]
                if count != 0 and wilds >= least:
                    if colour == grey:
                        total += count * grey_ways(hands, base, end, price, least, wilds)
                    else:
                        total += count * ways(have, price, least, wilds)
                    reached[index] = group
                    upto[index] = total
                    index += 1
                group += 1
        return total


def plain_count(state: State) -> i64:
    """How many actions there are besides claims."""
    count: i64 = 0
    if tickets.can_draw(state):
        count = 1
    if state.deck_total > 0:  # then the market is full
        return count + SLOTS + 1
    for card in state.market:
        if card != NO_CARD:
            count += 1
    return count


def plain_action(state: State, pick: i64) -> i64:
    if state.deck_total > 0:
        return SLOT + pick  # the slots, then the deck, then tickets: one after the other
    slot: i64
    for slot in range(SLOTS):
        if state.market[slot] != NO_CARD:
            if pick == 0:
                return SLOT + slot
            pick -= 1
    return TICKETS


def nth_claim(state: State, group: i64, pick: i64) -> i64:
    """The action at place `pick` among those of one class."""
    game = state.game
    hands = state.hands
    classes = game.classes
    base = state.seat * game.cards
    wilds = hands[base + game.wild]
    price = classes[group * CLASS + CARDS]
    least = classes[group * CLASS + WILDS]
    colour = game.lane_colour[classes[group * CLASS + LANE]]
    if colour == game.grey:
        each = grey_ways(hands, base, base + game.wild, price, least, wilds)
    else:
        each = ways(hands[base + colour], price, least, wilds)
    skip = pick // each
    action = classes[group * CLASS + ACTION] + nth_open(state, group, skip) * classes[group * CLASS + STRIDE]
    if colour == game.grey:
        return nth_grey_payment(state, action, price, least, pick - skip * each)
    return action + max(least, price - hands[base + colour]) + pick - skip * each


def nth_open(state: State, group: i64, skip: i64) -> i64:
    """The place in its class of the lane with `skip` open lanes before it."""
    bits = state.open[state.seat * state.game.class_count + group]
    lane: i64 = 0
    while True:
        if bits & 1:
            if skip == 0:
                return lane
            skip -= 1
        bits >>= 1
        lane += 1


def nth_grey_payment(state: State, action: i64, price: i64, wilds_least: i64, pick: i64) -> i64:
    hands = state.hands
    base = state.seat * state.game.cards
    wilds = hands[base + state.game.wild]
    colour: i64
    for colour in range(state.game.wild):
        least = max(wilds_least, price - hands[base + colour])
        count = min(wilds + 1, price) - least
        if pick < count:
            return action + least + pick
        if count > 0:
            pick -= count
        action += price
    return action


def play_out(state: State, policy: RandomPolicy) -> i64:
    """Random actions to the end; returns how many."""
    decisions: i64 = 0
    while state.phase != OVER:
        turn.apply(state, policy.choose(state))
        decisions += 1
    return decisions


def play_out_listed(state: State, policy: RandomPolicy) -> i64:
    """The same game, each choice made from the list."""
    decisions: i64 = 0
    while state.phase != OVER:
        turn.apply(state, policy.listed(state))
        decisions += 1
    return decisions
