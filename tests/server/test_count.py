"""Scores of games of the printed board: counted from what lies on the table, as the game itself would be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.boards import board_ids
from ferrovia.engine.policy import RandomPolicy
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.engine.telling import Extra
from ferrovia.engine.values import LedgerLine, Standing
from ferrovia.record import CountError, Player, final_position
from properties.tables import EXAMPLES, Table, examples, luck, tables, tables_of
from server.serving import Server, board_named, serving

EACH = 12
"""Random games of every table: of each board, number of players and setting of options."""
COUNTERS = {"merchandise": "merchandise", "loans": "loans", "cuttings": "cuttings_dug", "stations_built": "stations"}
"""Extra → the counter that a state keeps it in."""


def finished(table: Table, number: int) -> State:
    name = f"count {table} {number}"
    game = table.game(first=number % table.seats)
    state = deal(game, luck("seeded", name))
    policy = RandomPolicy(game, luck("seeded", f"{name} moves"))
    while not state.over:
        state.apply(policy.choose(state))
    return state


def player_of(state: State, seat: int) -> Player:
    """What somebody who cleared the table would write down."""
    return Player(
        lanes=[lane for lane, owner in enumerate(state.owner) if owner == seat],
        tickets=[ticket for ticket, holder in enumerate(state.holder) if holder == seat],
        extras={extra.id: extra_of(state, seat, extra.id) for extra in extras_of(state) if not extra.places},
        places={extra.id: places_of(state, seat, extra.id) for extra in extras_of(state) if extra.places},
    )


def extras_of(state: State) -> list[Extra]:
    return [extra for rule in state.game.rules for extra in rule.extras(state.game.board)]


def places_of(state: State, seat: int, extra: str) -> list[int]:
    start = next(at for name, at, _ in state.game.counter_names if name == COUNTERS[extra])
    return [place for place in range(state.game.places) if state.counters[start + place] == seat + 1]


def extra_of(state: State, seat: int, extra: str) -> int:
    if extra == "purse":
        return sum(rule.own_counters(state, seat).get("purse", 0) for rule in state.game.rules)
    start = next(at for name, at, _ in state.game.counter_names if name == COUNTERS[extra])
    return int(state.counters[start + seat])


def players_of(state: State) -> list[Player]:
    return [player_of(state, seat) for seat in range(state.game.seats)]


@pytest.mark.parametrize("table", tables(), ids=str)
def test_the_count_is_the_ledger_of_the_game(table: Table) -> None:
    for number in range(EACH):
        played = finished(table, number)
        counted = final_position(played.game, players_of(played))
        assert counted.ledger() == played.ledger()
        assert counted.standings() == played.standings()
        assert list(counted.pieces) == list(played.pieces)


# --- over HTTP --------------------------------------------------------------------------------------------
def body_of(state: State) -> dict[str, Any]:
    return {
        "board": state.game.board.id,
        "options": state.game.options,
        "first": int(state.first),
        "players": [
            {"lanes": player.lanes, "tickets": player.tickets, "extras": player.extras, "places": player.places}
            for player in players_of(state)
        ],
    }


def count(server: Server, body: object) -> httpx.Response:
    return httpx.post(f"{server.url}/api/count", json=body, timeout=30)


@pytest.mark.parametrize("table", [table for table in tables() if table.board.id in board_ids()], ids=str)
def test_the_server_counts_the_same(server: Server, table: Table) -> None:
    check_count(server, finished(table, EACH))


def test_stations_and_long_tickets_are_counted_the_same(tmp_path: Path) -> None:
    """On a board that was brought along: where the stations stand decides which routes are borrowed."""
    board = next(board for board in examples() if board.id == "ostrovia")
    with serving(tmp_path / "data", "--boards", str(EXAMPLES)) as server:
        for table in tables_of(board):
            played = finished(table, EACH)
            assert any(player.places["stations_built"] for player in players_of(played))
            named = {"board": board_named(server, board.id)}
            check_count(server, played, named)
            bare = body_of(played) | named
            for player in bare["players"]:
                player["places"] = {}
            kept = [line for line in count(server, bare).json()["ledger"] if line["rule"] == "stations"]
            assert [line["points"] for line in kept] == [12] * table.seats


def check_count(server: Server, played: State, more: dict[str, Any] | None = None) -> None:
    answer = count(server, body_of(played) | (more or {}))
    assert answer.status_code == 200, answer.text
    assert [LedgerLine(**line) for line in answer.json()["ledger"]] == played.ledger()
    assert [Standing(**standing) for standing in answer.json()["standings"]] == played.standings()
    lit = answer.json()["lit"]
    assert len(lit) == len(played.ledger())
    for (rule, _, _, length), lanes in zip(played.ledger(), lit, strict=True):
        if rule == "longest_path":
            assert sum(int(played.game.lane_pieces[lane]) for lane in lanes) == length


def usa(*players: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"board": "usa", "players": [{"lanes": [], "tickets": [], **player} for player in players], **more}


def test_an_empty_table_counts_as_nothing(server: Server) -> None:
    answer = count(server, usa({}, {}))
    assert answer.json()["ledger"] == []
    assert [standing["place"] for standing in answer.json()["standings"]] == [1, 1]


def twins_of(table: Table) -> tuple[int, int]:
    game = table.game()
    lane = next(lane for lane in range(len(game.lanes)) if game.twin_first[lane + 1] > game.twin_first[lane])
    return lane, int(game.twins[game.twin_first[lane]])


def single_lanes(table: Table) -> list[int]:
    """Without another one beside them: more than anybody has pieces for."""
    game = table.game()
    return [lane for lane in range(len(game.lanes)) if game.twin_first[lane + 1] == game.twin_first[lane]]


USA = {table.seats: table for table in tables() if table.board.id == "usa"}


@pytest.mark.parametrize(
    ("code", "body"),
    [
        ("count.taken", usa({"lanes": [3]}, {"lanes": [3]})),
        ("count.taken", usa({"lanes": [3, 3]}, {})),
        ("count.own_twin", usa(*({"lanes": lanes} for lanes in ([*twins_of(USA[4])], [], [], [])))),
        ("count.closed", usa(*({"lanes": [lane]} for lane in twins_of(USA[2])))),
        ("count.pieces", usa({"lanes": single_lanes(USA[2])}, {})),
        ("lane.unknown", usa({"lanes": [100]}, {})),
        ("count.no_ticket", usa({"tickets": [30]}, {})),
        ("count.ticket_twice", usa({"tickets": [3]}, {"tickets": [3]})),
        ("count.no_extra", usa({"extras": {"purse": 3}}, {})),
        ("count.no_extra", usa({"places": {"stations_built": [3]}}, {})),
        ("seats.number", usa({})),
        ("seats.first", usa({}, {}, first=4)),
        ("option.unknown", usa({}, {}, options={"tolls": True})),
        ("board.unknown", {"board": "../usa", "players": [{}, {}]}),
        ("count.missing", {"board": "amsterdam", "players": [{}, {"extras": {"merchandise": 1}}]}),
        ("count.extra", {"board": "amsterdam", "players": [{"extras": {"merchandise": 17}}, {}]}),
        ("count.together", {"board": "amsterdam", "players": [{"extras": {"merchandise": 9}}] * 2}),
        ("request.invalid", usa({"lanes": ["3"]}, {})),
        ("request.invalid", usa({"lanes": [-1]}, {})),
        ("request.invalid", usa({"lanes": [True]}, {})),
        ("request.invalid", usa({"lanes": list(range(201))}, {})),
        ("request.invalid", usa({"more": 1}, {})),
        ("request.invalid", usa({"extras": {"a b": 1}}, {})),
    ],
)
def test_what_can_not_lie_on_a_table_is_refused(server: Server, code: str, body: dict[str, Any]) -> None:
    answer = count(server, body)
    assert answer.json()["code"] == code, answer.text
    assert 400 <= answer.status_code < 500


def test_an_unknown_number_of_players_is_refused() -> None:
    with pytest.raises(CountError, match=r"count\.players"):
        final_position(USA[2].game(), [Player()] * 3)


SKERRIES = next(table for table in tables() if table.options.get("stations"))


@pytest.mark.parametrize(
    ("code", "players"),
    [
        ("count.place_taken", [[1], [1]]),
        ("count.place_taken", [[1, 1], []]),
        ("count.no_place", [[99], []]),
        ("count.extra", [[0, 1, 2, 3, 4, 5, 6], []]),
    ],
)
def test_stations_that_can_not_stand_there_are_refused(code: str, players: list[list[int]]) -> None:
    with pytest.raises(CountError, match=re.escape(code)):
        final_position(SKERRIES.game(), [Player(places={"stations_built": places}) for places in players])


def test_no_station_stands_on_a_junction() -> None:
    junction = next(at for at, place in enumerate(SKERRIES.board.places) if place.junction)
    with pytest.raises(CountError, match=r"count\.no_place"):
        final_position(SKERRIES.game(), [Player(places={"stations_built": [junction]}), Player()])


numbers = st.lists(st.integers(-2, 110), max_size=12)
some_extras = st.dictionaries(st.sampled_from(["purse", "loans", "merchandise", "x"]), st.integers(-1, 1200))
anybody = st.fixed_dictionaries({"lanes": numbers, "tickets": numbers, "extras": some_extras})


@given(
    board=st.sampled_from(["usa", "nederland", "amsterdam", "berlin", "lyon"]),
    players=st.lists(anybody, min_size=1, max_size=6),
    first=st.none() | st.integers(0, 6),
)
def test_anything_is_counted_or_refused(
    server: Server, board: str, players: list[dict[str, Any]], first: int | None
) -> None:
    answer = count(server, {"board": board, "players": players, "first": first})
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.text
    assert answer.status_code != 429
