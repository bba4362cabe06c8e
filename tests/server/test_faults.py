"""What goes wrong around a server: the database goes away, the disk is full, people vanish in the middle of a word or
stop reading. Games go on, or wait; nothing is half done."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import re
import secrets
import socket
import struct
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, cast

import httpx
import pytest
from starlette.websockets import WebSocket

from ferrovia.client import Refused
from ferrovia.client import Server as Asked
from ferrovia.server import send_queue
from ferrovia.server.api.requests import NewTable, PersonSeat
from ferrovia.server.close_codes import TOO_SLOW
from ferrovia.server.core import commands
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.storage import Change
from ferrovia.server.core.tables import Tables
from ferrovia.server.run import UNREAD_MS, bind
from ferrovia.server.send_queue import SendQueue
from ferrovia.server.store import Database, Journal, Repository
from ferrovia.server.store.database import sqlite_url
from server.guests import Counter, dawdle
from server.parties import Plan, check_log, check_record, lay, persistently, play_all
from server.postgres import Postgres
from server.processes import until
from server.serving import GENEROUS, Server, create, greet, hear_until, new_token, person, serving, show

GONE_SECONDS: Final = 5.0


def two_people(server: Server) -> tuple[str, list[str]]:
    tokens = [new_token(), new_token()]
    people = [person(name, token) for name, token in zip(("Ada", "Bo"), tokens, strict=True)]
    return create(server, "berlin", people)["table"], tokens


# --- the database ---------------------------------------------------------------------------------------
def test_games_wait_for_a_database_that_is_gone_and_then_go_on(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()

    async def story(asked: Asked) -> None:
        counter, luck = Counter(), random.Random(1)
        plans = [*[Plan()] * 6, Plan("amsterdam"), Plan(bots=1)]
        games = [await lay(plan, asked, luck, counter.add) for plan in plans]
        table, tokens = await asyncio.to_thread(two_people, server)
        decision = (await asked.show(table, tokens[0]))["position"]["choices"]["decision"]

        async def ask_to_move() -> dict[str, Any]:
            return await asked.move(table, tokens[0], "one-key-all-along", decision, "keep 1,2")

        playing = asyncio.create_task(play_all(games))
        await counter.reach(100)
        await asyncio.to_thread(postgres.stop, "immediate")
        try:
            told = await refusals(ask_to_move)
            assert (await asked.http.get(f"{asked.address}/readyz")).status_code == 503
            assert (await asked.http.get(f"{asked.address}/healthz")).status_code == 200
        finally:
            await asyncio.to_thread(postgres.start)
        assert told == {"database.unavailable"}
        done = await persistently(ask_to_move)
        assert done["version"] == (await ask_to_move())["version"]
        assert (await asked.show(table))["position"]["moves"] == 1
        await playing
        for game in games:
            await check_record(game)
        await check_log(games, url)

    with serving(tmp_path / "data", "--database", url, "--workers", "2") as server:
        run_story(server, story)


async def refusals(ask: Any) -> set[str]:
    """The codes with which something is refused for some seconds."""
    codes: set[str] = set()
    until = time.monotonic() + GONE_SECONDS
    while time.monotonic() < until:
        with pytest.raises(Refused) as refused:
            await ask()
        codes.add(refused.value.code)
        await asyncio.sleep(0.2)
    return codes


def run_story(server: Server, story: Any) -> None:
    async def told() -> None:
        async with asyncio.timeout(600), Asked(server.url) as asked:
            await story(asked)

    asyncio.run(told())


# --- the disk -------------------------------------------------------------------------------------------
@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Six megabytes, mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("only root can mount a small disk, and not everywhere")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    file = disk / "filler"
    with file.open("wb", buffering=0) as stream:
        try:
            while True:
                stream.write(bytes(4096))
        except OSError:
            return file


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    async def story(asked: Asked) -> None:
        counter, luck = Counter(), random.Random(2)
        games = [await lay(Plan(), asked, luck, counter.add) for _ in range(4)]
        table, tokens = await asyncio.to_thread(two_people, server)
        seen = (await asked.show(table, tokens[0]))["position"]

        async def ask_to_move() -> dict[str, Any]:
            return await asked.move(table, tokens[0], "one-key-all-along", seen["choices"]["decision"], "keep 1,2")

        playing = asyncio.create_task(play_all(games))
        await counter.reach(40)
        filler = fill(disk)
        for _ in range(5):
            with pytest.raises(Refused, match=r"^database\.unavailable$"):
                await ask_to_move()
        shown = (await asked.show(table, tokens[0]))["position"]
        assert (shown["version"], shown["moves"], shown["choices"]) == (seen["version"], 0, seen["choices"])
        assert not playing.done()
        promised = counter.count
        filler.unlink()
        done = await persistently(ask_to_move)
        assert done["version"] == (await ask_to_move())["version"] == seen["version"] + 1
        await playing
        assert counter.count > promised
        for game in games:
            await check_record(game)
        await check_log(games, sqlite_url(disk / "ferrovia.sqlite3"))

    with small_disk(tmp_path / "disk") as disk, serving(disk) as server:
        run_story(server, story)


# --- lines ----------------------------------------------------------------------------------------------
class Raw:
    """A socket without a library: every byte is our own."""

    def __init__(self, server: Server, table: str, token: str | None = None) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(30)
        self.socket.connect(("127.0.0.1", server.port))
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET /api/tables/{table}/live HTTP/1.1",
            "Host: 127.0.0.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.socket.recv(1)
        assert b" 101 " in answer
        self.send({"type": "hello", **({} if token is None else {"token": token})})

    def send(self, message: dict[str, Any]) -> None:
        self.socket.sendall(frame(message))

    def vanish(self) -> None:
        """Without a goodbye: the other end gets a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def reads_at_last(self, code: int) -> bool:
        """Whether what comes ends with a close frame of this code."""
        last, end = b"", b"\x88\x02" + struct.pack("!H", code)
        while more := self.socket.recv(65536):
            last = (last + more)[-len(end) :]
            if last == end:
                return True
        return False


