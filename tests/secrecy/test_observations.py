"""Change anything a seat may not know, and not one byte of its observation or of its mask changes."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i16

from ferrovia.engine.chance import seeded
from ferrovia.engine.state import State
from ferrovia.env import Spec, spec
from ferrovia.rules import FACTORIES
from ferrovia.view import observe
from properties.tables import EXAMPLES_ALONE, Table, example_tables, tables
from secrecy.test_secrecy import positions, viewers
from secrecy.twins import KINDS, OF_LONG_TICKETS, twins

EVERY_TABLE = pytest.mark.parametrize("table", [*tables(), *example_tables()], ids=str)
OF_TWO_OTHERS = {"two hands", "held crosswise"}


def told(layout: Spec, state: State, seat: int) -> tuple[bytes, bytes]:
    return bytes(layout.encode(observe(state, seat))), layout.mask(state.legal_for(seat))


@EVERY_TABLE
def test_observations_and_masks_tell_nothing_hidden(table: Table) -> None:
    layout, pick, kinds = spec(table.game()), seeded(1), set[str]()
    for state in positions(table, every=31):
        for seat in viewers(state)[1:]:
            before = told(layout, state, seat)
            for twin in twins(state, seat, pick):
                kinds.add(twin.kind)
                assert told(layout, twin.state, seat) == before, twin.kind
    assert kinds - OF_LONG_TICKETS == (KINDS if table.seats > 2 else KINDS - OF_TWO_OTHERS)


@EVERY_TABLE
def test_the_fast_way_tells_what_the_view_tells(table: Table) -> None:
    """A batch encodes from the state itself, and yet it writes what the view gives, byte for byte and in range."""
    layout = spec(table.game())
    for state in positions(table, every=7):
        for seat in range(table.seats):
            fast = vec[i16]([0] * (layout.size + 2))
            layout.encoder.encode_state(state, seat, fast, 1)
            row = layout.encode(observe(state, seat))
            assert (fast[0], fast[layout.size + 1]) == (0, 0)
            assert list(fast)[1:-1] == list(row)
            for field in layout.fields:
                numbers = row[field.at : field.at + field.size]
                assert min(numbers) >= field.low, field.name
                assert max(numbers) <= field.high, field.name


@pytest.mark.skipif(EXAMPLES_ALONE, reason="the boards of examples/ don't have them all")
def test_every_rule_is_at_one_of_these_tables() -> None:
    played = {use.rule for table in [*tables(), *example_tables()] for use in table.board.rules}
    assert played >= {name for name, rule in FACTORIES.items() if rule.__module__.startswith("ferrovia.")}
