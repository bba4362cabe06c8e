"""How much a move loses against the expert's choice."""

from __future__ import annotations

import math
import time
from typing import Final

from mypy_extensions import i64, mypyc_attr

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.search import Candidate, Search
from ferrovia.engine.actions import is_slot, slot_of
from ferrovia.engine.chance import Chance
from ferrovia.view.view import View

NO_DEADLINE: Final = 1e18
LEAST_PAIRS: Final = 8  # deals of a comparison: with fewer, its standard error says nothing


@mypyc_attr(acyclic=True)
class MoveLoss:
    """`best` is the expert's move. `loss` is how much less the played one is worth, from −1 to 1, and `error` the
    standard error of that."""

    def __init__(self, best: i64, loss: float, error: float) -> None:
        self.best: i64 = best
        self.loss: float = loss
        self.error: float = error


def judge(tables: BoardTables, view: View, played: i64, chance: Chance, iterations: i64, seconds: float) -> MoveLoss:
    """Finds the expert's move on this view with two thirds of the effort, then compares the played move with it.

    Both moves are compared on new deals: on those by which the expert chose its move, that one looks better than it is.
    """
    search = Search(tables, view.seat, chance)
    best = search.choose(view, iterations * 2 // 3, seconds * 2.0 / 3.0)
    if best == played or same_card(view, best, played):
        return MoveLoss(played, 0.0, 0.0)
    return compare(search, view, best, played, iterations // 3, seconds / 3.0)


def same_card(view: View, one: i64, other: i64) -> bool:
    """Whether both moves take the same card from the market: then they are one choice."""
    if not is_slot(one) or not is_slot(other):
        return False
    return view.market[slot_of(one)] == view.market[slot_of(other)]


def compare(search: Search, view: View, best: i64, played: i64, iterations: i64, seconds: float) -> MoveLoss:
    """Tries both moves on the same deals and with the same luck, so that only the moves make a difference."""
    rivals = [Candidate(best), Candidate(played)]
    deadline = time.perf_counter() + seconds
    pairs: i64 = 0
    total = 0.0
    squares = 0.0
    while pairs < LEAST_PAIRS or (2 * pairs + 2 <= iterations and time.perf_counter() < deadline):
        before = rivals[0].total - rivals[1].total
        search.try_all(view, rivals, NO_DEADLINE)
        difference = rivals[0].total - rivals[1].total - before
        total += difference
        squares += difference * difference
        pairs += 1
    count = float(int(pairs))
    loss = total / count
    spread = max(squares / count - loss * loss, 0.0)
    return MoveLoss(best, loss, math.sqrt(spread / (count - 1.0)))
