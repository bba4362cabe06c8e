"""Claiming a route: who may, with which cards, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine import cards, market
from ferrovia.engine.actions import claimed_lane, paid_colour, paid_wilds
from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import ACTION, CARDS, CLASS, COLOUR, FIRST, KIND, LAST, PIECES, PRICE, SECTION, STRIDE, WILDS
from ferrovia.engine.telling import Term

if TYPE_CHECKING:
    from ferrovia.engine.state import State

NOBODY: Final = -1


def most_alike(hands: vec[i64], base: i64, end: i64) -> i64:
    """The largest number of cards of one colour in the hand that lies from `base` to `end`, wilds not counted."""
    most: i64 = 0
    place: i64
    for place in range(base, end):
        if hands[place] > most:
            most = hands[place]
    return most


def add_claims(state: State, actions: vec[i64]) -> vec[i64]:
    """Every payment of every lane the deciding seat can claim, in the order of the action space."""
    game = state.game
    hands = state.hands
    open = state.open
    sections = game.sections
    classes = game.classes
    pieces = state.pieces
    base = state.seat * game.cards
    end = base + game.wild
    wilds = hands[end]
    grey = game.grey
    piece_base = state.seat * game.kinds
    open_base = state.seat * game.class_count
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
            bits = open[open_base + group]
            if bits != 0 and wilds >= classes[group * CLASS + WILDS]:
                actions = add_class(state, group, bits, have, wilds, actions)
            group += 1
    return actions


def add_class(state: State, group: i64, bits: i64, have: i64, wilds: i64, actions: vec[i64]) -> vec[i64]:
    """The payments of the open lanes of one class."""
    game = state.game
    classes = game.classes
    price = classes[group * CLASS + CARDS]
    stride = classes[group * CLASS + STRIDE]
    least = classes[group * CLASS + WILDS]
    action = classes[group * CLASS + ACTION]
    while bits & 1 == 0:
        bits >>= 1
        action += stride
    before = len(actions)
    if stride == price + 1:
        actions = add_payments(action, max(least, price - have), min(wilds, price), actions)
    else:
        actions = add_grey_payments(state, action, price, least, wilds, actions)
    if bits != 1:
        actions = repeat_payments(actions, before, bits >> 1, stride)
    return actions


def repeat_payments(actions: vec[i64], before: i64, bits: i64, stride: i64) -> vec[i64]:
    """The other open lanes of a class take the same payments as its first, a fixed distance further on."""
    after = len(actions)
    distance: i64 = 0
    way: i64
    while bits != 0:
        distance += stride
        if bits & 1:
            for way in range(before, after):
                actions = append(actions, actions[way] + distance)
        bits >>= 1
    return actions


def add_payments(action: i64, least_wilds: i64, most_wilds: i64, actions: vec[i64]) -> vec[i64]:
    """`action + w` for every number of wilds w that completes the price (R20)."""
    wilds: i64
    for wilds in range(least_wilds, most_wilds + 1):
        actions = append(actions, action + wilds)
    return actions


def add_grey_payments(state: State, action: i64, price: i64, least: i64, wilds: i64, actions: vec[i64]) -> vec[i64]:
    """R18: any one colour, or wilds alone (R19)."""
    game = state.game
    base = state.seat * game.cards
    colour: i64
    for colour in range(game.wild):
        short = price - state.hands[base + colour]
        actions = add_payments(action, max(least, short), min(wilds, price - 1), actions)
        action += price
    if wilds >= price:
        actions = append(actions, action)
    return actions


def is_open(state: State, seat: i64, lane: i64) -> bool:
    game = state.game
    return state.open[seat * game.class_count + game.lane_class[lane]] & game.lane_bit[lane] != 0


def close(state: State, seat: i64, lane: i64) -> None:
    """From now on this seat may not claim this lane."""
    game = state.game
    place = seat * game.class_count + game.lane_class[lane]
    bit = game.lane_bit[lane]
    if state.open[place] & bit:
        state.open[place] ^= bit
        state.free[place] -= 1


def refuse_lane(state: State, seat: i64, lane: i64) -> Refusal | None:
    """Why this seat can't have this lane whatever it pays, or None."""
    game = state.game
    if state.owner[lane] != NOBODY:
        return Refusal("route.taken", {"lane": lane, "owner": state.owner[lane]})
    if not is_open(state, seat, lane):
        for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
            if state.owner[game.twins[index]] == seat:
                return Refusal("route.own_twin", {"lane": lane, "ruling": "R21"})
        return Refusal("route.closed", {"lane": lane, "ruling": "R22"})
    pieces = state.pieces[seat * game.kinds + game.lane_kind[lane]]
    if game.lane_pieces[lane] > pieces:
        return Refusal("pieces.too_few", {"lane": lane, "needed": game.lane_pieces[lane], "left": pieces})
    return None


def affordable(state: State, seat: i64, lane: i64) -> bool:
    """Whether some payment for this lane is in the seat's hand."""
    game = state.game
    base = seat * game.cards
    colour = game.lane_colour[lane]
    end = base + game.wild
    best = most_alike(state.hands, base, end) if colour == game.grey else state.hands[base + colour]
    wilds = state.hands[end]
    return best + wilds >= game.lane_cards[lane] and wilds >= game.lane_wilds[lane]


def refuse(state: State, seat: i64, lane: i64) -> Refusal | None:
    """Why this seat could not claim this lane if it were its turn, or None. Asks only what the seat itself knows."""
    refusal = refuse_lane(state, seat, lane)
    if refusal is None and not affordable(state, seat, lane):
        needed = state.game.lane_wilds[lane]
        if state.hands[seat * state.game.cards + state.game.wild] < needed:
            return too_few_wilds(lane, needed)
        return Refusal("cards.too_few", {"lane": lane, "needed": state.game.lane_cards[lane]})
    return refusal


