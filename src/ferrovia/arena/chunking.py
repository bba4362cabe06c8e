"""How much work a worker gets at a time: little enough that all end together, enough that handing it out costs nothing.

Games take from a thousandth of a second to minutes, so the size of a chunk follows the last one of the same matchup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from ferrovia.arena.playing import Chunk, Played
from ferrovia.arena.tournament_plan import Matchup, TournamentPlan

CHUNK_SECONDS: Final = 0.5
SHARE: Final = 3
"""A chunk is at most this part of what is left per worker, so that no worker waits long for the last."""


class Chunker:
    def __init__(self, plan: TournamentPlan, numbers: Sequence[int], jobs: int) -> None:
        self.plan = plan
        self.numbers = numbers
        self.jobs = jobs
        self.seconds: dict[Matchup, float] = {}
        """A game of a matchup, as last seen."""

    def chunks(self) -> Iterator[Chunk]:
        """Every game once. Made one by one, when a worker is free."""
        left = len(self.numbers)
        for matchup, group in groupby(self.numbers, self.plan.matchup_of):
            numbers = tuple(group)
            while numbers:
                size = self.size(matchup, left)
                yield Chunk(self.plan, numbers[:size])
                left -= len(numbers[:size])
                numbers = numbers[size:]

    def size(self, matchup: Matchup, left: int) -> int:
        if matchup not in self.seconds:
            return 1
        in_time = int(CHUNK_SECONDS / self.seconds[matchup])
        return max(1, min(in_time, left // (self.jobs * SHARE)))

    def learn(self, played: Played) -> None:
        matchup = self.plan.matchup_of(played.results[0].number)
        self.seconds[matchup] = max(played.seconds / len(played.results), 1e-6)
