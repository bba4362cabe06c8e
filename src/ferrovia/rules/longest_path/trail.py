"""The longest trail of a network: each route used once, places may repeat. Length counts pieces (R24).

A connected network with at most two odd places (places with an odd number of lanes) is one trail that uses every lane.
In any other network a longest trail runs from an odd place to an odd place: anywhere else it could be extended. All of
those trails are tried (`exhaustive_search`). If that takes too many steps, the network is taken apart at its bridges
(`bridges`), and each part is searched lane by lane (`frontier_search`).

The problem is NP-hard, so no search is quick on every network. The length is exact up to MOST_LANES lanes, and a board
on which somebody could own more is refused if its rules measure paths (`boards.checks`). `bench/trail.py` looks for the
worst of those networks. The worst one found takes 82,891 states, a third of MOST_STATES. A search that meets more gives
up, and the longest trail found so far counts: final scoring always ends.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.game import Game
from ferrovia.engine.network import root
from ferrovia.rules.longest_path.bridges import TrailSearch
from ferrovia.rules.longest_path.exhaustive_search import ExhaustiveSearch
from ferrovia.rules.longest_path.graph import Graph

MOST_LANES: Final = 64
MOST_STATES: Final = 250_000  # about half a second of one core


def longest_trail(game: Game, lanes: vec[i64], known: i64 = 0) -> i64:
    """The length of the longest trail over these lanes, in pieces; `known` if none is longer."""
    return LongestTrail(graph_of(game, lanes)).length(known)


def trail_lanes(game: Game, lanes: vec[i64]) -> list[int]:
    """The lanes of one longest trail in the order of walking; the same lanes always give the same trail."""
    return [lanes[i] for i in LongestTrail(graph_of(game, lanes)).lanes()]


def graph_of(game: Game, lanes: vec[i64]) -> Graph:
    """The graph of these lanes, in which lane i is `lanes[i]`."""
    count: i64 = len(lanes)
    lane_a = game.lane_a
    lane_b = game.lane_b
    lane_pieces = game.lane_pieces
    a = vec[i64]([0] * count)
    b = vec[i64]([0] * count)
    pieces = vec[i64]([0] * count)
    i: i64
    for i in range(count):
        lane = lanes[i]
        a[i] = lane_a[lane]
        b[i] = lane_b[lane]
        pieces[i] = lane_pieces[lane]
    return Graph(game.places, a, b, pieces)


@mypyc_attr(acyclic=True)
class LongestTrail:
    """`tried` counts the places visited by the exhaustive search, `states` those of the frontier search, which gives up
    after `most_states`: then the length is not `exact`, and there may be a longer trail."""

    def __init__(self, graph: Graph, most_states: i64 = MOST_STATES) -> None:
        self.graph = graph
        self.most_states = most_states
        self.exact = True
        self.group = vec[i64]([0] * graph.places)  # of a place: the one that stands for all connected to it
        self.total = vec[i64]([0] * graph.places)  # pieces of a group
        self.odd = vec[i64]([0] * graph.places)  # odd places of a group
        self.best: i64 = 0
        self.tried: i64 = 0
        self.states: i64 = 0
        self.find_groups()

    def find_groups(self) -> None:
        """Finds the connected parts. Every table has a local name, which mypyc reads fastest."""
        group = self.group
        odd = self.odd
        total = self.total
        a = self.graph.a
        b = self.graph.b
        first = self.graph.first
        length = self.graph.length
        place: i64
        for place in range(len(group)):
            group[place] = place
        lane: i64
        for lane in range(len(a)):
            group[root(group, a[lane])] = root(group, b[lane])
        for place in range(len(group)):
            if first[place + 1] != first[place]:
                label = root(group, place)
                group[place] = label
                odd[label] += (first[place + 1] - first[place]) & 1
        for lane in range(len(a)):
            total[group[a[lane]]] += length[lane]

    def length(self, known: i64 = 0) -> i64:
        """In pieces; `known` if no trail is longer."""
        odd = self.odd
        total = self.total
        best = known
        group: i64
        for group in range(len(total)):
            if total[group] > best and odd[group] <= 2:
                best = total[group]
        self.best = best
        for group in range(len(total)):
            if total[group] > self.best and odd[group] > 2:
                self.search(group)
        return self.best

    def search(self, group: i64) -> None:
        tries = ExhaustiveSearch(self.graph, self.odd_places(group), self.total[group])
        self.best = tries.longest(self.best)
        self.tried += tries.steps
        if not tries.done:
            search = TrailSearch(self.graph, self.busiest(group), self.most_states - self.states)
            self.best = search.longest(self.best)
            self.states += search.states
            self.exact = self.exact and search.exact

    def busiest(self, group: i64) -> i64:
        """A place with the most lanes. It lies in the dense part; a part beyond a bridge would be searched twice."""
        best = group
        place: i64
        for place in range(self.graph.places):
            if self.group[place] == group and self.graph.degree(place) > self.graph.degree(best):
                best = place
        return best

    def odd_places(self, group: i64) -> vec[i64]:
        places = vec[i64](capacity=16)
        place: i64
        for place in range(self.graph.places):
            if self.group[place] == group and self.graph.degree(place) & 1:
                places = append(places, place)
        return places

    # --- the trail itself -------------------------------------------------------------------------------
    def lanes(self) -> list[int]:
        """The lanes of one longest trail in the order of walking; none if the search for it gives up."""
        length = self.length()
        group: i64
        for group in range(self.graph.places):
            if self.total[group] >= length and self.graph.degree(group) > 0:
                lanes = self.lanes_of(group, length)
                if len(lanes) > 0:
                    return self.walk(lanes)
        return []

    def lanes_of(self, group: i64, length: i64) -> vec[i64]:
        """The lanes of a trail of this length in this group; none if there is no such trail. No trail is longer."""
        if self.odd[group] > 2:
            search = TrailSearch(self.graph, self.busiest(group), self.most_states)
            search.longest(length - 1)
            return search.ridden
        lanes = vec[i64](capacity=64)
        lane: i64
        for lane in range(len(self.graph.a)):
            if self.group[self.graph.a[lane]] == group:
                lanes = append(lanes, lane)
        return lanes

    def walk(self, lanes: vec[i64]) -> list[int]:
        """These lanes, which make one trail, in the order of walking (Hierholzer's algorithm)."""
        graph = self.graph
        unused = vec[i64]([0] * len(graph.a))
        for lane in lanes:
            unused[lane] = 1
        places = [self.end_of(lanes)]
        came = [i64(-1)]
        order: list[int] = []
        while places:
            place = places[-1]
            i = graph.first[place]
            while i < graph.first[place + 1] and not unused[graph.lane[i]]:
                i += 1
            if i < graph.first[place + 1]:
                unused[graph.lane[i]] = 0
                places.append(graph.far[i])
                came.append(graph.lane[i])
            else:
                places.pop()
                order.append(came.pop())
        return order[:-1]  # nothing led to the start

    def end_of(self, lanes: vec[i64]) -> i64:
        """An odd place of this trail, or any if it has none."""
        graph = self.graph
        odd = vec[i64]([0] * graph.places)
        for lane in lanes:
            odd[graph.a[lane]] ^= 1
            odd[graph.b[lane]] ^= 1
        place: i64
        for place in range(graph.places):
            if odd[place]:
                return place
        return graph.a[lanes[0]]
