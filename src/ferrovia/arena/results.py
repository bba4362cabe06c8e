"""What is kept of a game. Times are kept too, but two results that differ in nothing else are equal."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class SeatResult:
    bot: str
    place: int
    win: float
    """Its part of the victory: 1, 0, or 1/k where k seats share the first place."""
    score: int
    lines: dict[str, int]
    """Points by kind of ledger line; their sum is the score."""
    kept: int
    """Tickets."""
    completed: int
    moves: int
    choices: int
    """Legal actions, summed over its moves."""
    faults: int
    fault: str
    """The first of them in short, or nothing."""
    seconds: float = field(compare=False)
    """Spent choosing."""


@dataclass(frozen=True)
class GameResult:
    number: int
    board: str
    """As the plan names it."""
    round: int
    first: int
    """The seat that had the first turn."""
    turns: int
    seats: tuple[SeatResult, ...]

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    @staticmethod
    def read(data: dict[str, Any]) -> GameResult:
        seats = tuple(SeatResult(**seat) for seat in data["seats"])
        return GameResult(**{**data, "seats": seats})
