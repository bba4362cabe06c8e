"""The row of face-up cards, the deck and the discard."""

from __future__ import annotations

import pytest

from ferrovia.engine import market
from ferrovia.engine.chance import seeded
from ferrovia.engine.state import State
from positions import Position, codes, dealt, do, every_card, hand_of, legal, log, refused, row_of, said


def wilds_in_row(state: State) -> int:
    return row_of(state).count("wild")


# --- R1 -------------------------------------------------------------------------------------------------
def test_r1_a_turn_of_drawing_takes_two_cards() -> None:
    state = Position().row("red", "blue", "blue", "blue", "blue").state()
    do(state, "draw 1")
    assert state.seat == 0
    do(state, "draw blind")
    assert state.seat == 1
    assert sum(state.hand(0)) == 2


def test_r1_a_face_up_card_is_replaced_at_once_in_its_place() -> None:
    state = Position().deck(green=3, red=1, blue=4).row("red", "blue", "blue", "blue", "blue").state()
    do(state, "draw 1")
    assert row_of(state) == ["green", "blue", "blue", "blue", "blue"]
    assert hand_of(state, 0) == {"red": 1}
    assert state.deck_total == 2
    assert codes(state) == ["card.face_up", "row.filled"]
    assert said(state, "row.filled") == [{"slot": 0, "card": state.market[0]}]


def test_r1_a_blind_card_leaves_the_row_alone_and_is_seen_by_its_drawer_only() -> None:
    state = Position().row("red", "blue", "blue", "blue", "blue").state()
    do(state, "draw blind")
    assert row_of(state) == ["red", "blue", "blue", "blue", "blue"]
    assert codes(state) == ["card.blind"]
    assert "card" not in log(state)[0].seen_by(1)
    assert "card" in log(state)[0].seen_by(0)


def test_r1_the_row_is_checked_at_setup() -> None:
    resets = 0
    for seed in range(60):
        state = dealt("amsterdam", 2, seed)
        resets += len(said(state, "row.reset"))
        assert wilds_in_row(state) < 3
        assert None not in row_of(state)
    assert resets > 0


def test_r1_the_row_is_checked_between_the_two_draws() -> None:
    table = Position().deck(red=1, wild=3, blue=2, green=5).row("red", "wild", "wild", "blue", "blue")
    state = table.discard(green=5).state()  # one wild left in the deck
    do(state, "draw 1")
    assert state.seat == 0
    assert row_of(state) == ["green"] * 5
    assert codes(state).count("row.reset") == 1


def test_r1_the_row_is_checked_after_the_second_draw() -> None:
    table = Position().deck(red=1, wild=4, blue=2, green=5).row("red", "wild", "wild", "blue", "blue")
    state = table.discard(green=5).state()  # two wilds left in the deck
    do(state, "draw blind", "draw 1")
    assert state.seat == 1
    assert row_of(state) == ["green"] * 5


def test_r1_the_row_is_checked_after_a_refill() -> None:
    """A claim brings six cards back, one of them wild: a third one for the row if it is among the first three."""
    resets = 0
    for seed in range(10):
        table = Position(chance=seeded(seed)).deck(wild=3, red=5).row("wild", "wild").hand(0, red=5, wild=1)
        state = do(table.state(), "claim Sault St. Marie–Winnipeg red+1w")
        resets += len(said(state, "row.reset"))
        assert wilds_in_row(state) < 3
        assert None not in row_of(state)
    assert resets > 0


# --- R2 -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("wilds", [3, 4])
def test_r2_three_or_more_wilds_send_the_whole_row_to_the_discard(wilds: int) -> None:
    table = Position().deck(red=1, blue=5 - wilds, wild=wilds, green=5)
    table.row("red", *["wild"] * (wilds - 1), *["blue"] * (5 - wilds)).discard(green=5)
    state = do(table.state(), "draw 1")  # the deck's last card is one more wild
    thrown = [table.card("wild")] * wilds + [table.card("blue")] * (5 - wilds)
    assert said(state, "row.reset") == [{"row": thrown, "ruling": "R2"}]
    assert row_of(state) == ["green"] * 5


def test_r2_two_wilds_are_no_reason() -> None:
    state = Position().deck(red=1, blue=3, wild=2, green=9).row("red", "wild", "blue", "blue", "blue").state()
    do(state, "draw 1")
    assert said(state, "row.reset") == []


def test_r2_the_row_is_dealt_again_and_again() -> None:
    """With many wilds some first new rows are no better; every reset is an event of its own."""
    longest = 0
    for seed in range(40):
        state = Position(chance=seeded(seed)).deck(wild=14, red=8).state()
        market.refill(state)
        resets = len(said(state, "row.reset"))
        assert resets == 10 or wilds_in_row(state) < 3
        longest = max(longest, resets)
    assert longest > 1


