"""Who meets whom. A line-up is the bots at one table; its seatings put each of them in every seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

Lineup = tuple[str, ...]


def round_robin(bots: Sequence[str], seats: int) -> list[Lineup]:
    """Every bot with every other: all pairs of two, all trios of three."""
    return list(dict.fromkeys(combinations(bots, seats)))


def ladder(bots: Sequence[str], seats: int) -> list[Lineup]:
    """Neighbours only, in the order given: what tells whether each step of a series is a step up."""
    return list(dict.fromkeys(tuple(bots[start : start + seats]) for start in range(len(bots) - seats + 1)))


def challenge(bots: Sequence[str], seats: int) -> list[Lineup]:
    """The first bot alone against a table full of each of the others."""
    return list(dict.fromkeys((bots[0], *[other] * (seats - 1)) for other in bots[1:]))


FORMATS: Final[dict[str, Callable[[Sequence[str], int], list[Lineup]]]] = {
    "round-robin": round_robin,
    "ladder": ladder,
    "challenge": challenge,
}


def seatings(lineup: Lineup) -> list[Lineup]:
    """Every different rotation: bots of one name in other seats would only play the same game again."""
    return list(dict.fromkeys(lineup[turn:] + lineup[:turn] for turn in range(len(lineup))))
