"""Finished games: what can be looked at once they are over, and not before."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from ferrovia.server.forecasts import evaluations
from server.serving import Server
from server.staged import StagedTable, finished_table, playing_table


@pytest.fixture(scope="module")
def over(server: Server) -> StagedTable:
    return finished_table(server)


def past(staged: StagedTable, number: int, query: str = "") -> dict[str, Any]:
    answer = staged.ask("GET", f"/moves/{number}{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def last_of(staged: StagedTable) -> int:
    return len(staged.ask("GET", "/moves").json()["moves"])


def test_completed_tickets_of_all_hands_are_those_of_the_ledger(over: StagedTable) -> None:
    end = past(over, last_of(over))
    scored = {(seat, ticket): points > 0 for rule, seat, points, ticket in end["view"]["ledger"] if rule == "ticket"}
    told = {
        (seat, ticket): done
        for seat, tickets in enumerate(end["tickets"])
        for ticket, done in zip(tickets, end["completed"][seat], strict=True)
    }
    assert told == scored


def test_a_seat_is_told_of_its_own_tickets_only(over: StagedTable) -> None:
    seen = past(over, last_of(over) // 2, "?seat=0")
    assert seen["completed"][1] == seen["tickets"][1] == []
    assert len(seen["completed"][0]) == len(seen["tickets"][0])


def test_lines_of_the_shared_rules_light_nothing_by_themselves(over: StagedTable) -> None:
    end = past(over, last_of(over))
    assert end["lit"] == [[]] * len(end["view"]["ledger"])


def test_r24_the_longest_path_is_as_long_as_the_ledger_says(server: Server) -> None:
    staged = playing_table(server, "usa", 2, 0)
    while staged.step():
        pass
    end = past(staged, last_of(staged))
    lanes = server_board(staged)["routes"]
    bonuses = [(line, lit) for line, lit in zip(end["view"]["ledger"], end["lit"], strict=True) if lit]
    assert {line[0] for line, _ in bonuses} == {"longest_path"}
    for (_, seat, _, length), lit in bonuses:
        assert sum(lanes[lane]["pieces"] for lane in lit) == length
        assert {end["view"]["owner"][lane] for lane in lit} == {seat}
    assert past(staged, last_of(staged) - 1)["lit"] == []


def server_board(staged: StagedTable) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{staged.server.url}/api/boards/usa", timeout=30).json()
    return found


def test_chances_come_move_by_move_and_stay(over: StagedTable) -> None:
    deadline = time.monotonic() + 120
    known: list[list[float]] = []
    while len(known) < 3:  # the rest is more of the same, and slow where nothing is compiled
        assert time.monotonic() < deadline, "too slow"
        answer = over.ask("GET", "/analysis").json()
        assert answer["chances"][: len(known)] == known
        assert answer["moves"] == last_of(over)
        known = answer["chances"]
        time.sleep(0.2)
    assert all(sum(chances) == pytest.approx(1) for chances in known)


def test_after_the_last_move_the_winners_have_all_the_chances(over: StagedTable) -> None:
    last = last_of(over)
    (chances,) = evaluations(over.ask("GET", "/record").text, range(last, last + 1))
    winners = {seat for seat, place, *_ in past(over, last)["view"]["standings"] if place == 1}
    assert {seat for seat, chance in enumerate(chances) if chance > 0} == winners


def test_no_chances_before_the_end(server: Server) -> None:
    answer = playing_table(server).ask("GET", "/analysis")
    assert (answer.status_code, answer.json()["code"]) == (409, "game.not_over")
