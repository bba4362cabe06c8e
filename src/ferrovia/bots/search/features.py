"""What a seat makes of the table: what lanes cost it, how long the game may last, whom it is near."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.thinking.ways import FAR
from ferrovia.engine.cards import hand_size
from ferrovia.engine.claims import most_alike
from ferrovia.engine.game import CARDS, CLASS, LANE, PIECES
from ferrovia.engine.network import groups
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.turn import pieces_left

if TYPE_CHECKING:
    from ferrovia.bots.thinking.pilot import Pilot


def read_hand(pilot: Pilot, state: State) -> None:
    hand = pilot.hand
    hands = state.hands
    place = pilot.seat * pilot.game.cards
    size: i64 = 0
    card: i64
    for card in range(len(hand)):
        hand[card] = hands[place]
        size += hand[card]
        place += 1
    pilot.rich = size * 100 >= pieces_left(state, pilot.seat) * pilot.atlas.cards_per_piece * pilot.taste.rich // 10


def price_lanes(pilot: Pilot, state: State) -> None:
    """What claiming each open lane takes: a turn and the cards that lack, less what it gives."""
    game = pilot.game
    price = pilot.price
    cost = pilot.cost
    hand = pilot.hand
    classes = game.classes
    worth = pilot.atlas.worth
    owner = state.owner
    taste = pilot.taste
    lane: i64
    for lane in range(len(cost)):
        cost[lane] = FAR
        price[lane] = FAR
        if owner[lane] == pilot.seat:
            cost[lane] = 0
    wilds = hand[game.wild]
    alike = most_alike(hand, 0, game.wild)
    open_base = pilot.seat * game.class_count
    group: i64
    for group in range(game.class_count):
        bits = state.open[open_base + group]
        if bits == 0:
            continue
        at = group * CLASS
        lane = classes[at + LANE]
        if classes[at + PIECES] > state.pieces[pilot.seat * game.kinds + game.lane_kind[lane]]:
            continue
        colour = game.lane_colour[lane]
        if colour == game.grey:
            lack = classes[at + CARDS] - alike
        else:
            lack = classes[at + CARDS] - hand[colour]
        if lack < 0:
            lack = 0
        by_wild = lack
        if wilds < lack:
            by_wild = wilds
        effort = taste.turn + (lack - by_wild) * taste.card + by_wild * taste.wild
        while bits != 0:
            if bits & 1:
                price[lane] = effort - worth[lane]
                cost[lane] = effort - worth[lane] * taste.lure // 100
                if cost[lane] < 1:
                    cost[lane] = 1
            bits >>= 1
            lane += 1


def find_touched(pilot: Pilot, state: State) -> None:
    game = pilot.game
    touched = pilot.touched
    near = pilot.near
    owner = state.owner
    place: i64
    for place in range(len(touched)):
        touched[place] = 0
        near[place] = 0
    lane: i64
    for lane in range(len(owner)):
        if owner[lane] != NOBODY and owner[lane] != pilot.seat:
            touched[game.lane_a[lane]] = 1
            touched[game.lane_b[lane]] = 1
        elif owner[lane] == pilot.seat:
            near[game.lane_a[lane]] = 1
            near[game.lane_b[lane]] = 1


def open_tickets(pilot: Pilot, state: State) -> vec[i64]:
    """The seat's tickets that are not joined yet."""
    game = pilot.game
    held = vec[i64]()
    label = groups(state, pilot.seat)
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] == pilot.seat and label[game.ticket_a[ticket]] != label[game.ticket_b[ticket]]:
            held = append(held, ticket)
    return held


def guess_clock(pilot: Pilot, state: State) -> i64:
    """Turns until somebody's pieces run out: cards to draw two at a time, lanes to claim."""
    game = pilot.game
    if state.turns_left > 0:
        return 1
    least: i64 = FAR
    seat: i64
    for seat in range(game.seats):
        left = pieces_left(state, seat) - game.end_at_pieces
        cards = left * pilot.atlas.cards_per_piece // 10
        turns = cards * 10 // pilot.atlas.mean_cards
        missing = cards - hand_size(state, seat)
        if missing > 0:
            turns += missing * 6 // 10
        if turns < least:
            least = turns
    return least + 1


def turns_for(pilot: Pilot, lanes: vec[i64]) -> i64:
    """One for each claim, and more than one for every two cards that lack."""
    need = vec[i64]([0] * pilot.game.cards)
    for lane in lanes:
        need[pilot.game.lane_colour[lane]] += pilot.game.lane_cards[lane]
    lack: i64 = 0
    spare: i64 = 0
    colours: i64 = 1  # grey goes with any
    card: i64
    wild = pilot.game.wild
    for card in range(wild):
        short = need[card] - pilot.hand[card]
        if short > 0:
            lack += short
            colours += 1
        else:
            spare -= short
    if need[wild] > spare:
        lack += need[wild] - spare
    lack -= pilot.hand[wild]
    if lack < 0:
        lack = 0
    # The fewer colours are wanted, the rarer they lie face up.
    return len(lanes) + lack * (pilot.taste.draw + pilot.taste.rare // colours) // 100