def test_r2_after_ten_resets_the_row_stays() -> None:
    """Three cards that are not wild could settle the row but hardly ever come together."""
    stayed = 0
    for seed in range(20):
        state = Position(chance=seeded(seed)).deck(wild=14, red=3).state()
        market.refill(state)
        resets = len(said(state, "row.reset"))
        assert resets <= 10
        assert every_card(state) == [0, 0, 0, 0, 0, 0, 3, 0, 14]
        if wilds_in_row(state) >= 3:
            stayed += 1
            assert resets == 10
            assert codes(state)[-1] == "row.stays"
            assert said(state, "row.stays") == [{"resets": 10, "ruling": "R2"}]
        else:
            assert said(state, "row.stays") == []
    assert stayed > 0


def row_that_stays() -> State:
    """Three or more wilds, ten resets behind it."""
    for seed in range(20):
        state = Position(chance=seeded(seed)).deck(wild=14, red=3).state()
        market.refill(state)
        if said(state, "row.stays"):
            return state
    raise AssertionError("no seed kept its wilds")


def test_r2_a_row_that_stays_can_be_played_on() -> None:
    state = row_that_stays()
    do(state, f"draw {row_of(state).index('wild') + 1}")
    assert state.seat == 1
    assert hand_of(state, 0) == {"wild": 1}


def test_r2_a_row_that_stays_is_looked_at_again_when_it_changes_and_not_before() -> None:
    state = row_that_stays()
    do(state, "draw blind", "draw blind")
    assert len(said(state, "row.reset")) == 10
    do(state, f"draw {row_of(state).index('wild') + 1}")
    assert len(said(state, "row.reset")) > 10


@pytest.mark.parametrize(("plain", "can_end"), [(0, False), (2, False), (3, True)])
def test_r2_no_reset_that_could_not_end(plain: int, can_end: bool) -> None:
    """T ≥ 5 cards, k = 5: N < 3 that are not wild can never settle."""
    for seed in range(10):
        state = Position(chance=seeded(seed)).deck(wild=14, red=plain).state()
        market.refill(state)
        assert (len(said(state, "row.reset")) > 0) == can_end


def test_r2_cards_in_the_discard_count_as_available() -> None:
    table = Position().deck(wild=4, red=1, blue=3).row("wild", "wild", "red", "wild").discard(blue=3)
    state = table.state()
    market.refill(state)  # four wilds in the row now, but N = 4
    assert len(said(state, "row.reset")) > 0


def test_r2_cards_in_hands_do_not_count_as_available() -> None:
    state = Position().deck(wild=5, red=9).hand(1, red=9).state()
    market.refill(state)
    assert row_of(state) == ["wild"] * 5
    assert said(state, "row.reset") == []


# --- R3 -------------------------------------------------------------------------------------------------
def test_r3_a_short_row_with_three_wilds_resets_too() -> None:
    """Deck empty, cards in the discard: only R9 keeps this from happening in play, so the check is asked directly."""
    for seed in range(10):
        table = Position(chance=seeded(seed)).deck(wild=3, red=4).row("wild", "wild", "wild").discard(red=4)
        state = table.state()
        market.reset(state)
        assert len(said(state, "row.reset")) > 0
        assert wilds_in_row(state) < 3
        assert None not in row_of(state)


def test_r3_a_short_row_that_could_not_settle_stays() -> None:
    state = Position().deck(wild=3, red=2).row("red", "wild", "wild", "wild", "red").state()
    do(state, "draw 1")  # T = 4, k = 4, N = 1 < 2
    assert row_of(state) == [None, "wild", "wild", "wild", "red"]
    assert codes(state) == ["card.face_up"]


# --- R9 -------------------------------------------------------------------------------------------------
def test_r9_the_last_card_of_the_deck_brings_the_discard_back_at_once() -> None:
    table = Position().deck(red=1, blue=6, green=5).row(*["green"] * 5).discard(blue=6)
    state = table.state()
    do(state, "draw blind")
    assert hand_of(state, 0) == {"red": 1}
    assert (state.deck_total, state.discard_total) == (6, 0)
    assert state.deck[table.card("blue")] == 6
    assert said(state, "deck.reshuffled") == [{"cards": 6, "ruling": "R9"}]


def test_r9_the_log_tells_the_last_card_before_the_reshuffle() -> None:
    for draw, told in (("draw blind", ["card.blind"]), ("draw 1", ["card.face_up", "row.filled"])):
        state = Position().deck(red=1, blue=6, green=5).row(*["green"] * 5).discard(blue=6).state()
        assert codes(do(state, draw)) == [*told, "deck.reshuffled"]


