"""Whether the reason of a puzzle is true, reckoned from the position alone: nothing is asked of any bot."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from ferrovia.engine.actions import claimed_lane, is_claim, is_slot, slot_of
from ferrovia.puzzles.puzzle import Puzzle
from ferrovia.record import parse_action
from ferrovia.view import View

NEVER: Final = 10_000
NEAR_THE_END: Final = 12
"""Pieces that somebody has left at most when the end is said to be near."""


class Network:
    """What a seat has and may still claim, lane by lane: what each costs it in cards."""

    def __init__(self, view: View) -> None:
        self.view, self.game = view, view.game
        self.costs = {lane: cost for lane in range(len(view.owner)) if (cost := self.cost(lane)) < NEVER}

    def cost(self, lane: int) -> int:
        owner, twins = int(self.view.owner[lane]), self.twins(lane)
        if owner == self.view.seat:
            return 0
        taken = [int(self.view.owner[twin]) for twin in twins]
        is_closed = self.view.seat in taken or (bool(self.game.doubles_close) and any(seat >= 0 for seat in taken))
        return NEVER if owner >= 0 or is_closed else int(self.game.lane_cards[lane])

    def twins(self, lane: int) -> list[int]:
        first, last = int(self.game.twin_first[lane]), int(self.game.twin_first[lane + 1])
        return [int(self.game.twins[place]) for place in range(first, last)]

    def missing(self, ticket: int, without: frozenset[int] = frozenset(), having: int = -1) -> int:
        """Cards that the cheapest way still costs; NEVER if there is none."""
        ends: dict[int, list[tuple[int, int]]] = {}
        for lane, cost in self.costs.items():
            if lane not in without:
                a, b = int(self.game.lane_a[lane]), int(self.game.lane_b[lane])
                ends.setdefault(a, []).append((0 if lane == having else cost, b))
                ends.setdefault(b, []).append((0 if lane == having else cost, a))
        goals = {int(goal) for goal in self.game.goals(ticket)}
        queue, done = [(0, int(self.game.ticket_a[ticket]))], set()
        while queue:
            far, place = heappop(queue)
            if place in goals:
                return far
            if place not in done:
                done.add(place)
                for cost, other in ends.get(place, []):
                    heappush(queue, (far + cost, other))
        return NEVER

    def without(self, lane: int) -> frozenset[int]:
        """Lanes that are gone for this seat if somebody else takes this one."""
        return frozenset({lane, *(self.twins(lane) if self.game.doubles_close else ())})


def untrue(puzzle: Puzzle) -> str:
    """What is not so in the reason that a puzzle gives; empty if all of it is."""
    view, state = puzzle.view(), puzzle.position().state
    action = parse_action(view.game, puzzle.answer)
    code, params = puzzle.reason.code, puzzle.reason.params
    legal = [int(other) for other in state.legal_for(puzzle.seat)]
    payable = {int(claimed_lane(view.game, other)) for other in legal if is_claim(view.game, other)}
    if is_claim(view.game, action):
        lane = int(claimed_lane(view.game, action))
        network = Network(view)
        if code == "claim.last" and any(
            view.game.lane_points[other] > view.game.lane_points[lane] for other in payable
        ):
            return "another lane brings more"
        return untrue_of_claim(network, lane, code, dict(params))
    if is_slot(action):
        if params.get("lane") in payable:
            return "the lane lacks nothing"
        return untrue_of_card(view, int(view.market[slot_of(action)]), code, dict(params))
    return "" if code == "tickets.draw" and all(view.completed) else code


def is_tied(puzzle: Puzzle) -> bool:
    """Whether the points that a reason names could be had elsewhere, too: true, but something else decides."""
    view, state = puzzle.view(), puzzle.position().state
    action = parse_action(view.game, puzzle.answer)
    if puzzle.reason.code != "claim.last":
        return False
    lane = int(claimed_lane(view.game, action))
    payable = {
        int(claimed_lane(view.game, int(a))) for a in state.legal_for(puzzle.seat) if is_claim(view.game, int(a))
    }
    others = payable - {lane, *Network(view).twins(lane)}
    return any(view.game.lane_points[other] >= view.game.lane_points[lane] for other in others)


def untrue_of_claim(network: Network, lane: int, code: str, params: dict[str, object]) -> str:
    view = network.view
    tickets = params.get("tickets", [])
    assert isinstance(tickets, list)
    if params["lane"] != lane:
        return "another lane"
    if params.get("points", int(view.game.lane_points[lane])) != int(view.game.lane_points[lane]):
        return "other points"
    if not set(tickets) <= set(view.tickets):
        return "tickets of others"
    open_ones = [ticket for ticket in tickets if network.missing(ticket) > 0]
    if code == "claim.completes":
        done = all(network.missing(ticket, having=lane) == 0 for ticket in tickets)
        return "" if done and open_ones == tickets != [] else "does not complete"
    if code == "claim.only":
        lost = all(network.missing(ticket, network.without(lane)) == NEVER for ticket in tickets)
        return "" if lost and open_ones == tickets != [] else "there is another way"
    if code in ("claim.ticket", "claim.pressing"):
        nearer = any(network.missing(ticket, having=lane) < network.missing(ticket) for ticket in open_ones)
        return "" if nearer else "brings nothing nearer"
    if code == "claim.last":
        kinds = int(view.game.kinds)
        left = [sum(view.pieces[seat * kinds : (seat + 1) * kinds]) for seat in range(view.game.seats)]
        return "" if view.turns_left or min(left) <= NEAR_THE_END else f"{min(left)} pieces are left"
    return code


def untrue_of_card(view: View, card: int, code: str, params: dict[str, object]) -> str:
    game = view.game
    lack = params["lack"]
    assert isinstance(lack, int)
    if params["card"] != card:
        return "another card"
    if code == "card.wild":
        return "" if card == game.wild and lack > 0 else "nothing is lacking"
    if code != "card.planned":
        return code
    lane = params["lane"]
    assert isinstance(lane, int)
    if int(game.lane_colour[lane]) not in (card, int(game.grey)) or lane not in Network(view).costs:
        return "the card does not fit"
    return "" if int(game.lane_cards[lane]) - int(view.hand[card]) == lack > 0 else "lacks another number"
