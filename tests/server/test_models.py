"""A language model at a table, through an endpoint: a stand-in for one answers here, well and badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

import ferrovia
from cli.running import run
from env.test_learned import network
from ferrovia.bots.guard import Guarded
from ferrovia.cli.errors import UserError
from ferrovia.cli.models.endpoint import KEY, Endpoint
from ferrovia.cli.models.player import ModelPlayer, match, question
from ferrovia.client.server import new_token
from properties.tables import Table, tables
from secrecy.test_secrecy import positions
from secrecy.twins import twins
from server.serving import Server as Running

Answer = Callable[[int, list[str]], tuple[int, str | bytes]]
"""Number of the call, and what may be done → status, and what the model says (or the bare body)."""


def good(number: int, actions: list[str]) -> tuple[int, str | bytes]:
    return 200, f"I think…\n`{actions[number * 7919 % len(actions)]}`"


def bad_at_times(number: int, actions: list[str]) -> tuple[int, str | bytes]:
    wrong: dict[int, tuple[int, str | bytes]] = {
        1: (200, "claim Paris–London red"),
        3: (500, "broken"),
        5: (200, b"{"),
        7: (200, b'{"choices":[{"message":{"content":7}}]}'),
    }
    return wrong.get(number % 9, good(number, actions))


class Model:
    """What was asked of it, and with which key."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.keys: list[str | None] = []
        self.asked: list[dict[str, Any]] = []


@contextmanager
def standing_in(answer: Answer) -> Iterator[Model]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            wanted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            model.keys.append(self.headers.get("Authorization"))
            model.asked.append(wanted)
            actions = json.loads(wanted["messages"][1]["content"])["actions"]
            status, text = answer(len(model.asked), actions)
            body = (
                text if isinstance(text, bytes) else json.dumps({"choices": [{"message": {"content": text}}]}).encode()
            )
            self.send_response(status if self.path == "/v1/chat/completions" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    model = Model(f"http://127.0.0.1:{http.server_port}/v1")
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def invited(server: Running) -> str:
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "novice"}]
    made = httpx.post(f"{server.url}/api/tables", json={"board": "berlin", "seats": seats, "host": new_token()}).json()
    return f"{server.url}/t/{made['table']}#{made['invites'][0]['token']}"


def test_a_model_plays_a_seat_to_the_end(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "sk-this-is-secret")
    with standing_in(bad_at_times) as model:
        done = run("join", invited(server), "--endpoint", model.url, "--model", "parrot-1", "--json")
    assert done.code == 0, done.err
    told: Any = done.json()
    assert {line["name"] for line in told["standings"]} == {"parrot-1", "novice"}
    counted = told["model"]
    assert counted["calls"] == len(model.asked)
    assert counted["illegal"] == sum(number % 9 == 1 for number in range(1, counted["calls"] + 1)) > 0
    assert counted["unanswered"] == sum(number % 9 in (3, 5, 7) for number in range(1, counted["calls"] + 1))
    assert counted["given_up"] == len(told["faults"]) == 0
    assert counted["calls"] == counted["moves"] - counted["forced"] + counted["illegal"] + counted["unanswered"]
    assert set(model.keys) == {"Bearer sk-this-is-secret"}
    assert {wanted["model"] for wanted in model.asked} == {"parrot-1"}
    assert "sk-this-is-secret" not in done.out + done.err


def seated(url: str, retries: int) -> tuple[Guarded, ModelPlayer]:
    player = ModelPlayer(ferrovia.seeded(1), Endpoint(url, "parrot", 5), retries)
    return Guarded(player, "parrot"), player


@pytest.mark.parametrize("answer", ["nothing of the kind", "", "draw 9\ndraw blind or so"])
def test_a_model_that_never_answers_legally_stops_nothing(answer: str) -> None:
    state = ferrovia.new_game(ferrovia.load("berlin"), 2).start(ferrovia.seeded(2))
    with standing_in(lambda number, actions: (200, answer)) as model:
        guarded, player = seated(model.url, 2)
        for _ in range(4):
            view, legal = ferrovia.observe(state, state.seat), state.legal_actions()
            state.apply(guarded.choose(view, legal, ferrovia.Budget()))
    report = player.report
    asked = report.moves - report.forced
    assert (report.given_up, report.illegal, report.calls) == (asked, 3 * asked, 3 * asked)
    assert [fault.kind for fault in guarded.faults] == ["raised"] * asked
    assert "none of the actions" in model.asked[1]["messages"][-1]["content"]
    player.endpoint.close()


def test_no_endpoint_at_all_is_survived() -> None:
    state = ferrovia.new_game(ferrovia.load("berlin"), 2).start(ferrovia.seeded(2))
    guarded, player = seated("http://127.0.0.1:9/v1", 0)
    legal = state.legal_actions()
    assert guarded.choose(ferrovia.observe(state, state.seat), legal, ferrovia.Budget()) in legal
    assert player.report.unanswered == player.report.given_up == 1
    player.endpoint.close()


@pytest.mark.parametrize("table", [table for table in tables() if table.seats == 2][::3], ids=str)
def test_what_a_model_is_told_holds_nothing_hidden(table: Table) -> None:
    pick = ferrovia.seeded(3)
    for state in positions(table, every=40):
        for seat in range(2):
            shown = question(ferrovia.observe(state, seat), [])
            for twin in twins(state, seat, pick):
                assert question(ferrovia.observe(twin.state, seat), []) == shown, twin.kind


def test_answers_are_matched_with_what_may_be_done() -> None:
    known = {"draw blind": 1, "claim Dallas–Houston red": 2, "draw 1": 3}
    assert match("draw 1\nBetter:\n**Claim Dallas-Houston  red**.", known) == 2
    assert match('I will not "draw blind" now', known) is None
    assert match("draw 11", known) is None


@pytest.mark.parametrize("address", ["ftp://host/v1", "host", "http://me:pw@host/v1", "http:///v1", ""])
def test_addresses_that_are_none_are_refused_without_their_secrets(address: str) -> None:
    with pytest.raises(UserError) as error:
        Endpoint(address, "m", 1)
    assert "pw" not in str(error.value.params)


def test_the_command_wants_both(server: Running) -> None:
    done = run("join", invited(server), "--model", "parrot")
    assert done.code == 2
    assert "--endpoint" in done.err


def test_a_learned_bot_plays_a_seat_to_the_end(server: Running, tmp_path: Path) -> None:
    network("berlin").save(tmp_path / "agent.npz")
    done = run("join", invited(server), "--bot", tmp_path / "agent.npz", "--json")
    assert done.code == 0, done.err
    told: Any = done.json()
    assert {line["name"] for line in told["standings"]} == {"agent", "novice"}
    assert told["faults"] == []
    assert "model" not in told
