"""What to propose to somebody who chooses: the one answer for the page, the terminal and everybody else."""

from __future__ import annotations

from ferrovia.engine.actions import claimed_lane, is_claim, paid_wilds
from ferrovia.engine.claims import default_payment
from ferrovia.engine.state import State


def proposals(state: State, seat: int) -> dict[int, list[int]]:
    """For every lane that the seat can claim now, its claims: the one to propose first (R20), then by their wilds."""
    game = state.game
    found: dict[int, list[int]] = {}
    for action in state.legal_for(seat):
        if is_claim(game, action):
            found.setdefault(claimed_lane(game, action), []).append(action)
    return {lane: in_order(state, seat, lane, claims) for lane, claims in found.items()}


def in_order(state: State, seat: int, lane: int, claims: list[int]) -> list[int]:
    default = default_payment(state, seat, lane)
    return sorted(claims, key=lambda action: (action != default, paid_wilds(state.game, action)))
