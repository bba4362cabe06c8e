"""Any legal action, all equally likely."""

from __future__ import annotations

from ferrovia.bots.protocol import Actions, Bot, Budget
from ferrovia.view import View


class Random(Bot):
    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        return actions[self.chance.below(len(actions))]
