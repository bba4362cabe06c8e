"""The table of the five boards, cell by cell, at every number of seats: by laying the table and playing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, combinations
from typing import NamedTuple

import pytest

from ferrovia.boards import load, new_game
from ferrovia.engine import claims
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import SetupError
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.tickets import offered
from positions import Position, codes, dealt, do, every_card, legal, refused, row_of, said

Options = Mapping[str, bool] | None


class Row(NamedTuple):
    """What the table says of a board, and a double route of length 1 to try it on."""

    players: tuple[int, int]
    pieces: tuple[int, ...]
    copies: int
    colours: int
    wilds: int
    hand: int
    tickets: int
    first: tuple[int, int]
    later: tuple[int, int]
    face_up: bool
    closed_up_to: int
    end_at: int
    double: str


TABLE = {
    "usa": Row((2, 5), (45,), 12, 8, 14, 4, 30, (3, 2), (3, 1), False, 3, 2, "Dallas–Houston"),
    "lyon": Row((2, 5), (45,), 12, 8, 14, 4, 36, (3, 2), (3, 1), False, 3, 2, "L'Abondance–Fort de la Motte"),
    "amsterdam": Row((2, 4), (16,), 6, 6, 8, 2, 24, (2, 1), (2, 1), False, 2, 2, "Oude Kerk–Waag"),
    "nederland": Row((2, 5), (40,), 12, 8, 14, 4, 44, (5, 3), (4, 1), True, 1, 2, "Haarlem–Amsterdam"),
    "berlin": Row((2, 4), (11, 5), 6, 6, 8, 2, 22, (2, 1), (2, 1), False, 2, 1, "Friedrichstraße–Museumsinsel"),
}
SEATS = [(board, seats) for board, row in TABLE.items() for seats in range(row.players[0], row.players[1] + 1)]
every_board = pytest.mark.parametrize("board", TABLE)
every_table = pytest.mark.parametrize(("board", "seats"), SEATS)


def keeps(deal: tuple[int, int]) -> set[str]:
    """Every choice of at least so many among those dealt."""
    dealt_number, least = deal
    sets = (kept for size in range(least, dealt_number + 1) for kept in combinations(range(1, dealt_number + 1), size))
    return {f"keep {','.join(map(str, kept))}" for kept in sets}


# --- setup ----------------------------------------------------------------------------------------------
@every_board
def test_table_players(board: str) -> None:
    least, most = TABLE[board].players
    for seats in (least - 1, most + 1):
        with pytest.raises(SetupError) as refusal:
            new_game(load(board), seats)
        assert refusal.value.code == "seats.number"
        assert refusal.value.params == {"seats": seats, "least": least, "most": most}


@every_table
def test_table_pieces_each(board: str, seats: int) -> None:
    assert list(dealt(board, seats).pieces) == list(TABLE[board].pieces) * seats


@every_table
def test_table_cards_and_starting_hands(board: str, seats: int) -> None:
    state, row = dealt(board, seats), TABLE[board]
    assert [sum(state.hand(seat)) for seat in range(seats)] == [row.hand] * seats
    assert every_card(state) == [row.copies] * row.colours + [row.wilds]
    assert None not in row_of(state)


@every_table
def test_table_tickets_in_the_box_and_first_deal(board: str, seats: int) -> None:
    state, row = dealt(board, seats), TABLE[board]
    offers = [offered(state, seat) for seat in range(seats)]
    assert [len(offer) for offer in offers] == [row.first[0]] * seats
    assert sorted([*chain(*offers), *state.ticket_deck]) == list(range(row.tickets))


@every_table
def test_table_first_tickets_kept_at_least(board: str, seats: int) -> None:
    state, row = dealt(board, seats), TABLE[board]
    for seat in range(seats):
        assert state.seat == seat
        assert legal(state) == keeps(row.first)
        if row.first[1] > 1:
            few = ",".join(str(number) for number in range(1, row.first[1]))
            assert refused(state, f"keep {few}").params == {"least": row.first[1]}
        state.apply(state.legal_actions()[0])


@every_table
def test_table_later_tickets(board: str, seats: int) -> None:
    row = TABLE[board]
    state = do(Position(board, seats).state(), "tickets")
    assert said(state, "tickets.offered") == [{"count": row.later[0]}]
    assert legal(state) == keeps(row.later)


@every_table
def test_table_rejected_tickets(board: str, seats: int) -> None:
    row = TABLE[board]
    state = do(Position(board, seats).ticket_deck(*range(10)).state(), "tickets", "keep 1")
    rejected = list(range(1, row.later[0]))
    rest = list(range(row.later[0], 10))
    assert list(state.ticket_deck) == (rest if row.face_up else rest + rejected)
    assert list(state.ticket_discard) == (rejected if row.face_up else [])


@every_table
def test_table_starting_scores_go_by_order_of_play(board: str, seats: int) -> None:
    for first in range(seats):
        state = dealt(board, seats, first=first)
        scores = [0] * seats
        if board == "nederland":
            for order in range(seats):
                scores[(first + order) % seats] = order
        assert list(state.points) == scores
        assert state.scores() == scores


# --- play -----------------------------------------------------------------------------------------------
def second_lane(board: str, seats: int, options: Options = None) -> list[str]:
    """Why each seat can't have the lane beside the first seat's, or ""."""
    table = Position(board, seats, options)
    for seat in range(seats):
        table.hand(seat, wild=2)  # enough for both lanes
    state = do(table.state(), f"claim {TABLE[board].double}#1 wild")
    beside = table.lane(TABLE[board].double, 2)
    refusals = [claims.refuse(state, seat, beside) for seat in range(seats)]
    return [refusal.code if refusal else "" for refusal in refusals]


@every_table
def test_table_second_lane_r21_r22(board: str, seats: int) -> None:
    others = "route.closed" if seats <= TABLE[board].closed_up_to else ""
    assert second_lane(board, seats) == ["route.own_twin"] + [others] * (seats - 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_table_second_lane_of_nederland_without_tolls(seats: int) -> None:
    others = "route.closed" if seats <= 3 else ""
    assert second_lane("nederland", seats, {"tolls": False}) == ["route.own_twin"] + [others] * (seats - 1)


@every_table
def test_table_last_round(board: str, seats: int) -> None:
    row = TABLE[board]
    for left, last in ((row.end_at, True), (row.end_at + 1, False)):
        table = Position(board, seats).hand(0, wild=1)
        table.pieces(0, left + 1, *[0] * (len(row.pieces) - 1))
        state = do(table.state(), f"claim {row.double} wild")
        assert state.turns_left == (seats if last else 0)
        assert ("round.last" in codes(state)) == last


@every_table
def test_table_a_whole_game_ends_one_turn_each_after_the_trigger(board: str, seats: int) -> None:
    state = dealt(board, seats, seed=11)
    policy = RandomPolicy(state.game, seeded(12))
    turns_at_trigger = None
    while not state.over:
        state.apply(policy.choose(state))
        if turns_at_trigger is None and state.turns_left > 0:
            turns_at_trigger = int(state.turns)
    assert turns_at_trigger is not None
    assert state.turns == turns_at_trigger + seats
    assert said(state, "game.over") == [{"reason": "last_round", "ruling": "R23"}]
    totals = [0] * seats
    for line in state.ledger():
        totals[line.seat] += line.points
    assert totals == state.scores()
    assert {line.rule for line in state.ledger()} <= {"start", "route", "ticket"} | BONUSES[board]


# --- scoring --------------------------------------------------------------------------------------------
BONUSES: dict[str, set[str]] = {
    "usa": {"longest_path"},
    "lyon": {"longest_path"},
    "amsterdam": {"merchandise"},
    "nederland": {"toll_rank", "loan"},
    "berlin": set(),
}


@every_table
def test_table_bonuses(board: str, seats: int) -> None:
    """One route, one piece of merchandise, one loan: whatever the board rewards gets its line."""
    table = Position(board, seats).owns(0, TABLE[board].double)
    if board == "amsterdam":
        table.counter("merchandise", 0, 1)
    if board == "nederland":
        table.counter("loans", 1, 1)
    lines = [line for line in table.over().state().ledger() if line.rule not in ("start", "route")]
    expected: dict[str, list[tuple[str, int, int]]] = {
        "usa": [("longest_path", 0, 10)],
        "lyon": [("longest_path", 0, 10)],
        "amsterdam": [("merchandise", 0, 8)],
        "nederland": [
            *[("toll_rank", seat, 35 if seats == 2 else 55) for seat in range(seats) if seat != 1], ("loan", 1, -5),
        ],
        "berlin": [],
    }  # fmt: skip
    assert sorted((line.rule, line.seat, line.points) for line in lines) == sorted(expected[board])


class Tie(NamedTuple):
    """Routes of seats 0 and 1 that score the same, with the one ticket that seat 1 has completed, if any."""

    zero: list[str]
    one: list[str]
    ticket: tuple[str, str] | None


BROKEN_BY_A_TICKET = {
    "usa": Tie(
        ["Denver–Kansas City", "Portland–Seattle"], ["Denver–Santa Fe", "El Paso–Santa Fe"], ("Denver", "El Paso")
    ),
    "lyon": Tie(
        ["La Sarra–Point-du-Jour", "Jacobins–Préfecture"],
        ["Bellecour–Ainay", "Ainay–Perrache", "Perrache–Récamier"],
        ("Bellecour", "Récamier"),
    ),
    "amsterdam": Tie(
        ["Dam–Oost-Indisch Huis", "Oude Waal–Oude Kerk"],
        ["De Drie Hendricken–Westermarkt", "Westermarkt–Jan Roodenpoortstoren", "Jan Roodenpoortstoren–Dam"],
        ("Dam", "De Drie Hendricken"),
    ),
    "nederland": Tie(
        ["Emden–Lingen", "Waddeneilanden–Leeuwarden", "Leeuwarden–Sneek"],
        ["Amsterdam–Rotterdam"],
        ("Amsterdam", "Rotterdam"),
    ),
    "berlin": Tie(
        ["Siegessäule–Reichstag", "Zoo–Nollendorfplatz"],
        ["Gleisdreieck–Potsdamer Platz", "Potsdamer Platz–Gendarmenmarkt"],
        ("Gleisdreieck", "Gendarmenmarkt"),
    ),
}
# Seat 1 has the longer path.
BROKEN_BY_THE_PATH_OR_NOT_AT_ALL = {
    "usa": Tie(["Denver–Helena", "Calgary–Seattle", "Chicago–Duluth", "Boston–Montréal"], ["Atlanta–Miami"], None),
    "lyon": Tie(
        ["Chartreux–Parc Sutter", "Saint-Pothin–Les Brotteaux", "Perrache–Récamier", "Jacobins–Bellecour"],
        ["La Sarra–Point-du-Jour"],
        None,
    ),
    "amsterdam": Tie(["Oude Kerk–Waag", "Westermarkt–Jan Roodenpoortstoren"], ["Oude Waal–Oude Kerk"], None),
    "nederland": Tie(["Waddeneilanden–Leeuwarden", "Rotterdam–Breda", "Haarlem–Amsterdam"], ["Groningen–Emden"], None),
    "berlin": Tie(["Zoo–Kurfürstendamm", "Museumsinsel–Hackescher Markt"], ["Nollendorfplatz–Kulturforum"], None),
}


def tied(board: str, seats: int, tie: Tie) -> list[tuple[int, int, str]]:
    """(seat, place, decided by) of the first two."""
    table = Position(board, seats).owns(0, *tie.zero).owns(1, *tie.one)
    if tie.ticket:
        table.holds(1, table.ticket(*tie.ticket))
    state = table.over().state()
    assert state.scores()[0] == state.scores()[1] == max(state.scores())
    return [(standing.seat, standing.place, standing.decided_by) for standing in state.standings()[:2]]


@every_table
def test_table_final_tie_r26_goes_to_most_completed_tickets(board: str, seats: int) -> None:
    assert tied(board, seats, BROKEN_BY_A_TICKET[board]) == [(1, 1, "score"), (0, 2, "tickets")]


@every_table
def test_table_final_tie_r26_then_to_the_longer_path_where_the_table_says_so_and_else_it_is_shared(
    board: str, seats: int
) -> None:
    found = tied(board, seats, BROKEN_BY_THE_PATH_OR_NOT_AT_ALL[board])
    if board in ("usa", "lyon", "nederland"):
        assert found == [(1, 1, "score"), (0, 2, "longest_path")]
    else:
        assert found == [(0, 1, "score"), (1, 1, "shared")]
