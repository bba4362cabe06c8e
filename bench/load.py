"""How much the game server carries, beside a bare server in the same run: `python bench/load.py [--json]`.

The bare server is what any such server has to do at least: Starlette, a WebSocket, and one row inserted and committed
in SQLite (same settings) for every message before it is echoed. Ferrovia plays real games: every move is parsed,
checked, played, logged, committed, and both seats get their own view. Both are driven by the same client process over
the same number of sockets, half of which have something to say at any time.

Then the same games with company, beside games without it, in turns: every socket hears who comes and goes, and every
seat says a phrase after every tenth move of its own, which is kept and told to the table (`--only company` for that).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from ferrovia.client import Line, Link, Position

OPEN_AT_ONCE = 50
TALK = 10
"""Moves after which somebody says something."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL")


# --- the bare server ------------------------------------------------------------------------------------
def bare_app() -> Any:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    database = sqlite3.connect(Path(os.environ["BARE_DATA"]) / "bare.sqlite3", isolation_level=None)
    for pragma in PRAGMAS:
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE messages (id INTEGER PRIMARY KEY, at REAL, text TEXT)")

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                text = await socket.receive_text()
                database.execute("INSERT INTO messages (at, text) VALUES (?, ?)", (time.time(), text))
                await socket.send_text(text)

    return Starlette(routes=[WebSocketRoute("/live", echo)])


# --- servers --------------------------------------------------------------------------------------------
def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
        return port


@contextmanager
def running(command: list[str], port: int, env: dict[str, str] | None = None) -> Any:
    process = subprocess.Popen([sys.executable, *command], env={**os.environ, **(env or {})}, stdout=subprocess.DEVNULL)
    try:
        for _ in range(400):
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


def bare_server(data: Path, port: int) -> Any:
    command = ["-m", "uvicorn", "bench.load:bare_app", "--factory", "--port", str(port), "--ws", "websockets-sansio"]
    command += ["--log-level", "warning", "--no-access-log", "--app-dir", str(Path(__file__).parents[1])]
    command += ["--ws-per-message-deflate", "false"]
    return running(command, port, {"BARE_DATA": str(data)})


def ferrovia_server(data: Path, port: int, *more: str) -> Any:
    command = ["-m", "ferrovia", "serve", "--port", str(port), "--data", str(data), "--tables-per-hour", "100000000"]
    return running([*command, "--sockets", "100000", "--moves", "1000000", *more], port)


def memory(process: subprocess.Popen[bytes]) -> int:
    """Bytes of the process that are in use."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def cpu_seconds(pid: int) -> float:
    """Time that the server's process has computed so far: other programs on the machine don't change it much."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- driving --------------------------------------------------------------------------------------------
@asynccontextmanager
async def sockets(urls: list[str]) -> AsyncIterator[list[ClientConnection]]:
    async with AsyncExitStack() as stack:
        opened: list[ClientConnection] = []
        for start in range(0, len(urls), OPEN_AT_ONCE):
            some = [
                stack.enter_async_context(
                    connect(url, compression=None, ping_interval=None, open_timeout=60, max_queue=256)
                )
                for url in urls[start : start + OPEN_AT_ONCE]
            ]
            opened += await asyncio.gather(*some)
        yield opened


