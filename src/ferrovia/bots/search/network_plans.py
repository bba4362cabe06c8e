"""Ways over the board, and the cheapest network that completes a set of tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.thinking.atlas import Atlas
from ferrovia.engine.game import Game

FAR: Final = 1 << 40
NOTHING: Final = -1

# The part a lane has in a plan.
LOOSE: Final = 0  # none
BESIDE: Final = -1  # none, and it can't have one: its twin is planned (R21)
PRIZE: Final = 1  # worked for because of its points
WAY: Final = 2  # joins a ticket


@mypyc_attr(acyclic=True)
class Survey:
    """Ways over the board for one seat: own lanes are free, open ones cost what the caller says."""

    def __init__(self, atlas: Atlas) -> None:
        game = atlas.game
        self.atlas = atlas
        self.cost: vec[i64] = vec[i64]([0] * len(game.lane_a))
        self.far: vec[i64] = vec[i64]([0] * game.places)
        self.came: vec[i64] = vec[i64]([0] * game.places)
        self.back: vec[i64] = vec[i64]([0] * game.places)
        self.edge: vec[i64] = vec[i64]([0] * game.places)

    def spread(self, start: i64, goal: i64) -> i64:
        """The cost of the cheapest way, or FAR; `came` and `back` tell by which lane and from where."""
        far = self.far
        came = self.came
        back = self.back
        cost = self.cost
        edge = self.edge
        first = self.atlas.first
        lanes = self.atlas.lanes
        others = self.atlas.others
        place: i64
        for place in range(len(far)):
            far[place] = FAR
        far[start] = 0
        edge[0] = start
        reached: i64 = 1  # places on the edge, in no order: they are few, so looking through them is quickest
        while reached > 0:
            at: i64 = 0
            index: i64
            for index in range(1, reached):
                if far[edge[index]] < far[edge[at]]:
                    at = index
            here = edge[at]
            least = far[here]
            if here == goal:
                return least
            reached -= 1
            edge[at] = edge[reached]
            for index in range(first[here], first[here + 1]):
                lane = lanes[index]
                price = least + cost[lane]
                there = others[index]
                before = far[there]
                if price < before:  # never for a settled place, nor over a closed lane
                    if before == FAR:
                        edge[reached] = there
                        reached += 1
                    far[there] = price
                    came[there] = lane
                    back[there] = here
        return FAR


@mypyc_attr(acyclic=True)
class Plan:
    """Lanes to claim, and what they ask for together."""

    def __init__(self, game: Game) -> None:
        self.lanes: vec[i64] = vec[i64]()
        self.cost: i64 = 0
        self.missed: vec[i64] = vec[i64]()  # tickets that can't be joined any more
        self.pieces: vec[i64] = vec[i64]([0] * game.kinds)


def join_ticket(survey: Survey, plan: Plan, ticket: i64) -> None:
    """Adds the cheapest way of a ticket to the plan; what the plan has already is free."""
    game = survey.atlas.game
    a = game.ticket_a[ticket]
    place = game.ticket_b[ticket]
    price = survey.spread(a, place)
    if price >= FAR:
        plan.missed = append(plan.missed, ticket)
        return
    plan.cost += price
    while place != a:
        lane = survey.came[place]
        if survey.cost[lane] > 0:
            add_lane(survey, plan, lane)
        place = survey.back[place]


def add_lane(survey: Survey, plan: Plan, lane: i64) -> None:
    game = survey.atlas.game
    plan.lanes = append(plan.lanes, lane)
    plan.pieces[game.lane_kind[lane]] += game.lane_pieces[lane]
    survey.cost[lane] = 0
    index: i64
    for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
        survey.cost[game.twins[index]] = FAR  # R21


def plan_in_order(survey: Survey, cost: vec[i64], order: vec[i64]) -> Plan:
    """Ticket after ticket by the cheapest way, each using what those before it already need."""
    lane: i64
    mine = survey.cost
    for lane in range(len(mine)):
        mine[lane] = cost[lane]
    plan = Plan(survey.atlas.game)
    for ticket in order:
        join_ticket(survey, plan, ticket)
    return plan


def best_plan(survey: Survey, cost: vec[i64], order: vec[i64]) -> Plan:
    """The cheapest of several orders: as given, and each other ticket once in front."""
    best = plan_in_order(survey, cost, order)
    index: i64
    for index in range(1, len(order)):
        plan = plan_in_order(survey, cost, in_front(order, index))
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
    """The dearest first: what is worth most gets the way it likes best."""
    order = tickets[:]
    i: i64
    for i in range(1, len(order)):
        j = i
        while j > 0 and game.ticket_points[order[j]] > game.ticket_points[order[j - 1]]:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    return order
