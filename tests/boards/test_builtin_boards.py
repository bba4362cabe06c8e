"""The boards that come with the package hold what the rules' table says."""

from __future__ import annotations

import ast
import re
from collections import Counter
from heapq import heappop, heappush
from pathlib import Path

import pytest

import ferrovia.boards
from ferrovia.boards import board_ids, builtin, load
from ferrovia.boards.registry import shipped
from ferrovia.engine.board import Board, RuleUse, TicketDeal

SOURCE = Path(ferrovia.boards.__file__).parents[1]
EIGHT = dict.fromkeys(("pink", "white", "blue", "yellow", "orange", "black", "red", "green"), 12) | {"wild": 14}
SIX = dict.fromkeys(("pink", "blue", "orange", "black", "red", "green"), 6) | {"wild": 8}
ROUTE_SCORES = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
LONGEST = RuleUse("longest_path", None, {"points": 10})

# One line per row of the table in the rules, plus the counts of the board facts.
TABLE = {
    "usa": {
        "players": (2, 5), "pieces": {"wagon": 45}, "deck": EIGHT, "hand": 4, "deal": TicketDeal(3, 2, 3, 1, False),
        "places": 36, "lanes": 100, "connections": 78, "tickets": 30, "close": 3, "end": 2, "start": (),
        "ties": ("tickets", "longest_path"), "rules": (LONGEST,), "options": (),
    },
    "lyon": {
        "players": (2, 5), "pieces": {"tram": 45}, "deck": EIGHT, "hand": 4, "deal": TicketDeal(3, 2, 3, 1, False),
        "places": 35, "lanes": 87, "connections": 67, "tickets": 36, "close": 3, "end": 2, "start": (),
        "ties": ("tickets", "longest_path"), "rules": (LONGEST,), "options": (),
    },
    "amsterdam": {
        "players": (2, 4), "pieces": {"cart": 16}, "deck": SIX, "hand": 2, "deal": TicketDeal(2, 1, 2, 1, False),
        "places": 17, "lanes": 45, "connections": 32, "tickets": 24, "close": 2, "end": 2, "start": (),
        "ties": ("tickets",), "options": (),
        "rules": (
            RuleUse("merchandise", None, {"cards": 16, "rank": {"2": [8, 4], "3": [8, 5, 2], "4": [8, 6, 4, 2]}}),
        ),
    },
    "nederland": {
        "players": (2, 5), "pieces": {"wagon": 40}, "deck": EIGHT, "hand": 4, "deal": TicketDeal(5, 3, 4, 1, True),
        "places": 30, "lanes": 97, "connections": 53, "tickets": 44, "close": 3, "end": 2, "start": (0, 1, 2, 3, 4),
        "ties": ("tickets", "longest_path"),
        "options": (
            ("tolls", True, (2, 5), None, {"doubles_close_up_to": 1}),
            ("neutral", True, (2, 2), "tolls", {}),
        ),
        "rules": (
            RuleUse("tolls", "tolls", {
                "purse": 30, "loan_cost": 5,
                "rank": {"2": [35, 0], "3": [55, 35, 0], "4": [55, 35, 20, 0], "5": [55, 35, 20, 10, 0]},
            }),
            RuleUse("neutral_player", "neutral", {"pieces": 40, "first_round": 6}),
        ),
    },
    "berlin": {
        "players": (2, 4), "pieces": {"tram": 11, "metro": 5}, "deck": SIX, "hand": 2,
        "deal": TicketDeal(2, 1, 2, 1, False),
        "places": 20, "lanes": 55, "connections": 40, "tickets": 22, "close": 2, "end": 1, "start": (),
        "ties": ("tickets",), "rules": (), "options": (),
    },
}  # fmt: skip

every_board = pytest.mark.parametrize("id", board_ids())


def pairs(board: Board) -> Counter[frozenset[int]]:
    return Counter(frozenset((lane.a, lane.b)) for lane in board.lanes)


def shortest_path(board: Board, start: int, goal: int) -> int:
    """In cards."""
    waiting, done = [(0, start)], set()
    while waiting:
        distance, place = heappop(waiting)
        if place == goal:
            return distance
        if place in done:
            continue
        done.add(place)
        for lane in board.lanes:
            if place in (lane.a, lane.b):
                heappush(waiting, (distance + lane.cards, lane.a + lane.b - place))
    raise AssertionError("not connected")


def test_all_boards_of_the_table_are_there() -> None:
    assert set(board_ids()) == set(TABLE)


@every_board
def test_board_is_as_the_table_says(id: str) -> None:
    board, row = load(id), TABLE[id]
    assert board.id == id
    assert board.players == row["players"]
    assert {kind.id: kind.supply for kind in board.kinds} == row["pieces"]
    assert dict(board.deck) == row["deck"]
    assert board.hand == row["hand"]
    assert board.ticket_deal == row["deal"]
    assert (len(board.places), len(board.lanes), len(pairs(board))) == (row["places"], row["lanes"], row["connections"])
    assert len(board.tickets) == row["tickets"]
    assert board.doubles_close_up_to == row["close"]
    assert board.end_at_pieces == row["end"]
    assert board.start_scores == row["start"]
    assert board.tie_breakers == row["ties"]
    assert board.rules == row["rules"]
    assert tuple((o.id, o.default, o.players, o.requires, o.knobs) for o in board.options) == row["options"]


@every_board
def test_route_scores(id: str) -> None:
    for kind in load(id).kinds:
        assert kind.points == ({2: 1, 3: 3, 4: 5} if kind.one_per_route else ROUTE_SCORES)


