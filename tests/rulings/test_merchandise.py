"""Amsterdam: carts on a route bring merchandise, merchandise brings rank points."""

from __future__ import annotations

import pytest

from ferrovia.engine import claims
from ferrovia.engine.state import State
from ferrovia.engine.telling import Term
from ferrovia.view import observe
from positions import Position, codes, counter, do, log, said


def traded(*merchandise: int) -> State:
    """A finished game of nothing but merchandise."""
    table = Position("amsterdam", len(merchandise))
    for seat, cards in enumerate(merchandise):
        table.counter("merchandise", seat, cards)
    return table.over().state()


def bonuses(state: State) -> list[int]:
    points = [0] * state.game.seats
    for line in state.ledger():
        if line.rule == "merchandise":
            points[line.seat] += line.points
    return points


# --- A1 -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("route", "payment"),
    [("Nieuwe Waal–Noordermarkt", "green"), ("Westermarkt–Begijnhof", "red"), ("Haringpakkerstoren–Oude Waal", "red")],
    ids=["length 2", "length 3", "length 4"],
)
def test_a1_a_route_with_carts_gives_one_card_whatever_its_length(route: str, payment: str) -> None:
    state = do(Position("amsterdam").hand(0, green=2, red=4).state(), f"claim {route} {payment}")
    assert (counter(state, "merchandise", 0), counter(state, "merchandise_left")) == (1, 15)
    assert codes(state) == ["cards.paid", "route.claimed", "merchandise.taken"]
    assert (log(state)[-1].seat, log(state)[-1].public) == (0, {"ruling": "A1"})


def test_a1_a_route_without_carts_gives_none() -> None:
    state = do(Position("amsterdam").hand(0, black=3).state(), "claim Dam–Oost-Indisch Huis black")
    assert (counter(state, "merchandise", 0), counter(state, "merchandise_left")) == (0, 16)
    assert said(state, "merchandise.taken") == []


def test_a1_while_cards_last() -> None:
    table = Position("amsterdam").counter("merchandise_left", 0, 1).hand(0, green=2).hand(1, red=2)
    state = do(table.state(), "claim Nieuwe Waal–Noordermarkt green", "claim Noordermarkt–Jordaan red")
    assert [counter(state, "merchandise", seat) for seat in (0, 1)] == [1, 0]
    assert counter(state, "merchandise_left") == 0
    assert len(said(state, "merchandise.taken")) == 1


def test_a1_a_claim_says_before_whether_it_brings_a_card() -> None:
    table = Position("amsterdam")
    marked, plain = table.lane("Nieuwe Waal–Noordermarkt"), table.lane("Dam–Oost-Indisch Huis")
    assert claims.terms(table.state(), 0, marked) == [Term("merchandise", {"left": 16})]
    assert claims.terms(table.state(), 0, plain) == []
    assert claims.terms(table.counter("merchandise_left", 0, 0).state(), 0, marked) == [Term("merchandise.none")]


def test_a1_counts_are_public() -> None:
    state = do(Position("amsterdam").hand(0, green=2).state(), "claim Nieuwe Waal–Noordermarkt green")
    for viewer in (0, 1, -1):
        facts = observe(state, viewer).facts()["counters"]
        assert facts == {"merchandise": [1, 0], "merchandise_left": [15]}


# --- A2, A3 ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("merchandise", "points"),
    [((1, 3), [4, 8]), ((2, 5, 1), [5, 8, 2]), ((2, 5, 1, 3), [4, 8, 2, 6])],
    ids=["2 players", "3 players", "4 players"],
)
def test_a2_points_by_rank(merchandise: tuple[int, ...], points: list[int]) -> None:
    state = traded(*merchandise)
    assert bonuses(state) == points
    assert state.scores() == points
    assert {line.seat: line.detail for line in state.ledger()} == dict(enumerate(merchandise))


@pytest.mark.parametrize(
    ("merchandise", "points"),
    [
        ((0, 0), [0, 0]),
        ((0, 1), [0, 8]),
        ((0, 0, 0), [0, 0, 0]),
        ((0, 2, 0), [0, 8, 0]),
        ((0, 2, 1), [0, 8, 5]),
        ((0, 0, 0, 0), [0, 0, 0, 0]),
        ((3, 0, 1, 0), [8, 0, 6, 0]),
    ],
)
def test_a2_no_card_no_bonus(merchandise: tuple[int, ...], points: list[int]) -> None:
    assert bonuses(traded(*merchandise)) == points


@pytest.mark.parametrize(
    ("merchandise", "points"),
    [
        ((2, 2), [8, 8]),
        ((2, 2, 1), [8, 8, 2]),
        ((3, 1, 1), [8, 5, 5]),
        ((1, 1, 1), [8, 8, 8]),
        ((2, 2, 0), [8, 8, 0]),
        ((3, 3, 2, 1), [8, 8, 4, 2]),
        ((3, 2, 2, 1), [8, 6, 6, 2]),
        ((3, 2, 1, 1), [8, 6, 4, 4]),
        ((1, 2, 1, 2), [4, 8, 4, 8]),
        ((3, 3, 3, 1), [8, 8, 8, 2]),
        ((3, 1, 1, 1), [8, 6, 6, 6]),
        ((1, 1, 1, 1), [8, 8, 8, 8]),
        ((2, 2, 0, 0), [8, 8, 0, 0]),
    ],
)
def test_a3_tied_players_score_their_rank_and_the_next_one_as_if_there_had_been_no_tie(
    merchandise: tuple[int, ...], points: list[int]
) -> None:
    assert bonuses(traded(*merchandise)) == points
