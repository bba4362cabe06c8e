"""What is looked for: the board, the games, and how clear an answer has to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ferrovia.boards import new_game
from ferrovia.engine.board import Board
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.version import RULES_VERSION

MOST_GAMES: Final = 1_000_000


class PuzzleError(FerroviaError):
    """Puzzles that can't be looked for, or read."""


@dataclass(frozen=True)
class PuzzlePlan:
    """`margin` is how far the best move has to be ahead of the next in each of `searches` independent searches of
    `iterations` playouts: 0.06 is six games more won of a hundred, or as much in points. Of each game its `last_rounds`
    are looked at, 0 for all: clear answers are seldom before, and cost most there."""

    board: Board
    players: tuple[int, ...]
    seed: int = 1
    games: int = 100
    margin: float = 0.06
    searches: int = 4
    iterations: int = 3000
    per_game: int = 2
    last_rounds: int = 0

    def check(self) -> None:
        for count in self.players:
            new_game(self.board, count)
        if self.searches < 2:
            raise PuzzleError("puzzles.searches")

    @property
    def numbers(self) -> range:
        """A file of finished games is gone on with, however many games are asked for."""
        return range(MOST_GAMES)

    def facts(self) -> dict[str, object]:
        some = {"last_rounds": self.last_rounds} if self.last_rounds else {}
        return some | {
            "board": self.board.id,
            "digest": self.board.digest,
            "rules": RULES_VERSION,
            "players": list(self.players),
            "seed": self.seed,
            "margin": self.margin,
            "searches": self.searches,
            "iterations": self.iterations,
            "per_game": self.per_game,
        }
