"""Every light bot at every table: legal, in time, without a fault, and blind to what it may not see."""

from __future__ import annotations

import pytest

from bots.tables_of_bots import LIGHT, play_out
from ferrovia.bots import Budget, make_bot
from ferrovia.bots.guard import guard
from ferrovia.engine.chance import seeded
from ferrovia.view import determinize, observe
from properties.accounts import check
from properties.tables import Table, tables


@pytest.mark.parametrize(("number", "table"), list(enumerate(tables())), ids=str)
def test_mixed_tables_play_to_the_end_in_time_and_without_a_fault(number: int, table: Table) -> None:
    names = [LIGHT[(number + seat * 3) % len(LIGHT)] for seat in range(table.seats)]
    players = [guard(name, seeded(number, seat)) for seat, name in enumerate(names)]
    check(play_out(table.game(), players, number, Budget(seconds=2)))
    assert [(player.name, player.faults) for player in players if player.faults] == []


@pytest.mark.parametrize("name", LIGHT)
def test_a_choice_does_not_depend_on_what_is_hidden(name: str) -> None:
    """Two of a kind with the same luck: one sees the game, one a game with everything hidden dealt anew."""
    for number, table in enumerate(tables()[LIGHT.index(name) % 5 :: 5]):
        state = table.game().start(seeded(number))
        pairs = [(make_bot(name, seeded(9, seat)), make_bot(name, seeded(9, seat))) for seat in range(table.seats)]
        while not state.over and state.turns < 60:
            view, actions = observe(state, state.seat), list(state.legal_actions())
            other = observe(determinize(view, seeded(number, int(state.turns))), state.seat)
            one, two = (
                bot.choose(seen, actions, Budget()) for bot, seen in zip(pairs[state.seat], (view, other), strict=True)
            )
            assert one == two
            state.apply(one)
