"""Measuring a board: its plan, what has been played of it, and the counts that came out."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any, ClassVar, Self

from ferrovia._workers import cores
from ferrovia.arena.backends import BACKENDS, check_backend
from ferrovia.arena.journal import WorkFile
from ferrovia.arena.resumable import ResumableRun
from ferrovia.balance.counts import Counts
from ferrovia.balance.plan import PLANNER, RANDOM, STYLES, BalancePlan, Batch
from ferrovia.balance.playing import Played, Player
from ferrovia.boards import new_game


class BatchFile(WorkFile[Played]):
    """The batches of a plan that are on disk."""

    KIND: ClassVar = "balance"

    def result(self, data: dict[str, Any]) -> Played:
        return Played(int(data["number"]), [int(count) for count in data["counts"]])


class Measurement(ResumableRun[BalancePlan, Played]):
    """With a `journal`, every finished batch is on disk, and a measurement begun before is gone on with."""

    FILE = BatchFile

    @property
    def left(self) -> list[Batch]:
        """The batches that are not played yet."""
        return [batch for batch in self.plan.batches if batch.number not in self.done]

    def play(self, jobs: int | None = None, backend: str = "local") -> Generator[Batch, None, None]:
        """Plays what is left, and hands on every batch that is done. Stopping early keeps what has come."""
        check_backend(backend)
        workers = min(jobs or cores(), max(len(self.left), 1))
        # The longest first, so that no worker ends long after the others.
        waiting = sorted(self.left, key=lambda batch: (batch.by == RANDOM, batch.by == PLANNER, -batch.players))
        with closing(BACKENDS[backend](Player(self.plan), waiting, workers)) as incoming:
            for played in incoming:
                self.keep([played])
                yield self.plan.batches[played.number]

    def finish(self, jobs: int | None = None, backend: str = "local") -> Self:
        """Plays to the end."""
        for _ in self.play(jobs, backend):
            pass
        return self

    def counts(self, players: int, by: str) -> Counts | None:
        """Of one number of players and one kind of play; None if there were no such games."""
        wanted = [batch.number for batch in self.plan.batches if (batch.players, batch.by) == (players, by)]
        batches = [self.done[number].counts for number in wanted if number in self.done]
        if not batches:
            return None
        return Counts(new_game(self.plan.board, players, dict(self.plan.options)), tuple(batches))

    def styles(self) -> dict[tuple[str, ...], list[int]]:
        """For every two styles [games, sixtieths of victories of the first, of the second]."""
        found: dict[tuple[str, ...], list[int]] = {}
        for batch in self.plan.batches:
            if batch.by == STYLES and batch.number in self.done:
                sums = found.setdefault(batch.pair, [0, 0, 0])
                found[batch.pair] = [a + b for a, b in zip(sums, self.done[batch.number].counts, strict=True)]
        return found
