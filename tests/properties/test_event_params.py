"""A parameter of an event means the same wherever it stands: user interfaces name things by one table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.chance import seeded
from ferrovia.engine.events import LISTS, THINGS, Event
from ferrovia.engine.game import Game
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.state import NOBODY
from ferrovia.server.core.outbox.answers import EventFacts
from properties.tables import Table, tables

CHOSEN = ("usa-3p", "berlin-2p", "lyon-3p", "amsterdam-4p", "nederland-2p-tolls+neutral", "nederland-3p-tolls")
EVERY_TABLE = pytest.mark.parametrize(
    "table", [table for table in tables() if str(table) in CHOSEN or table.board.id == "alps"], ids=str
)
TEXTS = {"reason", "ruling"}


def events(game: Game) -> list[Event]:
    """Of a whole random game."""
    state = game.start(seeded(3))
    policy = RandomPolicy(game, seeded(4))
    log: list[Event] = []
    state.log = log
    while not state.over:
        state.apply(policy.choose(state))
    return log


def params(log: list[Event]) -> Iterator[tuple[str, object]]:
    for event in log:
        yield from event.public.items()
        yield from event.private.items()


def numbers_of(game: Game, kind: str) -> range:
    least_and_most = {
        "card": (0, game.cards),
        "colour": (0, game.cards),
        "lane": (0, len(game.lanes)),
        "seat": (NOBODY, game.seats),
        "slot": (0, SLOTS),
        "ticket": (0, len(game.board.tickets)),
    }
    return range(*(int(number) for number in least_and_most[kind]))


@EVERY_TABLE
def test_a_parameter_numbers_what_the_table_says(table: Table) -> None:
    game = table.game()
    seen = set()
    for name, value in params(events(game)):
        seen.add(name)
        if isinstance(value, list):
            assert all(int(item) in numbers_of(game, LISTS[name]) for item in value), name
        elif isinstance(value, str):
            assert name in TEXTS
        else:
            assert isinstance(value, int), name
            assert name not in THINGS or int(value) in numbers_of(game, THINGS[name]), name
    assert {"card", "lane", "tickets"} <= seen


def test_every_thing_is_documented_for_clients() -> None:
    """By the type it has in JSON; `owner` and `seat` stand in refusals alone, or beside the facts."""
    documented = EventFacts.__annotations__
    assert THINGS.keys() - documented.keys() == {"owner", "seat"}
    assert LISTS.keys() <= documented.keys()