class Meter:
    """Counts from when everybody plays until the time is over."""

    def __init__(self, seconds: float, server: int) -> None:
        self.begin = time.perf_counter() + min(2.0, seconds / 4)
        self.end = self.begin + seconds
        self.server = server
        self.used = 0.0
        self.delays: list[float] = []
        self.errors = 0

    @property
    def over(self) -> bool:
        return time.perf_counter() >= self.end

    def note(self, sent: float) -> None:
        arrived = time.perf_counter()
        if self.begin <= arrived < self.end:
            if not self.delays:
                self.used = -cpu_seconds(self.server)
            self.delays.append(arrived - sent)

    def result(self) -> dict[str, float]:
        self.used += cpu_seconds(self.server)
        delays = sorted(self.delays)
        return {
            "cpu_ms_per_move": round(self.used / len(delays) * 1000, 3),
            "moves_per_second": round(len(delays) / (self.end - self.begin), 1),
            "p50_ms": round(delays[len(delays) // 2] * 1000, 2),
            "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 2),
            "errors": self.errors,
        }


async def echo_pair(one: ClientConnection, other: ClientConnection, meter: Meter, size: int) -> None:
    """Two sockets that take turns: the next speaks when the last has heard the echo."""
    text = "x" * size
    while not meter.over:
        for line in (one, other):
            sent = time.perf_counter()
            await line.send(text)
            await line.recv()
            meter.note(sent)


class Game:
    """A game by lot. A move's time is measured from when it is sent until the opponent has the update."""

    def __init__(self, meter: Meter, luck: random.Random, talks: bool = False) -> None:
        self.meter = meter
        self.luck = luck
        self.talks = talks
        self.made = [0, 0]
        self.sent = [(0, 0.0), (0, 0.0)]  # each seat's last move: its number, 0 once the opponent has it, and when
        self.answered: list[int | None] = [None, None]

    async def play(self, number: int, line: Line) -> None:
        position = line.position
        while not self.meter.over:
            await self.look(number, line, position)
            if position.ended:
                return
            position = await self.next_position(line)

    async def next_position(self, line: Line) -> Position:
        while True:
            message = await line.hear()
            if message["type"] == "update":
                return Position(message["position"])
            self.meter.errors += message["type"] == "refused"

    async def look(self, number: int, line: Line, position: Position) -> None:
        moves = position.said["moves"]
        awaited, at = self.sent[1 - number]
        if awaited and moves >= awaited:
            self.meter.note(at)
            self.sent[1 - number] = (0, 0.0)
        if position.actions and position.decision != self.answered[number]:
            self.answered[number] = position.decision
            self.sent[number] = (moves + 1, time.perf_counter())
            await line.move(secrets.token_urlsafe(9), position, self.luck.choice(position.actions))
            self.made[number] += 1
            if self.talks and self.made[number] % TALK == 0:
                await line.say({"type": "say", "kind": "phrase", "text": "hello"})


async def play_table(lines: Sequence[Line], meter: Meter, luck: random.Random, company: bool = False) -> None:
    game = Game(meter, luck, company)
    await asyncio.gather(*(game.play(number, line) for number, line in enumerate(lines)))


async def sit_down(port: int, made: list[tuple[str, list[str]]], company: bool = False) -> list[Line]:
    links = [Link(f"http://127.0.0.1:{port}", table, token) for table, tokens in made for token in tokens]
    lines: list[Line] = []
    for start in range(0, len(links), OPEN_AT_ONCE):
        lines += await asyncio.gather(
            *(Line.open(link, company=company) for link in links[start : start + OPEN_AT_ONCE])
        )
    return lines


async def measure_bare(port: int, server: int, tables: int, seconds: float) -> dict[str, float]:
    async with sockets([f"ws://127.0.0.1:{port}/live"] * (2 * tables)) as lines:
        meter = Meter(seconds, server)
        pairs = zip(lines[::2], lines[1::2], strict=True)
        await asyncio.gather(*(echo_pair(one, other, meter, 120) for one, other in pairs))
    return meter.result()


async def make_tables(port: int, count: int, board: str) -> list[tuple[str, list[str]]]:
    """(table, its seats' tokens) of new games between two people."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        made: list[tuple[str, list[str]]] = []
        for start in range(0, count, OPEN_AT_ONCE):
            some = range(start, min(count, start + OPEN_AT_ONCE))
            made += await asyncio.gather(*(make_table(client, board) for _ in some))
    return made


async def make_table(client: httpx.AsyncClient, board: str) -> tuple[str, list[str]]:
    tokens = [secrets.token_urlsafe(32) for _ in range(2)]
    seats = [{"kind": "person", "name": f"Load {i}", "token": token} for i, token in enumerate(tokens)]
    answer = await client.post("/api/tables", json={"board": board, "seats": seats, "host": secrets.token_urlsafe(32)})
    answer.raise_for_status()
    return answer.json()["table"], tokens


async def measure_games(
    port: int, server: int, tables: int, seconds: float, board: str, company: bool = False
) -> dict[str, float]:
    lines = await sit_down(port, await make_tables(port, tables, board), company)
    meter = Meter(seconds, server)
    luck = random.Random(1)
    pairs = zip(lines[::2], lines[1::2], strict=True)
    games = [asyncio.create_task(play_table(pair, meter, luck, company)) for pair in pairs]
    await asyncio.sleep(max(0.0, meter.end - time.perf_counter()))
    result = meter.result()
    for game in games:
        game.cancel()
    done = await asyncio.gather(*games, return_exceptions=True)
    result["errors"] += sum(isinstance(end, Exception) for end in done)
    await asyncio.gather(*(line.close() for line in lines))
    return result


async def measure_idle(port: int, process: subprocess.Popen[bytes], tables: int, board: str) -> dict[str, float]:
    """Memory that tables take which are open and at which nobody is."""
    made = await make_tables(port, 200, board)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for table, _ in made:
            await client.get(f"/api/tables/{table}")
        before = memory(process)
        for table, _ in await make_tables(port, tables, board):
            await client.get(f"/api/tables/{table}")
    return {"tables": tables, "kilobytes_per_table": round((memory(process) - before) / tables / 1000, 2)}


# --- many stored games ----------------------------------------------------------------------------------
async def store_games(data: Path, count: int, board: str, report: Callable[[int], None]) -> list[str]:
    """Finished games, written as the server writes them; the same few games under many ids."""
    from ferrovia.engine.chance import from_secret, seeded
    from ferrovia.record import format_action
    from ferrovia.server.core.entries import Entry, Kind
    from ferrovia.server.core.setup import NoClock, new_setup
    from ferrovia.server.core.storage import Change, Creation, Progress
    from ferrovia.server.core.table import Status, Table, TableSeat
    from ferrovia.server.core.tokens import new_table_id
    from ferrovia.server.settings import FILE
    from ferrovia.server.store import Database, Journal
    from ferrovia.server.store.database import sqlite_url

    database = Database(sqlite_url(data / FILE))
    journal = Journal(database)
    journal.open()
    setup = new_setup(board, 2, {}, None, NoClock(), "conductor", "full")
    ids: list[str] = []
    logs: list[tuple[bytes, list[Entry]]] = []
    for number in range(20):
        secret, luck = secrets.token_bytes(32), seeded(number)
        game = setup.game()
        state = game.start(from_secret(secret))
        log = [Entry(1, 1, Kind.CREATED), Entry(2, 1, Kind.STARTED)]
        while not state.over:
            actions = state.legal_actions()
            action = int(actions[luck.below(len(actions))])
            log.append(Entry(len(log) + 1, 1, Kind.MOVED, int(state.seat), format_action(game, action), "k"))
            state.apply(action)
        logs.append((secret, log))
    waiting = []
    for number in range(count):
        secret, log = logs[number % len(logs)]
        table = Table(new_table_id(), setup, secret, "0" * 64, [TableSeat("person", "A"), TableSeat("person", "B")])
        ids.append(table.id)
        change = Change(
            table.id,
            log,
            seats=dict(enumerate(table.seats)),
            progress=Progress(Status.OVER, 1, None),
            creation=Creation(secrets.token_hex(32), setup, secret, "0" * 64),
        )
        waiting.append(asyncio.create_task(journal.write(change)))
        if len(waiting) == 100:
            await asyncio.gather(*waiting)
            report(len(waiting))
            waiting = []
    await asyncio.gather(*waiting)
    await journal.close()
    await database.close()
    return ids


async def measure_opening(port: int, process: subprocess.Popen[bytes], ids: list[str]) -> dict[str, float]:
    """Every stored game is opened once; the last as quickly as the first?"""
    times: list[float] = []
    before = memory(process)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for id in ids:
            begin = time.perf_counter()
            answer = await client.get(f"/api/tables/{id}")
            answer.raise_for_status()
            times.append(time.perf_counter() - begin)
    part = max(1, len(times) // 10)
    return {
        "games": len(ids),
        "first_tenth_ms": round(statistics.median(times[:part]) * 1000, 2),
        "last_tenth_ms": round(statistics.median(times[-part:]) * 1000, 2),
        "p99_ms": round(sorted(times)[int(len(times) * 0.99)] * 1000, 2),
        "memory_growth_mb": round((memory(process) - before) / 1e6, 1),
    }


# --- with company ---------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Load:
    """What is measured, and where the servers keep their data."""

    folder: Path
    tables: int
    seconds: float
    board: str

    def games(self, name: str, company: bool = False) -> dict[str, float]:
        port = free_port()
        with ferrovia_server(self.folder / name, port) as process:
            return uvloop.run(measure_games(port, process.pid, self.tables, self.seconds, self.board, company))

    def bare(self, name: str) -> dict[str, float]:
        data, port = self.folder / name, free_port()
        data.mkdir()
        with bare_server(data, port) as process:
            return uvloop.run(measure_bare(port, process.pid, self.tables, self.seconds))


def measure_company(load: Load, rounds: int, say: Callable[[str], None]) -> dict[str, Any]:
    """Games alone and with presence and phrases, in turns; who begins changes from round to round."""
    measured: dict[bool, list[dict[str, float]]] = {False: [], True: []}
    for number in range(rounds):
        for company in (False, True) if number % 2 == 0 else (True, False):
            measured[company].append(load.games(f"company{number}{company}", company))
            say(f"{'company  ' if company else 'alone    '} {measured[company][-1]}")

    def ratios(name: str) -> list[float]:
        pairs = zip(measured[True], measured[False], strict=True)
        return [round(with_it[name] / alone[name], 3) for with_it, alone in pairs]

    return {
        "alone": measured[False],
        "company": measured[True],
        "moves_vs_alone": ratios("moves_per_second"),
        "cpu_vs_alone": ratios("cpu_ms_per_move"),
    }


def told_company(found: dict[str, Any]) -> str:
    moves, cpu = found["moves_vs_alone"], found["cpu_vs_alone"]
    return (
        f"with presence and phrases: moves per second {statistics.median(moves):.2f} × alone (at least 0.90; {moves}), "
        f"CPU time of a move {statistics.median(cpu):.2f} × ({cpu})"
    )


# --- the bench ------------------------------------------------------------------------------------------
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=2, help="bare and Ferrovia in turn, then alone and with company")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--stored", type=int, default=10_000, help="games in the database that are opened")
    parser.add_argument("--idle", type=int, default=1_500)
    parser.add_argument("--only", choices=["company"], help="measure this alone")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    say: Callable[[str], None] = (lambda text: None) if options.json else (lambda text: print(text, flush=True))
    result: dict[str, Any] = {"tables": options.tables, "sockets": 2 * options.tables, "board": options.board}
    with tempfile.TemporaryDirectory(prefix="ferrovia-load-") as folder:
        load = Load(Path(folder), options.tables, options.seconds, options.board)
        if options.only is None:
            result |= measure_alone(load, options, say)
        result["with_company"] = measure_company(load, options.rounds, say)
    say(told_company(result["with_company"]))
    if options.json:
        print(json.dumps(result, indent=2))


def measure_alone(load: Load, options: argparse.Namespace, say: Callable[[str], None]) -> dict[str, Any]:
    """Beside a bare server; then idle tables and stored games."""
    bare, games = [], []
    for number in range(options.rounds):
        bare.append(load.bare(f"bare{number}"))
        say(f"bare      {bare[-1]}")
        games.append(load.games(f"games{number}"))
        say(f"ferrovia  {games[-1]}")
    data, port = load.folder / "idle", free_port()
    with ferrovia_server(data, port) as process:
        idle = uvloop.run(measure_idle(port, process, options.idle, options.board))
    say(f"idle      {idle}")
    data, port = load.folder / "stored", free_port()
    with ferrovia_server(data, port):
        time.sleep(1)  # lays the tables of the database
    ids = uvloop.run(store_games(data, options.stored, options.board, lambda count: None))
    with ferrovia_server(data, port) as process:
        opening = uvloop.run(measure_opening(port, process, ids))
    say(f"opening   {opening}")
    rate = statistics.median(g["moves_per_second"] / b["moves_per_second"] for g, b in zip(games, bare, strict=True))
    delay = statistics.median(g["p99_ms"] / b["p99_ms"] for g, b in zip(games, bare, strict=True))
    cpu = statistics.median(g["cpu_ms_per_move"] / b["cpu_ms_per_move"] for g, b in zip(games, bare, strict=True))
    say(f"moves per second {rate:.2f} × bare (at least 0.40), p99 {delay:.2f} × bare (at most 3)")
    say(f"CPU time of a move {cpu:.2f} × bare (at most 2)")
    return {
        "bare": bare,
        "ferrovia": games,
        "moves_vs_bare": round(rate, 3),
        "cpu_vs_bare": round(cpu, 3),
        "p99_vs_bare": round(delay, 2),
        "idle": idle,
        "opening": opening,
    }


if __name__ == "__main__":
    main()
