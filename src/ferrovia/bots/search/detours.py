"""What losing a planned lane would cost: the detour that its tickets would have to take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.bots.search.network_plans import NetworkPlan, plan_in_order
from ferrovia.bots.search.pathfinder import FAR

if TYPE_CHECKING:
    from ferrovia.bots.search.playout_policy import PlayoutPolicy

LOST: Final = 20  # tenths per point of a ticket that can't be completed: it counts twice


def measure_detours(policy: PlayoutPolicy, plan: NetworkPlan, order: vec[i64]) -> None:
    """Sets `detour` of every planned lane, in tenths of a point."""
    game = policy.game
    cost = policy.cost
    lane: i64
    for lane in range(len(policy.detour)):
        policy.detour[lane] = 0
    index: i64
    for lane in plan.lanes:
        kept = cost[:]
        cost[lane] = FAR
        if game.doubles_close:  # R22
            for index in range(game.twin_first[lane], game.twin_first[lane + 1]):
                cost[game.twins[index]] = FAR
        other = plan_in_order(policy.finder, cost, order)
        for index in range(len(kept)):
            cost[index] = kept[index]
        more = other.cost - plan.cost
        if more < 0:
            more = 0
        if len(other.missed) > len(plan.missed):
            more = missed_points(policy, other) - missed_points(policy, plan)
        policy.detour[lane] = more


def missed_points(policy: PlayoutPolicy, plan: NetworkPlan) -> i64:
    points: i64 = 0
    for ticket in plan.missed:
        points += policy.game.ticket_points[ticket]
    return points * LOST
