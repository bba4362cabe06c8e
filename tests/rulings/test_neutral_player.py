"""Nederland for two: the neutral player."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ferrovia.boards import load, new_game
from ferrovia.engine.board import Board
from ferrovia.engine.phases import TURN
from ferrovia.engine.state import NOBODY, State
from ferrovia.view import observe
from positions import Position, codes, counter, dealt, do, legal, log, refused, said

NEUTRAL = 2  # owns lanes, sits nowhere
NO_HOLDER = -1
TWO_BLIND = ("draw blind", "draw blind")
BLANK = ("Amsterdam", "Antwerpen")  # no neutral pair
BLANK_TOO = ("Amsterdam", "Rotterdam")
BREDA = "Rotterdam–Breda"  # two lanes of length 2, toll 4
TO_BREDA = ("Nijmegen", "Antwerpen")  # its neutral pair is Rotterdam–Breda


def end_of_round(number: int, *deck: tuple[str, str], board: str | Board = "nederland") -> Position:
    """The second player is to end this round; these tickets lie on top, and one more."""
    table = Position(board).to_play(1, turns=2 * number - 1)
    tickets = [table.ticket(*places) for places in deck]
    return table.ticket_deck(*tickets, table.ticket("Utrecht", "Hasselt"))


def holder(state: State) -> int:
    return counter(state, "neutral_holder")


def purse(state: State, seat: int) -> int:
    return observe(state, seat).own_counters["purse"]


def owners(table: Position, route: str) -> list[int]:
    return [int(table.state().owner[table.lane(route, number)]) for number in (1, 2)]


# --- N20 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("first", [0, 1])
def test_n20_forty_wagons_and_the_marker_with_the_second_player(first: int) -> None:
    state = dealt("nederland", 2, first=first)
    assert counter(state, "neutral_pieces") == 40
    assert holder(state) == 1 - first


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_n20_nothing_in_the_first_five_rounds(number: int) -> None:
    state = do(end_of_round(number, TO_BREDA).state(), *TWO_BLIND)
    assert (state.phase, state.seat) == (TURN, 0)
    assert len(state.ticket_deck) == 2
    assert "neutral.turned" not in codes(state)


@pytest.mark.parametrize("number", [6, 7, 12])
def test_n20_from_round_six_the_top_ticket_is_turned_up(number: int) -> None:
    table = end_of_round(number, BLANK)
    state = do(table.state(), *TWO_BLIND)
    assert said(state, "neutral.turned") == [{"ticket": table.ticket(*BLANK), "ruling": "N20"}]


def test_n20_after_both_players_have_had_their_turn() -> None:
    table = end_of_round(6, BLANK).to_play(0, turns=10)
    state = do(table.state(), *TWO_BLIND)
    assert "neutral.turned" not in codes(state)
    do(state, *TWO_BLIND)
    assert codes(state).count("neutral.turned") == 1


def test_n20_rounds_are_counted_from_the_first_player() -> None:
    table = Position("nederland", first=1).to_play(0, turns=11).ticket_deck(0, 3)
    state = do(table.state(), *TWO_BLIND)
    assert codes(state).count("neutral.turned") == 1
    assert state.seat == 1


def test_n20_counted_in_a_whole_game() -> None:
    state = dealt("nederland", 2, seed=3)
    do(state, "keep 1,2,3", "keep 1,2,3")
    for turn in range(1, 13):
        do(state, *TWO_BLIND)
        assert codes(state).count("neutral.turned") == (1 if turn == 12 else 0)


def test_n20_it_can_be_switched_off() -> None:
    assert new_game(load("nederland"), 2).options["neutral"]
    table = Position("nederland", options={"neutral": False}).to_play(1, turns=11).ticket_deck(3, 6)
    state = do(table.state(), *TWO_BLIND)
    assert "neutral.turned" not in codes(state)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_n20_it_is_for_two_players(seats: int) -> None:
    assert not new_game(load("nederland"), seats).options["neutral"]


# --- N21 ------------------------------------------------------------------------------------------------
def test_n21_a_ticket_without_a_pair_is_discarded() -> None:
    table = end_of_round(6, BLANK)
    state = do(table.state(), *TWO_BLIND)
    assert (state.phase, state.seat) == (TURN, 0)
    assert list(state.ticket_discard) == [table.ticket(*BLANK)]
    assert holder(state) == 1
    assert counter(state, "neutral_pieces") == 40
    assert said(state, "neutral.blank") == [{"ruling": "N21"}]


# --- N22 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lane", [1, 2])
@pytest.mark.parametrize("held_by", [0, 1])
def test_n22_the_holder_chooses_a_free_lane_and_passes_the_marker_on(lane: int, held_by: int) -> None:
    table = end_of_round(6, TO_BREDA).counter("neutral_holder", 0, held_by)
    state = do(table.state(), *TWO_BLIND)
    assert state.seat == held_by
    assert legal(state) == {"neutral 1", "neutral 2"}
    do(state, f"neutral {lane}")
    assert owners(table, BREDA) == ([NEUTRAL, NOBODY] if lane == 1 else [NOBODY, NEUTRAL])
    assert holder(state) == 1 - held_by
    assert counter(state, "neutral_pieces") == 38
    assert list(state.ticket_discard) == [table.ticket(*TO_BREDA)]
    assert (state.phase, state.seat) == (TURN, 0)
    assert said(state, "neutral.placed") == [{"lane": table.lane(BREDA, lane), "ruling": "N22"}]
    assert (purse(state, 0), purse(state, 1)) == (30, 30)


def test_n22_nothing_else_can_be_done_meanwhile() -> None:
    table = end_of_round(6, TO_BREDA).hand(1, red=5).hand(0, red=5)
    state = do(table.state(), *TWO_BLIND)
    for other in ("pass", "draw blind", "tickets", "keep 1", "claim Arnhem–Nijmegen red"):
        assert refused(state, other).code == "action.not_now"
        assert refused(state, other, seat=0).code == "turn.not_yours"
    assert refused(state, "neutral 1", seat=0).code == "turn.not_yours"


def test_n22_the_choice_is_no_action_at_other_times() -> None:
    assert refused(end_of_round(6, TO_BREDA).state(), "neutral 1").code == "action.not_now"


def test_n22_the_turned_up_ticket_lies_open() -> None:
    table = end_of_round(6, TO_BREDA)
    state = do(table.state(), *TWO_BLIND)
    assert counter(state, "neutral_ticket") == table.ticket(*TO_BREDA)
    do(state, "neutral 1")
    assert counter(state, "neutral_ticket") == -1


def test_n22_the_other_lane_stays_open_to_both_players() -> None:
    table = end_of_round(6, TO_BREDA).hand(0, yellow=2)
    state = do(table.state(), *TWO_BLIND, "neutral 1", f"claim {BREDA}#2 yellow")
    assert owners(table, BREDA) == [NEUTRAL, 0]
    assert state.seat == 1


# --- N23 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lane", [1, 2])
@pytest.mark.parametrize("owner", [0, 1])
def test_n23_beside_a_player_the_wagons_go_on_the_other_lane(lane: int, owner: int) -> None:
    table = end_of_round(6, TO_BREDA).owns(owner, f"{BREDA}#{lane}")
    state = do(table.state(), *TWO_BLIND)
    assert owners(table, BREDA) == ([owner, NEUTRAL] if lane == 1 else [NEUTRAL, owner])
    assert (purse(state, owner), purse(state, 1 - owner)) == (34, 30)  # the bank pays
    assert holder(state) == 1
    assert counter(state, "neutral_pieces") == 38
    assert list(state.ticket_discard) == [table.ticket(*TO_BREDA)]
    assert (state.phase, state.seat) == (TURN, 0)
    assert said(state, "neutral.placed") == [{"lane": table.lane(BREDA, 3 - lane), "ruling": "N23"}]
    received = [(event.seat, event.public) for event in log(state) if event.code == "toll.received"]
    assert received == [(owner, {"tokens": 4, "ruling": "N23"})]


def test_n23_a_route_without_toll_pays_nobody_and_is_no_event() -> None:
    board = load("nederland")
    free = tuple(replace(lane, columns={**lane.columns, "toll": "0"}) for lane in board.lanes)
    table = end_of_round(6, TO_BREDA, board=replace(board, lanes=free)).owns(0, BREDA)
    state = do(table.state(), *TWO_BLIND)
    assert owners(table, BREDA) == [0, NEUTRAL]
    assert purse(state, 0) == 30
    assert said(state, "toll.received") == []


# --- N24 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("lane", [1, 2])
def test_n24_where_the_neutral_player_is_already_the_ticket_is_blank(lane: int) -> None:
    table = end_of_round(6, TO_BREDA).neutral_owns(BREDA, lane)
    state = do(table.state(), *TWO_BLIND)
    assert NOBODY in owners(table, BREDA)
    assert said(state, "neutral.blank") == [{"ruling": "N24"}]
    assert (holder(state), counter(state, "neutral_pieces")) == (1, 40)
    assert list(state.ticket_discard) == [table.ticket(*TO_BREDA)]


def test_n24_beside_a_player_too() -> None:
    table = end_of_round(6, TO_BREDA).neutral_owns(BREDA, 1).owns(0, f"{BREDA}#2")
    state = do(table.state(), *TWO_BLIND)
    assert said(state, "neutral.blank") == [{"ruling": "N24"}]
    assert purse(state, 0) == 30


def test_n24_with_both_lanes_taken_the_ticket_is_blank() -> None:
    table = end_of_round(6, TO_BREDA).owns(0, f"{BREDA}#1").owns(1, f"{BREDA}#2")
    state = do(table.state(), *TWO_BLIND)
    assert owners(table, BREDA) == [0, 1]
    assert said(state, "neutral.blank") == [{"ruling": "N24"}]
    assert (holder(state), purse(state, 0), purse(state, 1)) == (1, 30, 30)


def test_n24_a_blank_asks_for_no_wagons() -> None:
    table = end_of_round(6, TO_BREDA).owns(0, f"{BREDA}#1").owns(1, f"{BREDA}#2").counter("neutral_pieces", 0, 1)
    state = do(table.state(), *TWO_BLIND)
    assert said(state, "neutral.blank") == [{"ruling": "N24"}]
    assert holder(state) == 1


def test_n24_a_pair_that_stands_on_two_tickets_is_placed_once() -> None:
    """Amsterdam–Rotterdam is named by two tickets."""
    table = end_of_round(6, ("'s-Gravenhage", "Liège"), ("Emmen", "Lelystad"))
    state = do(table.state(), *TWO_BLIND, "neutral 1", *TWO_BLIND, *TWO_BLIND)
    assert owners(table, "Amsterdam–Rotterdam") == [NEUTRAL, NOBODY]
    assert said(state, "neutral.blank") == [{"ruling": "N24"}]
    assert counter(state, "neutral_pieces") == 36


# --- N25: not enough wagons -----------------------------------------------------------------------------
@pytest.mark.parametrize("taken", [False, True])
def test_n25_without_wagons_for_the_route_the_marker_goes(taken: bool) -> None:
    table = end_of_round(6, TO_BREDA, BLANK).counter("neutral_pieces", 0, 1)
    if taken:
        table.owns(0, f"{BREDA}#1")
    state = do(table.state(), *TWO_BLIND)
    assert NEUTRAL not in owners(table, BREDA)
    assert holder(state) == NO_HOLDER
    assert said(state, "neutral.ended") == [{"reason": "pieces", "ruling": "N25"}]
    assert list(state.ticket_discard) == [table.ticket(*TO_BREDA)]
    assert purse(state, 0) == 30
    assert (state.phase, state.seat) == (TURN, 0)


def test_n25_no_more_neutral_phases() -> None:
    table = end_of_round(6, TO_BREDA, BLANK).counter("neutral_pieces", 0, 1)
    state = do(table.state(), *TWO_BLIND, *TWO_BLIND, *TWO_BLIND)
    assert codes(state).count("neutral.turned") == 1
    assert len(state.ticket_deck) == 2


def test_n25_the_reason_told_is_the_wagons_even_with_the_last_ticket() -> None:
    table = Position("nederland").to_play(1, turns=11).counter("neutral_pieces", 0, 1)
    state = do(table.ticket_deck(table.ticket(*TO_BREDA)).state(), *TWO_BLIND)
    assert said(state, "neutral.ended") == [{"reason": "pieces", "ruling": "N25"}]
    assert codes(state)[-2:] == ["neutral.ended", "tickets.reshuffled"]


# --- N25: no wagon left ---------------------------------------------------------------------------------
@pytest.mark.parametrize("lane", [1, 2])
def test_n25_with_the_last_wagon_on_a_chosen_lane_the_marker_goes_at_once(lane: int) -> None:
    table = end_of_round(6, TO_BREDA, BLANK).counter("neutral_pieces", 0, 2)
    state = do(table.state(), *TWO_BLIND, f"neutral {lane}")
    assert NEUTRAL in owners(table, BREDA)
    assert (counter(state, "neutral_pieces"), holder(state)) == (0, NO_HOLDER)
    assert said(state, "neutral.ended") == [{"reason": "no_pieces", "ruling": "N25"}]
    do(state, *TWO_BLIND, *TWO_BLIND)
    assert codes(state).count("neutral.turned") == 1
    assert len(state.ticket_deck) == 2


def test_n25_with_the_last_wagon_beside_a_player_too_after_the_toll() -> None:
    table = end_of_round(6, TO_BREDA, BLANK).counter("neutral_pieces", 0, 2).owns(0, f"{BREDA}#1")
    state = do(table.state(), *TWO_BLIND)
    assert (owners(table, BREDA), purse(state, 0), holder(state)) == ([0, NEUTRAL], 34, NO_HOLDER)
    assert codes(state)[-4:] == ["neutral.turned", "neutral.placed", "toll.received", "neutral.ended"]
    assert said(state, "neutral.ended") == [{"reason": "no_pieces", "ruling": "N25"}]


def test_n25_a_wagon_that_is_left_keeps_the_marker_in_play() -> None:
    table = end_of_round(6, TO_BREDA, BLANK).counter("neutral_pieces", 0, 3)
    state = do(table.state(), *TWO_BLIND, "neutral 1")
    assert (counter(state, "neutral_pieces"), holder(state)) == (1, 0)
    do(state, *TWO_BLIND, *TWO_BLIND)
    assert codes(state).count("neutral.turned") == 2


def test_n25_a_phase_that_ends_without_a_wagon_ends_them_all_blank_or_not() -> None:
    state = do(end_of_round(6, BLANK, TO_BREDA).counter("neutral_pieces", 0, 0).state(), *TWO_BLIND)
    assert codes(state)[-3:] == ["neutral.turned", "neutral.blank", "neutral.ended"]
    assert said(state, "neutral.ended") == [{"reason": "no_pieces", "ruling": "N25"}]


def test_n25_the_last_wagon_and_the_last_ticket_end_it_once() -> None:
    table = Position("nederland").to_play(1, turns=11).counter("neutral_pieces", 0, 2)
    state = do(table.ticket_deck(table.ticket(*TO_BREDA)).ticket_discard(4).state(), *TWO_BLIND, "neutral 2")
    assert said(state, "neutral.ended") == [{"reason": "no_pieces", "ruling": "N25"}]
    assert set(state.ticket_deck) == {4, table.ticket(*TO_BREDA)}


# --- N25: no more tickets -------------------------------------------------------------------------------
def test_n25_a_draw_that_empties_the_deck_ends_the_neutral_player() -> None:
    table = Position("nederland").to_play(1, turns=11).ticket_deck(0, 1, 2, 3).ticket_discard(4, 5, 6)
    state = do(table.state(), "tickets", "keep 1,2,3,4")
    assert holder(state) == NO_HOLDER
    assert said(state, "neutral.ended") == [{"reason": "tickets", "ruling": "N25"}]
    assert "neutral.turned" not in codes(state)
    assert set(state.ticket_deck) == {4, 5, 6}  # a new deck for the players
    assert list(state.ticket_discard) == []


def test_n25_so_does_one_that_needs_the_new_deck_in_the_middle() -> None:
    table = Position("nederland").to_play(0, turns=10).ticket_deck(0, 1).ticket_discard(4, 5, 6)
    state = do(table.state(), "tickets", "keep 1")
    assert holder(state) == NO_HOLDER
    do(state, *TWO_BLIND)
    assert "neutral.turned" not in codes(state)


@pytest.mark.parametrize("keep", ["keep 1,2,3,4", "keep 1"])
def test_n25_so_does_one_that_leaves_neither_deck_nor_discard(keep: str) -> None:
    table = Position("nederland").to_play(1, turns=11).ticket_deck(0, 1, 2, 3)
    state = do(table.state(), "tickets", keep)
    assert holder(state) == NO_HOLDER
    assert len(state.ticket_deck) == (0 if keep == "keep 1,2,3,4" else 3)


def test_n25_even_before_round_six() -> None:
    table = Position("nederland").to_play(0, turns=2).ticket_deck(0, 1, 2, 3).ticket_discard(4, 5, 6)
    state = do(table.state(), "tickets", "keep 1,2,3,4")
    assert holder(state) == NO_HOLDER


def test_n25_a_draw_that_leaves_a_ticket_does_not() -> None:
    table = Position("nederland").to_play(1, turns=11)
    table.ticket_deck(0, 1, 2, 3, table.ticket(*BLANK_TOO), 10).ticket_discard(4, 5)
    state = do(table.state(), "tickets", "keep 1,2,3,4")
    assert holder(state) == 1
    assert codes(state)[-2:] == ["neutral.turned", "neutral.blank"]


def test_n25_the_last_ticket_turned_up_is_resolved_and_then_the_marker_goes() -> None:
    table = Position("nederland").to_play(1, turns=11)
    last = table.ticket(*BLANK)
    state = do(table.ticket_deck(last).ticket_discard(4, 5).state(), *TWO_BLIND)
    assert codes(state)[-4:] == ["neutral.turned", "neutral.blank", "neutral.ended", "tickets.reshuffled"]
    assert holder(state) == NO_HOLDER
    assert set(state.ticket_deck) == {last, 4, 5}
    assert list(state.ticket_discard) == []


def test_n25_the_last_ticket_may_ask_for_a_choice() -> None:
    table = Position("nederland").to_play(1, turns=11)
    state = do(table.ticket_deck(table.ticket(*TO_BREDA)).state(), *TWO_BLIND, "neutral 1")
    assert owners(table, BREDA) == [NEUTRAL, NOBODY]
    assert holder(state) == NO_HOLDER
    assert list(state.ticket_deck) == [table.ticket(*TO_BREDA)]
    assert (state.phase, state.seat) == (TURN, 0)


def test_n25_the_last_ticket_may_place_beside_a_player() -> None:
    table = Position("nederland").to_play(1, turns=11).owns(0, f"{BREDA}#1")
    state = do(table.ticket_deck(table.ticket(*TO_BREDA)).state(), *TWO_BLIND)
    assert (owners(table, BREDA), purse(state, 0), holder(state)) == ([0, NEUTRAL], 34, NO_HOLDER)


# --- N26 ------------------------------------------------------------------------------------------------
def test_n26_a_player_beside_neutral_wagons_pays_the_bank() -> None:
    table = Position("nederland").neutral_owns(BREDA, 1).hand(0, yellow=2)
    state = do(table.state(), f"claim {BREDA}#2 yellow")
    assert (purse(state, 0), purse(state, 1)) == (26, 30)
    assert said(state, "toll.paid") == [{"tokens": 4, "to": NOBODY, "ruling": "N26"}]
    assert said(state, "toll.received") == []


def test_n26_a_loan_beside_neutral_wagons_pays_nobody() -> None:
    table = Position("nederland").neutral_owns(BREDA, 1).hand(0, yellow=2).counter("tolls_paid", 0, 27)
    state = do(table.state(), f"claim {BREDA}#2 yellow")
    assert (purse(state, 0), purse(state, 1), counter(state, "loans", 0)) == (3, 30, 1)
    assert said(state, "toll.received") == []


def test_n26_no_purse_no_score_no_rank() -> None:
    state = Position("nederland").neutral_owns(BREDA, 1).over().state()
    assert state.scores() == [35, 1 + 35]
    assert {line.seat for line in state.ledger()} == {0, 1}
    assert [standing.seat for standing in state.standings()] == [1, 0]


def test_n26_running_out_of_neutral_wagons_does_not_end_the_game() -> None:
    table = end_of_round(6, TO_BREDA).counter("neutral_pieces", 0, 2)
    state = do(table.state(), *TWO_BLIND, "neutral 1")
    assert state.turns_left == 0
    assert "round.last" not in codes(state)


# --- the neutral player and the last round (N20, R23) ---------------------------------------------------
def test_n20_r23_the_round_that_triggers_the_end_still_has_its_neutral_phase() -> None:
    table = end_of_round(6, BLANK).pieces(1, 2)
    state = do(table.state(), *TWO_BLIND)
    assert codes(state)[-3:] == ["round.last", "neutral.turned", "neutral.blank"]
    assert state.turns_left == 2


def test_n20_r23_no_neutral_phase_after_the_very_last_turn() -> None:
    table = end_of_round(6, BLANK, BLANK_TOO).pieces(1, 2)
    state = do(table.state(), *TWO_BLIND, *TWO_BLIND, *TWO_BLIND)
    assert state.over
    assert codes(state).count("neutral.turned") == 1
    assert len(state.ticket_deck) == 2
