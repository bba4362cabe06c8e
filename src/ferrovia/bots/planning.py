"""Plans over the board: what lanes cost a seat, and the cheapest network that completes its tickets."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine.game import Game
from ferrovia.view import View

FAR: Final = 1 << 40


class Atlas:
    """The lanes at every place of a game, and nothing that changes while it is played."""

    def __init__(self, game: Game) -> None:
        self.game: Game = game
        self.first: vec[i64] = vec[i64]()
        self.lanes: vec[i64] = vec[i64]()
        place: i64
        lane: i64
        for place in range(game.places):
            self.first = append(self.first, len(self.lanes))
            for lane in range(len(game.lane_a)):
                if game.lane_a[lane] == place or game.lane_b[lane] == place:
                    self.lanes = append(self.lanes, lane)
        self.first = append(self.first, len(self.lanes))

    def other_end(self, lane: i64, place: i64) -> i64:
        a = self.game.lane_a[lane]
        return self.game.lane_b[lane] if a == place else a


class Plan:
    """Lanes still to claim, what they cost, and which tickets they complete."""

    def __init__(self) -> None:
        self.lanes: vec[i64] = vec[i64]()
        self.cost: i64 = 0
        self.tickets: vec[i64] = vec[i64]()
        self.missed: vec[i64] = vec[i64]()


class Survey:
    """Ways over the board for one seat: own lanes are free, open ones cost what the caller says."""

    def __init__(self, atlas: Atlas, cost: vec[i64]) -> None:
        self.atlas = atlas
        self.cost = cost
        self.far: vec[i64] = vec[i64]([0] * atlas.game.places)
        self.came: vec[i64] = vec[i64]([0] * atlas.game.places)
        self.done: vec[i64] = vec[i64]([0] * atlas.game.places)

    def spread(self, start: i64, goal: i64) -> i64:
        """The cost of the cheapest way, or FAR; `came` holds the lane by which each place was reached."""
        atlas = self.atlas
        far = self.far
        came = self.came
        done = self.done
        cost = self.cost
        first = atlas.first
        lanes = atlas.lanes
        lane_a = atlas.game.lane_a
        lane_b = atlas.game.lane_b
        place: i64
        for place in range(len(far)):
            far[place] = FAR
            done[place] = 0
        far[start] = 0
        came[start] = -1
        while True:
            here: i64 = -1
            least: i64 = FAR
            for place in range(len(far)):
                if done[place] == 0 and far[place] < least:
                    least = far[place]
                    here = place
            if here < 0 or here == goal:
                return least
            done[here] = 1
            index: i64
            for index in range(first[here], first[here + 1]):
                lane = lanes[index]
                price = cost[lane]
                if price >= FAR:
                    continue
                there = lane_a[lane]
                if there == here:
                    there = lane_b[lane]
                if least + price < far[there]:
                    far[there] = least + price
                    came[there] = lane

    def way_back(self, start: i64, goal: i64) -> vec[i64]:
        """The lanes of the way that `spread` found."""
        way = vec[i64]()
        place = goal
        while place != start:
            lane = self.came[place]
            way = append(way, lane)
            place = self.atlas.other_end(lane, place)
        return way


def plan_in_order(atlas: Atlas, cost: vec[i64], order: vec[i64]) -> Plan:
    """Ticket after ticket by the cheapest way, each using what those before it already need."""
    game = atlas.game
    plan = Plan()
    survey = Survey(atlas, cost[:])
    for ticket in order:
        a = game.ticket_a[ticket]
        b = game.ticket_b[ticket]
        price = survey.spread(a, b)
        if price >= FAR:
            plan.missed = append(plan.missed, ticket)
            continue
        plan.cost += price
        plan.tickets = append(plan.tickets, ticket)
        for lane in survey.way_back(a, b):
            if survey.cost[lane] > 0:
                plan.lanes = append(plan.lanes, lane)
                survey.cost[lane] = 0
                for twin in game.twins[game.twin_first[lane] : game.twin_first[lane + 1]]:
                    survey.cost[twin] = FAR  # R21
    return plan


def best_plan(atlas: Atlas, cost: vec[i64], tickets: vec[i64]) -> Plan:
    """The cheapest of several orders: each ticket once in front, the others by falling points."""
    order = by_points(atlas.game, tickets)
    best = plan_in_order(atlas, cost, order)
    index: i64
    for index in range(1, len(order)):
        turned = vec[i64]([order[index]])
        for ticket in order:
            if ticket != order[index]:
                turned = append(turned, ticket)
        plan = plan_in_order(atlas, cost, turned)
        if len(plan.missed) <= len(best.missed) and plan.cost < best.cost:
            best = plan
    return best


def by_points(game: Game, tickets: vec[i64]) -> vec[i64]:
    order = tickets[:]
    i: i64
    for i in range(1, len(order)):
        j = i
        while j > 0 and game.ticket_points[order[j]] > game.ticket_points[order[j - 1]]:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    return order


def is_open(view: View, lane: i64) -> bool:
    """Whether the seat may claim the lane at all and has the pieces for it."""
    game = view.game
    place = view.seat * game.class_count + game.lane_class[lane]
    if view.open[place] & game.lane_bit[lane] == 0:
        return False
    return game.lane_pieces[lane] <= view.pieces[view.seat * game.kinds + game.lane_kind[lane]]
