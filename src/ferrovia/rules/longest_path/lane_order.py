"""The order in which the frontier search decides about lanes: one that keeps the frontier narrow."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.longest_path.graph import Graph

ENDLESS: Final = 1 << 60
WIDEST: Final = 20  # wider frontiers all cost the same, so that no sum of costs reaches ENDLESS
CHEAP: Final = 1 << 2 * 4  # per lane: with a frontier of four places no better order is worth looking for


def narrow_order(graph: Graph) -> vec[i64]:
    """The cheapest of the greedy orders from each place, or the first cheap one. The graph has to be connected."""
    best = vec[i64]()
    cost: i64 = ENDLESS
    start: i64
    for start in range(graph.places):
        if graph.degree(start) > 0:
            greedy = GreedyOrder(graph, start, cost)
            if greedy.cost < cost:
                best = greedy.order
                cost = greedy.cost
        if cost <= CHEAP * len(graph.a):
            break
    return best


@mypyc_attr(acyclic=True)
class GreedyOrder:
    """Takes place after place, and with each its lanes to places already met.

    The next place is a neighbour of the frontier's place with the fewest lanes ahead: of its neighbours the one that
    has the fewest lanes ahead itself."""

    def __init__(self, graph: Graph, start: i64, too_dear: i64) -> None:
        self.graph = graph
        self.order = vec[i64](capacity=64)
        self.cost: i64 = 0  # about the states of a search in this order; the order is cut short when too dear
        self.width: i64 = 0  # of the frontier
        self.price: i64 = 1  # of a lane: 4 to the power of the width
        self.met = vec[i64]([0] * graph.places)
        self.done = vec[i64]([0] * len(graph.a))
        self.ahead = vec[i64]([0] * graph.places)  # lanes to places not met yet
        place: i64
        for place in range(graph.places):
            self.ahead[place] = graph.degree(place)
        place = start
        while place >= 0 and self.cost < too_dear:
            self.enter(place)
            place = self.next_place()

    def enter(self, place: i64) -> None:
        graph = self.graph
        self.met[place] = 1
        self.widen()
        leaving: i64 = 0 if self.ahead[place] > 0 else 1
        i: i64
        for i in range(graph.first[place], graph.first[place + 1]):
            far = graph.far[i]
            self.ahead[far] -= 1
            if self.met[far]:
                self.take(graph.lane[i])
                if self.ahead[far] == 0:
                    leaving += 1
        for _ in range(leaving):
            self.narrow()

    def take(self, lane: i64) -> None:
        if not self.done[lane]:
            self.done[lane] = 1
            self.order = append(self.order, lane)
            self.cost += self.price

    def widen(self) -> None:
        self.width += 1
        if self.width <= WIDEST:
            self.price *= 4

    def narrow(self) -> None:
        if self.width <= WIDEST:
            self.price >>= 2
        self.width -= 1

    def next_place(self) -> i64:
        """The place to take next, or -1 when all are met."""
        graph = self.graph
        front: i64 = -1
        place: i64
        for place in range(graph.places):
            if self.met[place] and self.ahead[place] > 0 and (front < 0 or self.ahead[place] < self.ahead[front]):
                front = place
        best: i64 = -1
        if front >= 0:
            i: i64
            for i in range(graph.first[front], graph.first[front + 1]):
                far = graph.far[i]
                if not self.met[far] and (best < 0 or self.ahead[far] < self.ahead[best]):
                    best = far
        return best
