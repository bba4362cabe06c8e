"""The expert of version 1, frozen: what later ones are measured by."""

from __future__ import annotations

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.v1.planner import board_tables
from ferrovia.bots.v1.search.search import Search
from ferrovia.engine.chance import Chance
from ferrovia.view import View

ENDLESS = 1 << 40
DEFAULT_ITERATIONS = 2000


class ExpertV1(Bot):
    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.search: Search | None = None

    def __getstate__(self) -> dict[str, object]:
        """Without the search, which keeps nothing between decisions and is made again when it is needed."""
        return {**self.__dict__, "search": None}

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        if len(actions) == 1:
            return actions[0]
        if self.search is None or self.search.game is not view.game or self.search.seat != view.seat:
            self.search = Search(board_tables(view.game), view.seat, self.chance)
        iterations = budget.iterations
        if iterations is None:
            iterations = ENDLESS if budget.seconds is not None else DEFAULT_ITERATIONS
        return self.search.choose(view, iterations, budget.seconds or float("inf"))
