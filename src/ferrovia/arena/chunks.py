"""How much work a worker gets at a time: little enough that all end together, enough that handing it out costs nothing.

Games take from a thousandth of a second to minutes, so the size of a chunk follows the last one of the same match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from ferrovia.arena.plan import Match, Plan
from ferrovia.arena.playing import Chunk, Played

CHUNK_SECONDS: Final = 0.5
SHARE: Final = 3
"""A chunk is at most this part of what is left per worker, so that no worker waits long for the last."""


class Portions:
    def __init__(self, plan: Plan, numbers: Sequence[int], jobs: int) -> None:
        self.plan = plan
        self.numbers = numbers
        self.jobs = jobs
        self.seconds: dict[Match, float] = {}
        """A game of a match, as last seen."""

    def chunks(self) -> Iterator[Chunk]:
        """Every game once. Made one by one, when a worker is free."""
        left = len(self.numbers)
        for match, group in groupby(self.numbers, self.plan.match_of):
            numbers = tuple(group)
            while numbers:
                size = self.size(match, left)
                yield Chunk(self.plan, numbers[:size])
                left -= len(numbers[:size])
                numbers = numbers[size:]

    def size(self, match: Match, left: int) -> int:
        if match not in self.seconds:
            return 1
        in_time = int(CHUNK_SECONDS / self.seconds[match])
        return max(1, min(in_time, left // (self.jobs * SHARE)))

    def learn(self, played: Played) -> None:
        match = self.plan.match_of(played.results[0].number)
        self.seconds[match] = max(played.seconds / len(played.results), 1e-6)
