"""Which lane to claim now, and with which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from ferrovia.bots.thinking.taste import Taste
from ferrovia.bots.thinking.ways import FAR, LOOSE, NOTHING, PRIZE, WAY
from ferrovia.engine.actions import claim_action, paid_colour, paid_wilds
from ferrovia.engine.claims import most_alike
from ferrovia.engine.game import CARDS, CLASS, COLOUR, FIRST, KIND, LANE, LAST, PIECES, PRICE, SECTION
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.thinking.pilot import Pilot


def choose_claim(pilot: Pilot, state: State) -> i64:
    """NOTHING if none is worth it."""
    if pilot.rich or pilot.clock <= pilot.taste.scrape:
        lane = best_of_all(pilot, state)
    else:
        lane = best_of_plan(pilot, state)
    if lane == NOTHING:
        return NOTHING
    action = payment(pilot, lane)
    if not pilot.careful and pilot.role[lane] > LOOSE:
        pilot.drop(lane)
    return action


def best_of_plan(pilot: Pilot, state: State) -> i64:
    game = pilot.game
    hand = pilot.hand
    wilds = hand[game.wild]
    alike = most_alike(hand, 0, game.wild)
    best: i64 = NOTHING
    most: i64 = 0
    for lane in pilot.lanes:
        colour = game.lane_colour[lane]
        have = alike
        if colour != game.grey:
            have = hand[colour]
        if have + wilds < game.lane_cards[lane]:
            continue
        if game.lane_pieces[lane] > state.pieces[pilot.seat * game.kinds + game.lane_kind[lane]]:
            continue
        worth = worth_of_claim(pilot, lane)
        if worth > most:
            most = worth
            best = lane
    return best


def best_of_all(pilot: Pilot, state: State) -> i64:
    """The affordable lane that gives most for what it takes; planned ones first."""
    game = pilot.game
    hand = pilot.hand
    sections = game.sections
    classes = game.classes
    pieces = state.pieces
    wilds = hand[game.wild]
    alike = most_alike(hand, 0, game.wild)
    best: i64 = NOTHING
    most: i64 = 0
    at: i64
    for at in range(0, len(sections), SECTION):
        colour = sections[at + COLOUR]
        have = alike
        if colour != game.grey:
            have = hand[colour]
        have += wilds
        if have < sections[at + PRICE]:
            continue
        left = pieces[pilot.seat * game.kinds + sections[at + KIND]]
        group: i64
        for group in range(sections[at + FIRST], sections[at + LAST] + 1):
            if classes[group * CLASS + CARDS] > have or classes[group * CLASS + PIECES] > left:
                break
            bits = state.open[pilot.seat * game.class_count + group]
            lane = classes[group * CLASS + LANE]
            while bits != 0:
                if bits & 1:
                    worth = worth_of_claim(pilot, lane)
                    if worth > most:
                        most = worth
                        best = lane
                bits >>= 1
                lane += 1
    return best


def worth_of_claim(pilot: Pilot, lane: i64) -> i64:
    """Above 0 if it should be claimed now."""
    game = pilot.game
    taste = pilot.taste
    role = pilot.role[lane]
    worth = pilot.atlas.worth[lane]
    if pilot.clock <= 1 or (pilot.rich and pilot.ways == 0) or (pilot.poor and role == PRIZE):
        if role == WAY:
            worth += 200
        return worth
    action = payment(pilot, lane)
    wilds = paid_wilds(game, action)
    colour = paid_colour(game, action)
    spare = pilot.hand[colour] - pilot.demand[colour]
    if role == WAY and game.lane_colour[lane] == colour:
        spare += game.lane_cards[lane]  # the plan asks for them just for this lane
    paid = cost_of_payment(taste, game.lane_cards[lane] - wilds, wilds, spare)
    if pilot.clock <= taste.late:
        paid = paid * (pilot.clock - 1) // (taste.late + 1)
    if role == WAY:
        pressing: i64 = 0
        if pilot.touched[game.lane_a[lane]] + pilot.touched[game.lane_b[lane]] > 0:
            pressing = taste.hurry
        if wilds * taste.wild > taste.hold + pressing and pilot.clock > 3:
            return 0
        return 1000 + worth + pressing - paid
    if pilot.slack <= 0 or game.lane_pieces[lane] > pilot.room[game.lane_kind[lane]]:
        return 0
    if pilot.atlas.rewards_joining and (pilot.near[game.lane_a[lane]] + pilot.near[game.lane_b[lane]] > 0):
        worth += taste.join
    return worth - taste.turn - paid - taste.piece * game.lane_pieces[lane]


def interest(pilot: Pilot, lane: i64) -> i64:
    """How much a lane deserves a closer look, whether or not it should be claimed."""
    game = pilot.game
    worth = pilot.atlas.worth[lane] - pilot.taste.spare * game.lane_cards[lane]
    if pilot.role[lane] == WAY:
        worth += 1000
    elif pilot.role[lane] == PRIZE:
        worth += 100
    return worth + pilot.taste.hurry * (pilot.touched[game.lane_a[lane]] + pilot.touched[game.lane_b[lane]])


def payment(pilot: Pilot, lane: i64) -> i64:
    """The claim of this lane that spoils the plan least. The hand must be able to pay."""
    game = pilot.game
    price = game.lane_cards[lane]
    hand = pilot.hand
    wilds = hand[game.wild]
    colour = game.lane_colour[lane]
    if colour != game.grey:
        return claim_action(game, lane, colour, max(0, price - hand[colour]))
    best = claim_action(game, lane, game.wild, price)
    least: i64 = FAR
    for colour in range(game.wild):
        short = price - hand[colour]
        if short < 0:
            short = 0
        if short > wilds or short == price:
            continue
        spare = hand[colour] - pilot.demand[colour]
        paid = cost_of_payment(pilot.taste, price - short, short, spare) - hand[colour]
        if paid < least:
            least = paid
            best = claim_action(game, lane, colour, short)
    return best


def cost_of_payment(taste: Taste, plain: i64, wilds: i64, spare: i64) -> i64:
    """What paying takes: wilds, plain cards that the plan can `spare`, and those that it will lack."""
    if spare < 0:
        spare = 0
    spoilt = plain - spare
    if spoilt < 0:
        spoilt = 0
    return wilds * taste.wild + spoilt * taste.card + (plain - spoilt) * taste.spare
