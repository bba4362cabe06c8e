"""One game as the standard environments play it: a deal by its seed, observations, masks, rewards."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ferrovia.boards import load, new_game
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.state import State
from ferrovia.env.core.games import LONGEST
from ferrovia.env.spec import Spec
from ferrovia.view import observe

Observation = dict[str, NDArray[np.integer]]
"""`observation`: what the seat observes; `action_mask`: 1 for each action that it may do now, none if it waits."""
ILLEGAL: Final = -1.0
"""The reward of a seat that does what it may not: that ends the game, and the others get nothing."""


class Table:
    """A game that is begun again and again. Game n after a seed has the deal of `game.start(seeded(seed, n))`."""

    def __init__(
        self, board: str | Path | Board, seats: int, options: Mapping[str, bool] | None = None, longest: int = LONGEST
    ) -> None:
        self.game: Game = new_game(board if isinstance(board, Board) else load(board), seats, options)
        self.spec = Spec(self.game)
        self.longest = longest
        self.seed = secrets.randbits(31)
        self.number = -1
        self.decisions = 0
        self.state: State = self.game.start(seeded(self.seed))
        self.offender: int | None = None

    @property
    def seats(self) -> int:
        return int(self.game.seats)

    def begin(self, seed: int | None) -> None:
        """The next game; with a seed, the first one of that seed."""
        if seed is not None:
            self.seed, self.number = seed, -1
        self.number += 1
        self.decisions = 0
        self.offender = None
        self.state = self.game.start(seeded(self.seed, self.number))

    def act(self, seat: int, action: int) -> None:
        """Does it for a seat that has something to decide; what it may not do ends the game."""
        if action in self.state.legal_for(seat):
            self.state.apply_for(seat, action)
        else:
            self.offender = seat
        self.decisions += 1

    @property
    def terminated(self) -> bool:
        return self.state.over or self.offender is not None

    @property
    def truncated(self) -> bool:
        return not self.terminated and self.decisions >= self.longest

    # --- what is told -----------------------------------------------------------------------------------
    def row(self, seat: int) -> NDArray[np.int16]:
        return np.array(self.spec.encode(observe(self.state, seat)), dtype=np.int16)

    def mask(self, seat: int) -> NDArray[np.int8]:
        legal = () if self.terminated else self.state.legal_for(seat)
        return np.frombuffer(self.spec.mask(legal), dtype=np.int8).copy()

    def observation(self, seat: int) -> Observation:
        return {"observation": self.row(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """Of every seat, once the game has ended: the share of the others behind it less the share ahead of it."""
        if self.offender is not None:
            return [ILLEGAL if seat == self.offender else 0.0 for seat in range(self.seats)]
        if not self.state.over:
            return [0.0] * self.seats
        place = {standing.seat: standing.place for standing in self.state.standings()}
        others = self.seats - 1
        return [
            sum((place[other] > place[seat]) - (place[other] < place[seat]) for other in place) / others
            for seat in range(self.seats)
        ]


def observation_box(layout: Spec) -> spaces.Box:
    low = np.concatenate([np.full(field.size, field.low, np.int16) for field in layout.fields])
    high = np.concatenate([np.full(field.size, field.high, np.int16) for field in layout.fields])
    return spaces.Box(low, high, dtype=np.int16)


def masked_space(layout: Spec) -> spaces.Dict:
    mask = spaces.Box(0, 1, (layout.actions,), dtype=np.int8)
    return spaces.Dict({"observation": observation_box(layout), "action_mask": mask})
