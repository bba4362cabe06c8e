"""In which order the careful search for a trail decides about lanes: one that keeps the front narrow."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.trail_network import Network

ENDLESS: Final = 1 << 60
WIDEST: Final = 20  # wider fronts all cost the same, so that no sum of costs reaches ENDLESS
CHEAP: Final = 1 << 2 * 4  # per lane: with a front of four places no better order is worth looking for


def narrow_order(net: Network) -> vec[i64]:
    """The cheapest of the greedy orders from each place, or the first cheap one. The network must hang together."""
    best = vec[i64]()
    cost: i64 = ENDLESS
    start: i64
    for start in range(net.places):
        if net.degree(start) > 0:
            greedy = GreedyOrder(net, start, cost)
            if greedy.cost < cost:
                best = greedy.order
                cost = greedy.cost
        if cost <= CHEAP * len(net.a):
            break
    return best


@mypyc_attr(acyclic=True)
class GreedyOrder:
    """Place after place comes in, with its lanes to those already met. The place of the front with the fewest lanes
    ahead says who is next: of its neighbours the one that has the fewest itself."""

    def __init__(self, net: Network, start: i64, too_dear: i64) -> None:
        self.net = net
        self.order = vec[i64](capacity=64)
        self.cost: i64 = 0  # about the states of a search in this order; the order is cut short when too dear
        self.width: i64 = 0  # of the front
        self.price: i64 = 1  # of a lane: 4 to the power of the width
        self.met = vec[i64]([0] * net.places)
        self.done = vec[i64]([0] * len(net.a))
        self.ahead = vec[i64]([0] * net.places)  # lanes to places not met yet
        place: i64
        for place in range(net.places):
            self.ahead[place] = net.degree(place)
        place = start
        while place >= 0 and self.cost < too_dear:
            self.enter(place)
            place = self.next_place()

    def enter(self, place: i64) -> None:
        net = self.net
        self.met[place] = 1
        self.widen()
        leaving: i64 = 0 if self.ahead[place] > 0 else 1
        i: i64
        for i in range(net.first[place], net.first[place + 1]):
            far = net.far[i]
            self.ahead[far] -= 1
            if self.met[far]:
                self.take(net.lane[i])
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
        """-1 when all are met."""
        net = self.net
        front: i64 = -1
        place: i64
        for place in range(net.places):
            if self.met[place] and self.ahead[place] > 0 and (front < 0 or self.ahead[place] < self.ahead[front]):
                front = place
        best: i64 = -1
        if front >= 0:
            i: i64
            for i in range(net.first[front], net.first[front + 1]):
                far = net.far[i]
                if not self.met[far] and (best < 0 or self.ahead[far] < self.ahead[best]):
                    best = far
        return best
