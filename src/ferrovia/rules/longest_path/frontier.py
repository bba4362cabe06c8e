"""The frontier of a search that goes over the lanes one by one (see `frontier_search`), and a lower bound on the pieces
that a trail leaves out."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.longest_path.graph import Graph

# What becomes of a place of the frontier after a lane.
STAYS: Final = 0
LEAVES: Final = 1
MAY_END: Final = 2  # leaves, and a longest trail may end there: only where the number of lanes is odd

# A tally: two bits count the ends of the trail found so far, then a bit per slot says whether its place is odd.
BOTH_ENDS: Final = 2
FIRST_SLOT: Final = 4
IMPOSSIBLE: Final = -1

NEVER: Final = 1 << 40
MOST_SLOTS: Final = 58  # a slot is a bit of a tally; no search goes over a wider frontier
BOUND_SLOTS: Final = 12  # the bound looks at no more slots of a tally: 4 << 12 numbers a lane


@mypyc_attr(acyclic=True)
class Frontier:
    """The places on the frontier at each lane of the order. A place keeps one slot from its first lane to its last."""

    def __init__(self, graph: Graph, order: vec[i64]) -> None:
        lanes: i64 = len(order)
        self.graph = graph
        self.slots: i64 = 0
        self.slot_a = vec[i64]([0] * lanes)
        self.slot_b = vec[i64]([0] * lanes)
        self.bit_a = vec[i64]([0] * lanes)  # the slots' bits in a tally
        self.bit_b = vec[i64]([0] * lanes)
        self.fate_a = vec[i64]([0] * lanes)
        self.fate_b = vec[i64]([0] * lanes)
        self.width = vec[i64]([0] * (lanes + 1))  # slots up to the last one taken, before each lane
        self.lanes_left = vec[i64]([0] * graph.places)
        self.slot = vec[i64]([-1] * graph.places)
        self.taken = vec[i64]([0] * (graph.places + 1))
        place: i64
        for place in range(graph.places):
            self.lanes_left[place] = graph.degree(place)
        at: i64
        for at in range(lanes):
            lane = order[at]
            self.slot_a[at] = self.take_slot(graph.a[lane])
            self.slot_b[at] = self.take_slot(graph.b[lane])
            self.bit_a[at] = slot_bit(self.slot_a[at])
            self.bit_b[at] = slot_bit(self.slot_b[at])
            self.fate_a[at] = self.pass_lane(graph.a[lane])
            self.fate_b[at] = self.pass_lane(graph.b[lane])
            self.width[at + 1] = self.last_taken()

    def take_slot(self, place: i64) -> i64:
        """The slot of a place; at its first lane, the first free one."""
        if self.slot[place] < 0:
            free: i64 = 0
            while self.taken[free]:
                free += 1
            self.taken[free] = 1
            self.slot[place] = free
            self.slots = max(self.slots, free + 1)
        return self.slot[place]

    def pass_lane(self, place: i64) -> i64:
        """Counts a lane of this place as decided; returns what becomes of the place."""
        self.lanes_left[place] -= 1
        if self.lanes_left[place] > 0:
            return STAYS
        self.taken[self.slot[place]] = 0
        return MAY_END if self.graph.degree(place) & 1 else LEAVES

    def last_taken(self) -> i64:
        width = self.slots
        while width > 0 and not self.taken[width - 1]:
            width -= 1
        return width


@mypyc_attr(acyclic=True)
class LowerBound:
    """For every lane and tally, the fewest pieces left out from there on if the used lanes need not be connected."""

    def __init__(self, frontier: Frontier, length: vec[i64]) -> None:
        lanes: i64 = len(length)
        self.start = vec[i64]([0] * (lanes + 1))
        self.mask = vec[i64]([0] * (lanes + 1))
        size: i64 = 0
        at: i64
        for at in range(lanes + 1):
            self.start[at] = size
            self.mask[at] = slot_bit(min(frontier.width[at], BOUND_SLOTS)) - 1
            size += self.mask[at] + 1
        self.least = vec[i64]([0] * size)
        for at in range(lanes - 1, -1, -1):
            self.fill(frontier, at, length[at])

    def fill(self, frontier: Frontier, at: i64, length: i64) -> None:
        seen = slot_bit(BOUND_SLOTS) - 1  # the bound knows nothing of places in slots beyond
        bit_a = frontier.bit_a[at] & seen
        bit_b = frontier.bit_b[at] & seen
        fate_a = frontier.fate_a[at]
        fate_b = frontier.fate_b[at]
        here = self.start[at]
        ahead = self.start[at + 1]
        mask = self.mask[at + 1]
        least = self.least
        tally: i64
        for tally in range(self.mask[at] + 1):
            left_out = tally
            ridden = tally ^ bit_a ^ bit_b
            if fate_a != STAYS or fate_b != STAYS:
                left_out = settle(settle(left_out, bit_a, fate_a), bit_b, fate_b)
                ridden = settle(settle(ridden, bit_a, fate_a), bit_b, fate_b)
            best: i64 = NEVER
            if left_out >= 0:
                best = least[ahead + (left_out & mask)] + length
            if ridden >= 0:
                best = min(best, least[ahead + (ridden & mask)])
            least[here + tally] = best

    def after(self, at: i64, tally: i64) -> i64:
        return self.least[self.start[at] + (tally & self.mask[at])]


def slot_bit(slot: i64) -> i64:
    """The bit of a slot in a tally. By doubling: mypyc makes a shift of a constant a 32-bit one."""
    bit: i64 = FIRST_SLOT
    for _ in range(min(slot, MOST_SLOTS)):
        bit += bit
    return bit


def settle(tally: i64, bit: i64, fate: i64) -> i64:
    """The tally after a place has passed a lane, or IMPOSSIBLE. An odd place that leaves is an end of the trail."""
    if fate == STAYS or tally < 0 or tally & bit == 0:
        return tally
    if fate == LEAVES or tally & BOTH_ENDS:
        return IMPOSSIBLE
    return (tally ^ bit) + 1
