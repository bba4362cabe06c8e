"""The last turn is counted: points, tickets and what the rules add, by the ledger itself."""

from __future__ import annotations

import pytest

from ferrovia.bots.search.last_turn import EVERY_CLAIM, final_lead
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.tables import playout_tables
from ferrovia.engine.actions import claimed_lane
from ferrovia.engine.chance import seeded
from ferrovia.engine.state import State
from positions import Position


def last(position: Position, turns_left: int = 1) -> State:
    state = position.state()
    state.turns_left = turns_left
    return state


def path_or_points() -> Position:
    """Red pays a lane of five for 10 points; blue joins two more pieces to a path, which is then the longest."""
    position = Position("usa").hand(0, red=5, blue=2)
    position.owns(0, "Salt Lake City–Denver", "Denver–Kansas City")
    return position.owns(1, "Dallas–El Paso", "Dallas–Little Rock", "El Paso–Santa Fe")


def light(state: State, counted: int) -> PlayoutPolicy:
    policy = PlayoutPolicy(playout_tables(state.game), 0, False)
    policy.counted = counted
    return policy


def test_a_policy_that_counts_takes_the_longest_path_before_points() -> None:
    state = last(path_or_points())
    best = max((action for action in state.legal_actions()), key=lambda action: lead_after(state, action))
    assert lead_after(state, light(state, EVERY_CLAIM).choose(state)) == lead_after(state, best)
    assert lead_after(state, light(state, 0).choose(state)) < lead_after(state, best)


def lead_after(state: State, action: int) -> int:
    """At the end of the game, if it is the last one's turn."""
    after = state.clone()
    after.apply(action)
    scores = after.scores()
    return scores[0] - scores[1] if after.over else -1000


def test_a_ticket_is_worth_twice_its_points() -> None:
    """Four cards pay a lane of 7 points, two another of 2 points and a ticket of 4: won instead of lost."""
    position = Position("usa").hand(0, white=4, blue=2)
    position.holds(0, position.ticket("Denver", "El Paso")).owns(0, "Denver–Santa Fe")
    state = last(position)
    assert claimed_lane(state.game, light(state, 0).choose(state)) == position.lane("El Paso–Santa Fe")


def test_it_claims_nothing_that_costs_more_than_it_gives() -> None:
    """Nederland: a lane of one piece gives 1 point, and its toll the first place in the order of purses."""
    position = Position("nederland", options={"neutral": False})
    state = last(position)
    before = final_lead(state, 0)
    policy = light(state, EVERY_CLAIM)
    for seed in range(20):
        position = Position("nederland", options={"neutral": False}, chance=seeded(seed)).hand(0, red=2, blue=2)
        state = last(position)
        after = state.clone()
        after.apply(policy.choose(state))
        assert final_lead(after, 0) >= before


@pytest.mark.parametrize("turns_left", [1, 2])
def test_what_others_hold_changes_no_last_claim(turns_left: int) -> None:
    state = last(path_or_points(), turns_left)
    chosen = set()
    for ticket in range(0, state.game.tickets, 3):
        other = last(path_or_points().holds(1, ticket), turns_left)
        chosen.add(light(other, EVERY_CLAIM).choose(other))
    assert len(chosen) == 1


def test_a_look_at_the_end_leaves_the_position_as_it_was() -> None:
    state = last(path_or_points())
    before = state.digest()
    light(state, EVERY_CLAIM).choose(state)
    final_lead(state, 0)
    assert state.digest() == before
