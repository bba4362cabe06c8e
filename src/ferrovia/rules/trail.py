"""The longest trail of a network: each route used once, places may repeat. Length counts pieces (R24)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.game import Game


def longest_trail(game: Game, lanes: vec[i64]) -> i64:
    net = Network(game, lanes)
    best: i64 = 0
    place: i64
    places = game.places
    total = vec[i64]([0] * places)
    odd = vec[i64]([0] * places)
    label = net.label
    for lane in lanes:
        total[label[game.lane_a[lane]]] += game.lane_pieces[lane]
    for place in range(places):
        odd[label[place]] += net.degree[place] & 1
    group: i64
    for group in range(places):
        if total[group] <= best:
            continue
        if odd[group] <= 2:
            best = total[group]
            continue
        for place in range(places):
            if label[place] == group and net.degree[place] & 1:
                best = max(best, net.trail_from(place, 0))
    return best


@mypyc_attr(acyclic=True)
class Network:
    """One player's routes as linked lists of route ends per place."""

    def __init__(self, game: Game, lanes: vec[i64]) -> None:
        places = game.places
        self.head = vec[i64]([-1] * places)
        self.degree = vec[i64]([0] * places)
        self.label = vec[i64]([0] * places)
        self.next = vec[i64](capacity=64)
        self.to = vec[i64](capacity=64)
        self.length = vec[i64](capacity=64)
        place: i64
        for place in range(places):
            self.label[place] = place
        for lane in lanes:
            a = game.lane_a[lane]
            b = game.lane_b[lane]
            self.add(a, b, game.lane_pieces[lane])
            self.add(b, a, game.lane_pieces[lane])
            keep, gone = self.label[a], self.label[b]
            if keep != gone:
                for place in range(places):
                    if self.label[place] == gone:
                        self.label[place] = keep

    def add(self, a: i64, b: i64, length: i64) -> None:
        self.next = append(self.next, self.head[a])
        self.head[a] = len(self.to)
        self.to = append(self.to, b)
        self.length = append(self.length, length)
        self.degree[a] += 1

    def trail_from(self, place: i64, used: i64) -> i64:
        best: i64 = 0
        end = self.head[place]
        while end >= 0:
            one: i64 = 1
            bit = one << (end >> 1)
            if not used & bit:
                best = max(best, self.length[end] + self.trail_from(self.to[end], used | bit))
            end = self.next[end]
        return best
