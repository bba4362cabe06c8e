"""What is to be played: batches of games, each with a number, and everything about it follows from that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

import ferrovia
from ferrovia.balance.counting.layout import VERSION
from ferrovia.boards import new_game
from ferrovia.boards.digest import digest
from ferrovia.engine.board import Board
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.version import RULES_VERSION

RANDOM: Final = "random"
PLANNER: Final = "planner"
STYLES: Final = "styles"
STYLE_BOTS: Final = ("one-step", "hungry", "path", "long-route")
COSTS: Final = {RANDOM: 1, PLANNER: 35, STYLES: 400}
"""About how long a game takes, beside a random one: what the time left is told by."""
BATCHES: Final = 40
"""Into which the games of a kind are cut: enough to tell how sure a figure is, few enough to store."""


class BalanceError(FerroviaError):
    """Something that can't be measured."""


class Batch(NamedTuple):
    """Games `start` … `start + games − 1` of one kind."""

    number: int
    by: str
    """RANDOM, PLANNER or STYLES."""
    players: int
    start: int
    games: int
    pair: tuple[str, ...] = ()
    """Of styles: who meets whom."""

    @property
    def cost(self) -> int:
        return self.games * COSTS[self.by]


@dataclass(frozen=True)
class BalancePlan:
    board: Board
    players: tuple[int, ...] = ()
    """How many play; every number that the board offers, if empty."""
    games: int = 20_000
    """Random ones, for each number of players."""
    planner_games: int = 20_000
    style_games: int = 200
    """Of every two styles, with as few players as the board offers."""
    seed: int = 1
    options: tuple[tuple[str, bool], ...] = ()

    def check(self) -> None:
        """Refuses before anything is played what could not be."""
        for players in self.tables:
            new_game(self.board, players, dict(self.options))
        if self.games + self.planner_games < 1:
            raise BalanceError("balance.no_games")

    @property
    def tables(self) -> tuple[int, ...]:
        least, most = self.board.players
        return self.players or tuple(range(least, most + 1))

    @cached_property
    def batches(self) -> tuple[Batch, ...]:
        return tuple(Batch(number, *rest) for number, rest in enumerate(self.parts()))

    def parts(self) -> Iterator[tuple[str, int, int, int, tuple[str, ...]]]:
        for players in self.tables:
            for by, games in ((RANDOM, self.games), (PLANNER, self.planner_games)):
                for start, count in cut(games, BATCHES):
                    yield by, players, start, count, ()
        for pair in combinations(STYLE_BOTS, 2):
            for start, count in cut(self.style_games, 2):
                yield STYLES, self.board.players[0], start, count, pair

    @property
    def numbers(self) -> range:
        return range(len(self.batches))

    @property
    def cost(self) -> int:
        return sum(batch.cost for batch in self.batches)

    def facts(self) -> dict[str, object]:
        """All that the counts depend on, as plain data."""
        return {
            "counts": VERSION,
            "board": self.board.id,
            "digest": digest(self.board),
            "players": list(self.tables),
            "games": self.games,
            "planner_games": self.planner_games,
            "style_games": self.style_games,
            "seed": self.seed,
            "options": dict(self.options),
            "rules": RULES_VERSION,
            "ferrovia": ferrovia.__version__,
        }


def cut(games: int, most: int) -> Iterator[tuple[int, int]]:
    """Into at most so many batches of even size, (start, games) each. Sizes are even, so that the two halves of the
    planners' games, by plan and by lot, are in every batch alike."""
    if games == 0:
        return
    size = max(2, -(-games // most))
    size += size % 2
    for start in range(0, games, size):
        yield start, min(size, games - start)
