"""An action that brought anything hidden to light is never taken back, whichever rule brought it."""

from __future__ import annotations

import pytest

from ferrovia.engine.actions import is_claim
from ferrovia.engine.chance import seeded
from ferrovia.engine.events import Event
from ferrovia.engine.game import RULE_PHASE
from ferrovia.engine.phases import OVER
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.state import State
from ferrovia.record import lays_open, reveals
from properties.tables import Table, luck, tables
from secrecy.told import happen
from secrecy.twins import CARD_CODES, OWN_CARDS, OWN_TICKETS, TICKET_CODES

CAME = CARD_CODES | OWN_CARDS | OWN_TICKETS | TICKET_CODES - {"tickets.kept"}
"""What happens when a card or a ticket comes to light, for all or for one."""


def came_to_light(before: State, events: list[Event]) -> bool:
    kept = [event for event in events if event.code == "tickets.kept"]
    shown = before.game.tickets_face_up and any(event.public.get("discarded") for event in kept)
    return bool(shown) or any(event.code in CAME for event in events)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_what_came_to_light_is_not_taken_back(table: Table) -> None:
    game = table.game()
    state = game.start(luck("secret", f"takebacks {table}"))
    choices = RandomPolicy(game, seeded(5))
    harmless = 0
    while not state.over:
        before, seat = state.clone(), int(state.seat)
        action = choices.choose(state)
        events = happen(state, seat, action)
        state.log = None
        if came_to_light(before, events):
            assert reveals(before, state) or lays_open(before, state), [event.code for event in events]
        elif is_claim(game, action) and state.phase != OVER and state.phase < RULE_PHASE:
            assert not reveals(before, state)
            harmless += 1
    assert harmless
