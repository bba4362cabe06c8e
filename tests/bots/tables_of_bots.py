"""Games between bots for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ferrovia.bots import Budget
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.state import State
from ferrovia.view import View, observe

STYLES = ["one-step", "hungry", "path", "long-route"]
EXPLOITS = ["blocker", "hoarder", "rusher"]
THINKING = ["planner", "expert", "novice", "commuter", "conductor", "dispatcher", "stationmaster"]
LIGHT = ["random", "greedy", *STYLES, *EXPLOITS]
"""Quick even when they are not compiled; those that search are let play by tests of their own."""


class Chooser(Protocol):
    def choose(self, view: View, actions: Sequence[int], budget: Budget) -> int: ...


def play_out(game: Game, players: Sequence[Chooser], seed: int, budget: Budget | None = None) -> State:
    """A whole game; an illegal answer raises."""
    state = game.start(seeded(seed))
    while not state.over:
        actions = list(state.legal_actions())
        state.apply(players[state.seat].choose(observe(state, state.seat), actions, budget or Budget()))
    return state
