"""Logs and metrics: one JSON object per line, and nobody in them. Not at any level, whatever happened."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket as sockets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from ferrovia.server import connection as lines
from ferrovia.server.app import create_app
from ferrovia.server.core.open_table import OpenTable
from ferrovia.server.core.presence import Attendance
from ferrovia.server.core.tokens import hash_token
from ferrovia.server.limits import Limit
from ferrovia.server.logs import JsonLines, where
from ferrovia.server.metrics import METRICS
from ferrovia.server.settings import Settings
from server.builder import TableBuilder
from server.memory import Memory
from server.serving import Server, create, greet, hear, new_token, person, serving, socket
from server.staged import StagedTable, waiting_table

NAMES = ("Quetzalcoatl", "Zarathustra")


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[str], str]]:
    """A talkative server after all kinds of traffic, the words that nobody may find, and its metrics."""
    with serving(tmp_path_factory.mktemp("logs") / "data", "--log-level", "debug") as server:
        staged = waiting_table(server, seats=3)
        words = [staged.host, staged.table, *staged.tokens, *staged.invites, *sit_down(staged)]
        misbehave(staged)
        words += play_a_little(staged)
        metrics = httpx.get(f"{server.url}/metrics", verify=False).text
        server.stop()
        yield server, words, metrics


def sit_down(staged: StagedTable) -> list[str]:
    """Two people with names that stand nowhere else; the host looks at the invitations once more."""
    tokens = [new_token() for _ in NAMES]
    staged.ask("PUT", "/seats/2", staged.host, {"kind": "open"})
    invites = [entry["token"] for entry in staged.ask("GET", "/invites", staged.host).json()["invites"]]
    staged.ask("POST", "/leave", staged.tokens[0])
    staged.ask("PUT", "/seats/0", staged.host, {"kind": "bot", "bot": "novice"})
    for invitation, name, token in zip(invites, NAMES, tokens, strict=True):
        assert staged.ask("POST", "/join", invitation, {"name": name, "token": token}).status_code == 200
        assert staged.ask("POST", "/join", invitation, {"name": name, "token": new_token()}).status_code in (403, 409)
    staged.tokens = tokens
    return [*tokens, *invites, *NAMES]


def misbehave(staged: StagedTable) -> None:
    """Refused requests of all kinds, with tokens where they don't belong."""
    token, url = staged.tokens[0], staged.server.url
    for path in (
        f"/{token}",
        f"/api/{token}",
        f"/api/tables/{token}",
        f"/api/boards/{token}",
        f"/api/tables/{staged.table}x",
    ):
        httpx.get(url + path, verify=False)
        httpx.post(f"{url}{path}?token={token}", json={token: token}, headers={token: token}, verify=False)
    for method, path, body in (
        ("POST", "/moves", {"key": token, "decision": 0, "action": token}), ("POST", "/moves", {"key": token}),
        ("GET", f"/lanes/{token}", None), ("GET", f"/record?token={token}", None), ("DELETE", f"?{token}", None),
        ("POST", "/join", {"name": f"{NAMES[0]}\u202e", "token": "weak"}), ("BREW", "", None),
    ):  # fmt: skip
        staged.ask(method, path, token, body)
    httpx.post(f"{url}/api/tables", content=token * 2000, headers={"Content-Type": "application/json"}, verify=False)
    httpx.post(f"{url}/api/mine", json={"tables": [{"table": staged.table, "token": token}]}, verify=False)
    with sockets.create_connection(("127.0.0.1", staged.server.port)) as raw:
        raw.sendall(f"NONSENSE {staged.table} {token}\r\n\r\n".encode())
        raw.recv(1000)
    for origin in (f"https://{token}.example", "http://["):
        with suppress(InvalidHandshake), socket(staged.server, f"{staged.table}?token={token}", origin=origin):
            pass
    for words in (token, json.dumps({"type": "hello", "token": token, "more": token}), token.encode(), "x" * 9000):
        with socket(staged.server, staged.table) as line, suppress(ConnectionClosed):
            line.send(words)
            hear(line)
    with greet(staged.server, staged.table, token) as (line, _):
        for words in ('{"type":"move"}', json.dumps({"type": "move", "key": token, "decision": 0, "action": token})):
            line.send(words)
            hear(line)
        line.send(b"\xff" + token.encode(), text=True)
        with suppress(ConnectionClosed):
            hear(line)


def play_a_little(staged: StagedTable) -> list[str]:
    """Words that came up: the secret of the luck, and what moves were called."""
    keys = [f"unmistakable-{number}" for number in range(2)]
    with greet(staged.server, staged.table, staged.tokens[0], since=0), greet(staged.server, staged.table):
        for key, token in zip(keys, staged.tokens, strict=True):
            assert staged.move(token, "keep 1,2", key).status_code == 200
        while staged.version < 20:
            if not staged.step():
                time.sleep(0.02)  # a bot thinks
    for path in ("/record", "/moves", "/moves/3", "/log", "?since=0"):
        assert staged.ask("GET", path).status_code in (200, 409)
    with closing(sqlite3.connect(staged.server.data / "ferrovia.sqlite3")) as database:
        secrets = database.execute("SELECT secret, host_hash FROM tables WHERE id = ?", (staged.table,)).fetchone()
    return [*keys, *secrets]


