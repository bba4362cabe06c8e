"""Finds the longest trail of one connected network by deciding lane after lane; exact, and quick on dense networks too.

Each lane is used or left out. Of the lanes decided so far only the frontier matters: the places that have both decided
and undecided lanes. A state says which of them have an odd number of used lanes, which of them are joined by used
lanes, and how many ends of the trail (two at most) were found. Choices that lead to the same state are searched once,
so the work grows with the width of the frontier and not with the number of trails. Of states that differ only in what
is joined, many are dominated by one that joins more (`search_states`).

It is an A* search: states are expanded in the order of the fewest pieces that a trail through them leaves out. That
lower bound comes from the same search without the demand that the trail is connected, computed once, backwards, for
every frontier: the fewest pieces to leave out so that no more than two places stay odd. Mostly the bound is exact, and
then the search goes straight to a longest trail.

A search that has met too many states gives up. Up to `trail.MOST_LANES` lanes none does.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.longest_path.frontier import MOST_SLOTS, STAYS, Frontier, LowerBound, settle
from ferrovia.rules.longest_path.graph import Graph
from ferrovia.rules.longest_path.lane_order import narrow_order
from ferrovia.rules.longest_path.search_states import NO_STATE, SearchStates

# What becomes of a trail when a place leaves the frontier.
GOES_ON: Final = 0
BROKEN: Final = 1
COMPLETE: Final = 2


@mypyc_attr(acyclic=True)
class FrontierSearch:
    """One search, which gives up after `most` states. `states` counts those it met; `exact` is False if it gave up."""

    def __init__(self, graph: Graph, most: i64) -> None:
        self.most = most
        self.order = narrow_order(graph)
        self.lanes: i64 = len(self.order)
        self.frontier = Frontier(graph, self.order)
        self.slots = self.frontier.slots
        self.exact = True
        self.length = vec[i64]([0] * self.lanes)
        self.ahead = vec[i64]([0] * (self.lanes + 1))  # pieces of all lanes from here on
        at: i64
        for at in range(self.lanes - 1, -1, -1):
            self.length[at] = graph.length[self.order[at]]
            self.ahead[at] = self.ahead[at + 1] + self.length[at]
        self.joined = vec[i64]([0] * self.slots)  # of the state that is expanded
        self.kept = SearchStates(self.slots)
        self.piles = vec[i64]()  # for each lower bound, the last state put there
        self.goal: i64 = NO_STATE

    @property
    def states(self) -> i64:
        return self.kept.count

    def longest(self, known: i64) -> i64:
        """The length of the longest trail; `known` if none is longer, or none was found before giving up."""
        total = self.ahead[0]
        if total <= known:
            return known
        if self.slots > MOST_SLOTS:
            self.exact = False
            return known
        kept = self.kept
        self.bound = LowerBound(self.frontier, self.length)
        self.piles = vec[i64]([NO_STATE] * (total - known))
        self.push(0, 0, 0, NO_STATE)
        least: i64 = 0
        while least < total - known:
            state = self.piles[least]
            if state < 0:
                least += 1
                continue
            self.piles[least] = kept.below[state]
            if kept.at[state] > self.lanes:  # complete
                self.goal = state
                return total - least
            if kept.lost[state] >= 0 and kept.at[state] < self.lanes:
                if kept.count >= self.most:
                    self.exact = False
                    return known
                self.leave_out(state)
                self.ride(state)
        return known

    def ridden(self) -> vec[i64]:
        """The lanes of the trail that `longest` found, in no special order."""
        kept = self.kept
        result = vec[i64](capacity=64)
        state = self.goal
        while state >= 0 and kept.came[state] >= 0:
            before = kept.came[state] >> 1
            if kept.came[state] & 1:
                result = append(result, self.order[kept.at[before]])
            state = before
        return result

    # --- a step -----------------------------------------------------------------------------------------
    def leave_out(self, state: i64) -> None:
        kept = self.kept
        kept.recall(state, self.joined)
        at = kept.at[state]
        self.pass_lane(at, kept.tally[state], kept.lost[state] + self.length[at], 2 * state)

    def ride(self, state: i64) -> None:
        kept = self.kept
        kept.recall(state, self.joined)
        at = kept.at[state]
        frontier = self.frontier
        self.join(frontier.slot_a[at], frontier.slot_b[at])
        self.pass_lane(at, kept.tally[state] ^ frontier.bit_a[at] ^ frontier.bit_b[at], kept.lost[state], 2 * state + 1)

    def join(self, a: i64, b: i64) -> None:
        joined = self.joined
        old_a = joined[a]
        old_b = joined[b]
        if old_a == old_b and old_a > 0:
            return
        name = min(a, b) + 1
        if old_a > 0:
            name = min(name, old_a)
        if old_b > 0:
            name = min(name, old_b)
        slot: i64
        for slot in range(self.slots):
            if joined[slot] > 0 and (joined[slot] == old_a or joined[slot] == old_b):
                joined[slot] = name
        joined[a] = name
        joined[b] = name

    def pass_lane(self, at: i64, tally: i64, lost: i64, came: i64) -> None:
        """Adds the state after a lane, unless no trail can come of it."""
        frontier = self.frontier
        tally = settle(settle(tally, frontier.bit_a[at], frontier.fate_a[at]), frontier.bit_b[at], frontier.fate_b[at])
        if tally < 0:
            return
        outcome: i64 = GOES_ON
        if frontier.fate_a[at] != STAYS:
            outcome = self.leave(frontier.slot_a[at])
        if outcome == GOES_ON and frontier.fate_b[at] != STAYS:
            outcome = self.leave(frontier.slot_b[at])
        if outcome == GOES_ON:
            self.push(at + 1, tally, lost, came)
        elif outcome == COMPLETE:
            self.put_complete(tally, lost, came, lost + self.ahead[at + 1])

    def leave(self, gone: i64) -> i64:
        """A place leaves the frontier. If no other is joined to it, the trail is complete, or broken in two parts."""
        joined = self.joined
        old = joined[gone]
        if old == 0:
            return GOES_ON
        joined[gone] = 0
        name: i64 = 0
        others = False
        slot: i64
        for slot in range(self.slots):
            if joined[slot] == old:
                if name == 0:
                    name = slot + 1
                joined[slot] = name
            elif joined[slot] > 0:
                others = True
        if name > 0:
            return GOES_ON
        return BROKEN if others else COMPLETE

    # --- piles ------------------------------------------------------------------------------------------
    def push(self, at: i64, tally: i64, lost: i64, came: i64) -> None:
        least = lost + self.bound.after(at, tally)
        if least < len(self.piles) and self.kept.keep(at, tally, lost, came, self.piles[least], self.joined):
            self.piles[least] = self.kept.count - 1

    def put_complete(self, tally: i64, lost: i64, came: i64, least: i64) -> None:
        if least < len(self.piles):
            self.kept.add(self.lanes + 1, tally, lost, came, self.piles[least], self.joined)
            self.piles[least] = self.kept.count - 1