def test_b1_trams_and_metros() -> None:
    board = load("berlin")
    assert Counter(board.kinds[lane.kind].id for lane in board.lanes) == {"tram": 40, "metro": 15}
    assert [kind.one_per_route for kind in board.kinds] == [False, True]


def test_a1_carts() -> None:
    assert Counter(lane.columns["cart"] for lane in load("amsterdam").lanes) == {"yes": 16, "": 29}


def test_n2_every_route_has_a_toll_and_both_lanes_the_same() -> None:
    tolls: dict[frozenset[int], set[int]] = {}
    for lane in load("nederland").lanes:
        tolls.setdefault(frozenset((lane.a, lane.b)), set()).add(int(lane.columns["toll"]))
    assert all(len(each) == 1 and each <= {1, 2, 3, 4} for each in tolls.values())


def test_n20_neutral_pairs_and_big_tickets() -> None:
    tickets = load("nederland").tickets
    named = Counter((ticket.columns["neutral_from"], ticket.columns["neutral_to"]) for ticket in tickets)
    assert sum(count for pair, count in named.items() if pair != ("", "")) == 35
    doubled = {pair for pair, count in named.items() if count == 2}
    assert doubled == {("Amsterdam", "Rotterdam"), ("Rotterdam", "Antwerpen")}
    assert sum(29 <= ticket.points <= 34 for ticket in tickets) == 6
    assert sum(17 <= ticket.points <= 26 for ticket in tickets) == 17


def test_27_spaces_of_every_colour() -> None:
    spaces: Counter[str] = Counter()
    for lane in load("usa").lanes:
        spaces[lane.colour] += lane.cards
    del spaces["grey"]
    assert set(spaces.values()) == {27}
    assert len(spaces) == 8


def test_ticket_values_are_shortest_paths() -> None:
    board = load("lyon")
    assert Counter(ticket.columns["points_source"] for ticket in board.tickets) == {"printed": 27, "shortest path": 9}
    for ticket in board.tickets:
        assert ticket.points == shortest_path(board, ticket.a, ticket.b), f"row {ticket.row}"


def test_contract_values_are_shortest_paths() -> None:
    board = load("amsterdam")
    for ticket in board.tickets:
        assert ticket.points == shortest_path(board, ticket.a, ticket.b), f"row {ticket.row}"


@every_board
def test_texts_are_complete_in_both_languages(id: str) -> None:
    board = load(id)
    sure = board.provenance["texts"]
    assert isinstance(sure, dict)
    named = [board.names, board.texts, sure, *(kind.names for kind in board.kinds)]
    named += [texts for option in board.options for texts in (option.names, option.texts)]
    assert all(set(texts) == {"en", "fr"} for texts in named)


def sure(id: str) -> dict[str, dict[str, int]]:
    parts = load(id).provenance["parts"]
    assert isinstance(parts, dict)
    return parts


@every_board
def test_provenance_tells_of_every_row(id: str) -> None:
    board = load(id)
    rows = {part: sum(words.values()) for part, words in sure(id).items()}
    assert rows["places"] == rows["positions"] == len(board.places)
    assert rows["routes"] == len(board.lanes)
    assert rows["tickets"] == len(board.tickets)


def test_what_is_reconstructed_is_called_so() -> None:
    assert {id: sure(id) for id in board_ids()} == {
        "usa": {
            "places": {"published": 36},
            "positions": {"fitted": 36},
            "routes": {"published": 100},
            "tickets": {"published": 30},
        },
        "nederland": {
            "places": {"published": 30},
            "positions": {"fitted": 30},
            "routes": {"published": 97},
            "toll": {"published": 97},
            "tickets": {"published": 44},
        },
        "amsterdam": {
            "places": {"published": 17},
            "positions": {"fitted": 17},
            "routes": {"published": 45},
            "cart": {"published": 16},
            "tickets": {"printed": 4, "reconstructed": 20},
        },
        "lyon": {
            "places": {"published": 35},
            "positions": {"fitted": 35},
            "routes": {"reconstructed": 87},
            "tickets": {"printed": 27, "reconstructed": 9},
        },
        "berlin": {
            "places": {"reconstructed": 20},
            "positions": {"fitted": 20},
            "routes": {"reconstructed": 55},
            "tickets": {"reconstructed": 22},
        },
    }


@every_board
def test_names_in_another_language_are_all_different(id: str) -> None:
    for language in ("en", "fr"):
        labels = [place.label(language) for place in load(id).places]
        assert len(set(labels)) == len(labels)


def test_a_place_speaks_both_languages() -> None:
    hague = next(place for place in load("nederland").places if place.name == "'s-Gravenhage")
    assert (hague.label("en"), hague.label("fr")) == ("The Hague", "La Haye")


@every_board
def test_the_folder_is_named_after_the_board(id: str) -> None:
    assert builtin(id).id == id
    assert load(Path(str(shipped()[id]))) == builtin(id)


def test_no_published_game_is_named() -> None:
    """Only facts are used, never names or sentences of published games."""
    for folder in shipped().values():
        text = folder.joinpath("board.toml").read_text(encoding="utf-8").lower()
        assert not re.search(r"ticket to ride|zug um zug|aventuriers|days of wonder", text)


def code(path: Path) -> str:
    """A source file without its comments and docstrings, which may give examples."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(...)
    return ast.unparse(tree)


def test_no_code_knows_the_name_of_a_board() -> None:
    name = re.compile(rf"(?<![a-z])({'|'.join(board_ids())})(?![a-z])", re.IGNORECASE)
    assert [str(path) for path in SOURCE.rglob("*.py") if name.search(code(path))] == []
