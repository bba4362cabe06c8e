"""Records of elsewhere, opened by the server: checked, shown move by move, and not kept."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.record import Record, from_text, positions, to_text
from ferrovia.record.record import checksum
from server.serving import Server
from server.staged import StagedTable, finished_table

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ["amsterdam-3p", "berlin-2p", "lyon-5p-seeded", "nederland-2p-tolls+neutral", "usa-4p"]
TEXTS = {name: (GOLDEN / f"{name}.txt").read_text() for name in NAMES}
SHORT = TEXTS["berlin-2p"]


def ask(server: Server, path: str, text: object) -> httpx.Response:
    return httpx.post(f"{server.url}/api/records{path}", json={"record": text}, timeout=60)


def opened(server: Server, text: str, path: str = "") -> dict[str, Any]:
    answer = ask(server, path, text)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_replayed_as_it_was_played(server: Server, name: str) -> None:
    record = from_text(TEXTS[name])
    found = opened(server, TEXTS[name])
    assert (found["board"], found["finished"], len(found["people"])) == (record.board, True, len(record.seats))
    played = [(move.seat, move.text) for move in record.moves]
    assert [(move["seat"], move["text"]) for move in found["moves"]] == played
    shown = {0, 1, len(record.moves) // 2, len(record.moves)}
    for position in positions(record):
        if position.moves in shown:
            past = opened(server, TEXTS[name], f"/moves/{position.moves}")
            assert past["view"]["owner"] == list(position.state.owner)
            assert past["hands"] == [position.state.hand(seat) for seat in range(len(record.seats))]
            assert bool(past["view"]["standings"]) == position.state.over
            assert past["events"]


def test_what_this_server_recorded_looks_the_same_as_the_table(server: Server) -> None:
    staged: StagedTable = finished_table(server)
    text = staged.ask("GET", "/record").text
    number = len(staged.ask("GET", "/moves").json()["moves"]) // 2
    for query in ("", "?seat=1"):
        there, here = (
            staged.ask("GET", f"/moves/{number}{query}").json(),
            opened(server, text, f"/moves/{number}{query}"),
        )
        for position in (there, here):
            for event in position["events"]:
                del event["at"], event["version"]
        assert here == there


def test_a_seat_sees_its_own_hand_alone(server: Server) -> None:
    past = opened(server, SHORT, "/moves/9?seat=0")
    assert sum(past["hands"][1]) == 0
    assert past["tickets"][1] == []


def test_a_game_saved_in_the_terminal_before_its_end_is_shown(server: Server) -> None:
    record = from_text(SHORT)
    record.moves, record.result = record.moves[:12], None
    found = opened(server, to_text(record))
    assert (found["finished"], len(found["moves"])) == (False, 12)
    assert opened(server, to_text(record), "/moves/12")["view"]["standings"] == []


def with_check(body: str) -> str:
    return f"{body}check: {checksum(body)}\n"


def changed(**facts: Any) -> str:
    record = from_text(SHORT)
    for name, value in facts.items():
        setattr(record, name, value)
    return to_text(record)


REFUSED = {
    "record.format": "once upon a time",
    "record.truncated": SHORT[: len(SHORT) // 2],
    "record.tampered": SHORT.replace("seat 1", "seat 2", 1),
    "record.no_board": changed(board="atlantis"),
    "record.board_changed": changed(digest="0" * 64),
    "record.rules_version": changed(rules_version=99),
    "record.result": changed(result=[1, 2]),
    "record.sealed": changed(secret=None, result=None),
    "record.no_secret": changed(secret=None),
    "record.illegal_move": changed(moves=from_text(SHORT).moves[1:]),
    "record.commitment": changed(secret="ab" * 32),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_no_record_is_refused_with_the_reason(server: Server, code: str) -> None:
    answer = ask(server, "", REFUSED[code])
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text


def test_names_are_shortened_and_made_whole(server: Server) -> None:
    record = from_text(SHORT)
    body = to_text(record).rpartition("check: ")[0]
    seats = next(line for line in body.split("\n") if line.startswith("seats: "))
    body = body.replace(seats, rf'seats: ["\ud800x", "{"y" * 500}"]')
    names = [person["name"] for person in opened(server, with_check(body))["people"]]
    assert names == ["?x", "y" * 30]


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    answer = ask(server, "", "x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "body.too_large")


def test_a_move_that_is_not_there_is_refused(server: Server) -> None:
    answer = ask(server, "/moves/5000", SHORT)
    assert (answer.status_code, answer.json()["code"]) == (404, "move.unknown")


def test_nothing_of_it_is_kept(server: Server) -> None:
    secret = from_text(SHORT).secret
    assert secret is not None
    opened(server, SHORT)
    kept = [file for file in server.data.rglob("*") if file.is_file()] + [server.log]
    assert kept
    assert not [file for file in kept if secret.encode() in file.read_bytes()]


# --- anything may be sent ---------------------------------------------------------------------------------
def broken(record: Record, line: int, text: str) -> str:
    """A record with one line replaced, and the checksum right."""
    lines = to_text(record).split("\n")[:-2]
    lines[line % len(lines)] = text
    return with_check("\n".join(lines) + "\n")


junk = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            "seats: []", 'seats: ["a"]', 'seats: ["a", "b", "c", "d", "e", "f"]', 'options: {"x": true}', "options: []",
            "rules: 0", "first: 9", "board: usa " + "0" * 64, "result: [1e999]", "result: [[]]", "seed: 1 1",
            "1. seat 9: pass",
            "1. seat 1: claim Nowhere–Else red", "secret: ", "first: random", "1. seat 1: keep 1,1",
            "2. seat 1: draw 99",
            "seats: " + "[" * 900,
        ]
    ),
)  # fmt: skip


@given(
    line=st.integers(0, 400), text=junk, path=st.sampled_from(["", "/moves/3", "/moves/3?seat=1", "/moves/0?seat=5"])
)
def test_any_damage_is_refused_in_words(server: Server, line: int, text: str, path: str) -> None:
    answer = ask(server, path, broken(from_text(SHORT), line, text).encode(errors="replace").decode())
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.text
    assert answer.status_code == 200 or answer.json()["code"].partition(".")[0] in {
        "record", "request", "seat", "seats", "option", "options", "move",
    }  # fmt: skip


# --- analysis ---------------------------------------------------------------------------------------------
def test_turning_points_follow_the_chances(server: Server) -> None:
    """A short game, so that it is done in a moment; asking again costs nothing."""
    deadline = time.monotonic() + 300
    while (found := opened(server, SHORT, "/analysis"))["turning"] is None:
        assert time.monotonic() < deadline, "too slow"
        time.sleep(0.5)
    moves = opened(server, SHORT)["moves"]
    assert found["moves"] == len(moves) == len(found["chances"]) - 1
    for point in found["turning"]:
        number, seat = point["number"], point["seat"]
        assert point["before"] == found["chances"][number - 1][seat]
        assert point["after"] == found["chances"][number][seat]
        assert point["before"] - point["after"] >= 0.08
        assert point["played"]["text"] == moves[number - 1]["text"]
        if point["better"] is not None:
            assert moves[number - 1]["seat"] == seat
            assert point["better"]["text"] != point["played"]["text"]
            assert point["gain"] > max(0.02, 2 * point["error"])
            assert point["better_why"]["code"]
        assert (point["why"] is None) == (moves[number - 1]["seat"] != seat)
    assert [point["number"] for point in found["turning"]] == sorted(point["number"] for point in found["turning"])
