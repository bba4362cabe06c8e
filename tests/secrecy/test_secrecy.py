"""Change anything a seat may not know, and everything it is told stays the same, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.state import State
from ferrovia.view import SPECTATOR, determinize, observe
from properties.referee import OUTSIDE
from properties.tables import Table, luck, tables
from secrecy.told import (
    attempts,
    bot_choices,
    difference,
    excused,
    happen,
    legal,
    reasons,
    view_fields,
    view_text,
)
from secrecy.twins import KINDS, OF_LONG_TICKETS, Twin, twins

EVERY_TABLE = pytest.mark.parametrize("table", tables(), ids=str)


def positions(table: Table, every: int) -> Iterator[State]:
    """States of a random game: each number of first choices made, each kind of decision, and now and then a turn."""
    game = table.game()
    state = game.start(luck("secret", f"secrecy {table}"))
    choices = RandomPolicy(game, seeded(8))
    seen: set[tuple[int, ...]] = set()
    while not state.over:
        kind = (int(state.phase), *[int(mask != 0) for mask in state.choice], int(state.turns) // every)
        if kind not in seen:
            seen.add(kind)
            yield state.clone()
        choose_in_any_order(state, choices)
    yield state


def choose_in_any_order(state: State, choices: RandomPolicy) -> None:
    """First tickets come in from any seat, the last one first here."""
    waiting = [seat for seat in range(state.game.seats) if state.waits_for(seat)]
    state.seat = waiting[-1]
    state.apply_for(waiting[-1], choices.choose(state))


def viewers(state: State) -> list[int]:
    """A spectator, who decides, and another seat: in the course of a game all of them."""
    return [SPECTATOR, int(state.seat), int(state.seat + 1 + state.turns % (state.game.seats - 1)) % state.game.seats]


def sample(state: State, pick: Chance) -> list[int]:
    """Actions to try: all small ones, some claims, a rule's own, and integers from outside the space."""
    game = state.game
    claims = [game.claim_base + pick.below(game.rule_action_base - game.claim_base) for _ in range(12)]
    return [*OUTSIDE, *range(game.claim_base), *claims, *range(game.rule_action_base, game.actions + 1)]


@EVERY_TABLE
def test_views_refusals_legal_actions_and_bots_know_nothing_hidden(table: Table) -> None:
    pick = seeded(1)
    kinds: set[str] = set()
    for state in positions(table, every=19):
        for viewer in viewers(state):
            actions = sample(state, pick)
            told = view_text(state, viewer), legal(state, viewer), attempts(state, viewer, actions)
            more = view_fields(state, viewer), reasons(state, viewer), bot_choices(state, viewer)
            for twin in twins(state, viewer, pick):
                other = twin.state
                kinds.add(twin.kind)
                assert other.digest() != state.digest() or twin.kind == "determinized"
                assert (view_text(other, viewer), legal(other, viewer)) == told[:2], twin.kind
                assert attempts(other, viewer, actions) == told[2], twin.kind
                assert (view_fields(other, viewer), reasons(other, viewer), bot_choices(other, viewer)) == more, (
                    twin.kind
                )
    assert kinds - OF_LONG_TICKETS == KINDS
    assert table.seats != 3 or not table.board.ticket_deal.long_deal or kinds > KINDS


@EVERY_TABLE
def test_events_tell_nothing_hidden(table: Table) -> None:
    """The twins go on with the same actions. Until the difference comes to light in an event that may show it, the
    viewer sees the same events and the same view."""
    pick = seeded(2)
    steps = 0
    for state in positions(table, every=13):
        for viewer in viewers(state):
            for twin in twins(state, viewer, pick):
                steps += go_on_together(state.clone(), twin, viewer, pick)
    assert steps > 200


def go_on_together(ours: State, twin: Twin, viewer: int, pick: Chance, most: int = 6) -> int:
    """Both do the same while both may; returns how many actions the viewer could not tell them apart by."""
    theirs = twin.state
    for step in range(most):
        waiting = [seat for seat in range(ours.game.seats) if ours.waits_for(seat)]
        if not waiting:
            return step
        seat = waiting[pick.below(len(waiting))]
        common = sorted({*ours.legal_for(seat)} & {*theirs.legal_for(seat)})
        if not common:
            return step
        action = common[pick.below(len(common))]
        before = ours.clone()
        event = difference(happen(ours, seat, action), happen(theirs, seat, action), viewer)
        if event is not None:
            assert excused(event, twin, viewer, before), (twin.kind, viewer, event)
            return step
        if ours.over or theirs.over:
            return step
        assert view_text(ours, viewer) == view_text(theirs, viewer), (twin.kind, viewer, seat, action)
    return most


@EVERY_TABLE
def test_determinize_keeps_the_view(table: Table) -> None:
    for state in positions(table, every=5):
        for viewer in viewers(state):
            view = observe(state, viewer)
            for chance in (seeded(4), luck("secret", "determinize")):
                filled = determinize(view, chance.clone())
                assert view_text(filled, viewer) == view_text(state, viewer)
                assert view_fields(filled, viewer) == view_fields(state, viewer)
