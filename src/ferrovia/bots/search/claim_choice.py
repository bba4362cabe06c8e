"""Which lane to claim now, and with which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.bots.search.network_plans import FOR_POINTS, FOR_TICKET, NOTHING, UNPLANNED
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.bots.search.weights import Weights
from ferrovia.engine.actions import claim_action
from ferrovia.engine.claims import most_alike
from ferrovia.engine.game import CARDS, CLASS, COLOUR, FIRST, KIND, LANE, LAST, PIECES, PRICE, SECTION, WILDS, Game
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.search.playout_policy import PlayoutPolicy


def choose_claim(policy: PlayoutPolicy, state: State) -> i64:
    """NOTHING if none is worth it."""
    if policy.rich or policy.expected_turns <= policy.weights.scrape:
        lane = best_of_all(policy, state)
    else:
        lane = best_of_plan(policy, state)
    if lane == NOTHING:
        return NOTHING
    action = payment(policy, lane)
    if not policy.careful and policy.role[lane] > UNPLANNED:
        policy.drop(lane)
    return action


def best_of_plan(policy: PlayoutPolicy, state: State) -> i64:
    game = policy.game
    hand = policy.hand
    wilds = hand[game.wild]
    alike = most_alike(hand, 0, game.wild)
    best: i64 = NOTHING
    most: i64 = 0
    for lane in policy.lanes:
        colour = game.lane_colour[lane]
        have = alike
        if colour != game.grey:
            have = hand[colour]
        if have + wilds < game.lane_cards[lane] or wilds < game.lane_wilds[lane]:
            continue
        if game.lane_pieces[lane] > state.pieces[policy.seat * game.kinds + game.lane_kind[lane]]:
            continue
        worth = worth_of_claim(policy, lane)
        if worth > most:
            most = worth
            best = lane
    return best


def best_of_all(policy: PlayoutPolicy, state: State) -> i64:
    """The affordable lane that gives most for what it takes; planned ones first."""
    game = policy.game
    hand = policy.hand
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
        left = pieces[policy.seat * game.kinds + sections[at + KIND]]
        group: i64
        for group in range(sections[at + FIRST], sections[at + LAST] + 1):
            if classes[group * CLASS + CARDS] > have or classes[group * CLASS + PIECES] > left:
                break
            if wilds < classes[group * CLASS + WILDS]:
                continue
            bits = state.open[policy.seat * game.class_count + group]
            lane = classes[group * CLASS + LANE]
            while bits != 0:
                if bits & 1:
                    worth = worth_of_claim(policy, lane)
                    if worth > most:
                        most = worth
                        best = lane
                bits >>= 1
                lane += 1
    return best


def worth_of_claim(policy: PlayoutPolicy, lane: i64) -> i64:
    """Above 0 if it should be claimed now."""
    game = policy.game
    weights = policy.weights
    role = policy.role[lane]
    worth = policy.tables.worth[lane]
    if policy.expected_turns <= 1 or (policy.rich and policy.ticket_lanes == 0) or (policy.poor and role == FOR_POINTS):
        if role == FOR_TICKET:
            worth += 200
        elif policy.tables.rewards_joining and touches(policy.own_places, game, lane) > 0:
            worth += weights.join
        return worth
    colour = paying_colour(policy, lane)
    wilds = wilds_beside(policy, lane, colour)
    spare = policy.hand[colour] - policy.demand[colour]
    if role == FOR_TICKET and game.lane_colour[lane] == colour:
        spare += game.lane_cards[lane]  # the plan asks for them just for this lane
    paid = cost_of_payment(weights, game.lane_cards[lane] - wilds, wilds, spare)
    if policy.expected_turns <= weights.late:
        paid = paid * (policy.expected_turns - 1) // (weights.late + 1)
    if role == FOR_TICKET:
        pressing: i64 = 0
        if touches(policy.rival_places, game, lane) > 0:
            pressing = weights.hurry
        if policy.careful:
            pressing += policy.detour[lane] * weights.guard // 100
        if wilds * weights.wild > weights.hold + pressing and policy.expected_turns > 3:
            return 0
        return 1000 + worth + pressing - paid
    if policy.spare_turns <= 0 or game.lane_pieces[lane] > policy.spare_pieces[game.lane_kind[lane]]:
        return 0
    if policy.tables.rewards_joining and touches(policy.own_places, game, lane) > 0:
        worth += weights.join
    return worth - weights.turn - paid - weights.piece * game.lane_pieces[lane]


def touches(places: vec[i64], game: Game, lane: i64) -> i64:
    """How many ends of a lane are marked places."""
    return places[game.lane_a[lane]] + places[game.lane_b[lane]]


def interest(policy: PlayoutPolicy, lane: i64) -> i64:
    """How much a lane deserves a closer look, whether or not it should be claimed."""
    game = policy.game
    worth = policy.tables.worth[lane] - policy.weights.spare * game.lane_cards[lane]
    if policy.role[lane] == FOR_TICKET:
        worth += 1000
    elif policy.role[lane] == FOR_POINTS:
        worth += 100
    return worth + policy.weights.hurry * touches(policy.rival_places, game, lane)


def payment(policy: PlayoutPolicy, lane: i64) -> i64:
    """The claim of this lane that spoils the plan least. The hand must be able to pay."""
    colour = paying_colour(policy, lane)
    return claim_action(policy.game, lane, colour, wilds_beside(policy, lane, colour))


def paying_colour(policy: PlayoutPolicy, lane: i64) -> i64:
    """The colour that spoils the plan least, with as few wilds as it needs; the wild one if wilds pay alone."""
    game = policy.game
    price = game.lane_cards[lane]
    hand = policy.hand
    colour = game.lane_colour[lane]
    if colour != game.grey:
        if hand[colour] == 0:
            return game.wild
        return colour
    wilds = hand[game.wild]
    best = game.wild
    least: i64 = FAR
    for colour in range(game.wild):
        short = price - hand[colour]
        if short < game.lane_wilds[lane]:
            short = game.lane_wilds[lane]
        if short > wilds or short == price:
            continue
        spare = hand[colour] - policy.demand[colour]
        paid = cost_of_payment(policy.weights, price - short, short, spare) - hand[colour]
        if paid < least:
            least = paid
            best = colour
    return best


def wilds_beside(policy: PlayoutPolicy, lane: i64, colour: i64) -> i64:
    """How many wilds a lane takes beside all that the hand has of a colour."""
    price = policy.game.lane_cards[lane]
    if colour == policy.game.wild:
        return price
    short = price - policy.hand[colour]
    least = policy.game.lane_wilds[lane]
    if short < least:
        return least
    return short


def cost_of_payment(weights: Weights, plain: i64, wilds: i64, spare: i64) -> i64:
    """What paying takes: wilds, plain cards that the plan can `spare`, and those that it will lack."""
    if spare < 0:
        spare = 0
    spoilt = plain - spare
    if spoilt < 0:
        spoilt = 0
    return wilds * weights.wild + spoilt * weights.card + (plain - spoilt) * weights.spare
