"""Any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.bots.protocol import Bot, Budget
from ferrovia.view import View


class Random(Bot):
    def choose(self, view: View, actions: Sequence[int], budget: Budget) -> int:
        return actions[self.chance.below(len(actions))]
