"""Takes a network apart at its bridges, and searches each part by itself (`frontier_search`).

A bridge is a lane whose removal disconnects the network. A trail that crosses it never comes back, so beyond it only
the longest trail from its far end counts. A part beyond a bridge that has loops is searched twice: for trails that stay
inside, and for those that enter over the bridge. Then the bridge, made longer by that trail, stands for the whole part.
Without this, the lower bound of the frontier search would be far off: it could use such parts and leave out only their
bridges.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.longest_path.frontier_search import FrontierSearch
from ferrovia.rules.longest_path.graph import Graph


@mypyc_attr(acyclic=True)
class TrailSearch:
    """Searches the lanes connected to `start`. `states` counts the states it met; after `most` it gives up and is not
    `exact`: then it found a trail, but there may be a longer one."""

    def __init__(self, graph: Graph, start: i64, most: i64) -> None:
        self.graph = graph
        self.most = most
        self.exact = True
        self.bridges = Bridges(graph, start)
        self.length = graph.length[:]
        self.gone = vec[i64]([0] * len(graph.a))
        self.beyond: list[vec[i64]] = [vec[i64]() for _ in range(len(graph.a))]  # the lanes that a bridge stands for
        self.ridden = vec[i64]()  # the lanes of the longest trail found, in no special order
        self.states: i64 = 0

    def longest(self, known: i64) -> i64:
        """The length of the longest trail; `known` if none is longer."""
        bridges = self.bridges
        i: i64
        for i in range(len(bridges.lane)):
            inside = self.lanes_between(bridges.first[i], bridges.last[i])
            if bridges.loop_among(inside):
                known = self.search(inside, known)
                self.fold(bridges.lane[i], bridges.lands[i], inside)
        return self.search(self.lanes_between(0, bridges.visits), known)

    def lanes_between(self, first: i64, last: i64) -> vec[i64]:
        """The lanes left among places visited as number `first` to before `last`."""
        graph = self.graph
        visit = self.bridges.visit
        lanes = vec[i64](capacity=64)
        lane: i64
        for lane in range(len(graph.a)):
            if not self.gone[lane] and first <= visit[graph.a[lane]] < last and first <= visit[graph.b[lane]] < last:
                lanes = append(lanes, lane)
        return lanes

    def search(self, lanes: vec[i64], known: i64) -> i64:
        search = FrontierSearch(self.part(lanes, -1, 0), self.most - self.states)
        longest = search.longest(known)
        self.count(search)
        if longest > known:
            self.ridden = self.unfold(lanes, search.ridden())
        return longest

    def fold(self, bridge: i64, lands: i64, inside: vec[i64]) -> None:
        """Makes a bridge longer by the longest trail from where it lands, and puts the lanes inside away.

        The search is made to begin there by a lane so long that every longest trail uses it."""
        must: i64 = 1
        for lane in inside:
            must += self.length[lane]
            self.gone[lane] = 1
        search = FrontierSearch(self.part(inside, lands, must), self.most - self.states)
        self.length[bridge] += search.longest(must) - must
        self.count(search)
        self.beyond[bridge] = self.unfold(inside, search.ridden())

    def count(self, search: FrontierSearch) -> None:
        self.states += search.states
        self.exact = self.exact and search.exact

    def part(self, lanes: vec[i64], lands: i64, must: i64) -> Graph:
        """The graph of these lanes; if `must` is not 0, with one more lane of that length to `lands`."""
        graph = self.graph
        a = vec[i64](capacity=64)
        b = vec[i64](capacity=64)
        length = vec[i64](capacity=64)
        for lane in lanes:
            a = append(a, graph.a[lane])
            b = append(b, graph.b[lane])
            length = append(length, self.length[lane])
        if must > 0:
            a = append(a, lands)
            b = append(b, graph.places)
            length = append(length, must)
        return Graph(graph.places + 1, a, b, length)

    def unfold(self, lanes: vec[i64], ridden: vec[i64]) -> vec[i64]:
        """The lanes of a trail through a part, with those that bridges stand for."""
        result = vec[i64](capacity=64)
        for i in ridden:
            if i < len(lanes):
                result = append(result, lanes[i])
                for lane in self.beyond[lanes[i]]:
                    result = append(result, lane)
        return result


@mypyc_attr(acyclic=True)
class Bridges:
    """The bridges around a place, those further off first. Bridge i is `lane[i]` and lands at place `lands[i]`;
    beyond it are the places visited as number `first[i]` to before `last[i]`."""

    def __init__(self, graph: Graph, start: i64) -> None:
        self.graph = graph
        self.lane = vec[i64]()
        self.lands = vec[i64]()
        self.first = vec[i64]()
        self.last = vec[i64]()
        self.visit = vec[i64]([-1] * graph.places)
        self.visits: i64 = 0
        self.opens = vec[i64]([0] * len(graph.a))  # lanes that first led to a place; any other closes a loop
        self.explore(start, -1)

    def explore(self, place: i64, came: i64) -> i64:
        """The earliest visit that this place and those found from it lead back to, without the lane we came by."""
        graph = self.graph
        here = self.visits
        self.visit[place] = here
        self.visits += 1
        earliest = here
        i: i64
        for i in range(graph.first[place], graph.first[place + 1]):
            lane = graph.lane[i]
            far = graph.far[i]
            if lane == came:
                continue
            if self.visit[far] >= 0:
                earliest = min(earliest, self.visit[far])
                continue
            self.opens[lane] = 1
            back = self.explore(far, lane)
            earliest = min(earliest, back)
            if back > here:
                self.add(lane, far)
        return earliest

    def add(self, lane: i64, lands: i64) -> None:
        self.lane = append(self.lane, lane)
        self.lands = append(self.lands, lands)
        self.first = append(self.first, self.visit[lands])
        self.last = append(self.last, self.visits)

    def loop_among(self, lanes: vec[i64]) -> bool:
        return any(not self.opens[lane] for lane in lanes)