def frame(message: dict[str, Any]) -> bytes:
    """Masked with zeros, as a client may."""
    data = json.dumps(message).encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack("!H", len(data))
    return b"\x81" + length + bytes(4) + data


@pytest.fixture
def raws() -> Iterator[list[Raw]]:
    made: list[Raw] = []
    yield made
    for raw in made:
        raw.socket.close()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_a_move_that_is_cut_in_the_middle_never_happened(server: Server, share: float, raws: list[Raw]) -> None:
    table, tokens = two_people(server)
    before = show(server, table, tokens[0])["position"]
    sent = {"type": "move", "key": "cut-in-half", "decision": before["choices"]["decision"], "action": "keep 1,2"}
    whole = frame(sent)
    raws += [Raw(server, table, tokens[0]), Raw(server, table, tokens[0])]
    raws[0].socket.sendall(whole[: int(len(whole) * share)])
    raws[0].vanish()
    with greet(server, table, tokens[1]) as (line, position):
        assert position["moves"] == 0
        begin = int(len(whole) * share)
        raws[1].socket.sendall(whole[:begin])
        time.sleep(0.05)  # two parts, not one
        raws[1].socket.sendall(whole[begin:])
        assert hear_until(line, "update")["position"]["moves"] == 1
    assert show(server, table, tokens[0])["position"]["version"] == before["version"] + 1


NARROW: Final = """
import socket
from ferrovia.cli import main
from ferrovia.server import run

wide = run.bind

def narrow(host, port):
    door = wide(host, port)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # whoever comes in has the same
    return door

run.bind = narrow
main()
"""


class NarrowServer(Server):
    """The system keeps next to nothing for those who do not read, so that the server has to."""

    program = ("-c", NARROW)


@contextmanager
def running(server: Server) -> Iterator[Server]:
    try:
        yield server.start()
    finally:
        server.close()


