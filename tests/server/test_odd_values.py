"""Odd values are the fault of whoever sends them: a 4xx, whatever the database. `make fuzz` sends many more."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from checkout import ROOT
from server.serving import Server, bearer, create, greet, hear_until, new_token, person, say, serving, show

sys.path.insert(0, str(ROOT / "tools"))
from fuzz import fuzz
from odd_requests import ODD_MOVES, ODD_VALUES

Turn = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more: list[str] = []
    if request.param == "postgresql":
        more = ["--database", request.getfixturevalue("postgres").new_database()]
    with serving(tmp_path_factory.mktemp("either") / "data", *more) as server:
        yield server


@pytest.fixture
def turn(either: Server) -> Turn:
    """A table, the token of whoever has to decide, and the choices."""
    tokens = [new_token(), new_token()]
    people = [person(name, token) for name, token in zip(("Ada", "Bo"), tokens, strict=True)]
    table = create(either, "berlin", people, first=0)["table"]
    return table, tokens[0], show(either, table, tokens[0])["position"]["choices"]


@pytest.fixture(scope="module")
def client(either: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=either.url, timeout=30) as client:
        yield client


def post(client: httpx.Client, path: str, token: str, body: str) -> httpx.Response:
    headers = {**bearer(token), "Content-Type": "application/json"}
    return client.post(path, headers=headers, content=body.encode("utf-8", "surrogatepass"))


def failures(server: Server) -> float:
    page = httpx.get(f"{server.url}/metrics").text
    (line,) = [line for line in page.splitlines() if line.startswith("ferrovia_failures_total ")]
    return float(line.split()[1])


def test_a_move_in_odd_notation_is_refused(either: Server, client: httpx.Client, turn: Turn) -> None:
    table, token, choices = turn
    for number, text in enumerate(ODD_MOVES):
        if text.startswith("keep 1,1") or text == "keep ١,٢":  # means something
            continue
        move = {"key": f"odd-{number:05}", "decision": choices["decision"], "action": text}
        answer = post(client, f"/api/tables/{table}/moves", token, json.dumps(move))
        assert answer.status_code in (409, 422), (text, answer.text)
    assert show(either, table, token)["position"]["choices"] == choices
    assert failures(either) == 0


@pytest.mark.parametrize("name", ["key", "decision", "action", "seat", "more"])
def test_a_move_with_an_odd_value_is_refused(either: Server, client: httpx.Client, turn: Turn, name: str) -> None:
    table, token, choices = turn
    for value in ODD_VALUES:
        fields = {"key": '"odd-value"', "decision": str(choices["decision"]), "action": "99999", name: value}
        body = ", ".join(f'"{field}": {text}' for field, text in fields.items())
        answer = post(client, f"/api/tables/{table}/moves", token, f"{{{body}}}")
        assert 400 <= answer.status_code < 500, (value[:40], answer.text)
    assert failures(either) == 0


@pytest.mark.parametrize("number", [2**31 - 1, 2**31, 2**32, 2**63, 2**64, -1])
def test_a_number_beyond_the_databases_is_refused(
    either: Server, client: httpx.Client, turn: Turn, number: int
) -> None:
    table, token, choices = turn
    move = {"key": "odd-number", "decision": number, "action": choices["actions"][0]}
    answer = post(client, f"/api/tables/{table}/moves", token, json.dumps(move))
    assert answer.status_code in (409, 422), answer.text
    for path in (f"?since={number}", f"/log?since={number}", f"/moves/{number}", f"/lanes/{number}"):
        asked = client.get(f"/api/tables/{table}{path}", headers=bearer(token))
        assert asked.status_code < 500, (path, asked.text)
    with greet(either, table, token) as (line, _):
        say(line, type="move", **move)
        assert hear_until(line, "refused")["code"] in ("request.invalid", "decision.stale")


def test_the_name_of_a_field_that_is_none_may_be_anything(client: httpx.Client) -> None:
    for name in (r"\ud800", r"\u0000", "é" * 5000, "__proto__"):
        answer = post(client, "/api/tables", new_token(), f'{{"{name}": 1}}')
        assert answer.status_code == 422
        assert len(answer.content) < 2000


def test_hundreds_of_odd_requests() -> None:
    tally, _ = fuzz(600, 7, boards=("berlin",))
    assert tally.failures == []
    assert tally.total >= 600


# --- frames -----------------------------------------------------------------------------------------------
def frame(kind: int, data: bytes) -> bytes:
    """Masked with zeros, as a client may."""
    return bytes([0x80 | kind, 0x80 | len(data)]) + bytes(4) + data


def is_closed(line: ClientConnection) -> bool:
    """Before anything more is said."""
    try:
        line.recv(timeout=10)
    except ConnectionClosed:
        return True
    return False


@pytest.mark.parametrize(
    "frames",
    [
        [frame(1, b"\xff")],
        [frame(1, b"\xff"), frame(1, b"\xff")],
        [frame(1, b"\xff"), frame(8, b"\x03\xe8")],
        [frame(8, b"\x03\xe8"), frame(1, b"\xff")],
        [frame(1, b"\xff"), frame(1, b'{"type":"ping"}')],
    ],
)
def test_what_is_no_text_ends_the_socket_and_leaves_no_line_in_the_log(
    either: Server, turn: Turn, frames: list[bytes]
) -> None:
    before = either.log.read_text()
    with greet(either, turn[0]) as (line, _):
        line.socket.sendall(b"".join(frames))  # all at once
        assert is_closed(line)
    assert either.log.read_text() == before
    assert failures(either) == 0
