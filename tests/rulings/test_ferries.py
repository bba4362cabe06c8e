"""F1–F3: lanes that ask for wilds."""

from __future__ import annotations

from ferrovia.engine import claims
from ferrovia.engine.actions import paid_wilds
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.record.notation import find_lanes
from positions import Position, do, hand_of, legal, refused
from rulings.skerries_board import SKERRIES

GREY, BLUE = "Berga–Dal", "Dal–Enby"  # three spaces each: one of them wild, two of them wild


def at_ferry(**hand: int) -> Position:
    return Position(SKERRIES, seats=3).hand(0, **hand)


def claims_of(position: Position, route: str) -> set[str]:
    return {text for text in legal(position.state()) if text.startswith(f"claim {route}")}


def test_f1_a_ferry_is_paid_with_its_wilds_at_least() -> None:
    assert claims_of(at_ferry(red=3, wild=1), GREY) == {f"claim {GREY} red+1w"}
    state = do(at_ferry(red=3, wild=1).state(), f"claim {GREY} red+1w")
    assert hand_of(state, 0) == {"red": 1}


def test_f1_too_few_wilds_are_refused_whatever_else_is_in_the_hand() -> None:
    state = at_ferry(blue=8, wild=1).state()
    assert claims_of(at_ferry(blue=8, wild=1), BLUE) == set()
    for payment in ("blue", "blue+1w"):
        refusal = refused(state, f"claim {BLUE} {payment}")
        assert (refusal.code, refusal.params["needed"], refusal.params["ruling"]) == ("wilds.too_few", 2, "F1")
    lane = find_lanes(state.game, BLUE)[0]
    why = claims.refuse(state, 0, lane)
    assert why is not None
    assert why.code == "wilds.too_few"


def test_f1_wilds_without_the_rest_are_too_few_cards() -> None:
    state = at_ferry(red=4, wild=2).state()
    why = claims.refuse(state, 0, find_lanes(state.game, BLUE)[0])
    assert why is not None
    assert why.code == "cards.too_few"


def test_f2_the_rest_is_paid_as_on_any_lane() -> None:
    assert claims_of(at_ferry(red=2, blue=2, wild=1), GREY) == {f"claim {GREY} red+1w", f"claim {GREY} blue+1w"}
    assert claims_of(at_ferry(red=2, blue=1, wild=2), BLUE) == {f"claim {BLUE} blue+2w"}


def test_f3_more_wilds_than_asked_for_are_allowed() -> None:
    wanted = {f"claim {GREY} red+1w", f"claim {GREY} red+2w", f"claim {GREY} wild"}
    assert claims_of(at_ferry(red=2, wild=3), GREY) == wanted
    assert claims_of(at_ferry(wild=3), BLUE) == {f"claim {BLUE} wild"}


def test_f3_r20_the_payment_to_propose_has_the_fewest_wilds_that_are_allowed() -> None:
    state = at_ferry(red=3, wild=3).state()
    action = claims.default_payment(state, 0, find_lanes(state.game, GREY)[0])
    assert paid_wilds(state.game, action) == 1


def test_f1_the_quick_random_choice_picks_from_the_same_list() -> None:
    game = at_ferry().game
    for seed in range(60):
        state = game.start(seeded(seed))
        quick, listed = RandomPolicy(game, seeded(seed, 1)), RandomPolicy(game, seeded(seed, 1))
        while not state.over:
            action = quick.choose(state)
            assert action == listed.listed(state)
            state.apply(action)
