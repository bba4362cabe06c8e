"""Searches: deals the hidden cards at random many times, plays the game to its end, and takes the best action."""

from __future__ import annotations

from time import perf_counter

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.search.tree_search import Memories, TreeSearch
from ferrovia.bots.tables import playout_tables
from ferrovia.bots.tempers import STEADY, Temper, give_temper
from ferrovia.engine.chance import Chance
from ferrovia.view import View

ENDLESS = 1 << 40
DEFAULT_ITERATIONS = 2000


class Expert(Bot):
    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.temper: Temper = STEADY
        self.search: TreeSearch | None = None
        self.memories: Memories | None = None
        """Of the search of a bot that was pickled or copied."""

    def __getstate__(self) -> dict[str, object]:
        """Without the search, which is made again when it is needed, but with what it keeps between decisions."""
        memories = self.memories if self.search is None else self.search.memories()
        return {**self.__dict__, "search": None, "memories": memories}

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        began = perf_counter()
        if len(actions) == 1:
            return actions[0]
        if self.search is None or self.search.game is not view.game or self.search.seat != view.seat:
            self.search = TreeSearch(playout_tables(view.game), view.seat, self.chance)
            give_temper(self.search, self.temper)
            if self.memories is not None:
                self.search.take_over(self.memories)
                self.memories = None
        iterations = budget.iterations
        if iterations is None:
            iterations = ENDLESS if budget.seconds is not None else DEFAULT_ITERATIONS
        left = float("inf") if budget.seconds is None else budget.seconds - (perf_counter() - began)
        return self.search.choose(view, iterations, left)
