"""Berlin: trams and metros."""

from __future__ import annotations

import pytest

from positions import Position, do, legal, refused, said

METRO = "Naturkundemuseum–Hackescher Markt"  # green, three cards
TRAM = "Siegessäule–Hauptbahnhof"  # pink, three spaces
BOTH = "Hackescher Markt–Alexanderplatz"  # a green tram and an orange metro, two cards each


# --- B1 -------------------------------------------------------------------------------------------------
def test_b1_a_tram_route_takes_a_tram_for_every_space() -> None:
    state = do(Position("berlin").hand(0, pink=3).state(), f"claim {TRAM} pink")
    assert list(state.pieces) == [8, 5, 11, 5]


def test_b1_a_metro_route_takes_one_metro_for_all_its_cards() -> None:
    table = Position("berlin").hand(0, green=3)
    state = do(table.state(), f"claim {METRO} green")
    assert list(state.pieces) == [11, 4, 11, 5]
    assert state.discard[table.card("green")] == 3


def test_b1_metros_do_not_stand_in_for_trams() -> None:
    state = Position("berlin").pieces(0, 2, 5).hand(0, pink=3).state()
    refusal = refused(state, f"claim {TRAM} pink")
    assert (refusal.code, refusal.params["needed"], refusal.params["left"]) == ("pieces.too_few", 3, 2)
    assert f"claim {TRAM} pink" not in legal(state)


def test_b1_trams_do_not_stand_in_for_metros() -> None:
    state = Position("berlin").pieces(0, 11, 0).hand(0, green=3).state()
    refusal = refused(state, f"claim {METRO} green")
    assert (refusal.code, refusal.params["needed"], refusal.params["left"]) == ("pieces.too_few", 1, 0)
    assert f"claim {METRO} green" not in legal(state)


def test_b1_the_last_metro_is_enough_for_any_metro_route() -> None:
    state = Position("berlin").pieces(0, 11, 1).hand(0, red=4).state()
    do(state, "claim Charlottenburger Tor–Hauptbahnhof red")
    assert list(state.pieces)[:2] == [11, 0]


# --- B2 -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("payments", [("green", "orange"), ("orange", "green")])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_b2_a_tram_and_a_metro_between_the_same_places_are_a_double_route(
    seats: int, payments: tuple[str, str]
) -> None:
    table = Position("berlin", seats).hand(0, green=2, orange=2).hand(1, green=2, orange=2)
    mine, beside = payments
    state = do(table.state(), f"claim {BOTH} {mine}")
    if seats == 2:
        assert refused(state, f"claim {BOTH} {beside}").code == "route.closed"
        do(state, "draw blind", "draw blind")
    else:
        do(state, f"claim {BOTH} {beside}", *["draw blind"] * (2 * seats - 4))
        assert {state.owner[table.lane(BOTH, number)] for number in (1, 2)} == {0, 1}
    assert state.seat == 0
    assert refused(state, f"claim {BOTH} {beside}").code == ("route.own_twin" if seats == 2 else "route.taken")


def test_b2_the_owner_of_one_never_gets_the_other() -> None:
    table = Position("berlin", 4).owns(0, f"{BOTH}#1").hand(0, green=2, orange=2)
    other = "orange" if table.game.lane_colour[table.lane(BOTH, 1)] == table.card("green") else "green"
    assert refused(table.state(), f"claim {BOTH}#2 {other}").code == "route.own_twin"


# --- B3 -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("route", "payment", "points"),
    [
        ("Gendarmenmarkt–Checkpoint Charlie", "red", 1),
        ("Nollendorfplatz–Kulturforum", "black", 2),
        (TRAM, "pink", 4),
        ("Gendarmenmarkt–Moritzplatz", "red", 7),
        ("Kurfürstendamm–Charlottenburger Tor", "pink", 1),
        (METRO, "green", 3),
        ("Charlottenburger Tor–Hauptbahnhof", "red", 5),
    ],
    ids=["tram 1", "tram 2", "tram 3", "tram 4", "metro 2", "metro 3", "metro 4"],
)
def test_b3_trams_and_metros_have_score_tables_of_their_own(route: str, payment: str, points: int) -> None:
    state = do(Position("berlin").hand(0, red=4, black=2, pink=3, green=3).state(), f"claim {route} {payment}")
    assert list(state.points) == [points, 0]
    assert [event["points"] for event in said(state, "route.claimed")] == [points]


# --- the end of the game --------------------------------------------------------------------------------
@pytest.mark.parametrize(("trams", "metros"), [(0, 0), (1, 0), (0, 1)])
def test_r23_b1_the_last_round_begins_with_one_piece_or_none_of_both_kinds_together(trams: int, metros: int) -> None:
    table = Position("berlin").pieces(0, trams + 1, metros).hand(0, red=1)
    state = do(table.state(), "claim Gendarmenmarkt–Checkpoint Charlie red")
    assert said(state, "round.last") == [{"turns": 2, "ruling": "R23"}]


@pytest.mark.parametrize(("trams", "metros"), [(2, 0), (1, 1), (0, 2), (0, 5)])
def test_r23_b1_two_pieces_are_too_many_whatever_their_kind(trams: int, metros: int) -> None:
    table = Position("berlin").pieces(0, trams + 1, metros).hand(0, red=1)
    state = do(table.state(), "claim Gendarmenmarkt–Checkpoint Charlie red")
    assert said(state, "round.last") == []
