"""Looking for puzzles in many games: the plan, what was found so far, and going on."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Any, ClassVar

from ferrovia._workers import cores, spread
from ferrovia.arena.journal import WorkFile
from ferrovia.arena.resumable import ResumableRun
from ferrovia.puzzles.finding import Finder, Found
from ferrovia.puzzles.plan import PuzzlePlan
from ferrovia.puzzles.puzzle import Puzzle


class FoundFile(WorkFile[Found]):
    """The games of a plan that were looked through."""

    KIND: ClassVar = "puzzles"

    def result(self, data: dict[str, Any]) -> Found:
        return Found.read(data)


class PuzzleSearch(ResumableRun[PuzzlePlan, Found]):
    """With a `journal`, every game that was looked through is on disk, and a search begun before is gone on with."""

    FILE = FoundFile

    @property
    def left(self) -> list[int]:
        """The games that were not looked through yet."""
        return [number for number in range(self.plan.games) if number not in self.done]

    def run(self, jobs: int | None = None) -> Generator[Found, None, None]:
        """Looks through what is left, and hands on what was found in every game. Stopping early keeps what has come."""
        left = self.left
        with closing(spread(Finder(self.plan), left, min(jobs or cores(), max(len(left), 1)))) as incoming:
            for found in incoming:
                self.keep([found])
                yield found

    def puzzles(self) -> list[Puzzle]:
        """All that were found, the easiest first."""
        games = [self.done[number] for number in sorted(self.done) if number < self.plan.games]
        return in_order(puzzle for found in games for puzzle in found.puzzles)


def in_order(puzzles: Any) -> list[Puzzle]:
    """By difficulty, as the five levels measured it; among equals, the clearest first."""
    return sorted(puzzles, key=lambda one: (one.difficulty, -min(one.margins), one.id))
