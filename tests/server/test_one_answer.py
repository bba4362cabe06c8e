"""One message answers a move where one is enough: the update names the move that it answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.sync.client import ClientConnection

from ferrovia.client import Link, Seat
from server.serving import (
    Server,
    create,
    greet,
    hear,
    hear_until,
    move,
    new_token,
    person,
    say,
    serving,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("one_answer") / "data") as running:
        yield running


def laid(server: Server, *tokens: str) -> str:
    seats = [person(name, token) for name, token in zip(("Ada", "Bo"), tokens, strict=True)]
    table: str = create(server, "berlin", seats)["table"]
    return table


def brief_move(line: ClientConnection, position: dict[str, Any], key: str, **more: object) -> None:
    choices = position["choices"]
    sent = {"key": key, "decision": choices["decision"], "action": choices["actions"][-1], **more}
    say(line, type="move", answer="update", **sent)


def heard_before_pong(line: ClientConnection) -> list[dict[str, Any]]:
    say(line, type="ping")
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1]["type"] != "pong":
        heard.append(hear(line))
    return heard[:-1]


def test_the_mover_gets_one_message_that_names_the_move(server: Server) -> None:
    tokens = [new_token(), new_token()]
    table = laid(server, *tokens)
    with (
        greet(server, table, tokens[0]) as (mine, position),
        greet(server, table, tokens[0]) as (my_other_page, _),
        greet(server, table, tokens[1]) as (theirs, _),
        greet(server, table) as (watching, _),
    ):
        brief_move(mine, position, "one-is-enough")
        told = hear(mine)
        assert (told["type"], told["answers"]) == ("update", "one-is-enough")
        assert told["position"]["moves"] == 1
        assert heard_before_pong(mine) == []
        for line in (my_other_page, theirs, watching):
            other = hear(line)
            assert (other["type"], other["answers"]) == ("update", None)
            assert other["position"]["version"] == told["position"]["version"]


def test_a_client_of_the_version_before_is_told_twice_as_it_expects(server: Server) -> None:
    tokens = [new_token(), new_token()]
    table = laid(server, *tokens)
    with greet(server, table, tokens[0]) as (line, position):
        key = move(line, position, position["choices"]["actions"][-1])
        update, accepted = hear(line), hear(line)
        assert (update["type"], update["answers"]) == ("update", None)
        assert (accepted["type"], accepted["key"]) == ("accepted", key)
        assert accepted["version"] == update["position"]["version"]


def test_a_device_with_several_seats_is_told_apart_what_the_move_brought(server: Server) -> None:
    """The update shows the next seat by then, and nothing of what the last one drew."""
    token = new_token()
    table = laid(server, token, token)
    with greet(server, table, token) as (line, position):
        brief_move(line, position, "shared-device")
        update, accepted = hear(line), hear(line)
        assert (update["type"], update["answers"]) == ("update", None)
        assert (accepted["type"], accepted["key"]) == ("accepted", "shared-device")
        assert accepted["events"]


def test_a_move_that_is_sent_again_is_answered_without_an_update(server: Server) -> None:
    tokens = [new_token(), new_token()]
    table = laid(server, *tokens)
    with greet(server, table, tokens[0]) as (line, position):
        brief_move(line, position, "sent-twice")
        version = hear(line)["position"]["version"]
        brief_move(line, position, "sent-twice")
        again = hear(line)
        assert (again["type"], again["key"], again["version"]) == ("accepted", "sent-twice", version)


def test_a_refused_move_leaves_the_next_update_alone(server: Server) -> None:
    tokens = [new_token(), new_token()]
    table = laid(server, *tokens)
    with greet(server, table, tokens[0]) as (line, position), greet(server, table, tokens[1]) as (other, theirs):
        brief_move(line, position, "not-so-fast", decision=10_000)
        assert hear(line)["code"] == "decision.stale"
        move(other, theirs, theirs["choices"]["actions"][-1], key="not-so-fast")
        assert hear_until(line, "update")["answers"] is None


def test_the_client_plays_with_one_message_for_each_move(server: Server) -> None:
    heard: list[str] = []

    class Counting(Seat):
        def answered(self, message: dict[str, Any]) -> None:
            heard.append(message["type"])
            super().answered(message)

    async def story() -> None:
        tokens = [new_token(), new_token()]
        table = laid(server, *tokens)
        async with Counting(Link(server.url, table, tokens[0])) as seat:
            position = await anext(seat)
            accepted = await seat.move(position, position.actions[-1], key="by-the-client")
            assert accepted.version == position.version + 1
            assert {event["version"] for event in accepted.events} == {accepted.version}

    asyncio.run(story())
    assert heard == ["update"]


def test_the_client_asks_a_server_of_the_version_before_for_nothing_new() -> None:
    position = {"version": 2, "status": "playing", "seat": 0, "choices": {"decision": 2, "actions": [7]}, "events": []}
    sent: list[dict[str, Any]] = []

    async def older(line: ServerConnection) -> None:
        await line.recv()
        await line.send(json.dumps({"type": "welcome", "table": {}, "position": position}))
        sent.append(json.loads(await line.recv()))
        await line.send(json.dumps({"type": "update", "position": {**position, "version": 3}}))
        await line.send(json.dumps({"type": "accepted", "key": sent[0]["key"], "version": 3, "events": []}))
        await line.wait_closed()

    async def story() -> int:
        async with serve(older, "127.0.0.1", 0) as door:
            port = door.sockets[0].getsockname()[1]
            async with Seat(Link(f"http://127.0.0.1:{port}", "A" * 22, new_token())) as seat:
                first = await anext(seat)
                return (await seat.move(first, 7)).version

    assert asyncio.run(story()) == 3
    assert "answer" not in sent[0]