# --- logs -----------------------------------------------------------------------------------------------
Lived = tuple[Server, list[str], str]


def test_every_line_is_an_object(lived: Lived) -> None:
    lines = lived[0].log.read_text().splitlines()
    assert len(lines) > 60
    for line in lines:
        told = json.loads(line)
        assert told.keys() >= {"at", "level", "logger", "event"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["at"])
        assert told["level"] in ("debug", "info", "warning", "error")


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.6])
def test_a_stop_while_a_bot_begins_to_think_says_nothing_else(tmp_path: Path, seconds: float) -> None:
    """Python itself complains of semaphores that a process leaves behind."""
    with serving(tmp_path / "data") as server:
        create(server, "berlin", [person("Ada", new_token()), {"kind": "bot", "bot": "novice"}])
        time.sleep(seconds)
        server.stop()
        time.sleep(0.5)  # it does so after the end
        for line in server.log.read_text().splitlines():
            json.loads(line)


def test_requests_are_logged_by_the_pattern_of_their_path(lived: Lived) -> None:
    told = [json.loads(line) for line in lived[0].log.read_text().splitlines()]
    requests = [line for line in told if line["event"] == "request"]
    assert {line["path"] for line in requests} >= {"/api/tables/{table}/moves", "/api/tables/{table}", "/readyz"}
    assert {line["status"] for line in requests} >= {200, 201, 403, 404, 405, 409, 413, 422}


def test_nobody_is_in_the_log(lived: Lived) -> None:
    """No token, invitation, table, name, key or secret, whole or in part, nor the hash of one."""
    server, words, _ = lived
    log = server.log.read_text()
    assert len(words) > 12
    for word in words:
        assert word not in log
        assert hash_token(word) not in log
        if len(word) > 20:
            assert word[:10] not in log
            assert word[-10:] not in log


def test_nobody_is_in_the_metrics(lived: Lived) -> None:
    _, words, metrics = lived
    assert "ferrovia_moves_total" in metrics
    for word in words:
        assert word not in metrics
        assert hash_token(word) not in metrics
    labels = set(re.findall(r'(\w+)="', metrics))
    assert labels <= {"by", "code", "le", "generation", "implementation", "major", "minor", "patchlevel", "version"}


def test_nothing_failed(lived: Lived) -> None:
    assert re.search(r"^ferrovia_failures_total 0\.0$", lived[2], re.MULTILINE)


# --- failures of our own --------------------------------------------------------------------------------
class Fault(Exception):
    pass


def formatted(records: list[logging.LogRecord]) -> str:
    return "\n".join(JsonLines().format(record) for record in records)


def test_a_failure_tells_the_client_nothing_and_the_log_only_where(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    token = new_token()
    app = create_app(Settings(data=tmp_path))

    async def broken() -> None:
        try:
            raise KeyError(token)
        except KeyError as error:
            raise Fault(f"the token is {token}") from error

    app.router.add_api_route("/api/broken", broken)
    app.router.routes.insert(0, app.router.routes.pop())  # before the pages, which answer to everything

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://test", verify=False) as client:
            return await client.get("/api/broken", headers={"Authorization": f"Bearer {token}"})

    before = METRICS.failures._value.get()
    answer = asyncio.run(ask())
    assert (answer.status_code, answer.content) == (500, b'{"code":"server.failed","params":{}}')
    assert METRICS.failures._value.get() == before + 1
    told = formatted(caplog.records)
    assert token not in told
    error = json.loads(told.splitlines()[0])["error"]
    assert {"Fault", "KeyError"} <= set(error)
    assert any(re.fullmatch(r"test_logs\.py:\d+ broken", line) for line in error)


def test_a_failure_behind_a_socket_is_logged_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    token = new_token()

    class FailingTables:
        attendance = Attendance({}, Memory())

        async def act_here(self, *_: object) -> None:
            raise RuntimeError(token)

    class FailingServices:
        settings = Settings(data=tmp_path)
        tables = FailingTables()

    class Talk(lines.Connection):
        async def welcome(self, hello: object) -> OpenTable:
            self.token = new_token()
            return OpenTable(TableBuilder("Ada", "Bo").table)

    said = ['{"type":"hello"}', '{"type":"move","key":"abcdefgh","decision":1,"action":1}']

    class Socket:
        application_state = None
        scope: Final[dict[str, object]] = {}

        async def receive_text(self) -> str:
            return said.pop(0)

    before = METRICS.failures._value.get()
    limit = Limit(10, 10)
    asyncio.run(Talk(cast(Any, FailingServices()), cast(Any, Socket()), "T" * 22, limit).run())
    assert METRICS.failures._value.get() == before + 1
    told = formatted(caplog.records)
    assert "a socket failed" in told
    assert token not in told


def test_where_an_error_was_says_nothing_of_what_it_was_about() -> None:
    try:
        try:
            raise ValueError("a secret")
        except ValueError as error:
            raise Fault("another secret") from error
    except Fault as error:
        told = where(error)
    assert "secret" not in " ".join(told)
    assert [line for line in told if ":" not in line] == ["Fault", "ValueError"]
