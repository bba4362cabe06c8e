"""Few cases in which every two values of different factors meet at least once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Any

Case = tuple[Any, ...]
Pair = tuple[int, Any, int, Any]


def pairwise(factors: Sequence[Sequence[Any]], is_possible: Callable[[Case], bool] = lambda _: True) -> list[Case]:
    """The next case is always the one with most pairs that were not met yet; the first of them, if several are."""
    possible = [case for case in product(*factors) if is_possible(case)]
    missing = {pair for case in possible for pair in pairs(case)}
    chosen: list[Case] = []
    while missing:
        best = max(possible, key=lambda case: len(pairs(case) & missing))
        chosen.append(best)
        missing -= pairs(best)
    return chosen


def pairs(case: Case) -> set[Pair]:
    return {(one, case[one], other, case[other]) for one, other in combinations(range(len(case)), 2)}
