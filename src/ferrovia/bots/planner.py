"""Plans a cheapest network for all its tickets, claims what it would miss most, and knows when to stop."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.bots.protocol import Bot, Budget
from ferrovia.bots.thinking.atlas import Atlas
from ferrovia.bots.thinking.pace import measure_pace
from ferrovia.bots.thinking.pilot import Pilot
from ferrovia.bots.thinking.taste import Taste
from ferrovia.engine.chance import Chance
from ferrovia.view import View, determinize


class Planner(Bot):
    def __init__(self, chance: Chance) -> None:
        super().__init__(chance)
        self.pilot: Pilot | None = None

    def choose(self, view: View, actions: Sequence[int], budget: Budget) -> int:
        if self.pilot is None or self.pilot.game is not view.game or self.pilot.seat != view.seat:
            taste = Taste(measure_pace(view.game))
            self.pilot = Pilot(Atlas(view.game, taste), taste, view.seat, True)
        # What the seat can't see is dealt at random; the pilot never looks at it.
        return self.pilot.choose(determinize(view, self.chance))
