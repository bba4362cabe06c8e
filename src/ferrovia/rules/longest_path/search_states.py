"""The states that a frontier search has met, as columns of numbers, without those that another state dominates."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

NO_STATE: Final = -1
DOMINATED: Final = -1

WORD_SLOTS: Final = 10
SLOT_BITS: Final = 6
SLOT_MASK: Final = 63

HASH_STEP: Final = 16777619
HASH_BITS: Final = 0xFFFFFFFF


@mypyc_attr(acyclic=True)
class SearchStates:
    """A state is the lane to decide next, a tally, and which slots are joined: for each slot 0, or 1 + the first slot
    it is joined to. Of two states with the same lane and tally, one dominates the other if it left out no more pieces
    and can be completed by whatever completes the other (`covers`)."""

    def __init__(self, slots: i64) -> None:
        self.slots = slots
        self.words = (slots + WORD_SLOTS - 1) // WORD_SLOTS
        self.count: i64 = 0
        self.at = vec[i64](capacity=64)
        self.tally = vec[i64](capacity=64)
        self.lost = vec[i64](capacity=64)  # pieces left out so far, or DOMINATED
        self.came = vec[i64](capacity=64)  # twice the state before, + 1 if the lane between was ridden
        self.below = vec[i64](capacity=64)  # the next state of the same pile
        self.touched = vec[i64](capacity=64)  # a bit per slot that is joined to something
        self.twin = vec[i64](capacity=64)  # the next state with the same lane and tally
        self.rows = vec[i64](capacity=64)  # what is joined, packed into words
        self.table = vec[i64]([NO_STATE] * 256)  # by lane and tally, the last state of the kind
        self.kinds: i64 = 0
        self.other = vec[i64]([0] * slots)

    def keep(self, at: i64, tally: i64, lost: i64, came: i64, below: i64, joined: vec[i64]) -> bool:
        """Adds a state and returns True, unless another one dominates it."""
        spot = self.find(at, tally)
        first = self.table[spot]
        touched = touched_slots(joined)
        if self.is_dominated(first, lost, touched, joined):
            return False
        self.mark_dominated(first, lost, touched, joined)
        self.table[spot] = self.count
        self.add(at, tally, lost, came, below, joined)
        self.touched[self.count - 1] = touched
        self.twin[self.count - 1] = first
        if first == NO_STATE:
            self.kinds += 1
            if 2 * self.kinds > len(self.table):
                self.grow()
        return True

    def add(self, at: i64, tally: i64, lost: i64, came: i64, below: i64, joined: vec[i64]) -> None:
        """Adds a state without comparing it."""
        self.at = append(self.at, at)
        self.tally = append(self.tally, tally)
        self.lost = append(self.lost, lost)
        self.came = append(self.came, came)
        self.below = append(self.below, below)
        self.touched = append(self.touched, 0)
        self.twin = append(self.twin, NO_STATE)
        word: i64 = 0
        slot: i64
        for slot in range(self.words * WORD_SLOTS - 1, -1, -1):
            word = word << SLOT_BITS | (joined[slot] if slot < self.slots else 0)
            if slot % WORD_SLOTS == 0:
                self.rows = append(self.rows, word)
                word = 0
        self.count += 1

    def recall(self, state: i64, joined: vec[i64]) -> None:
        """Writes what is joined in a state into `joined`. Its words were packed from the last slot to the first."""
        last = state * self.words + self.words - 1
        word: i64 = 0
        slot: i64
        for slot in range(self.slots):
            if slot % WORD_SLOTS == 0:
                word = self.rows[last - slot // WORD_SLOTS]
            joined[slot] = word & SLOT_MASK
            word >>= SLOT_BITS

    # --- which state dominates --------------------------------------------------------------------------
    def is_dominated(self, state: i64, lost: i64, touched: i64, joined: vec[i64]) -> bool:
        """Whether this state, or one of those with the same lane and tally, dominates the given one."""
        while state >= 0:
            if 0 <= self.lost[state] <= lost and self.touched[state] & touched == touched:
                self.recall(state, self.other)
                if covers(self.other, joined):
                    return True
            state = self.twin[state]
        return False

    def mark_dominated(self, state: i64, lost: i64, touched: i64, joined: vec[i64]) -> None:
        """Marks this state, and those with the same lane and tally, that the given one dominates."""
        while state >= 0:
            if self.lost[state] > lost and self.touched[state] & touched == self.touched[state]:
                self.recall(state, self.other)
                if covers(joined, self.other):
                    self.lost[state] = DOMINATED
            state = self.twin[state]

    # --- the table --------------------------------------------------------------------------------------
    def find(self, at: i64, tally: i64) -> i64:
        """Where in the table the states with this lane and tally are, or would be."""
        table = self.table
        last: i64 = len(table) - 1
        spot = code(at, tally) & last
        while table[spot] >= 0:
            if self.at[table[spot]] == at and self.tally[table[spot]] == tally:
                return spot
            spot = (spot + 1) & last
        return spot

    def grow(self) -> None:
        old = self.table
        self.table = vec[i64]([NO_STATE] * (4 * len(old)))
        for state in old:
            if state >= 0:
                self.table[self.find(self.at[state], self.tally[state])] = state


def code(at: i64, tally: i64) -> i64:
    """A hash that stays within 63 bits, so that it is the same uncompiled."""
    mixed = ((tally & HASH_BITS) * HASH_STEP + at) & HASH_BITS
    mixed = ((mixed ^ tally >> 32) * HASH_STEP) & HASH_BITS
    return mixed ^ mixed >> 15


def touched_slots(joined: vec[i64]) -> i64:
    one: i64 = 1
    mask: i64 = 0
    slot: i64
    for slot in range(len(joined)):
        if joined[slot] > 0:
            mask |= one << slot
    return mask


def covers(joined: vec[i64], other: vec[i64]) -> bool:
    """Whether any lanes that complete the trail of `other` complete the trail of `joined`, too.

    They do if all slots joined in `other` are joined in `joined`, and every part of `joined` has a slot of `other`."""
    one: i64 = 1
    parts: i64 = 0
    met: i64 = 0
    slot: i64
    for slot in range(len(joined)):
        mine = joined[slot]
        if mine > 0:
            parts |= one << mine
        if other[slot] > 0:
            if mine == 0 or mine != joined[other[slot] - 1]:
                return False
            met |= one << mine
    return met == parts
