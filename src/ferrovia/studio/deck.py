"""Suggests tickets by the measures of sound boards: values by the shortest way, lengths in the usual shares, spread
over places and routes, few that are nearly the same. The same seed gives the same deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from ferrovia.engine.board import Board
from ferrovia.studio.measures import BANDS, MOST_AT_PLACE, PER_PLACE, all_ways

SHORTEST: Final = 2
"""Steps from place to place that a ticket takes at least: one of a single route is no task."""
UNUSED_PLACE: Final = 3.0
NEW_ROUTE: Final = 1.0
CROWDED: Final = 0.8
NEAR_TWIN: Final = 4.0


class Suggested(NamedTuple):
    a: int
    b: int
    points: int


class Network:
    """The shortest ways of a board, and what is next to what."""

    def __init__(self, board: Board) -> None:
        self.ways = all_ways(board)
        self.next_to: list[set[int]] = [set() for _ in board.places]
        self.cheapest: dict[tuple[int, int], int] = {}
        for lane in board.lanes:
            self.next_to[lane.a].add(lane.b)
            self.next_to[lane.b].add(lane.a)
            for ends in ((lane.a, lane.b), (lane.b, lane.a)):
                self.cheapest[ends] = min(lane.cards, self.cheapest.get(ends, lane.cards))
        self.reach = max((cost for way in self.ways for cost in way.values()), default=0)

    def routes(self, a: int, b: int) -> list[tuple[int, int]]:
        """Those of one shortest way."""
        found: list[tuple[int, int]] = []
        at = a
        while at != b:
            steps = [
                other
                for other in sorted(self.next_to[at])
                if self.ways[b].get(other, self.reach + 1) + self.cheapest[at, other] == self.ways[b][at]
            ]
            found.append((min(at, steps[0]), max(at, steps[0])))
            at = steps[0]
        return found

    def is_near(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether each end of one lies at, or next to, an end of the other."""
        (a, b), (c, d) = one, other
        return (self.touch(a, c) and self.touch(b, d)) or (self.touch(a, d) and self.touch(b, c))

    def touch(self, a: int, b: int) -> bool:
        return a == b or b in self.next_to[a]


def suggest(board: Board, seed: int, count: int | None = None, kept: Iterable[tuple[int, int]] = ()) -> list[Suggested]:
    """Tickets to add to those that are kept until there are `count`; as many as the board's places ask for if nobody
    says. Fewer where the network has no more."""
    network = Network(board)
    mine = [(min(a, b), max(a, b)) for a, b in kept]
    places = len(board.places)
    total = count if count is not None else round(places * sum(PER_PLACE) / 2)
    order = candidates(network, set(mine), Random(seed))
    deck = Deck(network, mine)
    for band, lack in enumerate(lacking(network, mine, total)):
        for _ in range(lack):
            deck.add_best([ends for ends in order if band_of(network, ends) == band])
    while len(deck.tickets) < total and deck.add_best(order):
        pass  # a band had too few: any length will do
    return [Suggested(a, b, network.ways[a][b]) for a, b in deck.tickets[len(mine) :]]


def candidates(network: Network, taken: set[tuple[int, int]], chance: Random) -> list[tuple[int, int]]:
    found = [
        (a, b)
        for a, way in enumerate(network.ways)
        for b in sorted(way)
        if a < b and (a, b) not in taken and len(network.routes(a, b)) >= SHORTEST
    ]
    chance.shuffle(found)
    return found


def band_of(network: Network, ends: tuple[int, int]) -> int:
    share = network.ways[ends[0]].get(ends[1], 0) / max(network.reach, 1)
    return next((number for number, (below, _) in enumerate(BANDS) if share < below), len(BANDS) - 1)


def lacking(network: Network, mine: Sequence[tuple[int, int]], total: int) -> list[int]:
    """For every band, the tickets to add."""
    there: Mapping[int, int] = Counter(band_of(network, ends) for ends in mine if ends[1] in network.ways[ends[0]])
    wanted: list[int] = []
    reached = 0.0
    for number, (_, share) in enumerate(BANDS):
        before, reached = round(reached * total), reached + share
        wanted.append(max(0, round(reached * total) - before - there.get(number, 0)))
    return wanted


class Deck:
    def __init__(self, network: Network, tickets: Sequence[tuple[int, int]]) -> None:
        self.network = network
        self.tickets = list(tickets)
        self.at = Counter(end for ends in tickets for end in ends)
        self.used = {route for a, b in tickets if b in network.ways[a] for route in network.routes(a, b)}

    def add_best(self, order: Sequence[tuple[int, int]]) -> bool:
        open_to = [ends for ends in order if ends not in self.tickets and self.has_room(ends)]
        if not open_to:
            return False
        best = max(open_to, key=self.merit)  # of equals the first, as the seed has put them
        self.tickets.append(best)
        self.at.update(best)
        self.used.update(self.network.routes(*best))
        return True

    def has_room(self, ends: tuple[int, int]) -> bool:
        return all(self.at[end] < MOST_AT_PLACE for end in ends)

    def merit(self, ends: tuple[int, int]) -> float:
        fresh = sum(self.at[end] == 0 for end in ends)
        new = sum(route not in self.used for route in self.network.routes(*ends))
        twins = sum(self.network.is_near(ends, other) for other in self.tickets)
        return UNUSED_PLACE * fresh + NEW_ROUTE * new - CROWDED * sum(self.at[e] for e in ends) - NEAR_TWIN * twins
