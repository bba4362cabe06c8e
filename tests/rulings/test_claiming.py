"""Claiming a route: payments, pieces, points, double routes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ferrovia.boards import load
from ferrovia.engine.board import Board, Lane
from ferrovia.engine.claims import default_payment
from ferrovia.engine.state import NOBODY, State
from ferrovia.record.notation import NotationError, format_action, parse_action
from positions import Position, codes, do, hand_of, legal, refused, said


def payments(state: State, route: str) -> list[str]:
    """The payments listed for a lane, in their order."""
    claims = [format_action(state.game, action) for action in state.legal_actions()]
    return [claim.removeprefix(f"claim {route} ") for claim in claims if claim.startswith(f"claim {route} ")]


# --- the rulebooks' examples ----------------------------------------------------------------------------
def test_r17_example_usa_a_blue_route_of_three() -> None:
    state = Position().hand(0, blue=5, red=5, wild=3).state()
    assert payments(state, "Montréal–New York") == ["blue", "blue+1w", "blue+2w", "wild"]


def test_r18_example_usa_a_grey_route_takes_a_set_of_any_one_colour() -> None:
    state = Position().hand(0, red=3, blue=3, green=2, white=1).state()
    assert payments(state, "Montréal–Toronto") == ["blue", "red"]


def test_r17_example_amsterdam_a_green_route_of_three() -> None:
    state = Position("amsterdam").hand(0, green=3, red=3, wild=3).state()
    assert payments(state, "Dam–Oost-Indisch Huis#2") == ["green", "green+1w", "green+2w", "wild"]


@pytest.mark.parametrize("route", ["Nollendorfplatz–Kulturforum", "Hallesches Tor–Gleisdreieck#2"])
def test_r17_example_berlin_a_black_tram_and_a_black_metro_take_the_same_sets(route: str) -> None:
    state = Position("berlin").hand(0, black=3, pink=3, wild=3).state()
    assert payments(state, route) == ["black", "black+1w", "wild"]


# --- R17 ------------------------------------------------------------------------------------------------
def test_r17_a_claim_costs_cards_and_pieces_and_scores_at_once() -> None:
    table = Position().hand(0, blue=4, wild=2)
    state = do(table.state(), "claim Montréal–New York blue+1w")
    assert hand_of(state, 0) == {"blue": 2, "wild": 1}
    assert (state.discard[table.card("blue")], state.discard[table.card("wild")]) == (2, 1)
    assert list(state.pieces) == [42, 45]
    assert list(state.points) == [4, 0]
    assert state.scores() == [4, 0]
    assert state.owner[table.lane("Montréal–New York")] == 0
    assert state.seat == 1
    assert codes(state) == ["cards.paid", "route.claimed"]
    assert said(state, "cards.paid") == [{"colour": table.card("blue"), "plain": 2, "wilds": 1}]
    assert said(state, "route.claimed") == [{"lane": table.lane("Montréal–New York"), "points": 4}]


@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("Dallas–Houston", 1, 1),
        ("Dallas–Little Rock", 2, 2),
        ("Calgary–Vancouver", 3, 4),
        ("Calgary–Seattle", 4, 7),
        ("Denver–Phoenix", 5, 10),
        ("Sault St. Marie–Winnipeg", 6, 15),
    ],
)
def test_r17_route_scores(route: str, cards: int, points: int) -> None:
    state = do(Position().hand(0, white=6).state(), f"claim {route} white")
    assert (list(state.points), list(state.pieces)) == ([points, 0], [45 - cards, 45])


def test_r17_any_route_may_be_claimed_connected_or_not() -> None:
    state = Position().owns(0, "Dallas–Houston").hand(0, white=1).state()
    do(state, "claim Seattle–Vancouver white")
    assert list(state.points) == [2, 0]


def test_r17_one_route_a_turn() -> None:
    state = do(Position().hand(0, white=6).state(), "claim Dallas–Houston white")
    assert refused(state, "claim Seattle–Vancouver white", seat=0).code == "turn.not_yours"


@pytest.mark.parametrize("payment", ["blue", "blue+1w", "blue+2w", "wild"])
def test_r17_not_enough_cards(payment: str) -> None:
    state = Position().hand(0, blue=1, wild=1, red=9).state()
    assert payments(state, "Montréal–New York") == []
    refusal = refused(state, f"claim Montréal–New York {payment}")
    assert (refusal.code, refusal.params["needed"]) == ("cards.too_few", 3)


def test_r17_no_other_colour_and_no_mixture_is_even_an_action() -> None:
    game = Position().game
    for text in ("red", "blue+3w", "blue+red"):
        with pytest.raises(NotationError):
            parse_action(game, f"claim Montréal–New York {text}")


def test_r17_not_enough_pieces() -> None:
    state = Position().hand(0, blue=3).pieces(0, 2).state()
    assert payments(state, "Montréal–New York") == []
    refusal = refused(state, "claim Montréal–New York blue")
    assert (refusal.code, refusal.params["needed"], refusal.params["left"]) == ("pieces.too_few", 3, 2)


def test_r17_just_enough_pieces() -> None:
    state = do(Position().hand(0, blue=3).pieces(0, 3).state(), "claim Montréal–New York blue")
    assert state.pieces[0] == 0


def test_r17_a_taken_route_is_taken() -> None:
    table = Position().owns(1, "Montréal–New York").hand(0, blue=3)
    refusal = refused(table.state(), "claim Montréal–New York blue")
    assert (refusal.code, refusal.params["owner"]) == ("route.taken", 1)


# --- R18, R19, R20 --------------------------------------------------------------------------------------
def test_r18_grey_with_wilds_standing_in() -> None:
    state = Position().hand(0, red=3, blue=2, green=1, wild=1).state()
    assert payments(state, "Montréal–Toronto") == ["blue+1w", "red", "red+1w"]


def test_r18_a_grey_payment_is_of_the_colour_named() -> None:
    state = do(Position().hand(0, red=3, blue=2, wild=1).state(), "claim Montréal–Toronto blue+1w")
    assert hand_of(state, 0) == {"red": 3}


@pytest.mark.parametrize("route", ["Montréal–New York", "Montréal–Toronto"])
def test_r19_only_wilds_on_any_route(route: str) -> None:
    state = Position().hand(0, wild=3).state()
    assert payments(state, route) == ["wild"]
    do(state, f"claim {route} wild")
    assert hand_of(state, 0) == {}
    assert state.discard[state.game.wild] == 3


def test_r20_the_player_chooses_how_many_wilds() -> None:
    for payment, left in (("blue", {"wild": 3}), ("blue+2w", {"blue": 2, "wild": 1}), ("wild", {"blue": 3})):
        state = do(Position().hand(0, blue=3, wild=3).state(), f"claim Montréal–New York {payment}")
        assert hand_of(state, 0) == left


@pytest.mark.parametrize(("blue", "first"), [(3, "blue"), (2, "blue+1w"), (1, "blue+2w"), (0, "wild")])
def test_r20_the_first_payment_listed_spends_the_fewest_wilds(blue: int, first: str) -> None:
    state = Position().hand(0, blue=blue, wild=3).state()
    assert payments(state, "Montréal–New York")[0] == first


@pytest.mark.parametrize(
    ("hand", "default"),
    [
        ({"blue": 1, "red": 3, "wild": 2}, "claim Montréal–Toronto red"),
        ({"blue": 4, "red": 3, "wild": 2}, "claim Montréal–Toronto blue"),
        ({"blue": 1, "red": 2, "wild": 2}, "claim Montréal–Toronto red+1w"),
        ({"wild": 3}, "claim Montréal–Toronto wild"),
    ],
)
def test_r20_the_default_payment_spends_the_fewest_wilds(hand: dict[str, int], default: str) -> None:
    table = Position().hand(0, **hand)
    action = default_payment(table.state(), 0, table.lane("Montréal–Toronto"))
    assert format_action(table.game, action) == default


def test_r20_there_is_no_default_for_what_the_hand_cannot_pay() -> None:
    table = Position().hand(0, blue=1, red=1, wild=1)
    assert default_payment(table.state(), 0, table.lane("Montréal–Toronto")) == -1


def test_r20_on_grey_the_first_of_each_colour_spends_the_fewest_wilds() -> None:
    state = Position().hand(0, blue=1, red=3, wild=2).state()
    assert payments(state, "Montréal–Toronto") == ["blue+2w", "red", "red+1w", "red+2w"]


# --- R21, R22: double routes ----------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r21_one_player_never_owns_both_lanes(seats: int) -> None:
    state = Position(seats=seats).owns(0, "Denver–Kansas City#1").hand(0, black=4, orange=4).state()
    assert payments(state, "Denver–Kansas City#2") == []
    refusal = refused(state, "claim Denver–Kansas City#2 black")
    assert (refusal.code, refusal.params["ruling"]) == ("route.own_twin", "R21")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r22_the_second_lane_of_usa_is_closed_at_two_and_three_players(seats: int) -> None:
    table = Position(seats=seats).hand(0, black=4).hand(1, orange=4)
    state = do(table.state(), "claim Denver–Kansas City#2 black")
    if seats > 3:
        assert said(state, "route.closed") == []
        do(state, "claim Denver–Kansas City#1 orange")
        assert [state.owner[table.lane("Denver–Kansas City", number)] for number in (1, 2)] == [1, 0]
        return
    assert said(state, "route.closed") == [{"lane": table.lane("Denver–Kansas City", 1), "ruling": "R22"}]
    refusal = refused(state, "claim Denver–Kansas City#1 orange")
    assert (refusal.code, refusal.params["ruling"]) == ("route.closed", "R22")
    assert "claim Denver–Kansas City#1 orange" not in legal(state)
    assert [state.owner[table.lane("Denver–Kansas City", number)] for number in (1, 2)] == [NOBODY, 0]


def test_r22_a_single_route_closes_nothing() -> None:
    table = Position().hand(0, blue=3).hand(1, black=5)
    state = do(table.state(), "claim Montréal–New York blue", "claim Montréal–Sault St. Marie black")
    assert state.owner[table.lane("Montréal–Sault St. Marie")] == 1


def with_lanes(board: Board, *lanes: Lane) -> Board:
    return replace(board, lanes=(*board.lanes, *lanes))


def test_r21_lanes_of_different_colour_and_length_are_a_double_route() -> None:
    board = load("usa")
    single = next(lane for lane in board.lanes if lane.colour == "blue" and lane.cards == 3)
    table = Position(with_lanes(board, replace(single, colour="red", cards=5))).hand(0, blue=3, red=5).hand(1, red=5)
    route = "–".join(board.places[place].name for place in (single.a, single.b))
    state = do(table.state(), f"claim {route} blue")
    assert refused(state, f"claim {route} red").code == "route.closed"
    do(state, "draw blind", "draw blind")
    assert refused(state, f"claim {route} red").code == "route.own_twin"


def test_r21_lanes_are_alike_whichever_end_their_row_names_first() -> None:
    board = load("usa")
    single = next(lane for lane in board.lanes if lane.colour == "blue" and lane.cards == 3)
    table = Position(with_lanes(board, replace(single, a=single.b, b=single.a, colour="red")), seats=5)
    table.hand(0, blue=3, red=3)
    route = "–".join(board.places[place].name for place in (single.a, single.b))
    state = do(table.state(), f"claim {route} blue", *["draw blind"] * 8)
    assert refused(state, f"claim {route} red").code == "route.own_twin"
