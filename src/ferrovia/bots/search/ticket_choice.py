"""Which tickets to keep, and when to ask for more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.bots.thinking.sense import guess_clock, open_tickets, price_lanes, read_hand, turns_for
from ferrovia.bots.thinking.ways import FAR, NOTHING, by_points
from ferrovia.engine import tickets
from ferrovia.engine.actions import keep_action, kept_mask
from ferrovia.engine.phases import FIRST_TICKETS
from ferrovia.engine.state import State

if TYPE_CHECKING:
    from ferrovia.bots.thinking.pilot import Pilot


def choose_tickets(pilot: Pilot, state: State) -> i64:
    """The set that is worth most: its points, less what joining it takes beside what is held."""
    pilot.stale = True
    read_hand(pilot, state)
    pilot.clock = guess_clock(pilot, state)
    price_lanes(pilot, state)
    held = open_tickets(pilot, state)
    if not pilot.careful:
        return choose_one_by_one(pilot, state, held)
    best: i64 = NOTHING
    most: i64 = -FAR
    for action in tickets.keeps(state, pilot.seat):
        worth = worth_of(pilot, state, held, kept_mask(action))
        if worth > most:
            most = worth
            best = action
    return best


def choose_one_by_one(pilot: Pilot, state: State, held: vec[i64]) -> i64:
    """Each ticket by itself beside what is held: all that promise something, and no fewer than allowed."""
    base = pilot.seat * pilot.game.most_dealt
    size = tickets.offer_size(state, pilot.seat)
    least = pilot.game.later_keep
    if state.phase == FIRST_TICKETS:
        least = pilot.game.first_keep
    if least > size:
        least = size
    worths = vec[i64](capacity=size)
    index: i64
    for index in range(size):
        worths = append(worths, worth_of_all(pilot, state, append(held[:], state.offer[base + index])))
    alone: i64 = 0
    if len(held) > 0:
        alone = worth_of_all(pilot, state, held)
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


def worth_of(pilot: Pilot, state: State, held: vec[i64], mask: i64) -> i64:
    wanted = held[:]
    base = pilot.seat * pilot.game.most_dealt
    index: i64
    for index in range(pilot.game.most_dealt):
        if mask >> index & 1:
            wanted = append(wanted, state.offer[base + index])
    return worth_of_all(pilot, state, wanted)


def worth_of_all(pilot: Pilot, state: State, wanted: vec[i64]) -> i64:
    """What a set of tickets promises: its points, less the ways it takes; less still if pieces or turns run out."""
    game = pilot.game
    plan = pilot.plan_for(by_points(game, wanted))
    turns = turns_for(pilot, plan.lanes)
    worth = -turns * pilot.taste.effort
    for lane in plan.lanes:
        worth += pilot.atlas.worth[lane] * pilot.taste.gain // 100
    for ticket in wanted:
        worth += game.ticket_points[ticket] * pilot.taste.risk // 10
    for ticket in plan.missed:
        worth -= game.ticket_points[ticket] * (pilot.taste.risk + 100) // 10
    share = pilot.taste.later
    if state.phase == FIRST_TICKETS:
        share = pilot.taste.room
    kind: i64
    for kind in range(game.kinds):
        over = plan.pieces[kind] * 100 - state.pieces[pilot.seat * game.kinds + kind] * share
        if over > 0:
            worth -= over * 4 // 10
    late = turns - pilot.clock
    if late > 0:
        worth -= late * 30
    return worth


def wants_tickets(pilot: Pilot, state: State) -> bool:
    """Only with nothing left to join, and if the best of an offer promises more than the turn it takes."""
    if pilot.ways > 0 or pilot.clock < 4 or not tickets.can_draw(state):
        return False
    if not pilot.careful:
        return pilot.clock >= 9 and not pilot.poor and pilot.room[0] * 100 >= pilot.game.supply[0] * 45
    if pilot.poor:
        return expected_offer(pilot, state) > 0
    return expected_offer(pilot, state) > pilot.taste.turn + pilot.taste.eager


def expected_offer(pilot: Pilot, state: State) -> i64:
    """The mean worth of the best ticket of an offer, over all tickets this seat hasn't seen."""
    game = pilot.game
    worths = vec[i64]()
    ticket: i64
    for ticket in range(game.tickets):
        if state.holder[ticket] != pilot.seat and not contains(state.ticket_discard, ticket):
            worths = insert_sorted(worths, worth_of_all(pilot, state, vec[i64]([ticket])))
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
