"""What an analysis found: the chances after every move, turning points and mistakes."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final, NamedTuple

from ferrovia.bots import Budget
from ferrovia.bots.explain import Reason
from ferrovia.engine.game import Game
from ferrovia.record import format_action

SURE: Final = 3.0
"""Standard errors by which a number has to stand out to be told: a game has a hundred moves, one of them looks odd."""
SMALL: Final = 0.02
"""A loss below this is not called a mistake, however sure."""


@dataclass(frozen=True)
class Judged:
    """A move. `chances` are those of all seats after it, from `playouts` games, or exact if that is 0.

    `best`, `loss` and `error` are those of the expert, who knows what the seat knew; None while a game is not over.
    `why` is what speaks for the move by the planner's numbers, `best_why` the same for the expert's; None with `best`.
    `row` and `offer` are the cards and tickets there were to choose from; the offer stays empty until the game is over.
    """

    number: int
    seat: int
    turn: int
    played: int
    best: int | None
    loss: float | None
    error: float | None
    chances: tuple[float, ...]
    playouts: int
    row: tuple[int, ...]
    offer: tuple[int, ...] = ()
    why: Reason | None = None
    best_why: Reason | None = None

    @property
    def agreed(self) -> bool:
        return self.played == self.best

    @property
    def mistake(self) -> bool:
        return self.loss is not None and self.error is not None and self.loss > max(SMALL, SURE * self.error)


class Evaluation(NamedTuple):
    """The chances after a number of moves."""

    number: int
    chances: tuple[float, ...]
    playouts: int


@dataclass(frozen=True, repr=False)
class Analysis:
    """`moves` are those that were looked at, in order; `start` is how things stood before them."""

    game: Game
    seats: tuple[str, ...]
    budget: Budget
    result: tuple[int, ...] | None
    winners: tuple[int, ...]
    start: Evaluation
    moves: tuple[Judged, ...]

    @property
    def finished(self) -> bool:
        return self.result is not None

    @property
    def evaluations(self) -> list[Evaluation | Judged]:
        """Where there are chances: at the start, and after every move."""
        return [self.start, *self.moves]

    def before(self, move: Judged) -> Evaluation | Judged:
        return self.evaluations[move.number - self.start.number - 1]

    def change(self, move: Judged) -> float:
        """How far the chances of the seat most concerned have moved."""
        return max(abs(step) for step in self.steps(move))

    def steps(self, move: Judged) -> list[float]:
        return [after - before for before, after in zip(self.before(move).chances, move.chances, strict=True)]

    def turning_points(self, most: int = 5) -> list[Judged]:
        """The moves after which the chances changed most, in the order of play; none that may be mere noise."""
        found = [move for move in self.moves if self.change(move) > SURE * self.noise(move)]
        found.sort(key=lambda move: (-self.change(move), move.number))
        return sorted(found[:most], key=lambda move: move.number)

    def noise(self, move: Judged) -> float:
        """The standard error of the change."""
        steps = self.steps(move)
        seat = max(range(len(steps)), key=lambda seat: abs(steps[seat]))
        return sqrt(sum(variance(side.chances[seat], side.playouts) for side in (self.before(move), move)))

    def mistakes(self, seat: int, most: int = 3) -> list[Judged]:
        """The moves by which a seat gave away most, the worst first."""
        found = [move for move in self.moves if move.seat == seat and move.mistake]
        return sorted(found, key=lambda move: (-(move.loss or 0.0), move.number))[:most]

    def agreed(self, seat: int) -> int:
        """How many of a seat's moves the expert would have made, too."""
        return sum(move.agreed for move in self.moves if move.seat == seat)

    # --- as data ----------------------------------------------------------------------------------------
    def __repr__(self) -> str:
        span = f"moves {self.moves[0].number}–{self.moves[-1].number}"
        return f"<Analysis {self.game.board.id}: {span} of {', '.join(self.seats)}>"

    def to_dict(self) -> dict[str, object]:
        """As `ferrovia analyse --json` prints it. Seats are counted from 0, as in all JSON."""
        return {
            "board": self.game.board.id,
            "seats": list(self.seats),
            "result": None if self.result is None else list(self.result),
            "iterations": self.budget.iterations,
            "seconds": self.budget.seconds,
            "start": list(self.start.chances),
            "moves": [self.move_data(move) for move in self.moves],
            "turning_points": [self.turn_data(move) for move in self.turning_points()],
            "mistakes": [self.mistakes_data(seat) for seat in range(len(self.seats))],
        }

    def move_data(self, move: Judged) -> dict[str, object]:
        return {
            "number": move.number,
            "seat": move.seat,
            "turn": move.turn,
            "played": format_action(self.game, move.played),
            "best": None if move.best is None else format_action(self.game, move.best),
            "loss": move.loss,
            "error": move.error,
            "chances": list(move.chances),
            "why": None if move.why is None else move.why.data(),
            "best_why": None if move.best_why is None else move.best_why.data(),
        }

    def turn_data(self, move: Judged) -> dict[str, object]:
        return {
            "number": move.number,
            "seat": move.seat,
            "change": self.change(move),
            "before": list(self.before(move).chances),
            "after": list(move.chances),
        }

    def mistakes_data(self, seat: int) -> dict[str, object]:
        worst = self.mistakes(seat)
        return {
            "seat": seat,
            "agreed": self.agreed(seat),
            "moves": [{"number": move.number, "loss": move.loss, "error": move.error} for move in worst],
        }


def variance(chance: float, playouts: int) -> float:
    """Of a chance that was counted. Nothing is certain because a few playouts agree (Laplace)."""
    if playouts == 0:
        return 0.0
    fair = (chance * playouts + 1) / (playouts + 2)
    return fair * (1 - fair) / playouts
