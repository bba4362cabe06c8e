"""A parameter of an event means the same wherever it stands: user interfaces name things by one table."""

from __future__ import annotations

import pytest

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.chance import seeded
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.params import CARD, CARDS, COLOUR, EVENTS, LANE, REASON, RULING, SEAT, SLOT, TICKET, TICKETS
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.state import NOBODY
from ferrovia.rules import FACTORIES
from ferrovia.server.core.outbox.answers import EventFacts
from properties.tables import Table, tables

CHOSEN = ("usa-3p", "berlin-2p", "lyon-3p", "amsterdam-4p", "nederland-2p-tolls+neutral", "nederland-3p-tolls")
EVERY_TABLE = pytest.mark.parametrize(
    "table", [table for table in tables() if str(table) in CHOSEN or table.board.id == "alps"], ids=str
)
TEXTS = {REASON, RULING}


def events(game: Game) -> list[Event]:
    """Of a whole random game."""
    state = game.start(seeded(3))
    policy = RandomPolicy(game, seeded(4))
    log: list[Event] = []
    state.log = log
    while not state.over:
        state.apply(policy.choose(state))
    return log


def numbers_of(game: Game, meaning: str) -> range:
    least_and_most = {
        CARD: (0, game.cards),
        CARDS: (-1, game.cards),
        COLOUR: (0, game.cards),
        LANE: (0, len(game.lanes)),
        SEAT: (NOBODY, game.seats),
        SLOT: (0, SLOTS),
        TICKET: (0, len(game.board.tickets)),
        TICKETS: (0, len(game.board.tickets)),
    }
    return range(*(int(number) for number in least_and_most.get(meaning, (-(10**6), 10**6))))


@EVERY_TABLE
def test_a_parameter_means_what_the_table_says(table: Table) -> None:
    game = table.game()
    seen = set()
    for event in events(game):
        told = game.events[event.code]
        assert event.public.keys() <= told.public.keys() | {RULING}, event
        assert event.private.keys() <= told.private.keys(), event
        for name, value in {**event.public, **event.private}.items():
            seen.add(name)
            meaning = told.meanings[name]
            if isinstance(value, str):
                assert meaning in TEXTS
                continue
            assert isinstance(value, list) == (meaning in (CARDS, TICKETS)), (event, name)
            items = value if isinstance(value, list) else [value]
            assert all(int(str(item)) in numbers_of(game, meaning) for item in items), (event, name)
    assert {"card", "lane", "tickets"} <= seen


def test_every_parameter_is_documented_for_clients() -> None:
    """By the type it has in JSON; the seat stands beside the facts."""
    told = dict(EVENTS)
    for rule in FACTORIES.values():
        if rule.__module__.startswith("ferrovia."):
            told.update(rule.EVENTS)
    named = {name for event in told.values() for name in event.meanings}
    assert named - EventFacts.__annotations__.keys() == {"seat"}
