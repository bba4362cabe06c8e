"""Taking cards, and passing when nothing at all can be done."""

from __future__ import annotations

import pytest

from ferrovia.engine.phases import SECOND_CARD, TURN
from positions import Position, codes, do, hand_of, legal, refused, row_of, said


# --- R4, R5, R6: wilds ----------------------------------------------------------------------------------
def test_r4_a_blind_wild_counts_as_one_card() -> None:
    state = Position().row(*["red"] * 5).deck(wild=9).state()
    do(state, "draw blind")
    assert (state.seat, state.phase) == (0, SECOND_CARD)
    assert hand_of(state, 0) == {"wild": 1}
    do(state, "draw 1")
    assert hand_of(state, 0) == {"wild": 1, "red": 1}
    assert (state.seat, state.phase) == (1, TURN)


def test_r4_both_cards_may_be_blind_wilds() -> None:
    state = Position().row(*["red"] * 5).deck(wild=9).state()
    do(state, "draw blind", "draw blind")
    assert hand_of(state, 0) == {"wild": 2}
    assert state.seat == 1


def test_r4_a_blind_wild_may_be_the_second_card() -> None:
    state = Position().row(*["red"] * 5).deck(wild=2).state()
    do(state, "draw 1", "draw blind")
    assert hand_of(state, 0) == {"red": 1, "wild": 1}


def test_r5_faceup_wild_is_never_the_second_card() -> None:
    state = Position().row("red", "wild", "blue", "blue", "blue").state()
    do(state, "draw blind")
    refusal = refused(state, "draw 2")
    assert (refusal.code, refusal.params) == ("wild.second_draw", {"ruling": "R5"})
    assert legal(state) == {"draw 1", "draw 3", "draw 4", "draw 5", "draw blind"}


def test_r5_not_even_the_wild_that_replaced_the_first_card() -> None:
    state = Position().row(*["red"] * 5).deck(wild=9).state()
    do(state, "draw 1")
    assert row_of(state) == ["wild", "red", "red", "red", "red"]
    assert refused(state, "draw 1").code == "wild.second_draw"
    do(state, "draw 2")
    assert hand_of(state, 0) == {"red": 2}


def test_r6_a_face_up_wild_as_first_card_ends_the_draw() -> None:
    state = Position().row("red", "wild", "blue", "blue", "blue").state()
    do(state, "draw 2")
    assert (state.seat, state.phase) == (1, TURN)
    assert hand_of(state, 0) == {"wild": 1}
    assert codes(state) == ["card.face_up", "row.filled"]


# --- R7, R8: the second card ----------------------------------------------------------------------------
def test_r7_the_turn_ends_with_one_card_when_only_wilds_are_left_face_up() -> None:
    state = Position().deck(red=1, wild=1).row("red", "wild").state()
    do(state, "draw 1")
    assert (state.seat, state.phase) == (1, TURN)
    assert hand_of(state, 0) == {"red": 1}
    assert row_of(state) == [None, "wild", None, None, None]
    assert codes(state) == ["card.face_up", "card.only_one"]
    assert said(state, "card.only_one") == [{"ruling": "R7"}]


def test_r7_the_turn_ends_with_one_card_when_it_was_the_last() -> None:
    state = Position().deck(red=1).state()
    do(state, "draw blind")
    assert (state.seat, state.phase) == (1, TURN)
    assert (state.deck_total, state.discard_total) == (0, 0)


def test_r7_a_reshuffled_discard_is_a_second_card() -> None:
    state = Position().deck(red=1, blue=1).discard(blue=1).state()
    do(state, "draw blind")
    assert (state.seat, state.phase) == (0, SECOND_CARD)
    assert legal(state) == {"draw blind"}


def test_r8_a_second_card_that_can_be_taken_must_be() -> None:
    state = Position().hand(0, red=6).row("red", "wild", "blue", "blue", "blue").state()
    do(state, "draw 1")
    for other in ("pass", "tickets", "claim Calgary–Vancouver red", "keep 1"):
        assert refused(state, other).code == "action.not_now"


def test_r8_even_if_it_is_the_only_one() -> None:
    state = Position().deck(red=2, wild=1).row("red", "wild", "red").state()
    do(state, "draw 1")
    assert legal(state) == {"draw 3"}


