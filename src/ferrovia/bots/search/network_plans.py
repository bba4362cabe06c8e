"""Plans for networks: the cheapest lanes that complete a set of tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.pathfinder import FAR, PathFinder
from ferrovia.engine.game import Game

NOTHING: Final = -1

# The role of a lane in a plan.
UNPLANNED: Final = 0
BLOCKED: Final = -1  # can have no role, for the lane beside it has one (R21)
FOR_POINTS: Final = 1  # is claimed because of its points
FOR_TICKET: Final = 2  # joins the places of a ticket


@mypyc_attr(acyclic=True)
class NetworkPlan:
    """Lanes to claim, what they cost together, and how many pieces of each kind they take."""

    def __init__(self, game: Game) -> None:
        self.lanes: vec[i64] = vec[i64]()
        self.cost: i64 = 0
        self.missed: vec[i64] = vec[i64]()  # tickets that can't be completed any more
        self.pieces: vec[i64] = vec[i64]([0] * game.kinds)


def plan_of(game: Game, lanes: vec[i64]) -> NetworkPlan:
    """The plan of these lanes, whatever they cost."""
    plan = NetworkPlan(game)
    plan.lanes = lanes
    for lane in lanes:
        plan.pieces[game.lane_kind[lane]] += game.lane_pieces[lane]
    return plan


def join_ticket(finder: PathFinder, plan: NetworkPlan, ticket: i64) -> None:
    """Adds the cheapest path of a ticket to the plan. Lanes that are in the plan already cost nothing."""
    game = finder.tables.game
    a = game.ticket_a[ticket]
    price = finder.find_ticket(ticket)
    place = finder.goal
    if price >= FAR:
        plan.missed = append(plan.missed, ticket)
        return
    plan.cost += price
    while place != a:
        lane = finder.came[place]
        if finder.cost[lane] > 0:
            add_lane(finder, plan, lane)
        place = finder.back[place]


def add_lane(finder: PathFinder, plan: NetworkPlan, lane: i64) -> None:
    game = finder.tables.game
    plan.lanes = append(plan.lanes, lane)
    plan.pieces[game.lane_kind[lane]] += game.lane_pieces[lane]
    finder.cost[lane] = 0
    index: i64
    for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
        finder.cost[game.twins[index]] = FAR  # R21


def plan_in_order(finder: PathFinder, cost: vec[i64], order: vec[i64]) -> NetworkPlan:
    """Plans ticket after ticket by the cheapest path. Each may use the lanes planned for those before it."""
    lane: i64
    mine = finder.cost
    for lane in range(len(mine)):
        mine[lane] = cost[lane]
    plan = NetworkPlan(finder.tables.game)
    for ticket in order:
        join_ticket(finder, plan, ticket)
    return plan


def best_plan(finder: PathFinder, cost: vec[i64], order: vec[i64]) -> NetworkPlan:
    """The best plan of several orders: as given, and with each other ticket moved to the front once.

    The plan that misses the fewest tickets is best, then the cheapest."""
    best = plan_in_order(finder, cost, order)
    index: i64
    for index in range(1, len(order)):
        plan = plan_in_order(finder, cost, in_front(order, index))
        if len(plan.missed) < len(best.missed) or (len(plan.missed) == len(best.missed) and plan.cost < best.cost):
            best = plan
    return best


def in_front(order: vec[i64], index: i64) -> vec[i64]:
    turned = vec[i64]([order[index]])
    for ticket in order:
        if ticket != order[index]:
            turned = append(turned, ticket)
    return turned


def by_points(game: Game, tickets: vec[i64]) -> vec[i64]:
    """These tickets, those with most points first: they get the shortest paths."""
    order = tickets[:]
    i: i64
    for i in range(1, len(order)):
        j = i
        while j > 0 and game.ticket_points[order[j]] > game.ticket_points[order[j - 1]]:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    return order
