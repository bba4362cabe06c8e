"""The interfaces of PettingZoo: agents one after the other (AEC), or all at every step (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from ferrovia.engine.board import Board
from ferrovia.env.core.games import LONGEST
from ferrovia.env.pictures import MODES, render
from ferrovia.env.table import Observation, Table, masked_space


def agent_names(seats: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(seats)]


class TurnByTurn(AECEnv[str, Observation, int | None]):
    """Agents are the seats, `seat_0` and so on; the one to act is the one that the engine waits for.

    First tickets are chosen by all at once: here one after the other, without seeing what the others chose."""

    metadata: ClassVar[dict[str, Any]] = {"name": "ferrovia_v0", "render_modes": MODES, "is_parallelizable": False}

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = table
        self.render_mode = render_mode
        self.possible_agents = agent_names(table.seats)
        self.agents: list[str] = []
        # As the interface asks, the same object at every call; one for each agent, since each has a seed of its own.
        self.observation_spaces = {agent: masked_space(table.spec) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(table.spec.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.state.seat]

    def observe(self, agent: str) -> Observation:
        return self.table.observation(self.seat(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.act(self.seat(agent), -1 if action is None else int(action))
        for seat, reward in enumerate(self.table.rewards()):
            self.rewards[self.possible_agents[seat]] = reward
        if self.table.terminated or self.table.truncated:
            self.end()
        else:
            self.agent_selection = self.possible_agents[self.table.state.seat]
        self._accumulate_rewards()

    def end(self) -> None:
        scores = self.table.state.scores()
        for agent in self.agents:
            self.terminations[agent] = self.table.terminated
            self.truncations[agent] = self.table.truncated
            self.infos[agent] = {"score": scores[self.seat(agent)]}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]

    def render(self) -> str | NDArray[np.uint8] | None:  # type: ignore[override]
        return render(self.table.state, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class AllTogether(ParallelEnv[str, Observation, int]):
    """At every step each agent gives an action; it counts if the agent has something to decide. Only first tickets are
    chosen by all at once: later all masks but one are empty."""

    metadata: ClassVar[dict[str, Any]] = {"name": "ferrovia_parallel_v0", "render_modes": MODES}

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = table
        self.render_mode = render_mode
        self.possible_agents = agent_names(table.seats)
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_space(table.spec) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(table.spec.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        return self.observations(), {agent: {} for agent in self.agents}

    def observations(self) -> dict[str, Observation]:
        return {agent: self.table.observation(seat) for seat, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        table = self.table
        deciding = [seat for seat in range(table.seats) if table.state.waits_for(seat)]
        for seat in deciding:
            if not table.terminated:
                table.act(seat, int(actions.get(self.possible_agents[seat], -1)))
        told = self.agents
        rewards = dict(zip(told, table.rewards(), strict=True))
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in told}
        if table.terminated or table.truncated:
            infos = {agent: {"score": score} for agent, score in zip(told, table.state.scores(), strict=True)}
            self.agents = []
        terminated = {agent: table.terminated for agent in told}
        truncated = {agent: table.truncated for agent in told}
        return self.observations(), rewards, terminated, truncated, infos

    def render(self) -> str | NDArray[np.uint8] | None:  # type: ignore[override]
        return render(self.table.state, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def aec(
    board: str | Path | Board = "usa",
    seats: int = 2,
    options: Mapping[str, bool] | None = None,
    *,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> TurnByTurn:
    """PettingZoo's environment of a board, agents one after the other."""
    return TurnByTurn(Table(board, seats, options, longest), render_mode)


def parallel(
    board: str | Path | Board = "usa",
    seats: int = 2,
    options: Mapping[str, bool] | None = None,
    *,
    longest: int = LONGEST,
    render_mode: str | None = None,
) -> AllTogether:
    """PettingZoo's environment of a board, all agents at every step."""
    return AllTogether(Table(board, seats, options, longest), render_mode)
