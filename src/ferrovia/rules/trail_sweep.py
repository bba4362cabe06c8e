"""The longest trail of one connected network by a sweep over its lanes; exact, and quick on dense networks too.

Lane after lane is ridden or left out. What is behind matters only through the front, the places with lanes on both
sides of the sweep: which of them have an odd number of ridden lanes so far, which of them the ridden lanes join, and
how many ends of the trail (two at most) are behind. Histories alike in that are one state, so it is the width of the
front that counts and not the number of trails.

States are taken up by the pieces that a trail through them leaves out at least (A*). That bound is the same sweep
without "must hang together", worked out once, backwards, for every front: the least to leave out so that no more than
two places stay odd. Mostly it is the truth, and then the search walks straight to a longest trail.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.rules.trail_front import STAYS, Bound, Front, settle
from ferrovia.rules.trail_network import Network
from ferrovia.rules.trail_order import narrow_order

# What becomes of a trail when a place leaves the front.
GOES_ON: Final = 0
BROKEN: Final = 1
COMPLETE: Final = 2

MOST_SLOTS: Final = 58  # a slot is a bit of the tally and 6 bits of a word
WORD_SLOTS: Final = 10
SLOT_BITS: Final = 6
SLOT_MASK: Final = 63

HASH_STEP: Final = 16777619
HASH_BITS: Final = 0xFFFFFFFF


@mypyc_attr(acyclic=True)
class Sweep:
    """One search. `states` counts those it met."""

    def __init__(self, net: Network) -> None:
        self.order = narrow_order(net)
        self.lanes: i64 = len(self.order)
        self.front = Front(net, self.order)
        self.slots = self.front.slots
        if self.slots > MOST_SLOTS:
            raise OverflowError("this network is too dense to find its longest trail")
        self.length = vec[i64]([0] * self.lanes)
        self.ahead = vec[i64]([0] * (self.lanes + 1))  # pieces of all lanes from here on
        at: i64
        for at in range(self.lanes - 1, -1, -1):
            self.length[at] = net.length[self.order[at]]
            self.ahead[at] = self.ahead[at + 1] + self.length[at]
        self.bound = Bound(self.front, self.length)
        self.joined = vec[i64]([0] * self.slots)  # of the state in hand: 0, or 1 + the first slot it is joined to
        self.words = (self.slots + WORD_SLOTS - 1) // WORD_SLOTS
        self.packed = vec[i64]([0] * self.words)  # `joined`, as it is kept
        self.states: i64 = 0
        self.at = vec[i64](capacity=64)  # of each state from here on: the lane that comes next
        self.tally = vec[i64](capacity=64)
        self.lost = vec[i64](capacity=64)  # pieces left out so far; -1 when a better way to this state was found
        self.came = vec[i64](capacity=64)  # twice the state before, + 1 if the lane between was ridden
        self.below = vec[i64](capacity=64)  # the next state of the same pile
        self.codes = vec[i64](capacity=64)
        self.rows = vec[i64](capacity=64)  # `packed` of each state
        self.table = vec[i64]([-1] * 256)  # the states by their codes
        self.piles = vec[i64]()  # per number of pieces left out at least, the last state put there
        self.goal: i64 = -1

    def longest(self, known: i64) -> i64:
        """The length of the longest trail; `known` if none is longer."""
        total = self.ahead[0]
        if total <= known:
            return known
        self.piles = vec[i64]([-1] * (total - known))
        self.push(0, 0, 0, -1)
        least: i64 = 0
        while least < total - known:
            state = self.piles[least]
            if state < 0:
                least += 1
                continue
            self.piles[least] = self.below[state]
            if self.at[state] > self.lanes:  # complete
                self.goal = state
                return total - least
            if self.lost[state] >= 0 and self.at[state] < self.lanes:
                self.leave_out(state)
                self.ride(state)
        return known

    def ridden(self) -> vec[i64]:
        """The lanes of the trail that `longest` found, in no special order."""
        result = vec[i64](capacity=64)
        state = self.goal
        while state >= 0 and self.came[state] >= 0:
            before = self.came[state] >> 1
            if self.came[state] & 1:
                result = append(result, self.order[self.at[before]])
            state = before
        return result

    # --- a step -----------------------------------------------------------------------------------------
    def leave_out(self, state: i64) -> None:
        self.recall(state)
        at = self.at[state]
        self.pass_lane(at, self.tally[state], self.lost[state] + self.length[at], 2 * state)

    def ride(self, state: i64) -> None:
        self.recall(state)
        at = self.at[state]
        front = self.front
        self.join(front.slot_a[at], front.slot_b[at])
        self.pass_lane(at, self.tally[state] ^ front.bit_a[at] ^ front.bit_b[at], self.lost[state], 2 * state + 1)

    def recall(self, state: i64) -> None:
        joined = self.joined
        row = state * self.words
        word: i64 = 0
        slot: i64
        for slot in range(self.slots):
            if slot % WORD_SLOTS == 0:
                word = self.rows[row + slot // WORD_SLOTS]
            joined[slot] = word & SLOT_MASK
            word >>= SLOT_BITS

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
        """Puts down the state after a lane, unless no trail comes of it."""
        front = self.front
        tally = settle(settle(tally, front.bit_a[at], front.fate_a[at]), front.bit_b[at], front.fate_b[at])
        if tally < 0:
            return
        outcome: i64 = GOES_ON
        if front.fate_a[at] != STAYS:
            outcome = self.part(front.slot_a[at])
        if outcome == GOES_ON and front.fate_b[at] != STAYS:
            outcome = self.part(front.slot_b[at])
        if outcome == GOES_ON:
            self.push(at + 1, tally, lost, came)
        elif outcome == COMPLETE:
            self.add(self.lanes + 1, tally, lost, came, lost + self.ahead[at + 1], 0)

    def part(self, gone: i64) -> i64:
        """A place leaves. If it was the last of the places it is joined to, the trail ends there or is in two parts."""
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

    # --- states -----------------------------------------------------------------------------------------
    def push(self, at: i64, tally: i64, lost: i64, came: i64) -> None:
        """Keeps a state, unless it is known with no more lost."""
        least = lost + self.bound.after(at, tally)
        if least >= len(self.piles):
            return
        self.pack()
        code = self.code(at, tally)
        spot = self.find(at, tally, code)
        old = self.table[spot]
        if old >= 0:
            if self.lost[old] <= lost:
                return
            self.lost[old] = -1
        self.table[spot] = self.states
        self.add(at, tally, lost, came, least, code)
        if 2 * self.states > len(self.table):
            self.grow()

    def add(self, at: i64, tally: i64, lost: i64, came: i64, least: i64, code: i64) -> None:
        if least >= len(self.piles):
            return
        self.at = append(self.at, at)
        self.tally = append(self.tally, tally)
        self.lost = append(self.lost, lost)
        self.came = append(self.came, came)
        self.codes = append(self.codes, code)
        self.below = append(self.below, self.piles[least])
        self.piles[least] = self.states
        for word in self.packed:
            self.rows = append(self.rows, word)
        self.states += 1

    def pack(self) -> None:
        joined = self.joined
        word: i64 = 0
        slot: i64
        for slot in range(self.slots - 1, -1, -1):
            word = word << SLOT_BITS | joined[slot]
            if slot % WORD_SLOTS == 0:
                self.packed[slot // WORD_SLOTS] = word
                word = 0

    def code(self, at: i64, tally: i64) -> i64:
        """A hash that never leaves 63 bits, so that it is the same uncompiled."""
        code = ((tally & HASH_BITS) * HASH_STEP + at) & HASH_BITS
        for word in self.packed:
            code = ((code ^ word & HASH_BITS) * HASH_STEP) & HASH_BITS
            code = ((code ^ word >> 32) * HASH_STEP) & HASH_BITS
        return code ^ code >> 15

    def find(self, at: i64, tally: i64, code: i64) -> i64:
        """Where in the table this state is, or would be."""
        table = self.table
        codes = self.codes
        last: i64 = len(table) - 1
        spot = code & last
        while table[spot] >= 0:
            if codes[table[spot]] == code and self.same(table[spot], at, tally):
                return spot
            spot = (spot + 1) & last
        return spot

    def same(self, state: i64, at: i64, tally: i64) -> bool:
        if self.at[state] != at or self.tally[state] != tally:
            return False
        row = state * self.words
        alike: i64 = 0
        while alike < self.words and self.rows[row + alike] == self.packed[alike]:
            alike += 1
        return alike == self.words

    def grow(self) -> None:
        old = self.table
        size: i64 = 4 * len(old)
        self.table = vec[i64]([-1] * size)
        for state in old:
            if state >= 0:
                spot = self.codes[state] & (size - 1)
                while self.table[spot] >= 0:
                    spot = (spot + 1) & (size - 1)
                self.table[spot] = state
