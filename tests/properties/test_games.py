"""Whole games at every table: everything balances after every action, and every game ends and can be replayed."""

from __future__ import annotations

import pytest

from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from properties.referee import Referee, policy
from properties.tables import CHANCES, Table, source, tables


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("table", tables(), ids=str)
def test_whole_games_balance_end_and_replay(table: Table, chance: str) -> None:
    referee = Referee(table, source(chance, f"whole game {table}"))
    referee.finish(policy(referee, 1))
    referee.replay()


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_action_is_listed_or_refused(table: Table) -> None:
    """In a few states of a game, each kind of decision among them, the whole action space is tried."""
    referee = Referee(table, 11)
    choices = RandomPolicy(referee.game, seeded(12))
    swept: set[int] = set()
    while not referee.state.over:
        if referee.state.phase not in swept or referee.state.turns % 29 == 28:
            referee.sweep()
            swept.add(int(referee.state.phase))
        referee.play(1, choices)
    referee.sweep()