def test_r9_a_replacement_can_be_the_last_card() -> None:
    table = Position().deck(red=1, blue=6, green=5).row(*["green"] * 5).discard(blue=6)
    state = table.state()
    do(state, "draw 3")
    assert row_of(state) == ["green", "green", "red", "green", "green"]
    assert (state.deck_total, state.discard_total) == (6, 0)


def test_r9_no_reshuffle_while_a_card_is_left() -> None:
    state = Position().deck(red=2, blue=6, green=5).row(*["green"] * 5).discard(blue=6).state()
    do(state, "draw blind")
    assert (state.deck_total, state.discard_total) == (1, 6)
    assert said(state, "deck.reshuffled") == []


def test_r9_a_reset_in_need_of_cards_reshuffles_and_loses_none() -> None:
    table = Position().deck(red=1, wild=3, blue=2, green=5).row("red", "wild", "wild", "blue", "blue")
    state = table.discard(green=5).state()
    before = every_card(state)
    do(state, "draw 1")
    assert every_card(state) == before
    assert (state.deck_total, state.discard_total) == (5, 0)
    assert [event["cards"] for event in said(state, "deck.reshuffled")] == [5, 5]


def test_r9_every_card_stays_in_the_game() -> None:
    """Two hundred decisions on a small deck, claiming whenever possible."""
    state = dealt("berlin", 4, seed=5)
    printed = list(state.game.deck)
    for _ in range(200):
        if state.over:
            break
        actions = state.legal_actions()
        state.apply(actions[len(actions) - 1])
        assert every_card(state) == printed
        assert state.deck_total > 0 or state.discard_total == 0
    assert "deck.reshuffled" in codes(state)


# --- R10 ------------------------------------------------------------------------------------------------
def test_r10_without_deck_and_discard_only_face_up_cards_can_be_taken() -> None:
    state = Position().deck(red=2, blue=1).row("red", "red", "blue").ticket_deck().state()
    assert legal(state) == {"draw 1", "draw 2", "draw 3"}
    assert refused(state, "draw blind").code == "deck.empty"
    assert refused(state, "draw 4").code == "row.empty"
    do(state, "draw 1")
    assert row_of(state) == [None, "red", "blue", None, None]


def test_r10_a_claim_fills_the_empty_places_of_the_row() -> None:
    table = Position().deck(red=3, blue=2).row("blue").hand(0, red=3).deck()
    state = do(table.state(), "claim Calgary–Vancouver red")
    assert row_of(state) == ["blue", "red", "red", "red", None]
    assert (state.deck_total, state.discard_total) == (0, 0)
    assert codes(state) == ["cards.paid", "route.claimed", "deck.reshuffled", "row.refilled"] + ["row.filled"] * 3
    assert said(state, "row.refilled") == [{"ruling": "R10"}]


def test_r10_what_the_row_does_not_need_is_the_new_deck() -> None:
    table = Position().deck(red=6, blue=3).row("blue", "blue", "blue").hand(0, red=6).deck()
    state = do(table.state(), "claim Sault St. Marie–Winnipeg red")
    assert row_of(state) == ["blue", "blue", "blue", "red", "red"]
    assert (state.deck_total, state.discard_total) == (4, 0)


def test_r10_a_claim_leaves_a_full_row_and_its_deck_alone() -> None:
    table = Position().deck(red=3, blue=6).row(*["blue"] * 5).hand(0, red=3)
    state = do(table.state(), "claim Calgary–Vancouver red")
    assert (state.deck_total, state.discard_total) == (1, 3)
    assert codes(state) == ["cards.paid", "route.claimed"]


def test_r10_a_full_row_without_a_deck_has_nothing_to_refill() -> None:
    table = Position().deck(red=3, blue=5).row(*["blue"] * 5).hand(0, red=3)
    state = do(table.state(), "claim Calgary–Vancouver red")
    assert row_of(state) == ["blue"] * 5
    assert (state.deck_total, state.discard_total) == (3, 0)
    assert codes(state) == ["cards.paid", "route.claimed", "deck.reshuffled"]


@pytest.mark.parametrize("deck", [0, 1])
def test_r10_r2_a_row_that_could_not_be_reset_is_looked_at_again_after_a_claim(deck: int) -> None:
    table = Position().deck(wild=3 + deck, red=3, blue=2).row("wild", "wild", "wild", "blue", "blue").hand(0, red=3)
    assert table.state().deck_total == deck
    state = do(table.state(), "claim Calgary–Vancouver red")  # N = 5 now
    assert len(said(state, "row.reset")) > 0
    assert wilds_in_row(state) < 3
