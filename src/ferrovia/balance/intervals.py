"""How sure a figure is: 95 % intervals of anything that can be worked out from counts.

Games of one batch know nothing of another's. Leaving out one batch after the other shows how much a figure depends on
which games were played (the jackknife of Quenouille and Tukey), whatever the figure is: a mean, a ratio, the solution
of equations, or the difference between two boards on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from ferrovia.arena.intervals import Z, wilson
from ferrovia.balance.counts import Counts, Table

DIGITS: Final = 5
Statistic = Callable[[Table], float | None]
"""None where the counts can't tell."""


@dataclass(frozen=True)
class Figure:
    """A measured number and the interval around it."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float]:
        return {"value": round(self.value, DIGITS), "low": round(self.low, DIGITS), "high": round(self.high, DIGITS)}

    def beyond(self, mark: float, reach: float = 0.0) -> float:
        """How far the whole interval lies outside of `mark` ± `reach`; 0 if any of it lies within."""
        return max(0.0, self.low - mark - reach, mark - reach - self.high)


def rate(wins: float, games: int) -> Figure | None:
    """A share of games, or of anything else that is counted one by one (Wilson's interval)."""
    if games == 0:
        return None
    low, high = wilson(wins, games)
    return Figure(wins / games, low, high)


def jackknife(counts: Counts, statistic: Statistic) -> Figure | None:
    """Any statistic of the counts."""
    return leave_one_out(statistic(counts.whole), [statistic(table) for table in counts.without])


def paired(ours: Counts, theirs: Counts, statistic: Statistic) -> Figure | None:
    """Theirs less ours. Batch for batch both have the same deals, so that luck falls out of the difference."""
    parts = [
        difference(statistic(one), statistic(other)) for one, other in zip(ours.without, theirs.without, strict=True)
    ]
    return leave_one_out(difference(statistic(ours.whole), statistic(theirs.whole)), parts)


def difference(ours: float | None, theirs: float | None) -> float | None:
    return None if ours is None or theirs is None else theirs - ours


def leave_one_out(value: float | None, parts: Sequence[float | None]) -> Figure | None:
    """From a value and what it is without each batch. With a single batch nothing is known of its spread."""
    known = [part for part in parts if part is not None]
    if value is None or len(known) < max(2, len(parts)):
        return None
    mean, count = sum(known) / len(known), len(known)
    variance = (count - 1) / count * sum((part - mean) ** 2 for part in known)
    reach = student(count - 1) * sqrt(variance)
    return Figure(value, value - reach, value + reach)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution (Fisher and Cornish's series; 0.1 % off from 5 on)."""
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
    )
    return Z + terms[0] / freedom + terms[1] / freedom**2 + terms[2] / freedom**3
