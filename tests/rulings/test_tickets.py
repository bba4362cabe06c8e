"""Tickets: drawing, keeping, where the rejected ones go, what they count."""

from __future__ import annotations

from itertools import permutations

import pytest

from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, TURN
from ferrovia.engine.state import State
from ferrovia.engine.tickets import offered
from ferrovia.record.notation import parse_action
from ferrovia.view import observe
from positions import Position, dealt, do, legal, log, refused, said


def kept(state: State, seat: int) -> list[int]:
    return [ticket for ticket in range(state.game.tickets) if state.holder[ticket] == seat]


def choose_first(state: State, *choices: str) -> State:
    """The first tickets, seat by seat."""
    for seat, choice in enumerate(choices):
        state.apply_for(seat, parse_action(state.game, choice))
    return state


# --- R13 ------------------------------------------------------------------------------------------------
def test_r13_a_full_draw_offers_the_top_of_the_deck() -> None:
    state = do(Position().ticket_deck(7, 3, 9, 4).state(), "tickets")
    assert (state.seat, state.phase) == (0, KEEP_TICKETS)
    assert offered(state, 0) == [7, 3, 9]
    assert legal(state) == {"keep 1", "keep 2", "keep 3", "keep 1,2", "keep 1,3", "keep 2,3", "keep 1,2,3"}
    assert said(state, "tickets.offered") == [{"count": 3}]


@pytest.mark.parametrize(
    ("board", "deck", "keeps"),
    [
        ("usa", [7, 3], {"keep 1", "keep 2", "keep 1,2"}),
        ("usa", [7], {"keep 1"}),
        ("amsterdam", [7], {"keep 1"}),
        ("nederland", [7, 3], {"keep 1", "keep 2", "keep 1,2"}),
    ],
)
def test_r13_fewer_tickets_than_the_draw_number(board: str, deck: list[int], keeps: set[str]) -> None:
    state = do(Position(board).ticket_deck(*deck).state(), "tickets")
    assert offered(state, 0) == deck
    assert legal(state) == keeps
    assert said(state, "tickets.offered") == [{"count": len(deck), "ruling": "R13"}]
    assert refused(state, f"keep {len(deck) + 1}").code == "tickets.not_offered"
    do(state, "keep 1")
    assert kept(state, 0) == deck[:1]
    assert state.seat == 1


@pytest.mark.parametrize("board", ["usa", "nederland"])
def test_r13_no_tickets_left(board: str) -> None:
    state = Position(board).ticket_deck().state()
    assert "tickets" not in legal(state)
    refusal = refused(state, "tickets")
    assert (refusal.code, refusal.params) == ("tickets.none", {"ruling": "R13"})


def test_r13_tickets_drawn_have_to_be_chosen_before_anything_else() -> None:
    state = do(Position().hand(0, red=3).ticket_deck(7, 3, 9).state(), "tickets")
    for other in ("pass", "tickets", "draw blind", "claim Dallas–Houston red"):
        assert refused(state, other).code == "action.not_now"


# --- R14 ------------------------------------------------------------------------------------------------
def test_r14_rejected_tickets_go_under_the_deck_in_the_order_held() -> None:
    state = do(Position().ticket_deck(7, 3, 9, 4, 1).state(), "tickets", "keep 2")
    assert list(state.ticket_deck) == [4, 1, 7, 9]
    assert kept(state, 0) == [3]
    assert said(state, "tickets.kept") == [{"kept": 1, "rejected": 2}]


def test_r14_too_few_first_tickets_are_refused() -> None:
    state = dealt("nederland", 2)
    refusal = refused(state, "keep 1,2")
    assert (refusal.code, refusal.params) == ("tickets.too_few", {"least": 3})


def test_r14_nobody_else_is_told_which_tickets_were_kept_or_returned() -> None:
    state = do(Position().ticket_deck(7, 3, 9, 4, 1).state(), "tickets", "keep 2")
    told = log(state)[-1]
    assert told.seen_by(1) == {"code": "tickets.kept", "seat": 0, "kept": 1, "rejected": 2}
    assert told.seen_by(0) == {**told.seen_by(1), "tickets": [3], "returned": [7, 9]}


