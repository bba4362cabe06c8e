"""R20: the page, the terminal and the engine propose the same payment for every lane that can be claimed."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import ferrovia
from ferrovia.cli.play.prompt import Questions
from ferrovia.engine.actions import decode_action
from ferrovia.engine.chance import seeded
from ferrovia.engine.claims import default_payment
from ferrovia.engine.phases import TURN
from ferrovia.engine.proposals import proposals
from ferrovia.engine.state import State
from ferrovia.server.core.outbox import positions as outbox
from ferrovia.text.move_text import spoken
from ferrovia.text.names import Table as Named
from ferrovia.text.words import Words
from properties.tables import Table, tables

GAMES = 3 if ferrovia.COMPILED else 1
EVERY = 5  # decisions


def positions(table: Table) -> list[State]:
    """Where somebody may claim, in games of much drawing: with many cards there is much to choose from."""
    found = []
    for number in range(GAMES):
        state, pick = table.game().start(seeded(20, number)), seeded(21, number)
        decisions = 0
        while not state.over:
            decisions += 1
            if state.phase == TURN and decisions % EVERY == 0:
                found.append(state.clone())
            actions = [int(action) for action in state.legal_actions()]
            draws = [action for action in actions if decode_action(state.game, action).kind in ("slot", "blind")]
            choice = draws if draws and pick.below(4) else actions
            state.apply(choice[pick.below(len(choice))])
    return found


def fewest_wilds(state: State, claims: list[int]) -> int:
    """The ruling in its own words: of the fewest wilds, the colour that the hand has most of, then the first."""
    hand = state.hand(state.seat)
    taken = {claim: decode_action(state.game, claim) for claim in claims}
    return min(claims, key=lambda claim: (taken[claim].wilds, -hand[taken[claim].colour], claim))


@pytest.mark.parametrize("table", tables(), ids=str)
def test_r20_everybody_proposes_the_same_payment(table: Table) -> None:
    game = table.game()
    named = Named(game, [f"Player {seat}" for seat in range(game.seats)], Words("en"))
    seen = 0
    for state in positions(table):
        seat = int(state.seat)
        offered = proposals(state, seat)
        for lane, claims in offered.items():
            assert claims[0] == default_payment(state, seat, lane) == fewest_wilds(state, claims)
        told = outbox.claims(state, seat)
        assert {claim["lane"]: claim["default"] for claim in told} == {lane: way[0] for lane, way in offered.items()}
        assert {claim["lane"]: [way["action"] for way in claim["payments"]] for claim in told} == offered
        printed = io.StringIO()
        terminal = Questions(named, state, seat, Console(file=printed, width=500))
        assert terminal.claim_actions() == offered
        if offered:
            terminal.routes()
            lines = printed.getvalue().splitlines()[1:]
            assert {line.strip().split("   ")[0] for line in lines} == {
                spoken(named, way[0]) for way in offered.values()
            }
        seen += sum(len(claims) > 1 for claims in offered.values())
    assert seen > 0
