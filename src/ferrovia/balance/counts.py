"""Counts of many games, batch by batch: what all figures are worked out from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ferrovia.balance.counting.layout import Layout
from ferrovia.engine.game import Game

Starts = dict[str, tuple[int, int, dict[str, int]]]
"""Of every block: where it begins, how wide its rows are, and where in them each column stands."""


class Table:
    """The counts of some games. `table.of("lanes", 7, "claimed")` is one of them."""

    def __init__(self, starts: Starts, numbers: Sequence[int]) -> None:
        self.starts = starts
        self.numbers = numbers

    def of(self, block: str, row: int, column: str) -> int:
        start, width, columns = self.starts[block]
        return self.numbers[start + row * width + columns[column]]

    def game(self, column: str) -> int:
        return self.of("game", 0, column)


@dataclass(frozen=True)
class Counts:
    """Of one number of players and one kind of play, in batches that know nothing of each other."""

    game: Game
    batches: tuple[Sequence[int], ...]

    @cached_property
    def starts(self) -> Starts:
        blocks = Layout(self.game).starts().items()
        return {
            block: (start, len(columns), {column: place for place, column in enumerate(columns)})
            for block, (start, columns) in blocks
        }

    @cached_property
    def whole(self) -> Table:
        return Table(self.starts, [sum(column) for column in zip(*self.batches, strict=True)])

    @cached_property
    def without(self) -> list[Table]:
        """For every batch, all others together."""
        whole = self.whole.numbers
        return [
            Table(self.starts, [total - part for total, part in zip(whole, batch, strict=True)])
            for batch in self.batches
        ]
