"""In which order the careful search for a trail decides about lanes: one that keeps the front narrow."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.trail_network import Network

ENDLESS: Final = 1 << 60
WIDEST: Final = 26  # beyond this all fronts cost the same, so that costs fit 64 bits
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
    """Place by place, all lanes of one; next comes the place of the front that brings in the fewest new places."""

    def __init__(self, net: Network, start: i64, too_dear: i64) -> None:
        places = net.places
        self.net = net
        self.order = vec[i64](capacity=64)
        self.cost: i64 = 0  # about the states of a search in this order; the order is cut short when too dear
        self.width: i64 = 0  # of the front
        self.price: i64 = 1  # of a lane: 4 to the power of the width
        self.met = vec[i64]([0] * places)
        self.lanes_left = vec[i64]([0] * places)
        self.new_around = vec[i64]([0] * places)
        self.done = vec[i64]([0] * len(net.a))
        place: i64
        for place in range(places):
            self.lanes_left[place] = net.degree(place)
            self.new_around[place] = net.degree(place)
        self.meet(start)
        place = start
        while place >= 0 and self.cost < too_dear:
            self.clear(place)
            place = self.next_place()

    def meet(self, place: i64) -> None:
        self.met[place] = 1
        self.width += 1
        if self.width <= WIDEST:
            self.price *= 4
        i: i64
        for i in range(self.net.first[place], self.net.first[place + 1]):
            self.new_around[self.net.far[i]] -= 1

    def clear(self, place: i64) -> None:
        i: i64
        for i in range(self.net.first[place], self.net.first[place + 1]):
            lane = self.net.lane[i]
            far = self.net.far[i]
            if self.done[lane]:
                continue
            self.done[lane] = 1
            self.order = append(self.order, lane)
            if not self.met[far]:
                self.meet(far)
            self.cost += self.price
            self.pass_lane(place)
            self.pass_lane(far)

    def pass_lane(self, place: i64) -> None:
        self.lanes_left[place] -= 1
        if self.lanes_left[place] == 0:
            if self.width <= WIDEST:
                self.price >>= 2
            self.width -= 1

    def next_place(self) -> i64:
        """-1 when all is done."""
        best: i64 = -1
        least: i64 = ENDLESS
        place: i64
        for place in range(self.net.places):
            if self.met[place] and self.lanes_left[place] > 0:
                price = self.new_around[place] * len(self.done) + self.lanes_left[place]
                if price < least:
                    best = place
                    least = price
        return best
