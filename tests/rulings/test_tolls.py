"""Nederland: tolls, loans and the rank of purses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ferrovia.boards import load, new_game
from ferrovia.engine import claims
from ferrovia.engine.errors import SetupError
from ferrovia.engine.state import NOBODY, State
from ferrovia.engine.telling import Term
from ferrovia.rules.tolls import Tolls
from ferrovia.view import observe
from positions import Position, codes, counter, dealt, do, log, refused, said

START = 30
BREDA = "Rotterdam–Breda"  # two lanes of length 2, pink and yellow, toll 4


def purses(state: State) -> list[int]:
    tolls = state.game.rule_by_id["tolls"]
    assert isinstance(tolls, Tolls)
    return [int(tolls.purse(state, seat)) for seat in range(state.game.seats)]


def loans(state: State) -> list[int]:
    return [counter(state, "loans", seat) for seat in range(state.game.seats)]


def with_purses(*tokens: int) -> Position:
    """A table without the neutral player, its seats holding these tokens."""
    table = Position("nederland", len(tokens), {"neutral": False} if len(tokens) == 2 else None)
    for seat, left in enumerate(tokens):
        table.counter("tolls_paid", seat, START - left)
    return table


def received(state: State) -> list[tuple[int, dict[str, object]]]:
    return [(event.seat, event.public) for event in log(state) if event.code == "toll.received"]


def bonuses(state: State) -> list[int]:
    """Rank points by seat."""
    points = [0] * state.game.seats
    for line in state.ledger():
        if line.rule == "toll_rank":
            points[line.seat] += line.points
    return points


# --- N1 -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_n1_thirty_tokens_each(seats: int) -> None:
    assert purses(dealt("nederland", seats)) == [30] * seats


def test_n1_a_seat_is_told_its_own_total_only() -> None:
    state = do(Position("nederland").hand(0, pink=2).state(), f"claim {BREDA} pink")
    assert observe(state, 0).own_counters == {"purse": 26}
    assert observe(state, 1).own_counters == {"purse": 30}
    assert observe(state, -1).own_counters == {}


def test_n1_payments_are_public() -> None:
    state = do(Position("nederland").hand(0, pink=2).state(), f"claim {BREDA} pink")
    paid = [event for event in log(state) if event.code == "toll.paid"]
    assert [event.seen_by(1) for event in paid] == [
        {"code": "toll.paid", "seat": 0, "tokens": 4, "to": NOBODY, "ruling": "N2"}
    ]


# --- N2 and the rulebook's example ----------------------------------------------------------------------
def test_n2_example_the_first_lane_pays_the_bank_and_the_second_its_owner() -> None:
    """Breda–Rotterdam costs 4."""
    table = Position("nederland", 3).hand(0, pink=2).hand(2, yellow=2)
    state = do(table.state(), f"claim {BREDA} pink")
    assert purses(state) == [26, 30, 30]
    assert said(state, "toll.paid") == [{"tokens": 4, "to": NOBODY, "ruling": "N2"}]
    assert said(state, "toll.received") == []
    do(state, "draw blind", "draw blind", f"claim {BREDA} yellow")
    assert purses(state) == [30, 30, 26]
    assert said(state, "toll.paid")[1] == {"tokens": 4, "to": 0, "ruling": "N2"}
    assert received(state) == [(0, {"tokens": 4, "ruling": "N2"})]
    assert loans(state) == [0, 0, 0]


def test_n2_a_single_route_pays_the_bank() -> None:
    state = do(Position("nederland", 3).hand(0, pink=4).state(), "claim Emden–Emmen pink")
    assert purses(state) == [26, 30, 30]
    assert codes(state) == ["cards.paid", "route.claimed", "toll.paid"]


def test_n2_a_route_without_toll_pays_nobody_and_is_no_event() -> None:
    board = load("nederland")
    free = tuple(replace(lane, columns={**lane.columns, "toll": "0"}) for lane in board.lanes)
    table = Position(replace(board, lanes=free), 3).hand(0, pink=2).hand(1, yellow=2)
    state = do(table.state(), f"claim {BREDA} pink", f"claim {BREDA}#2 yellow")
    assert codes(state) == ["cards.paid", "route.claimed"] * 2
    assert (purses(state), loans(state)) == ([30] * 3, [0] * 3)


# --- N3, N4, N5: loans ----------------------------------------------------------------------------------
def test_n3_n5_example_two_tokens_left_for_a_second_lane_that_costs_four() -> None:
    table = with_purses(2, 26, 30).owns(1, f"{BREDA}#1").hand(0, yellow=2)
    state = do(table.state(), f"claim {BREDA}#2 yellow")
    assert state.owner[table.lane(BREDA, 2)] == 0
    assert purses(state) == [2, 30, 30]  # keeps its two; the bank pays the owner in full
    assert loans(state) == [1, 0, 0]
    assert codes(state) == ["cards.paid", "route.claimed", "loan.taken", "toll.received"]
    assert said(state, "loan.taken") == [{"tokens": 4, "to": 1, "ruling": "N3"}]
    assert received(state) == [(1, {"tokens": 4, "ruling": "N5"})]


def test_n3_a_loan_for_a_first_lane_pays_nobody() -> None:
    state = do(with_purses(3, 30, 30).hand(0, pink=2).state(), f"claim {BREDA} pink")
    assert (purses(state), loans(state)) == ([3, 30, 30], [1, 0, 0])
    assert said(state, "toll.received") == []


@pytest.mark.parametrize(("tokens", "left", "taken"), [(5, 1, 0), (4, 0, 0), (3, 3, 1), (0, 0, 1)])
def test_n4_a_loan_is_taken_only_where_the_purse_cannot_pay_in_full(tokens: int, left: int, taken: int) -> None:
    state = do(with_purses(tokens, 30, 30).hand(0, pink=2).state(), f"claim {BREDA} pink")
    assert (purses(state)[0], loans(state)[0]) == (left, taken)


def test_n4_loans_are_unlimited() -> None:
    table = with_purses(0, 30, 30).hand(0, pink=4, yellow=12)
    state = table.state()
    for claim in (f"{BREDA} pink", "Waddeneilanden–Groningen yellow", "Arnhem–Nijmegen yellow"):
        do(state, f"claim {claim}", *["draw blind"] * 4)
    assert loans(state) == [3, 0, 0]
    assert purses(state)[0] == 0


def test_n4_income_repays_no_loan() -> None:
    table = with_purses(2, 30, 30).hand(0, pink=2).hand(1, yellow=2)
    state = do(table.state(), f"claim {BREDA} pink", f"claim {BREDA} yellow")
    assert (purses(state), loans(state)) == ([6, 26, 30], [1, 0, 0])


def test_n5_the_owner_is_paid_in_full_whoever_pays() -> None:
    for tokens in (0, 1, 3, 4, 30):
        table = with_purses(tokens, 10, 30).owns(1, f"{BREDA}#1").hand(0, yellow=2)
        assert purses(do(table.state(), f"claim {BREDA}#2 yellow"))[1] == 14


# --- N6, N7 ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_n6_both_lanes_are_open_at_every_table(seats: int) -> None:
    table = Position("nederland", seats).hand(0, pink=2).hand(1, yellow=2)
    state = do(table.state(), f"claim {BREDA} pink", f"claim {BREDA} yellow")
    assert {state.owner[table.lane(BREDA, number)] for number in (1, 2)} == {0, 1}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_n6_but_never_to_the_same_player(seats: int) -> None:
    table = Position("nederland", seats).owns(0, f"{BREDA}#1").hand(0, yellow=2)
    assert refused(table.state(), f"claim {BREDA}#2 yellow").code == "route.own_twin"


def test_n7_no_bonus_for_the_longest_path_or_for_tickets() -> None:
    table = with_purses(0, 0, 30).owns(0, "Emden–Emmen", "Emmen–Zwolle")
    state = table.holds(0, table.ticket("Groningen", "Middelburg")).over().state()
    assert [(line.rule, line.points) for line in state.ledger() if line.seat == 0] == [
        ("route", 7), ("route", 7), ("ticket", -34), ("toll_rank", 35),
    ]  # fmt: skip


# --- N8, N9 ---------------------------------------------------------------------------------------------
def test_n8_n9_example_of_the_rulebook() -> None:
    """9, 9, 3 with a loan, 1 → 55, 55, none and −5, 20."""
    state = with_purses(9, 9, 3, 1).counter("loans", 2, 1).over().state()
    assert bonuses(state) == [55, 55, 0, 20]
    assert [(line.seat, line.points, line.detail) for line in state.ledger() if line.rule == "loan"] == [(2, -5, 1)]
    start = [0, 1, 2, 3]
    assert state.scores() == [start[0] + 55, start[1] + 55, start[2] - 5, start[3] + 20]


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        ((3, 8), [0, 35]),
        ((3, 8, 1), [35, 55, 0]),
        ((3, 8, 1, 5), [20, 55, 0, 35]),
        ((3, 8, 1, 5, 2), [20, 55, 0, 35, 10]),
    ],
    ids=["2 players", "3 players", "4 players", "5 players"],
)
def test_n8_points_by_rank(tokens: tuple[int, ...], points: list[int]) -> None:
    assert bonuses(with_purses(*tokens).over().state()) == points


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        ((5, 5), [35, 35]),
        ((5, 5, 1), [55, 55, 0]),
        ((5, 1, 1), [55, 35, 35]),
        ((5, 5, 5), [55, 55, 55]),
        ((5, 5, 5, 1), [55, 55, 55, 0]),
        ((5, 3, 3, 1), [55, 35, 35, 0]),
        ((5, 5, 3, 2, 1), [55, 55, 20, 10, 0]),
        ((5, 5, 5, 2, 2), [55, 55, 55, 10, 10]),
        ((0, 0, 0, 0, 0), [55, 55, 55, 55, 55]),
    ],
)
def test_n8_ties_are_as_a3(tokens: tuple[int, ...], points: list[int]) -> None:
    assert bonuses(with_purses(*tokens).over().state()) == points


@pytest.mark.parametrize(
    ("tokens", "in_debt", "points"),
    [
        ((9, 5), (0,), [0, 35]),
        ((9, 5), (0, 1), [0, 0]),
        ((9, 5, 1), (0,), [0, 55, 35]),
        ((9, 5, 1), (0, 1), [0, 0, 55]),
        ((9, 5, 3, 1), (1,), [55, 0, 35, 20]),
        ((9, 5, 3, 2, 1), (0, 2), [0, 55, 0, 35, 20]),
    ],
)
def test_n8_players_with_a_loan_are_left_out_and_those_behind_move_up(
    tokens: tuple[int, ...], in_debt: tuple[int, ...], points: list[int]
) -> None:
    table = with_purses(*tokens)
    for seat in in_debt:
        table.counter("loans", seat, 1)
    assert bonuses(table.over().state()) == points


def test_n8_income_counts_in_the_rank() -> None:
    table = with_purses(10, 12, 0).counter("tolls_received", 0, 4)
    assert bonuses(table.over().state()) == [55, 35, 0]


@pytest.mark.parametrize("count", [1, 2, 7])
def test_n9_each_loan_costs_five_points(count: int) -> None:
    state = with_purses(30, 30, 30).counter("loans", 0, count).over().state()
    assert state.scores()[0] == -5 * count
    assert [line for line in state.ledger() if line.rule == "loan"] == [("loan", 0, -5 * count, count)]


def test_n9_tokens_are_worth_nothing_else() -> None:
    """The same ranks with other purses: the same scores."""
    assert with_purses(30, 20, 10).over().state().scores() == with_purses(3, 2, 1).over().state().scores()


# --- N11 ------------------------------------------------------------------------------------------------
NO_TOLLS = {"tolls": False}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_n11_without_tolls_there_are_no_tokens_loans_or_rank(seats: int) -> None:
    table = Position("nederland", seats, NO_TOLLS).hand(0, pink=2)
    state = do(table.state(), f"claim {BREDA} pink")
    assert not {"toll.paid", "toll.received", "loan.taken"} & set(codes(state))
    assert table.game.counter_names == []
    assert table.over().state().scores() == [2, *range(1, seats)]


@pytest.mark.parametrize(("seats", "closed"), [(2, True), (3, True), (4, False), (5, False)])
def test_n11_without_tolls_double_routes_close_at_two_and_three_players(seats: int, closed: bool) -> None:
    table = Position("nederland", seats, NO_TOLLS).hand(0, pink=2).hand(1, yellow=2)
    state = do(table.state(), f"claim {BREDA} pink")
    if closed:
        assert refused(state, f"claim {BREDA} yellow").code == "route.closed"
    else:
        do(state, f"claim {BREDA} yellow")
        assert list(state.points)[:2] == [2, 2]


def test_n11_without_tolls_there_is_no_neutral_player() -> None:
    assert new_game(load("nederland"), 2, NO_TOLLS).options == {"tolls": False, "neutral": False}
    with pytest.raises(SetupError) as refusal:
        new_game(load("nederland"), 2, {"tolls": False, "neutral": True})
    assert refusal.value.code == "option.requires"


# --- told before a claim ----------------------------------------------------------------------------------
def terms_of(table: Position, seat: int, number: int) -> list[Term]:
    return claims.terms(table.state(), seat, table.lane(BREDA, number))


def test_n2_a_claim_says_before_whom_it_pays() -> None:
    table = Position("nederland", 3)
    assert terms_of(table, 0, 1) == [Term("toll", {"tokens": 4, "to": NOBODY})]
    table.owns(2, f"{BREDA}#1")
    assert terms_of(table, 0, 2) == [Term("toll", {"tokens": 4, "to": 2})]
    assert terms_of(table, 2, 2) == [], "the lane beside one's own can't be claimed"
    assert terms_of(table, 0, 1) == [], "nor one that is taken"


@pytest.mark.parametrize(("left", "forced"), [(4, False), (3, True), (0, True)])
def test_n3_a_claim_says_before_that_it_forces_a_loan(left: int, forced: bool) -> None:
    table = with_purses(left, START).hand(0, pink=2)
    loan = Term("loan", {"tokens": 4, "purse": left, "points": 5}, warning=True)
    assert terms_of(table, 0, 1) == ([loan] if forced else [Term("toll", {"tokens": 4, "to": NOBODY})])
    assert not any(term.warning for term in terms_of(table, 1, 1)), "somebody else's purse is another matter"
    assert loans(do(table.state(), f"claim {BREDA} pink")) == [int(forced), 0]


def test_n5_a_forced_loan_says_before_whom_the_bank_pays() -> None:
    table = with_purses(1, START, START).owns(2, f"{BREDA}#1")
    assert [(term.key, term.params.get("to")) for term in terms_of(table, 0, 2)] == [("loan", None), ("loan.paid", 2)]


def test_n11_without_tolls_a_claim_has_no_terms() -> None:
    table = Position("nederland", 4, {"tolls": False})
    assert terms_of(table, 0, 1) == []


def test_n26_beside_neutral_wagons_a_claim_says_before_that_it_pays_the_bank() -> None:
    assert terms_of(Position("nederland").neutral_owns(BREDA, 1), 0, 2) == [Term("toll", {"tokens": 4, "to": NOBODY})]