# --- R11, R12: passing ----------------------------------------------------------------------------------
def stuck(seats: int = 2) -> Position:
    """No cards anywhere, no tickets left."""
    return Position(seats=seats).deck().ticket_deck()


SHORT = ("Atlanta–Nashville", "Kansas City–Omaha", "Portland–Seattle", "Seattle–Vancouver")
"""Every route of length 1 but Dallas–Houston; their second lanes are closed at small tables."""


def test_r11_pass_when_nothing_else_can_be_done() -> None:
    state = stuck().state()
    assert legal(state) == {"pass"}
    do(state, "pass")
    assert state.seat == 1
    assert said(state, "turn.passed") == [{"ruling": "R11"}]


@pytest.mark.parametrize(
    ("table", "left"),
    [
        (stuck().deck(red=1), {"draw blind"}),
        (stuck().deck(wild=1).row("wild"), {"draw 1"}),
        (
            stuck().deck(red=1).hand(0, red=1).owns(1, *SHORT),
            {"claim Dallas–Houston red", "claim Dallas–Houston#2 red"},
        ),
        (stuck().ticket_deck(3), {"tickets"}),
    ],
    ids=["a blind card", "a face-up wild", "a route", "a ticket"],
)
def test_r11_no_pass_while_anything_can_be_done(table: Position, left: set[str]) -> None:
    refusal = refused(table.state(), "pass")
    assert (refusal.code, refusal.params) == ("pass.not_forced", {"ruling": "R11"})
    assert legal(table.state()) == left


def test_r11_tickets_are_compulsory_when_they_are_all_that_is_left() -> None:
    table = stuck()
    state = table.ticket_deck(table.ticket("Boston", "Miami")).state()
    assert legal(state) == {"tickets"}
    do(state, "tickets")
    assert legal(state) == {"keep 1"}
    do(state, "keep 1")
    assert legal(state) == {"pass"}


def test_r11_cards_that_pay_for_no_open_route_are_no_way_out() -> None:
    """One red card, and every route of length 1 is taken or closed."""
    table = stuck().deck(red=1).hand(0, red=1).owns(1, "Dallas–Houston", *SHORT)
    assert legal(table.state()) == {"pass"}


def test_r12_the_game_ends_when_everybody_passes_in_a_row() -> None:
    state = stuck(seats=3).state()
    do(state, "pass", "pass")
    assert (state.phase, state.seat) == (TURN, 2)
    do(state, "pass")
    assert state.over
    assert said(state, "game.over") == [{"reason": "all_passed", "ruling": "R12"}]
    assert list(state.legal_actions()) == []


def test_r12_the_last_pass_is_counted_as_a_turn() -> None:
    state = stuck(seats=3).to_play(1, turns=31).state()
    do(state, "pass", "pass")
    assert (state.over, state.turns) == (False, 33)
    do(state, "pass")
    assert (state.over, state.turns) == (True, 34)


def test_r12_scoring_is_the_normal_one() -> None:
    table = stuck().owns(0, "Denver–Santa Fe", "El Paso–Santa Fe").owns(1, "Atlanta–Nashville")
    table.holds(0, table.ticket("Denver", "El Paso")).holds(1, table.ticket("Boston", "Miami")).ticket_deck()
    state = do(table.state(), "pass", "pass")
    assert state.scores() == [2 + 2 + 4 + 10, 1 - 12]


def test_r12_an_action_in_between_starts_the_count_again() -> None:
    table = stuck(seats=3).deck(red=1).hand(2, red=1).owns(1, *SHORT)
    state = do(table.state(), "pass", "pass", "claim Dallas–Houston red", "draw 1", "pass")
    assert (state.phase, state.seat) == (TURN, 2)
    do(state, "pass", "pass")
    assert state.over


def test_r12_passes_in_the_last_round_are_turns_of_it() -> None:
    table = stuck(seats=3).deck(red=1).hand(0, red=1).owns(1, *SHORT).pieces(0, 3)
    state = do(table.state(), "claim Dallas–Houston red")
    assert state.turns_left == 3
    do(state, "draw 1", "pass", "pass")
    assert state.over
    assert said(state, "game.over") == [{"reason": "last_round", "ruling": "R23"}]
