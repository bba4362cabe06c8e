"""Language models by the protocol's own client, over HTTP and at a live table, to which they come by an invitation."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from mcp import Client

from ferrovia.cli.mcp.server import make_server
from ferrovia.client.server import new_token
from ferrovia.text.words import Words
from server.serving import Server as Running


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def over_http() -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "ferrovia", "mcp", "--http", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ))
    try:
        end = time.monotonic() + 60
        while time.monotonic() < end and process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.terminate()
        process.wait()


async def ask(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def refused(client: Client, tool: str, **arguments: Any) -> bool:
    return bool((await client.call_tool(tool, arguments)).is_error)


async def play_out(client: Client, game: str) -> Any:
    """Waits for its turns, does what comes, with what may not be done mixed in."""
    for turn in range(2000):
        position = await ask(client, "wait", game=game, seconds=20)
        if "standings" in position:
            return position
        legal = (await ask(client, "actions", game=game))["actions"]
        if turn % 5 == 0:
            assert await refused(client, "act", game=game, action="claim Paris–London red")
        if legal:
            await ask(client, "act", game=game, action=legal[turn * 7919 % len(legal)])
    raise AssertionError("the game has no end")


def test_a_whole_game_over_http() -> None:
    async def story(url: str) -> None:
        async with asyncio.timeout(280), Client(url) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert {"look", "act", "join"} <= tools
            begun = await ask(client, "new_game", board="berlin", opponents=["greedy"])
            assert await refused(client, "look", game="nobody's")
            final = await play_out(client, begun["game"])
            assert len(final["standings"]) == 2

    with over_http() as url:
        asyncio.run(story(url))


def test_a_page_of_another_host_reaches_nothing() -> None:
    """A browser that was lured here by a name of somebody else's is turned away."""
    with over_http() as url:
        wanted = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        told = {"Accept": "application/json, text/event-stream"}
        for header in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            assert httpx.post(url, json=wanted, headers={**told, **header}).status_code in (403, 421)


def test_a_whole_game_at_a_live_table_by_invitation(server: Running) -> None:
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "novice"}]
    wanted = {"board": "berlin", "seats": seats, "host": new_token()}
    made = httpx.post(f"{server.url}/api/tables", json=wanted).json()
    link = f"{server.url}/t/{made['table']}#{made['invites'][0]['token']}"

    async def story() -> None:
        async with asyncio.timeout(280), Client(make_server(Words("en"))) as client:
            seat = await ask(client, "join", link=link, name="parrot")
            assert await refused(client, "join", link=link, name="another")
            final = await play_out(client, seat["game"])
            assert {told["name"] for told in final["seats"]} == {"parrot", "novice"}
            assert (await ask(client, "actions", game=seat["game"]))["actions"] == []
            assert await refused(client, "act", game=seat["game"], action="draw blind")

    asyncio.run(story())
    shown = httpx.get(f"{server.url}/api/tables/{made['table']}").json()
    assert shown["position"]["status"] == "over"