def too_few_wilds(lane: i64, needed: i64) -> Refusal:
    """F1: a payment without the wilds that a lane asks for."""
    return Refusal("wilds.too_few", {"lane": lane, "needed": needed, "ruling": "F1"})


def terms(state: State, seat: i64, lane: i64) -> list[Term]:
    """What claiming this lane would cost or bring the seat besides its cards. Asks only what the seat itself knows."""
    if not is_open(state, seat, lane):
        return []
    return [term for rule in state.game.terms_rules for term in rule.terms(state, seat, lane)]


def default_payment(state: State, seat: i64, lane: i64) -> i64:
    """R20: the claim of this lane with the fewest wilds, then of the colour there is most of; -1 if it can't pay."""
    game = state.game
    hands = state.hands
    base = seat * game.cards
    best: i64 = -1
    fewest: i64 = game.lane_cards[lane] + 1
    most: i64 = 0
    action: i64
    for action in range(game.lane_action[lane], game.lane_action[lane + 1]):
        wilds = paid_wilds(game, action)
        have = hands[base + paid_colour(game, action)]
        plain = game.lane_cards[lane] - wilds
        if wilds > hands[base + game.wild] or (plain > 0 and have < plain) or wilds < game.lane_wilds[lane]:
            continue
        if wilds < fewest or (wilds == fewest and have > most):
            best, fewest, most = action, wilds, have
    return best


def claim(state: State, action: i64) -> bool:
    """Claims for the deciding seat. False while a rule holds the claim up for a decision."""
    game = state.game
    lane = claimed_lane(game, action)
    colour = paid_colour(game, action)
    wilds = paid_wilds(game, action)
    seat = state.seat
    base = seat * game.cards
    price = game.lane_cards[lane]
    if (
        not is_open(state, seat, lane)
        or game.lane_pieces[lane] > state.pieces[seat * game.kinds + game.lane_kind[lane]]
    ):
        refusal = refuse_lane(state, seat, lane)
        assert refusal is not None
        raise refusal
    if state.hands[base + game.wild] < wilds or (wilds < price and state.hands[base + colour] < price - wilds):
        raise Refusal("cards.too_few", {"lane": lane, "needed": price, "wilds": wilds})
    if wilds < game.lane_wilds[lane]:
        raise too_few_wilds(lane, game.lane_wilds[lane])
    for rule in game.announce_rules:
        if rule.announce(state, lane, colour, wilds):
            return False
    pay(state, colour, price - wilds, wilds)
    take(state, lane)
    return True


def pay(state: State, colour: i64, plain: i64, wilds: i64) -> None:
    """Moves cards of the deciding seat to the discard."""
    game = state.game
    base = state.seat * game.cards
    if plain > 0:
        spend(state, base, colour, plain)
    if wilds > 0:
        spend(state, base, game.wild, wilds)
    if state.log is not None:
        state.log.append(Event("cards.paid", int(state.seat), {"colour": colour, "plain": plain, "wilds": wilds}))


def spend(state: State, base: i64, card: i64, count: i64) -> None:
    state.hands[base + card] -= count
    state.known[base + card] = max(0, state.known[base + card] - count)
    cards.discard(state, card, count)


def take(state: State, lane: i64) -> None:
    """The lane becomes the deciding seat's: pieces, points, closed lanes, what rules add, cards back in play."""
    game = state.game
    seat = state.seat
    state.pieces[seat * game.kinds + game.lane_kind[lane]] -= game.lane_pieces[lane]
    state.points[seat] += game.lane_points[lane]
    if state.log is not None:
        state.log.append(Event("route.claimed", int(seat), {"lane": lane, "points": game.lane_points[lane]}))
    occupy(state, lane, seat)
    for rule in game.claim_rules:
        rule.after_claim(state, seat, lane)
    market.use_discard(state)


def occupy(state: State, lane: i64, owner: i64) -> None:
    """Marks the lane and closes it and, as R21 and R22 say, the lanes beside it."""
    game = state.game
    state.owner[lane] = owner
    close_to_all(state, lane)
    index: i64
    for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
        if game.doubles_close:
            close_to_all(state, game.twins[index])
            if state.log is not None:
                state.log.append(Event("route.closed", TABLE, {"lane": game.twins[index], "ruling": "R22"}))
        elif owner < game.seats:
            close(state, owner, game.twins[index])
    if game.third_lanes_close:
        close_third_lane(state, lane)


def close_third_lane(state: State, lane: i64) -> None:
    """R22: once two lanes of a triple route are taken, the third is closed to everybody."""
    game = state.game
    first, last = game.twin_first[lane], game.twin_first[lane + 1]
    taken: i64 = 1
    index: i64
    for index in range(first, last):
        if state.owner[game.twins[index]] != NOBODY:
            taken += 1
    if taken < 2:
        return
    for index in range(first, last):
        if state.owner[game.twins[index]] == NOBODY:
            close_to_all(state, game.twins[index])
            if state.log is not None:
                state.log.append(Event("route.closed", TABLE, {"lane": game.twins[index], "ruling": "R22"}))


def close_to_all(state: State, lane: i64) -> None:
    game = state.game
    open = state.open
    free = state.free
    bit = game.lane_bit[lane]
    place = game.lane_class[lane]
    while place < len(open):
        if open[place] & bit:
            open[place] ^= bit
            free[place] -= 1
        place += game.class_count
