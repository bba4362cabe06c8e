"""Puzzles on a server: the answer is told to who has tried, and nothing hidden to anybody."""

from __future__ import annotations

import json

import httpx

from ferrovia.puzzles import puzzle_by_id
from ferrovia.record import parse_action
from server.serving import Server


def get(server: Server, path: str) -> httpx.Response:
    return httpx.get(f"{server.url}/api/puzzles{path}", timeout=30)


def solve(server: Server, id: str, action: int) -> httpx.Response:
    return httpx.post(f"{server.url}/api/puzzles/{id}", json={"action": action}, timeout=30)


def test_a_puzzle_shows_what_its_seat_may_know_and_no_more(server: Server) -> None:
    puzzles = get(server, "").json()["puzzles"]
    for told in puzzles[:: max(1, len(puzzles) // 8)]:
        puzzle = puzzle_by_id(told["id"])
        assert puzzle is not None
        shown = get(server, f"/{puzzle.id}").json()
        assert shown["view"] == json.loads(json.dumps(puzzle.view().facts()))
        assert shown.keys() == {*told, "turn", "view", "choices"}
        assert told.keys() == {"id", "board", "players", "difficulty", "rank"}


def test_the_answer_is_judged_with_its_reason(server: Server) -> None:
    id = get(server, "").json()["puzzles"][0]["id"]
    puzzle = puzzle_by_id(id)
    assert puzzle is not None
    game = puzzle.view().game
    right = solve(server, id, parse_action(game, puzzle.answer)).json()
    wrong = solve(server, id, parse_action(game, puzzle.second)).json()
    assert (right["right"], wrong["right"]) == (True, False)
    assert {**right, "right": False} == wrong
    assert right["answer"]["text"] == puzzle.answer
    assert right["reason"]["code"] == puzzle.reason.code
    assert right["margin"] == min(puzzle.margins)


def test_what_is_no_move_and_no_puzzle_is_refused(server: Server) -> None:
    id = get(server, "").json()["puzzles"][0]["id"]
    assert solve(server, id, 10**9).status_code == 422
    assert get(server, "/0123456789").status_code == 404
    assert get(server, "/nothing").status_code == 422
