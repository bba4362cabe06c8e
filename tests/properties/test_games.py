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


NEUTRAL = [table for table in tables() if "neutral_player" in table.game().rule_by_id]


@pytest.mark.parametrize(("seed", "reason"), [(4, "no_pieces"), (5, "pieces"), (7, "tickets")])
@pytest.mark.parametrize("table", NEUTRAL, ids=str)
def test_n25_the_marker_goes_when_it_has_to_and_for_the_reason_told(table: Table, seed: int, reason: str) -> None:
    """The accounts compare every step with the log; these games come by the three reasons."""
    referee = Referee(table, 100 + seed)
    referee.finish(policy(referee, seed))
    assert [event.public["reason"] for event in referee.events if event.code == "neutral.ended"] == [reason]
