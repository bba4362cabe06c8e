"""Tries all trails of a connected network from its odd places: the quickest search on ordinary networks."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.longest_path.graph import Graph

MOST_STEPS: Final = 2000  # after so many, the frontier search is cheaper


@mypyc_attr(acyclic=True)
class ExhaustiveSearch:
    """`steps` counts the places visited. `done` is False if the search stopped at MOST_STEPS."""

    def __init__(self, graph: Graph, odd: vec[i64], total: i64) -> None:
        self.first = graph.first
        self.lane = graph.lane
        self.far = graph.far
        self.length = graph.length
        self.odd = odd
        self.total = total
        self.best: i64 = 0
        self.enough: i64 = 0
        self.steps: i64 = 0
        self.done = True
        self.used = vec[i64]([0] * len(graph.a))
        self.least = vec[i64](capacity=16)  # of each odd place the shortest lane, left out unless the trail ends there
        self.all_least: i64 = 0
        self.most: i64 = 0
        self.second: i64 = 0
        for place in odd:
            self.add_least(self.shortest_at(place))

    def shortest_at(self, place: i64) -> i64:
        least = self.length[self.lane[self.first[place]]]
        i: i64
        for i in range(self.first[place] + 1, self.first[place + 1]):
            least = min(least, self.length[self.lane[i]])
        return least

    def add_least(self, least: i64) -> None:
        self.least = append(self.least, least)
        self.all_least += least
        if least > self.most:
            self.second = self.most
            self.most = least
        elif least > self.second:
            self.second = least

    def at_most(self, end: i64, other: i64) -> i64:
        """An upper bound on the length of trails that end at odd places with these shortest lanes.

        At every other odd place a lane is left out. One lane may be left out for two places."""
        return self.total - (self.all_least - end - other + 1) // 2

    def longest(self, known: i64) -> i64:
        """The length of the longest trail found; `known` if none is longer."""
        self.best = known
        if self.at_most(self.most, self.second) <= known:
            return known
        i: i64
        for i in range(len(self.odd) - 1):  # from the last there are only the trails to it, backwards
            least = self.least[i]
            self.enough = self.at_most(least, self.second if least == self.most else self.most)
            self.extend(self.odd[i], 0)
        self.done = self.steps < MOST_STEPS
        return self.best

    def extend(self, place: i64, ridden: i64) -> None:
        self.steps += 1
        if ridden > self.best:
            self.best = ridden
        if self.best >= self.enough or self.steps >= MOST_STEPS:
            return
        i: i64
        for i in range(self.first[place], self.first[place + 1]):
            lane = self.lane[i]
            if not self.used[lane]:
                self.used[lane] = 1
                self.extend(self.far[i], ridden + self.length[lane])
                self.used[lane] = 0
