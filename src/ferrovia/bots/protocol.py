"""What a bot gets and what it owes: a view, the legal actions and a budget in, one of the actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ferrovia.engine.chance import Chance
from ferrovia.view import View


class Actions(Protocol):
    """Legal actions: integers, sorted and unique. A list is one, and so is what `state.legal_actions()` returns."""

    def __len__(self) -> int: ...
    def __getitem__(self, place: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, action: object, /) -> bool: ...


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: an amount of time, a number of search steps, or what it likes."""

    seconds: float | None = None
    iterations: int | None = None


class Bot(ABC):
    """Plays a seat. Subclass it, and override `choose`.

    A bot sees only its seat's view and owns its random stream, `chance`: the same stream and the same views give the
    same actions. It is made anew for every game, so it may remember what it likes. One that can be pickled can play in
    another process."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def __repr__(self) -> str:
        return f"<Bot {type(self).__name__}>"

    @abstractmethod
    def choose(self, view: View, actions: Actions, budget: Budget) -> int:
        """One of `actions`, which are all that the seat may do now, sorted and never empty."""
