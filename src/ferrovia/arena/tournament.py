"""A tournament: its plan, what has been played of it, and what came out."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from ferrovia._workers import cores
from ferrovia.arena.backends import BACKENDS, check_backend
from ferrovia.arena.bot_rows import BotRow, rows_of
from ferrovia.arena.chunking import Chunker
from ferrovia.arena.journal import Journal
from ferrovia.arena.playing import play_chunk
from ferrovia.arena.results import GameResult
from ferrovia.arena.resumable import ResumableRun
from ferrovia.arena.tournament_plan import TournamentPlan


class Tournament(ResumableRun[TournamentPlan, GameResult]):
    """With a `journal`, every finished game is on disk, and a tournament begun before is gone on with."""

    FILE = Journal

    @property
    def left(self) -> list[int]:
        """The numbers of the games not yet played."""
        return [number for number in self.plan.numbers if number not in self.done]

    @property
    def results(self) -> list[GameResult]:
        """In the order of their numbers, however they came in."""
        return [self.done[number] for number in sorted(self.done)]

    def play(self, jobs: int | None = None, backend: str = "local") -> Generator[list[GameResult], None, None]:
        """Plays what is left and hands on the results as they come. Stopping early keeps what has come."""
        check_backend(backend)
        workers = min(jobs or cores(), max(len(self.left), 1))
        chunker = Chunker(self.plan, self.left, workers)
        with closing(BACKENDS[backend](play_chunk, chunker.chunks(), workers)) as incoming:
            for played in incoming:
                chunker.learn(played)
                self.keep(played.results)
                yield played.results

    def finish(self, jobs: int | None = None, backend: str = "local") -> None:
        """Plays to the end."""
        for _ in self.play(jobs, backend):
            pass

    def rows(self, board: str) -> list[BotRow]:
        """The table of a board, the best bot first."""
        return rows_of(self.plan, [result for result in self.results if result.board == board])