def test_r14_first_rejections_go_under_the_deck_seat_by_seat() -> None:
    state = dealt("usa", 3, first=1)
    held = [offered(state, seat) for seat in range(3)]
    deck = list(state.ticket_deck)
    choose_first(state, "keep 1,3", "keep 1,2,3", "keep 2,3")
    assert list(state.ticket_deck) == [*deck, held[0][1], held[2][0]]
    assert [kept(state, seat) for seat in range(3)] == [
        sorted([held[0][0], held[0][2]]), sorted(held[1]), sorted(held[2][1:])
    ]  # fmt: skip


def test_r14_any_order_of_the_seats_gives_the_same_state() -> None:
    choices = {0: "keep 1,3", 1: "keep 1,2,3", 2: "keep 2,3"}
    digests = set()
    for order in permutations(range(3)):
        state = dealt("usa", 3, first=2)
        for seat in order:
            assert state.waits_for(seat)
            state.apply_for(seat, parse_action(state.game, choices[seat]))
            assert not state.waits_for(seat) or state.phase == TURN
        assert (state.phase, state.seat) == (TURN, 2)
        digests.add(state.digest())
    assert len(digests) == 1


def test_r14_no_turn_before_everybody_has_chosen() -> None:
    state = dealt("usa", 3)
    state.apply_for(2, parse_action(state.game, "keep 1,2"))
    assert state.phase == FIRST_TICKETS
    assert refused(state, "draw blind", seat=0).code == "action.not_now"
    assert refused(state, "keep 1,2", seat=2).code == "turn.not_yours"
    assert refused(state, "keep 1", seat=1).code == "tickets.too_few"


def test_r14_a_choice_is_secret_until_all_have_chosen() -> None:
    """What the others see does not depend on how many were kept, nor on which."""
    seen = []
    for choice in ("keep 1,2", "keep 2,3", "keep 1,2,3"):
        state = dealt("usa", 3)
        state.apply_for(0, parse_action(state.game, choice))
        seen.append((observe(state, 1).facts(), observe(state, -1).facts(), log(state)[-1].seen_by(1)))
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][2] == {"code": "tickets.chosen", "seat": 0}


def test_r14_numbers_are_public_once_all_have_chosen() -> None:
    state = choose_first(dealt("usa", 3), "keep 1,2", "keep 1,2,3", "keep 2,3")
    assert observe(state, -1).facts()["ticket_counts"] == [2, 3, 2]
    assert [event["kept"] for event in said(state, "tickets.kept")] == [2, 3, 2]


# --- R15, R16, R27 --------------------------------------------------------------------------------------
SOUTH = ("Kansas City–Oklahoma City", "Dallas–Oklahoma City", "Dallas–Houston")


def test_r15_a_ticket_already_connected_when_drawn_counts() -> None:
    table = Position().owns(0, *SOUTH)
    ticket = table.ticket("Kansas City", "Houston")
    state = do(table.ticket_deck(ticket).state(), "tickets", "keep 1")
    assert observe(state, 0).completed == [True]
    scored = [(line.points, line.detail) for line in table.over().state().ledger() if line.rule == "ticket"]
    assert scored == [(5, ticket)]


def test_r16_a_kept_ticket_is_never_given_back() -> None:
    table = Position().holds(0, 5, 6).ticket_deck(7, 3, 9)
    state = table.state()
    assert refused(state, "keep 1").code == "action.not_now"
    do(state, "tickets")
    assert offered(state, 0) == [7, 3, 9]  # the choice is among the new ones only
    do(state, "keep 3")
    assert kept(state, 0) == [5, 6, 9]


def test_r16_there_is_no_limit_to_tickets_held() -> None:
    state = Position().holds(0, *range(26)).state()
    do(state, "tickets", "keep 1,2,3")
    assert len(kept(state, 0)) == 29


@pytest.mark.parametrize("lanes", [("1", "1", "1"), ("2", "2", "2"), ("1", "2", "1")])
def test_r27_any_own_lane_connects(lanes: tuple[str, str, str]) -> None:
    table = Position(seats=4).owns(0, *[f"{route}#{lane}" for route, lane in zip(SOUTH, lanes, strict=True)])
    table.holds(0, table.ticket("Kansas City", "Houston"))
    assert observe(table.state(), 0).completed == [True]


