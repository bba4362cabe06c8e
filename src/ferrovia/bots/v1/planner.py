"""The planner of version 1, frozen: what later ones are measured by."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.v1.search.calibration import calibrated_tables
from ferrovia.bots.v1.search.playout_policy import PlayoutPolicy
from ferrovia.bots.v1.search.search import Search
from ferrovia.engine.chance import Chance
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS
from ferrovia.view import View, determinize

PLAYOUTS: Final = 600
"""For a choice of tickets, which decides a game more than any other move and comes once or twice in it."""


@lru_cache(maxsize=16)
def board_tables(game: Game) -> BoardTables:
    """The tables of a game. All its bots share them: calibrating takes some games, and they never change."""
    return calibrated_tables(game)


class PlannerV1(Bot):
    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.policy: PlayoutPolicy | None = None

    def __getstate__(self) -> dict[str, object]:
        """Without the policy, which keeps nothing between decisions and is made again when it is needed."""
        return {**self.__dict__, "policy": None}

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        if self.policy is None or self.policy.game is not view.game or self.policy.seat != view.seat:
            self.policy = PlayoutPolicy(board_tables(view.game), view.seat, True)
        if view.phase in (FIRST_TICKETS, KEEP_TICKETS) and len(actions) > 1:
            return self.choose_tickets(view, budget)
        # What the seat can't see is dealt at random; the policy never looks at it.
        return self.policy.choose(determinize(view, self.chance))

    def choose_tickets(self, view: View, budget: Budget) -> int:
        """Tries each set by playouts, as the expert does."""
        playouts = PLAYOUTS if budget.iterations is None else min(PLAYOUTS, budget.iterations)
        search = Search(board_tables(view.game), view.seat, self.chance)
        return search.choose(view, playouts, budget.seconds or float("inf"))
