"""Why a move: what the planner's own numbers say of it, as a code with parameters. The words are in `ferrovia.text`.

reason = explain(view, action)
print(reason.code, reason.params)

It asks nothing but the view, so that any move of a record can be explained, whoever made it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.bots.search.features import turns_for
from ferrovia.bots.search.network_plans import FOR_POINTS, FOR_TICKET, by_points, plan_in_order
from ferrovia.bots.search.pathfinder import FAR
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.search.search import Search
from ferrovia.bots.tables import plan_tables
from ferrovia.engine.actions import decode_action
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS
from ferrovia.engine.values import Action
from ferrovia.view import View, determinize

CLEAR: Final = 20
"""Tenths of a point from which a detour is worth telling."""
SOON: Final = 2
"""Expected turns from which on the end is the reason."""


@dataclass(frozen=True)
class Reason:
    """A code, such as `claim.ticket`, and numbers: of lanes, cards and tickets as the board counts them, and of points,
    turns and cards."""

    code: str
    params: Mapping[str, int | list[int]] = field(default_factory=dict)

    def data(self) -> dict[str, object]:
        return {"code": self.code, "params": dict(self.params)}


def explain(view: View, action: int) -> Reason:
    """What speaks for an action of the seat whose view it is, by the plan that the planner would make."""
    policy = PlayoutPolicy(plan_tables(view.game), view.seat, True)
    state = determinize(view, seeded(0))  # the policy reads nothing of it that the seat can't see
    move = decode_action(view.game, action)
    policy.choose(state)
    if view.phase in (FIRST_TICKETS, KEEP_TICKETS):
        return keeping(policy, view, move)
    policy.update_plan(state)
    if move.kind == "claim":
        return claiming(policy, view, move.lane)
    if move.kind == "slot":
        return taking(policy, int(view.market[move.slot]))
    if move.kind == "blind":
        return Reason("blind", {"lack": lacking(policy)})
    if move.kind == "tickets":
        return drawing_tickets(policy, view)
    return Reason("other")


def compared(search: Search, action: int) -> Reason | None:
    """What the playouts of the last choice say: how the action ended beside the best of the others. None if nothing was
    played out."""
    tried = [candidate for candidate in search.field if candidate.visits > 0]
    mine = [
        candidate.mean() for candidate in tried if candidate.action == action
    ]  # one for every plan it was tried with
    others = [candidate.mean() for candidate in tried if candidate.action != action]
    if not mine or not others:
        return None
    value, rest = max(mine), max(others)
    numbers = {"tried": len({candidate.action for candidate in tried}), "playouts": int(search.iterations)}
    code = "compared" if value >= rest else "compared.trusted"
    return Reason(code, {**numbers, "value": round(100 * value), "other": round(100 * rest)})


# --- claims -----------------------------------------------------------------------------------------------
def claiming(policy: PlayoutPolicy, view: View, lane: int) -> Reason:
    game = view.game
    points = {"lane": lane, "points": int(game.lane_points[lane])}
    own = [other for other in range(len(view.owner)) if view.owner[other] == view.seat]
    missing = [ticket for ticket in view.tickets if not joined(view, own, ticket)]
    done = [ticket for ticket in missing if joined(view, [*own, lane], ticket)]
    if done:
        return Reason("claim.completes", {**points, "tickets": done})
    if policy.role[lane] == FOR_TICKET:
        plan = [*own, *(int(other) for other in policy.lanes)]
        rest = [other for other in plan if other != lane]
        served = [ticket for ticket in missing if joined(view, plan, ticket) and not joined(view, rest, ticket)]
        return needed(policy, lane, served or missing)
    if policy.expected_turns <= SOON:
        return Reason("claim.last", points)
    near = [seat for seat in range(game.seats) if seat != view.seat and touches(view, seat, lane)]
    if policy.role[lane] != FOR_POINTS and near:
        return Reason("claim.near", {**points, "seat": near[0]})
    return Reason("claim.points", points)


def needed(policy: PlayoutPolicy, lane: int, tickets: list[int]) -> Reason:
    """A lane of the plan: what losing it would cost these tickets."""
    params: dict[str, int | list[int]] = {"lane": lane, "tickets": tickets}
    cost = policy.cost[:]
    cost[lane] = FAR
    if policy.game.doubles_close:
        for index in range(policy.game.twin_first[lane], policy.game.twin_first[lane + 1]):
            cost[policy.game.twins[index]] = FAR
    missed = list(plan_in_order(policy.finder, cost, vec[i64](tickets)).missed)
    if missed:
        return Reason("claim.only", {**params, "tickets": [int(ticket) for ticket in missed]})
    detour = int(policy.detour[lane])
    return (
        Reason("claim.pressing", {**params, "detour": round(detour / 10)})
        if detour >= CLEAR
        else Reason("claim.ticket", params)
    )


def joined(view: View, lanes: Iterable[int], ticket: int) -> bool:
    """Whether these lanes join the places of a ticket."""
    game = view.game
    reached, lanes = {int(game.ticket_a[ticket])}, list(lanes)
    grown = True
    while grown:
        grown = False
        for lane in lanes:
            ends = {int(game.lane_a[lane]), int(game.lane_b[lane])}
            if len(ends & reached) == 1:
                reached |= ends
                grown = True
    return any(int(goal) in reached for goal in game.goals(ticket))


def touches(view: View, seat: int, lane: int) -> bool:
    game = view.game
    ends = {game.lane_a[lane], game.lane_b[lane]}
    return any(
        view.owner[other] == seat and ends & {game.lane_a[other], game.lane_b[other]}
        for other in range(len(view.owner))
    )


# --- cards ------------------------------------------------------------------------------------------------
def taking(policy: PlayoutPolicy, card: int) -> Reason:
    """A face-up card: the lane of the plan that lacks the fewest of it."""
    game = policy.game
    if card == game.wild:
        return Reason("card.wild", {"card": card, "lack": lacking(policy)})
    hand = int(policy.hand[card])
    wanting = [
        (int(game.lane_cards[lane]) - hand, int(lane))
        for lane in policy.lanes
        if game.lane_colour[lane] in (card, game.grey) and game.lane_cards[lane] > hand
    ]
    if not wanting:
        return Reason("card.spare", {"card": card})
    lack, lane = min(wanting)
    return Reason("card.planned", {"card": card, "lane": lane, "lack": lack})


def lacking(policy: PlayoutPolicy) -> int:
    """Cards that the plan still lacks, wilds in the hand taken off."""
    game = policy.game
    spare = [int(policy.hand[card] - policy.demand[card]) for card in range(game.wild)]
    short = -sum(count for count in spare if count < 0)
    grey = max(0, int(policy.demand[game.wild]) - sum(count for count in spare if count > 0))
    return max(0, short + grey - int(policy.hand[game.wild]))


# --- tickets ----------------------------------------------------------------------------------------------
def drawing_tickets(policy: PlayoutPolicy, view: View) -> Reason:
    code = "tickets.draw" if all(view.completed) else "tickets.more"
    return Reason(code, {"turns": int(policy.expected_turns)})


def keeping(policy: PlayoutPolicy, view: View, move: Action) -> Reason:
    """Tickets: what they bring, and what they take beside those held."""
    game = view.game
    kept = [view.offer[place] for place in move.kept if place < len(view.offer)]
    held = [ticket for ticket, done in zip(view.tickets, view.completed, strict=True) if not done]
    plan = policy.plan_for(by_points(game, vec[i64]([*held, *kept])))
    turns = int(turns_for(policy, plan.lanes))
    points = sum(int(game.ticket_points[ticket]) for ticket in kept)
    return Reason("keep", {"tickets": kept, "points": points, "turns": turns, "left": int(policy.expected_turns)})
