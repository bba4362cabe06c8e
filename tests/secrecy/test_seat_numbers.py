"""A number that is no seat is refused; it is never another seat counted from the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ferrovia.boards import load, new_game
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import Refusal, SeatError
from ferrovia.engine.state import State
from ferrovia.view import SPECTATOR, observe

NO_SEATS = (-3, -2, 2, 3, 10**30, -(10**30))
ASKING: dict[str, Callable[[State, int], object]] = {
    "observe": observe,
    "hand": State.hand,
    "legal_for": State.legal_for,
    "waits_for": State.waits_for,
}


def middle() -> State:
    state = new_game(load("usa"), 2).start(seeded(1))
    for _ in range(6):
        state.apply(int(state.legal_actions()[0]))
    return state


@pytest.mark.parametrize("number", NO_SEATS)
@pytest.mark.parametrize("asked", ASKING)
def test_a_number_that_is_no_seat_is_refused(asked: str, number: int) -> None:
    with pytest.raises(SeatError) as refused:
        ASKING[asked](middle(), number)
    assert (refused.value.code, refused.value.params) == ("seat.unknown", {"seat": number, "seats": 2})


@pytest.mark.parametrize("asked", sorted(ASKING.keys() - {"observe"}))
def test_a_spectator_is_no_seat(asked: str) -> None:
    with pytest.raises(SeatError):
        ASKING[asked](middle(), SPECTATOR)


def test_a_spectator_may_look() -> None:
    assert observe(middle(), SPECTATOR).hand == []


@pytest.mark.parametrize("number", [*NO_SEATS, SPECTATOR])
def test_nobody_moves_for_a_number_that_is_no_seat(number: int) -> None:
    state = middle()
    before = state.digest()
    with pytest.raises(Refusal, match=r"turn\.not_yours"):
        state.apply_for(number, int(state.legal_actions()[0]))
    assert state.digest() == before
