"""Plans a cheapest network for all its tickets, claims what it would miss most, and knows when to stop."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.bots.thinking.atlas import Atlas
from ferrovia.bots.thinking.pace import measured_atlas
from ferrovia.bots.thinking.pilot import Pilot
from ferrovia.bots.thinking.search import Search
from ferrovia.engine.chance import Chance
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS
from ferrovia.view import View, determinize

PLAYOUTS: Final = 600
"""For a choice of tickets, which decides a game more than any other move and comes once or twice in it."""


@lru_cache(maxsize=16)
def atlas_of(game: Game) -> Atlas:
    """Shared by all bots of a game: it takes some games to measure and never changes."""
    return measured_atlas(game)


class Planner(Bot):
    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.pilot: Pilot | None = None

    def __getstate__(self) -> dict[str, object]:
        """Without the pilot, which plans anew at every decision and is made again when it is needed."""
        return {**self.__dict__, "pilot": None}

    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        if self.pilot is None or self.pilot.game is not view.game or self.pilot.seat != view.seat:
            self.pilot = Pilot(atlas_of(view.game), view.seat, True)
        if view.phase in (FIRST_TICKETS, KEEP_TICKETS) and len(actions) > 1:
            return self.choose_tickets(view, budget)
        # What the seat can't see is dealt at random; the pilot never looks at it.
        return self.pilot.choose(determinize(view, self.chance))

    def choose_tickets(self, view: View, budget: Budget) -> int:
        """Plays each set on, as the expert does."""
        playouts = PLAYOUTS if budget.iterations is None else min(PLAYOUTS, budget.iterations)
        search = Search(atlas_of(view.game), view.seat, self.chance)
        return search.choose(view, playouts, budget.seconds or float("inf"))
