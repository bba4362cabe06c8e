"""Plans for a seat's tickets that differ from the cheapest one: as if lanes cost something else than they seem to."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.features import open_tickets, price_lanes, read_hand
from ferrovia.bots.search.network_plans import NetworkPlan, by_points, plan_in_order, plan_of
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.search.ticket_choice import contains
from ferrovia.engine.chance import Chance
from ferrovia.engine.state import State

# What is drawn at random for a plan, in percent.
MILD: Final = 30  # by so much more or less a lane may seem to cost, in most plans
WILD: Final = 60  # the same in the others
LURE: Final = 80  # of what a lane gives that are taken off its cost at most
ALTOGETHER: Final = 85  # of plans that serve all tickets; the others leave one out
TRIES: Final = 3  # for every plan asked for: many are like one that was made before


@mypyc_attr(acyclic=True)
class PlanMaker:
    """Makes different plans for one position, by the hand and the prices of a policy."""

    def __init__(self, policy: PlayoutPolicy, chance: Chance) -> None:
        self.policy: PlayoutPolicy = policy
        self.chance: Chance = chance
        self.plans: list[NetworkPlan] = []

    def begin(self, state: State) -> None:
        """A position."""
        read_hand(self.policy, state)
        price_lanes(self.policy, state)
        self.plans = []

    def open_tickets(self, state: State) -> vec[i64]:
        """Those of the seat, most points first."""
        return by_points(self.policy.game, open_tickets(self.policy, state))

    def add(self, plan: NetworkPlan) -> bool:
        """Unless it has no lanes, or is there already."""
        if len(plan.lanes) == 0:
            return False
        for other in self.plans:
            if same_lanes(plan, other):
                return False
        self.plans.append(plan)
        return True

    def add_lanes(self, lanes: vec[i64]) -> bool:
        """The plan of these lanes as far as they are not built; none if one of them is lost."""
        left = vec[i64](capacity=len(lanes))
        for lane in lanes:
            cost = self.policy.cost[lane]
            if cost >= FAR:
                return False
            if cost > 0:
                left = append(left, lane)
        return self.add(plan_of(self.policy.game, left))

    def add_cheapest(self, tickets: vec[i64]) -> bool:
        """One ticket after the other by its cheapest path."""
        return self.add(plan_in_order(self.policy.finder, self.policy.cost, tickets))

    def add_varied(self, tickets: vec[i64], count: i64) -> None:
        """Up to so many plans for these tickets."""
        made: i64 = 0
        for _ in range(count * TRIES):
            if made >= count:
                return
            if self.add(self.varied(tickets)):
                made += 1

    def varied(self, tickets: vec[i64]) -> NetworkPlan:
        """In another order, and as if lanes cost more or less; sometimes without one of the tickets."""
        chance = self.chance
        spread = MILD if chance.below(4) > 0 else WILD
        lure: i64 = 0
        if chance.below(2) == 0:
            lure = chance.below(LURE)
        order = tickets[:]
        index: i64
        for index in range(len(order) - 1, 0, -1):
            other = chance.below(index + 1)
            order[index], order[other] = order[other], order[index]
        if len(order) > 1 and chance.below(100) >= ALTOGETHER:
            order = order[: len(order) - 1]
        return plan_in_order(self.policy.finder, self.seeming_costs(spread, lure), order)

    def seeming_costs(self, spread: i64, lure: i64) -> vec[i64]:
        worth = self.policy.tables.worth
        cost = self.policy.cost[:]
        lane: i64
        for lane in range(len(cost)):
            if 0 < cost[lane] < FAR:
                seeming = cost[lane] * (100 - spread + self.chance.below(2 * spread)) - worth[lane] * lure
                cost[lane] = 1 if seeming < 100 else seeming // 100
        return cost


def same_lanes(one: NetworkPlan, other: NetworkPlan) -> bool:
    """In any order. No plan has a lane twice."""
    if len(one.lanes) != len(other.lanes):
        return False
    for lane in one.lanes:
        if not contains(other.lanes, lane):
            return False
    return True