def test_r27_the_lane_beside_it_does_not() -> None:
    table = Position(seats=4).owns(0, *SOUTH[:2]).owns(1, SOUTH[2])
    table.holds(0, table.ticket("Kansas City", "Houston"))
    assert observe(table.state(), 0).completed == [False]


def test_r27_lanes_of_all_piece_kinds_connect_together() -> None:
    table = Position("berlin").owns(0, "Naturkundemuseum–Hackescher Markt", "Hackescher Markt–Alexanderplatz#2")
    table.owns(0, "Hauptbahnhof–Naturkundemuseum").holds(0, table.ticket("Hauptbahnhof", "Alexanderplatz"))
    assert len({table.game.lane_kind[lane] for lane, owner in enumerate(table.state().owner) if owner == 0}) == 2
    assert observe(table.state(), 0).completed == [True]


# --- N10, N12: the face-up discard ----------------------------------------------------------------------
def test_n10_a_short_deck_is_drawn_out_and_the_discard_goes_on_to_four() -> None:
    state = do(Position("nederland", 3).ticket_deck(7, 3).ticket_discard(9, 4, 1).state(), "tickets")
    held = offered(state, 0)
    assert held[:2] == [7, 3]
    assert set(held[2:]) | set(state.ticket_deck) == {9, 4, 1}
    assert (len(held), len(state.ticket_deck), len(state.ticket_discard)) == (4, 1, 0)
    assert said(state, "tickets.reshuffled") == [{"count": 3, "ruling": "N10"}]


def test_n10_a_deck_that_runs_out_exactly_is_made_anew_at_once() -> None:
    state = do(Position("nederland", 3).ticket_deck(7, 3, 8, 2).ticket_discard(9, 4, 1).state(), "tickets")
    assert offered(state, 0) == [7, 3, 8, 2]
    assert set(state.ticket_deck) == {9, 4, 1}
    assert list(state.ticket_discard) == []
    do(state, "keep 2")
    assert list(state.ticket_discard) == [7, 8, 2]


def test_n10_tickets_just_rejected_are_not_offered_again_in_the_same_draw() -> None:
    state = do(Position("nederland", 3).ticket_deck(7, 3).ticket_discard(9).state(), "tickets")
    assert offered(state, 0) == [7, 3, 9]
    do(state, "keep 3")
    assert set(state.ticket_deck) == {7, 3}  # nothing else was left: they are the next deck
    assert list(state.ticket_discard) == []


def test_n10_order_of_the_new_deck_is_chance() -> None:
    decks = set()
    for seed in range(20):
        table = Position("nederland", 3, chance=seeded(seed)).ticket_deck(7, 3, 8, 2).ticket_discard(9, 4, 1)
        decks.add(tuple(do(table.state(), "tickets").ticket_deck))
    assert len(decks) > 3


def test_n12_everybody_sees_which_tickets_were_rejected() -> None:
    state = do(Position("nederland", 3).ticket_deck(7, 3, 8, 2, 5).state(), "tickets", "keep 1,3")
    assert list(state.ticket_discard) == [3, 2]
    assert list(state.ticket_deck) == [5]
    assert said(state, "tickets.kept") == [{"kept": 2, "rejected": 2, "discarded": [3, 2], "ruling": "N12"}]
    assert observe(state, 1).facts()["ticket_discard"] == [3, 2]


def test_n12_first_rejections_too() -> None:
    state = dealt("nederland", 3)
    held = [offered(state, seat) for seat in range(3)]
    choose_first(state, "keep 1,2,3", "keep 3,4,5", "keep 1,2,3,4,5")
    assert list(state.ticket_discard) == [*held[0][3:], *held[1][:2]]
    assert [event["discarded"] for event in said(state, "tickets.kept")] == [held[0][3:], held[1][:2], []]


@pytest.mark.parametrize("board", ["usa", "lyon", "amsterdam", "berlin"])
def test_n12_on_the_other_boards_nobody_does(board: str) -> None:
    state = do(Position(board).ticket_deck(7, 3, 9, 4).state(), "tickets")
    rejected = offered(state, 0)[1:]
    do(state, "keep 1")
    assert list(state.ticket_discard) == []
    assert said(state, "tickets.kept") == [{"kept": 1, "rejected": len(rejected)}]
    assert (observe(state, 0).returned, observe(state, 1).returned) == (rejected, [])
