"""Many games of one table at once, as numpy arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from ferrovia.bots.guard import Guarded, guard
from ferrovia.bots.protocol import Budget
from ferrovia.bots.registry import find_maker
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import SetupError
from ferrovia.engine.game import Game
from ferrovia.env.core.games import LONGEST, Games, Player
from ferrovia.env.spec import Spec
from ferrovia.view import View

BOT_STREAM: Final = 0xB07
"""The stream of bots in simulations: a bot plays here as it plays there."""


class Step(NamedTuple):
    """What a batch shows. Rows of `observations` and `masks` belong to the seat that is to move."""

    observations: NDArray[np.int16]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    """Games × seats: 0, and where a game has ended from −1 (last) to 1 (first), equal for those who share a place."""
    done: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    seats: NDArray[np.int64]


class Seated:
    """One of our bots, or somebody's, at a seat inside a batch."""

    def __init__(self, bot: Guarded, budget: Budget) -> None:
        self.bot = bot
        self.budget = budget

    def answer(self, view: View, actions: list[int]) -> int:
        return self.bot.choose(view, actions, self.budget)


class Batch:
    """`count` games of one table, advanced together: a game that ends is followed by the next one at once.

        batch = Batch(game, 64, seed=7)
        step = batch.reset()
        while training:
            step = batch.step(choose(step.observations, step.masks))

    Arrays are windows on the batch's own memory: the next step overwrites them, so copy what is to be kept.

    game, spec, count: what was asked for
    opponents: for every seat the name of a bot that plays it inside the batch, or None; all None if none are given
    masks: with False there are neither observations nor masks, which is several times as fast
    longest: decisions after which a game is cut short (`truncated`)
    first, stride: plays the games `first`, `first + stride` … of the series, so that several batches can share one
    scores: of the last game that ended at each place, games × seats
    numbers: which game of the series each place plays: game n has the deal of `game.start(seeded(seed, n))`
    finals: the last observation of the game that ended in this step, as the seat saw it that acted last"""

    def __init__(
        self,
        game: Game,
        count: int,
        seed: int = 0,
        *,
        opponents: Sequence[str | None] = (),
        masks: bool = True,
        longest: int = LONGEST,
        budget: Budget | None = None,
        first: int = 0,
        stride: int = 1,
    ) -> None:
        if count < 1 or longest < 1:
            raise ValueError(f"count and longest must be at least 1, not {count} and {longest}")
        self.game = game
        self.spec = Spec(game)
        self.count = count
        self.masks = masks
        self.opponents = tuple(opponents)
        self.budget = budget or Budget()
        self.seed = seed
        seats = int(game.seats)
        if self.opponents:
            check_opponents(self.opponents, seats)
        players = self.seat_players if self.opponents else None
        self.core = Games(game, count, seed, masks, longest, players, first, stride)
        core = self.core
        self.shown = Step(
            window(memoryview(core.observations)).reshape(-1, self.spec.size),
            window(memoryview(core.masks)).view(np.int8).reshape(-1, self.spec.actions),
            window(memoryview(core.rewards)).reshape(count, seats),
            window(memoryview(core.done)).view(np.bool_),
            window(memoryview(core.cut)).view(np.bool_),
            window(memoryview(core.seats)),
        )
        self.finals = window(memoryview(core.finals)).reshape(-1, self.spec.size)
        self.scores = window(memoryview(core.scores)).reshape(count, seats)
        self.numbers = window(memoryview(core.numbers))

    def reset(self, seed: int | None = None) -> Step:
        """New games everywhere, numbered from the first; with a new seed if one is given."""
        if seed is not None:
            self.seed = seed
        self.core.reset(self.seed)
        return self.shown

    def step(self, actions: Sequence[int] | NDArray[Any]) -> Step:
        """One action for each game. An illegal one is refused, and nothing has changed (with masks)."""
        wanted = actions.tolist() if isinstance(actions, np.ndarray) else actions
        self.core.step(vec[i64](wanted))
        return self.shown

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, all equally likely."""
        return window(memoryview(self.core.sample()))

    @property
    def decisions(self) -> int:
        """How many have been made in this batch, those of the bots too."""
        return int(self.core.decisions)

    def seat_players(self, number: int) -> list[Player | None]:
        """Bots for a new game, with the luck that they have in the same game of a simulation."""
        seats = len(self.opponents)
        players: list[Player | None] = []
        for seat, name in enumerate(self.opponents):
            luck = seeded(self.seed ^ BOT_STREAM, number * seats + seat)
            players.append(None if name is None else Seated(guard(name, luck), self.budget))
        return players


def check_opponents(opponents: tuple[str | None, ...], seats: int) -> None:
    """Somebody has to sit everywhere, and at least one seat is for actions from outside."""
    if len(opponents) != seats:
        raise SetupError("batch.opponents", {"given": len(opponents), "seats": seats})
    if None not in opponents:
        raise ValueError("a batch needs a seat whose actions come from outside: name no bot for it")
    for name in opponents:
        if name is not None:
            find_maker(name)


def window(table: memoryview) -> NDArray[Any]:
    """A compiled vector as an array, without a copy; what is written to the vector is seen in it."""
    return np.asarray(table)
