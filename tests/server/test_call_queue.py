"""The queue of calls: who is called together, who waits for whom, and what ends it."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from server.processes import until
from server.receivers import is_signed
from server.serving import Server, new_token, person
from server.staged import StagedTable, playing_table
from server.test_calls import calling, hurry, to_turn_of, want


# --- mail ---------------------------------------------------------------------------------------------------
def confirm(server: Server, letter: Any) -> None:
    token = re.search(r"calls#confirm=(\S+)", letter.get_content())
    assert token is not None
    assert httpx.post(f"{server.url}/api/calls/confirm", json={"token": token[1]}).status_code == 200


def confirmed(staged: StagedTable, seat: int = 0) -> list[bool]:
    return [call["confirmed"] for call in staged.ask("GET", "/calls", staged.tokens[seat]).json()["calls"]]


def test_nobody_is_asked_more_often_by_taking_the_question_back(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, _, letters):
        staged = playing_table(server, moves=0)
        codes = []
        for address in ("victim@example.org", "Victim@example.org", "victim@EXAMPLE.org", "victim@example.org"):
            answer = staged.ask("POST", "/calls", staged.tokens[0], {"way": "mail", "address": address})
            codes.append(answer.status_code)
            if answer.status_code == 201:
                staged.ask("DELETE", f"/calls/{answer.json()['id']}", staged.tokens[0])
        server.kill()
        server.start()
        again = {"way": "mail", "address": "victim@example.org"}
        codes.append(staged.ask("POST", "/calls", staged.tokens[0], again).status_code)
        assert codes == [201, 201, 201, 429, 429]
        assert len(letters) == 3


def test_one_link_stops_all_mails_to_an_address(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, _, letters):
        tables = [playing_table(server, moves=0) for _ in range(2)]
        for staged in tables:
            want(staged, 0, way="mail", address="ada@example.org")
            confirm(server, letters[-1])
        want(tables[0], 1, way="mail", address="bo@example.org")
        confirm(server, letters[-1])
        for staged in tables:
            to_turn_of(staged, 0)
        until(lambda: hurry(server) and len(letters) > 3)
        letter = next(each for each in letters[3:] if each["to"] == "ada@example.org")
        stop = re.search(r"calls#stop=(\S+)", letter.get_content())
        assert stop is not None
        assert httpx.post(f"{server.url}/api/calls/stop", json={"token": stop[1]}).status_code == 200
        assert [confirmed(staged) for staged in tables] == [[], []]
        assert confirmed(tables[0], 1) == [True]


def test_people_who_share_a_device_confirm_once(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, _, letters):
        token = new_token()
        wanted = {"board": "berlin", "seats": [person("Ada", token), person("Bo", token)], "host": new_token()}
        made = httpx.post(f"{server.url}/api/tables", json=wanted, timeout=30).json()
        staged = StagedTable(server, made["table"], "", [token])
        want(staged, 0, way="mail", address="both@example.org")
        assert confirmed(staged) == [False, False]
        confirm(server, letters[0])
        assert confirmed(staged) == [True, True]
        assert len(letters) == 1


# --- several receivers --------------------------------------------------------------------------------------
def test_each_webhook_is_signed_with_its_own_secret(tmp_path: Path) -> None:
    """Two tables call one address: each with the secret that was shown there."""
    with calling(tmp_path) as (server, receiver, _):
        tables = [playing_table(server) for _ in range(2)]
        secrets = {
            staged.table: want(staged, 0, way="webhook", address=f"{receiver.url}/hook")["secret"] for staged in tables
        }
        for staged in tables:
            to_turn_of(staged, 0)
        until(lambda: hurry(server) and len(receiver.posted) == 2)
        for posted in receiver.posted:
            (table,) = [table for table in secrets if table in posted.body.decode()]
            assert is_signed(posted, secrets[table])


@contextmanager
def silence() -> Iterator[str]:
    """Somebody who takes every connection and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as door:
        yield f"http://localhost:{door.getsockname()[1]}"


def test_who_never_answers_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    with calling(tmp_path) as (server, receiver, _), silence() as silent:
        tables = [playing_table(server) for _ in range(6)]
        for staged in tables:
            want(staged, 0, way="webhook", address=f"{silent}/{staged.table}")
            to_turn_of(staged, 0)
        hurry(server)
        time.sleep(3)  # all of them are under way, or put off
        heard = playing_table(server)
        want(heard, 0, way="webhook", address=f"{receiver.url}/hook")
        to_turn_of(heard, 0)
        until(lambda: hurry(server) and receiver.posted, 8)
