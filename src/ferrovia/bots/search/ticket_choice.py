"""Which tickets to keep, and when to ask for more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.search.features import expected_turns, open_tickets, price_lanes, read_hand, turns_for
from ferrovia.bots.search.network_plans import NOTHING, by_points
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.engine import tickets
from ferrovia.engine.actions import keep_action, kept_mask
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.search.playout_policy import PlayoutPolicy


def choose_tickets(policy: PlayoutPolicy, state: State) -> i64:
    """The set of tickets that is worth most: its points, less what completing it takes beside the tickets held."""
    policy.stale = True
    read_hand(policy, state)
    policy.expected_turns = expected_turns(policy, state)
    price_lanes(policy, state)
    held = open_tickets(policy, state)
    if not policy.careful:
        return choose_one_by_one(policy, state, held)
    best: i64 = NOTHING
    most: i64 = -FAR
    for action in tickets.keeps(state, policy.seat):
        worth = worth_of(policy, state, held, kept_mask(action))
        if worth > most:
            most = worth
            best = action
    return best


def choose_one_by_one(policy: PlayoutPolicy, state: State, held: vec[i64]) -> i64:
    """Judges each ticket by itself beside those held: keeps all that are worth something, and no fewer than allowed."""
    base = policy.seat * policy.game.most_dealt
    size = tickets.offer_size(state, policy.seat)
    least = policy.game.later_keep
    if state.phase == FIRST_TICKETS:
        least = policy.game.first_keep
    if least > size:
        least = size
    worths = vec[i64](capacity=size)
    index: i64
    for index in range(size):
        worths = append(worths, worth_of_all(policy, state, append(held[:], state.offer[base + index])))
    alone: i64 = 0
    if len(held) > 0:
        alone = worth_of_all(policy, state, held)
    one: i64 = 1
    mask: i64 = 0
    kept: i64 = 0
    while kept < size:
        best: i64 = 0
        for index in range(size):
            if worths[index] > worths[best]:
                best = index
        if kept >= least and worths[best] <= alone:
            break
        kept += 1
        mask |= one << best
        worths[best] = -FAR
    return keep_action(mask)


def worth_of(policy: PlayoutPolicy, state: State, held: vec[i64], mask: i64) -> i64:
    wanted = held[:]
    base = policy.seat * policy.game.most_dealt
    index: i64
    for index in range(policy.game.most_dealt):
        if mask >> index & 1:
            wanted = append(wanted, state.offer[base + index])
    return worth_of_all(policy, state, wanted)


def worth_of_all(policy: PlayoutPolicy, state: State, wanted: vec[i64]) -> i64:
    """What a set of tickets is worth: its points, less the cost of its lanes; less still if pieces or turns run out."""
    game = policy.game
    plan = policy.plan_for(by_points(game, wanted))
    turns = turns_for(policy, plan.lanes)
    worth = -turns * policy.weights.effort
    for lane in plan.lanes:
        worth += policy.tables.worth[lane] * policy.weights.gain // 100
    for ticket in wanted:
        worth += game.ticket_points[ticket] * policy.weights.risk // 10
    for ticket in plan.missed:
        worth -= game.ticket_points[ticket] * (policy.weights.risk + 100) // 10
    share = policy.weights.later
    if state.phase == FIRST_TICKETS:
        share = policy.weights.room
    kind: i64
    for kind in range(game.kinds):
        over = plan.pieces[kind] * 100 - state.pieces[policy.seat * game.kinds + kind] * share
        if over > 0:
            worth -= over * 4 // 10
    late = turns - policy.expected_turns
    if late > 0:
        worth -= late * policy.weights.haste
    return worth


def wants_tickets(policy: PlayoutPolicy, state: State) -> bool:
    """Whether to draw tickets: no ticket is left to work for, and the best of an offer is worth more than the turn."""
    if policy.ticket_lanes > 0 or policy.expected_turns < 4 or not tickets.can_draw(state):
        return False
    if not policy.careful:
        enough = policy.spare_pieces[0] * 100 >= policy.game.supply[0] * policy.weights.wish
        return enough and policy.expected_turns >= policy.weights.wish_turns and not policy.poor
    least: i64 = 0
    if not policy.poor:
        least = policy.weights.turn + policy.weights.eager - policy.weights.bold * (policy.game.seats - 2)
    offer = expected_offer(policy, state)
    policy.tempted = offer > least - policy.weights.tempted
    return offer > least


def expected_offer(policy: PlayoutPolicy, state: State) -> i64:
    """The mean worth of the best ticket of an offer, over all tickets that this seat hasn't seen."""
    game = policy.game
    worths = vec[i64]()
    ticket: i64
    for ticket in range(game.tickets):
        if game.ticket_long[ticket] == 1:  # L3
            continue
        if state.holder[ticket] != policy.seat and not contains(state.ticket_discard, ticket):
            worths = insert_sorted(worths, worth_of_all(policy, state, vec[i64]([ticket])))
    if len(worths) == 0:
        return -FAR
    return i64(int(mean_of_best(worths, game.later_deal)))


def mean_of_best(worths: vec[i64], dealt: i64) -> float:
    """The mean of the best of `dealt` worths drawn from these, which are sorted.

    Of n of them, the one at place i is the best of d with the chance C(i, d - 1) / C(n, d)."""
    count = len(worths)
    if dealt > count:
        dealt = count
    chance = float(int(dealt)) / float(int(count))  # of the last one
    mean = 0.0
    place = count - 1
    while place >= dealt - 1:
        mean += chance * float(int(worths[place]))
        if place > 0:
            chance = chance * float(int(place - dealt + 1)) / float(int(place))
        place -= 1
    return mean


def contains(numbers: vec[i64], number: i64) -> bool:
    for other in numbers:
        if other == number:
            return True
    return False


def insert_sorted(numbers: vec[i64], number: i64) -> vec[i64]:
    numbers = append(numbers, number)
    place = len(numbers) - 1
    while place > 0 and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number
    return numbers
