"""Every light bot at every table: legal, in time, without a fault, and blind to what it may not see."""

from __future__ import annotations

import pytest

from bots.tables_of_bots import LIGHT, check_blind, check_faultless
from ferrovia.bots import Budget
from properties.tables import Table, tables


@pytest.mark.parametrize(("number", "table"), list(enumerate(tables())), ids=str)
def test_mixed_tables_play_to_the_end_in_time_and_without_a_fault(number: int, table: Table) -> None:
    names = [LIGHT[(number + seat * 3) % len(LIGHT)] for seat in range(table.seats)]
    check_faultless(table, number, names, Budget(seconds=2))


@pytest.mark.parametrize("name", LIGHT)
def test_a_choice_does_not_depend_on_what_is_hidden(name: str) -> None:
    check_blind(name, LIGHT.index(name), 60, Budget())
