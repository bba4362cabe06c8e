"""How sure a measured number is: intervals that hold the true one 95 times in a hundred."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final

Z: Final = 1.959963984540054
"""95 % of a normal distribution lie within so many standard deviations."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Around a win rate (Wilson 1927): good for few games and for rates near 0 and 1, where wins ± σ is not."""
    if games == 0:
        return 0.0, 1.0
    rate, square = wins / games, Z * Z
    centre = (rate + square / (2 * games)) / (1 + square / games)
    reach = Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def around_mean(values: Sequence[float]) -> tuple[float, float]:
    """Around the mean of many games' values; of a single one nothing is known."""
    mean = fmean(values)
    reach = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean - reach, mean + reach
