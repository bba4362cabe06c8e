"""What a bot gets and what it owes: a view, the legal actions and a budget in, one of the actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ferrovia.engine.chance import Chance
from ferrovia.view import View


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: an amount of time, a number of search steps, or what it likes."""

    seconds: float | None = None
    iterations: int | None = None


class Bot(ABC):
    """A bot sees only its seat's view and owns its random stream: the same stream and view give the same action."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    @abstractmethod
    def choose(self, view: View, actions: Sequence[int], budget: Budget) -> int:
        """One of `actions`, which are all that the seat may do now, sorted and never empty."""
