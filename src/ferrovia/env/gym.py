"""The interface of Gymnasium: one seat against bots, alone or many games at once. Importing this registers them all:

gymnasium.make("ferrovia.env.gym:ferrovia/usa-2p-v0", opponent="greedy")"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.guard import Guarded, guard
from ferrovia.bots.protocol import Budget
from ferrovia.bots.registry import find_maker
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.env.batch import BOT_STREAM, Batch
from ferrovia.env.core.games import LONGEST
from ferrovia.env.pictures import MODES, render
from ferrovia.env.shared_batch import SharedBatch
from ferrovia.env.table import Table, observation_box
from ferrovia.view import observe

SEAT: Final = 0
"""The learner's. Who begins is drawn by lot."""
OPPONENT: Final = "greedy"


class AgainstBots(gymnasium.Env[NDArray[np.int16], int]):
    """A seat at a table of bots. `info["action_mask"]` and `action_masks()` say what may be done; anything else ends
    the game with a reward of −1. Rewards come at the end: 1 for the first of two, −1 for the second."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": 1}

    def __init__(
        self,
        board: str | Path | Board,
        seats: int = 2,
        options: Mapping[str, bool] | None = None,
        *,
        opponent: str = OPPONENT,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        find_maker(opponent)
        self.table = Table(board, seats, options, longest)
        self.opponent = opponent
        self.render_mode = render_mode
        self.observation_space = observation_box(self.table.spec)
        self.action_space = spaces.Discrete(self.table.spec.actions)
        self.bots: list[Guarded] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        super().reset(seed=seed)
        table = self.table
        table.begin(seed)
        first = table.number * table.seats
        luck = [seeded(table.seed ^ BOT_STREAM, first + seat) for seat in range(table.seats)]
        self.bots = [guard(self.opponent, chance) for chance in luck]
        self.let_bots_play()
        return table.row(SEAT), self.info()

    def step(self, action: int) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        table = self.table
        table.act(SEAT, int(action))
        self.let_bots_play()
        return table.row(SEAT), table.rewards()[SEAT], table.terminated, table.truncated, self.info()

    def let_bots_play(self) -> None:
        table, state = self.table, self.table.state
        while not table.terminated and not table.truncated and state.seat != SEAT:
            seat = int(state.seat)
            table.act(seat, self.bots[seat].choose(observe(state, seat), state.legal_actions(), Budget()))

    def info(self) -> dict[str, Any]:
        told: dict[str, Any] = {"action_mask": self.table.mask(SEAT)}
        if self.table.terminated or self.table.truncated:
            told["scores"] = self.table.state.scores()
        return told

    def action_masks(self) -> NDArray[np.bool_]:
        """As learners with masks ask for it."""
        return self.table.mask(SEAT).astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        return render(self.table.state, self.render_mode)


class ManyAgainstBots(VectorEnv[NDArray[np.int16], NDArray[Any], NDArray[Any]]):
    """The same at many tables at once, on a `Batch`, or on a `SharedBatch` with several `processes`. A game that
    ends is followed by the next in the same step; its last observation is in `info["final_obs"]`. An illegal action is
    refused."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int,
        board: str | Path | Board,
        seats: int = 2,
        options: Mapping[str, bool] | None = None,
        *,
        opponent: str = OPPONENT,
        longest: int = LONGEST,
        processes: int = 1,
    ) -> None:
        game = new_game(board if isinstance(board, Board) else load(board), seats, options)
        opponents = [None if seat == SEAT else opponent for seat in range(seats)]
        self.batch: Batch | SharedBatch
        if processes == 1:
            self.batch = Batch(game, num_envs, opponents=opponents, longest=longest)
        else:
            self.batch = SharedBatch(game, num_envs, processes=processes, opponents=opponents, longest=longest)
        self.num_envs = num_envs
        self.single_observation_space = observation_box(self.batch.spec)
        self.single_action_space = spaces.Discrete(self.batch.spec.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """One seed for all: the deals of a batch are those of a series."""
        if isinstance(seed, list):
            seed = seed[0]
        shown = self.batch.reset(seed)
        return shown.observations.copy(), {"action_mask": shown.masks.copy()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.int16], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        shown = self.batch.step(np.asarray(actions))
        info: dict[str, Any] = {"action_mask": shown.masks.copy()}
        ended = shown.done | shown.truncated
        if ended.any():
            info |= {"final_obs": self.batch.finals.copy(), "_final_obs": ended, "scores": self.batch.scores.copy()}
        return shown.observations.copy(), shown.rewards[:, SEAT].copy(), shown.done.copy(), shown.truncated.copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        return self.batch.shown.masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        if isinstance(self.batch, SharedBatch):
            self.batch.close()


def register_all() -> None:
    """`ferrovia/<board>-<seats>p-v0` for every built-in board and number of seats."""
    for board in board_ids():
        least, most = load(board).players
        for seats in range(least, most + 1):
            gymnasium.register(
                f"ferrovia/{board}-{seats}p-v0",
                entry_point=f"{__name__}:AgainstBots",
                vector_entry_point=f"{__name__}:ManyAgainstBots",
                kwargs={"board": board, "seats": seats},
            )


register_all()
