"""Where a seat's chance fell most, and what would have been better there: an analysis for everybody, within a budget.

`steepest` needs nothing but the chances; the expert is asked about those few moves alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace as but
from typing import Final

from ferrovia.analysis.analysis import SMALL, Evaluation
from ferrovia.analysis.examiner import Examiner
from ferrovia.bots.explain import Reason

STEEP: Final = 0.08
"""A fall below this is no turning point."""
OWN: Final = 3
"""So many moves of a seat's own, and …"""
OTHERS: Final = 1
"""… so many of others, for every seat."""
CLEAR: Final = 2.0
"""Standard errors by which a better move has to be better."""


@dataclass(frozen=True)
class Fall:
    """A move after which the chance of a seat, not necessarily of the one that moved, was lower."""

    number: int
    seat: int
    before: float
    after: float

    @property
    def depth(self) -> float:
        return self.before - self.after


@dataclass(frozen=True)
class Opinion:
    """What was played, and what the expert would have done: None if nothing was clearly better, or somebody else
    moved. `gain` is what it would have brought the seat, `error` the standard error of that. `why` is what speaks for
    the move played, `better_why` for the better one."""

    fall: Fall
    played: int
    better: int | None = None
    gain: float = 0.0
    error: float = 0.0
    row: tuple[int, ...] = ()
    offer: tuple[int, ...] = ()
    why: Reason | None = None
    better_why: Reason | None = None


def steepest(chances: Sequence[Sequence[float]], movers: Sequence[int]) -> list[Fall]:
    """For every seat the moves after which its chance fell most, its own and those of others, in the order of play.

    `chances` are those before the first move, then those after each move; `movers` says who made it."""
    found: list[Fall] = []
    for seat in range(len(chances[0])):
        falls = [
            Fall(number, seat, chances[number - 1][seat], chances[number][seat]) for number in range(1, len(chances))
        ]
        steep = sorted((fall for fall in falls if fall.depth >= STEEP), key=lambda fall: (-fall.depth, fall.number))
        found += [fall for fall in steep if movers[fall.number - 1] == seat][:OWN]
        found += [fall for fall in steep if movers[fall.number - 1] != seat][:OTHERS]
    return sorted(found, key=lambda fall: (fall.number, fall.seat))


def opinion(examiner: Examiner, fall: Fall, chances: Sequence[float]) -> Opinion:
    """What the expert says of a move of a finished game. About a move of somebody else it is not asked."""
    judged = examiner.judged(fall.number, Evaluation(fall.number, tuple(chances), 0), asked=fall.seat)
    clear = judged.loss is not None and judged.error is not None and judged.loss > max(SMALL, CLEAR * judged.error)
    found = Opinion(fall, judged.played, row=judged.row, offer=judged.offer, why=judged.why)
    if not clear or judged.agreed:
        return found
    return but(
        found, better=judged.best, gain=judged.loss or 0.0, error=judged.error or 0.0, better_why=judged.best_why
    )
