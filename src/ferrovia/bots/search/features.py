"""Features of a position that a policy decides by: prices of lanes, turns left to expect, places next to others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.search.pathfinder import FAR
from ferrovia.engine.cards import hand_size
from ferrovia.engine.claims import most_alike
from ferrovia.engine.game import CARDS, CLASS, LANE, PIECES, WILDS
from ferrovia.engine.network import groups, joins, ticket_groups
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.turn import pieces_left

if TYPE_CHECKING:
    from ferrovia.bots.search.playout_policy import PlayoutPolicy


def read_hand(policy: PlayoutPolicy, state: State) -> None:
    """Copies the seat's cards, and notes whether they are more than its pieces can use."""
    hand = policy.hand
    hands = state.hands
    place = policy.seat * policy.game.cards
    size: i64 = 0
    card: i64
    for card in range(len(hand)):
        hand[card] = hands[place]
        size += hand[card]
        place += 1
    usable = pieces_left(state, policy.seat) * policy.tables.cards_per_piece
    policy.rich = size * 100 >= usable * policy.weights.rich // 10


def price_lanes(policy: PlayoutPolicy, state: State) -> None:
    """The price of every open lane: a turn and the missing cards, less what the lane gives."""
    game = policy.game
    price = policy.price
    cost = policy.cost
    hand = policy.hand
    classes = game.classes
    worth = policy.tables.worth
    owner = state.owner
    weights = policy.weights
    lane: i64
    for lane in range(len(cost)):
        cost[lane] = FAR
        price[lane] = FAR
        if owner[lane] == policy.seat:
            cost[lane] = 0
    wilds = hand[game.wild]
    alike = most_alike(hand, 0, game.wild)
    open_base = policy.seat * game.class_count
    group: i64
    for group in range(game.class_count):
        bits = state.open[open_base + group]
        if bits == 0:
            continue
        at = group * CLASS
        lane = classes[at + LANE]
        if classes[at + PIECES] > state.pieces[policy.seat * game.kinds + game.lane_kind[lane]]:
            continue
        colour = game.lane_colour[lane]
        if colour == game.grey:
            lack = classes[at + CARDS] - alike
        else:
            lack = classes[at + CARDS] - hand[colour]
        if lack < classes[at + WILDS]:
            lack = classes[at + WILDS]
        by_wild = lack
        if wilds < lack:
            by_wild = wilds
        effort = weights.turn + (lack - by_wild) * weights.card + by_wild * weights.wild
        while bits != 0:
            if bits & 1:
                price[lane] = effort - worth[lane]
                cost[lane] = effort - worth[lane] * weights.lure // 100
                if cost[lane] < 1:
                    cost[lane] = 1
            bits >>= 1
            lane += 1
    for rule in game.lenders:
        for lane in rule.borrowed(state, policy.seat):
            cost[lane] = 0  # its tickets may run over it


def mark_places(policy: PlayoutPolicy, state: State) -> None:
    """Marks the places that lanes of this seat touch, and those that lanes of others touch."""
    game = policy.game
    rivals = policy.rival_places
    own = policy.own_places
    owner = state.owner
    place: i64
    for place in range(len(rivals)):
        rivals[place] = 0
        own[place] = 0
    lane: i64
    for lane in range(len(owner)):
        if owner[lane] != NOBODY and owner[lane] != policy.seat:
            rivals[game.lane_a[lane]] = 1
            rivals[game.lane_b[lane]] = 1
        elif owner[lane] == policy.seat:
            own[game.lane_a[lane]] = 1
            own[game.lane_b[lane]] = 1


def open_tickets(policy: PlayoutPolicy, state: State) -> vec[i64]:
    """The seat's tickets that are not completed yet."""
    game = policy.game
    held = vec[i64]()
    label = ticket_labels(state, policy.seat)
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == policy.seat and not joins(game, label, ticket):
            held = append(held, ticket)
    return held


def ticket_labels(state: State, seat: i64) -> vec[i64]:
    """Labels of places, the same for all that a seat's tickets count as joined: by lanes that rules lend it, too."""
    if len(state.game.lenders) == 0:
        return groups(state, seat)
    return ticket_groups(state, seat)


def expected_turns(policy: PlayoutPolicy, state: State) -> i64:
    """About how many turns are left until somebody's pieces run out: one for each claim, one for every two cards."""
    game = policy.game
    if state.turns_left > 0:
        return 1
    least: i64 = FAR
    seat: i64
    for seat in range(game.seats):
        left = pieces_left(state, seat) - game.end_at_pieces
        cards = left * policy.tables.cards_per_piece // 10
        turns = cards * 10 // policy.tables.mean_cards
        missing = cards - hand_size(state, seat)
        if missing > 0:
            turns += missing * policy.weights.lull // 100
        if turns < least:
            least = turns
    return least + 1


def lack_with_wilds(policy: PlayoutPolicy, lanes: vec[i64], lack: i64) -> i64:
    """The cards that lanes lack where some of them have to be wild: one of those takes as long as two others."""
    wilds = -policy.hand[policy.game.wild]
    for lane in lanes:
        wilds += policy.game.lane_wilds[lane]
    if wilds <= 0:
        return lack
    return max(lack - wilds, 0) + 2 * wilds


def turns_for(policy: PlayoutPolicy, lanes: vec[i64]) -> i64:
    """About how many turns these lanes take: one for each claim, and more than one for every two missing cards."""
    need = vec[i64]([0] * policy.game.cards)
    for lane in lanes:
        need[policy.game.lane_colour[lane]] += policy.game.lane_cards[lane]
    lack: i64 = 0
    spare: i64 = 0
    colours: i64 = 1  # grey goes with any
    card: i64
    wild = policy.game.wild
    for card in range(wild):
        short = need[card] - policy.hand[card]
        if short > 0:
            lack += short
            colours += 1
        else:
            spare -= short
    if need[wild] > spare:
        lack += need[wild] - spare
    lack -= policy.hand[wild]
    if lack < 0:
        lack = 0
    if policy.game.asks_wilds:
        lack = lack_with_wilds(policy, lanes, lack)
    # The fewer colours are wanted, the more rarely one of them lies face up.
    return len(lanes) + lack * (policy.weights.draw + policy.weights.rare // colours) // 100
