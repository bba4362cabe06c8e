"""The careful search for the longest trail: takes a network apart at its bridges and sweeps the parts.

A bridge is a lane without which the network falls apart. A trail that crosses it never comes back, so beyond it only
the longest trail from where it lands counts. A part beyond a bridge is searched by itself if it has loops: once for
trails that stay inside and once for those that come over the bridge; then the bridge, made that much longer, stands for
it. Otherwise the sweep would long hope to ride such parts and leave out only their bridges.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.trail_network import Network
from ferrovia.rules.trail_sweep import Sweep


@mypyc_attr(acyclic=True)
class TrailSearch:
    """Over the lanes connected to `start`. `states` counts those it met; after `most` it gives up and is not `exact`:
    then it found a trail, but there may be a longer one."""

    def __init__(self, net: Network, start: i64, most: i64) -> None:
        self.net = net
        self.most = most
        self.exact = True
        self.bridges = Bridges(net, start)
        self.length = net.length[:]
        self.gone = vec[i64]([0] * len(net.a))
        self.beyond: list[vec[i64]] = [vec[i64]() for _ in range(len(net.a))]  # the lanes that a bridge stands for
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
        net = self.net
        visit = self.bridges.visit
        lanes = vec[i64](capacity=64)
        lane: i64
        for lane in range(len(net.a)):
            if not self.gone[lane] and first <= visit[net.a[lane]] < last and first <= visit[net.b[lane]] < last:
                lanes = append(lanes, lane)
        return lanes

    def search(self, lanes: vec[i64], known: i64) -> i64:
        sweep = Sweep(self.part(lanes, -1, 0), self.most - self.states)
        longest = sweep.longest(known)
        self.count(sweep)
        if longest > known:
            self.ridden = self.unfold(lanes, sweep.ridden())
        return longest

    def fold(self, bridge: i64, lands: i64, inside: vec[i64]) -> None:
        """Finds the longest trail from where the bridge lands: with a lane there so long that no trail does without."""
        must: i64 = 1
        for lane in inside:
            must += self.length[lane]
            self.gone[lane] = 1
        sweep = Sweep(self.part(inside, lands, must), self.most - self.states)
        self.length[bridge] += sweep.longest(must) - must
        self.count(sweep)
        self.beyond[bridge] = self.unfold(inside, sweep.ridden())

    def count(self, sweep: Sweep) -> None:
        self.states += sweep.states
        self.exact = self.exact and sweep.exact

    def part(self, lanes: vec[i64], lands: i64, must: i64) -> Network:
        """These lanes as a network, with one more to `lands` if `must` is its length and not 0."""
        net = self.net
        a = vec[i64](capacity=64)
        b = vec[i64](capacity=64)
        length = vec[i64](capacity=64)
        for lane in lanes:
            a = append(a, net.a[lane])
            b = append(b, net.b[lane])
            length = append(length, self.length[lane])
        if must > 0:
            a = append(a, lands)
            b = append(b, net.places)
            length = append(length, must)
        return Network(net.places + 1, a, b, length)

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

    def __init__(self, net: Network, start: i64) -> None:
        self.net = net
        self.lane = vec[i64]()
        self.lands = vec[i64]()
        self.first = vec[i64]()
        self.last = vec[i64]()
        self.visit = vec[i64]([-1] * net.places)
        self.visits: i64 = 0
        self.opens = vec[i64]([0] * len(net.a))  # lanes that first led to a place; any other closes a loop
        self.explore(start, -1)

    def explore(self, place: i64, came: i64) -> i64:
        """The earliest visit that this place and those found from it lead back to, without the lane we came by."""
        net = self.net
        here = self.visits
        self.visit[place] = here
        self.visits += 1
        earliest = here
        i: i64
        for i in range(net.first[place], net.first[place + 1]):
            lane = net.lane[i]
            far = net.far[i]
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
