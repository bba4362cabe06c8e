"""Games between bots for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ferrovia.bots import Actions, Budget, make_bot
from ferrovia.bots.guard import guard
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.state import State
from ferrovia.view import View, determinize, observe
from properties.accounts import check
from properties.tables import Table, tables

STYLES = ["one-step", "hungry", "path", "long-route"]
EXPLOITS = ["blocker", "hoarder", "rusher", "miser", "prospector"]
FROZEN = ["planner-v1", "expert-v1"]
THINKING = ["planner", "expert", *FROZEN, "novice", "commuter", "conductor", "dispatcher", "stationmaster"]
LIGHT = ["random", "greedy", *STYLES, *EXPLOITS]
"""Quick even when they are not compiled; those that search are let play by tests of their own."""


class Chooser(Protocol):
    def choose(self, view: View, actions: Actions, budget: Budget) -> int: ...


def play_out(game: Game, players: Sequence[Chooser], seed: int, budget: Budget | None = None) -> State:
    """A whole game; an illegal answer raises."""
    state = game.start(seeded(seed))
    while not state.over:
        actions = list(state.legal_actions())
        state.apply(players[state.seat].choose(observe(state, state.seat), actions, budget or Budget()))
    return state


def check_faultless(table: Table, number: int, names: Sequence[str], budget: Budget) -> None:
    """A whole game in which every answer is legal and in time."""
    players = [guard(name, seeded(number, seat)) for seat, name in enumerate(names)]
    check(play_out(table.game(), players, number, budget))
    faults = [(player.name, player.faults) for player in players if player.faults]
    assert faults == [], faults


def check_blind(name: str, first: int, turns: int, budget: Budget) -> None:
    """Two of a kind with the same luck: one sees the game, one a game with everything hidden dealt anew.

    At every fifth table, from `first` on, so that bots share them out."""
    for number, table in enumerate(tables()[first % 5 :: 5]):
        state = table.game().start(seeded(number))
        pairs = [(make_bot(name, seeded(9, seat)), make_bot(name, seeded(9, seat))) for seat in range(table.seats)]
        while not state.over and state.turns < turns:
            view, actions = observe(state, state.seat), list(state.legal_actions())
            other = observe(determinize(view, seeded(number, int(state.turns))), state.seat)
            one, two = (
                bot.choose(seen, actions, budget) for bot, seen in zip(pairs[state.seat], (view, other), strict=True)
            )
            assert one == two, (table, state.turns)
            state.apply(one)