def metric(server: Server, name: str) -> float:
    page = httpx.get(f"{server.url}/metrics").text
    found = re.search(rf"^{name} (\S+)$", page, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_who_does_not_read_is_dropped_and_the_others_play_on(tmp_path: Path, raws: list[Raw]) -> None:
    async def story(asked: Asked) -> None:
        counter = Counter()
        game = await lay(Plan("usa"), asked, random.Random(3), counter.add, dawdle)
        token = game.guests[0].link.token
        raws.extend([Raw(server, game.table, token), Raw(server, game.table, token)])
        playing = asyncio.create_task(game.play())
        await asyncio.to_thread(until, lambda: metric(server, "ferrovia_slow_consumers_total") == 2)
        assert await asyncio.to_thread(raws[0].reads_at_last, 4408)
        await playing
        await check_record(game)
        assert [guest.lines for guest in game.guests] == [1, 1]

    with running(NarrowServer(tmp_path / "data", *GENEROUS)) as server:
        run_story(server, story)


def test_the_system_ends_connections_that_take_nothing() -> None:
    """Closing would wait until they do: the option has to be on every connection, not on the door alone."""
    with bind("127.0.0.1", 0) as door:
        door.listen()
        with socket.create_connection(door.getsockname()), door.accept()[0] as line:
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == UNREAD_MS


def test_a_line_that_takes_nothing_any_more_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        """A socket whose buffers are full."""

        def __init__(self) -> None:
            self.full = asyncio.Event()

        async def send_text(self, text: str) -> None:
            self.full.set()
            await asyncio.Event().wait()

    async def story() -> None:
        deaf = Deaf()
        line = SendQueue(cast(WebSocket, deaf), most=2)
        sender = asyncio.create_task(line.run())
        line.send(b"this hangs")
        await deaf.full.wait()
        for _ in range(3):
            line.send(b"this waits")
        assert line.closing == TOO_SLOW
        async with asyncio.timeout(10):
            with pytest.raises(TimeoutError):
                await sender

    monkeypatch.setattr(send_queue, "SEND_SECONDS", 0.05)
    asyncio.run(story())


# --- those who leave too early --------------------------------------------------------------------------
class Slowly(Journal):
    """Writes when it is allowed to."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.allowed = asyncio.Event()
        self.asked = asyncio.Event()

    async def commit(self, changes: Sequence[Change]) -> None:
        self.asked.set()
        await self.allowed.wait()
        await super().commit(changes)


class Listener:
    def __init__(self) -> None:
        self.versions: list[int] = []
        self.heard = asyncio.Event()

    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        self.versions += [entry.version for entry, _ in news]
        self.heard.set()


@asynccontextmanager
async def opened_tables(folder: Path) -> AsyncIterator[tuple[Tables, Slowly]]:
    database = Database(sqlite_url(folder / "test.sqlite3"))
    await database.migrate()
    journal = Slowly(database)
    journal.open()
    try:
        yield Tables(Repository(database), journal), journal
    finally:
        journal.allowed.set()
        await journal.close()
        await database.close()


def test_everybody_hears_of_a_move_whose_maker_was_cut_off_while_it_was_written(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened_tables(tmp_path) as (tables, journal):
            journal.allowed.set()
            people = [PersonSeat(kind="person", name=name, token=new_token()) for name in ("Ada", "Bo")]
            wanted = NewTable(board="berlin", seats=list(people), first=0, host=new_token())
            opened = await tables.open(await tables.create(wanted.new_table()))
            listener = Listener()
            opened.subscribers.add(listener)
            journal.allowed.clear()
            journal.asked.clear()
            version = opened.table.version
            decision = opened.table.decisions[0]
            move = commands.Move(people[0].token, decision, "keep 1,2", "cut-off-key")
            moving = asyncio.create_task(tables.act(opened.table.id, move))
            await journal.asked.wait()
            moving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await moving
            await asyncio.sleep(0.5)  # whatever the server does about it, it does now
            journal.allowed.set()
            async with asyncio.timeout(10):
                await listener.heard.wait()
            assert listener.versions == [version + 1]
            assert (opened.table.version, opened.table.moves) == (version + 1, 1)

    asyncio.run(story())
