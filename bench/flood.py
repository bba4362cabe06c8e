"""Whether anybody can stop the others' games: `python bench/flood.py [--json]`, on loopback alone.

Some people play at tables of a server with its usual limits. First nobody bothers them; then a program at another
address floods the server, in every way that `attacks.py` knows, one after another. Printed for each: how long a move
took to be acknowledged, the memory of the server and its share of a processor, and what became of the attacker. A flood
is held out if the p99 of the others stays under 100 ms, or under three times what it was when nobody bothered them."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from ferrovia.client import Line, Link, Position

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.attacks import KINDS
from bench.load import cpu_seconds, free_port, memory, running

ENOUGH_MS: Final = 100.0
TIMES: Final = 3.0
THINKING: Final = 0.04
"""Seconds between a person's turn and the move: somebody always plays, but within what a socket may send."""


@dataclass
class Measured:
    """What the players saw while something went on."""

    delays: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    """What the server computed between a move and its acknowledgement: no other program on the machine adds to it."""
    unanswered: dict[str, float] = field(default_factory=dict)
    """When moves were sent that still wait, and count for as long as they have."""
    lost: int = 0

    def row(self, rss: float) -> dict[str, Any]:
        now = time.perf_counter()
        delays = sorted(self.delays + [now - sent for sent in self.unanswered.values()]) or [float("inf")]
        return {
            "moves": len(self.delays),
            "p50_ms": round(delays[len(delays) // 2] * 1000, 1),
            "p99_ms": round(delays[int(len(delays) * 0.99)] * 1000, 1),
            "worst_ms": round(delays[-1] * 1000, 1),
            "work_p99_ms": round((sorted(self.work) or [0.0])[int(len(self.work) * 0.99)] * 1000, 1),
            "lost": self.lost,
            "rss_mb": round(rss / 1e6, 1),
        }


class Players:
    """Two people at each of some tables, game after game."""

    def __init__(self, port: int, tables: int, server: int) -> None:
        self.server = Path(f"/proc/{server}/task/{server}/schedstat")
        self.url = f"http://127.0.0.1:{port}"
        self.tables = tables
        self.unanswered: dict[str, float] = {}
        self.measured = Measured(unanswered=self.unanswered)
        self.luck = random.Random(1)

    async def run(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client, asyncio.TaskGroup() as group:
            for _ in range(self.tables):
                group.create_task(self.play_on(client))

    async def play_on(self, client: httpx.AsyncClient) -> None:
        while True:
            tokens = [secrets.token_urlsafe(32) for _ in range(2)]
            table = await new_table(client, tokens)
            lines = [await Line.open(Link(self.url, table, token)) for token in tokens]
            try:
                async with asyncio.TaskGroup() as group:
                    for line in lines:
                        group.create_task(self.play(line))
            except* Exception:
                self.measured.lost += 1
                self.unanswered.clear()
            for line in lines:
                await line.close()

    async def play(self, line: Line) -> None:
        position, key, worked, answered = line.position, "", 0.0, None
        while not position.ended:
            if position.actions and position.decision != answered:
                answered = position.decision
                await asyncio.sleep(THINKING)
                key, worked = secrets.token_urlsafe(9), self.worked()
                self.unanswered[key] = time.perf_counter()
                await line.move(key, position, self.luck.choice(position.actions))
            message = await line.hear()
            sent = self.unanswered.pop(answered_move(message), None)
            if sent is not None:
                self.measured.delays.append(time.perf_counter() - sent)
                self.measured.work.append(self.worked() - worked)
            if message["type"] == "update":
                position = Position(message["position"])
        self.unanswered.pop(key, None)  # the last update may come before the last answer, which nobody waits for

    def worked(self) -> float:
        """Seconds for which the server's event loop has computed so far."""
        return int(self.server.read_text().split()[0]) / 1e9


def answered_move(message: dict[str, Any]) -> str:
    """The key of the move that a message acknowledges."""
    return str(message.get("key" if message["type"] == "accepted" else "answers", ""))


async def new_table(client: httpx.AsyncClient, tokens: list[str]) -> str:
    seats = [{"kind": "person", "name": f"P{number}", "token": token} for number, token in enumerate(tokens)]
    wanted = {"board": "usa", "seats": seats, "host": secrets.token_urlsafe(32)}
    answer = await client.post("/api/tables", json=wanted)
    answer.raise_for_status()
    return str(answer.json()["table"])


@contextmanager
def highest_memory(process: subprocess.Popen[bytes]) -> Iterator[list[int]]:
    found = [memory(process)]
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.1):
            found[0] = max(found[0], memory(process))

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    yield found
    done.set()
    watching.join()


async def measure(port: int, process: subprocess.Popen[bytes], options: argparse.Namespace) -> dict[str, Any]:
    players = Players(port, options.tables, process.pid)
    playing = asyncio.create_task(players.run())
    async with httpx.AsyncClient(base_url=players.url, timeout=60) as client:
        target = await new_table(client, [secrets.token_urlsafe(32) for _ in range(2)])
    await asyncio.sleep(3)  # until everybody plays
    rows: dict[str, Any] = {}
    for kind in ["nothing", *options.kinds]:
        players.measured = Measured(unanswered=players.unanswered)
        begin, used = time.perf_counter(), cpu_seconds(process.pid)
        with highest_memory(process) as rss:
            outcome = await attacked(kind, port, target, options.seconds)
        used = (cpu_seconds(process.pid) - used) / (time.perf_counter() - begin)
        rows[kind] = {**players.measured.row(rss[0]), "cpu": round(used, 2), **outcome}
        judge(rows[kind], rows["nothing"])
        if not options.json:
            print(f"{kind:30} {rows[kind]}", flush=True)
        await asyncio.sleep(3)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return rows


async def attacked(kind: str, port: int, target: str, seconds: float) -> dict[str, Any]:
    if kind == "nothing":
        await asyncio.sleep(seconds)
        return {}
    command = [str(Path(__file__).with_name("attacks.py")), kind, str(port), f"--table={target}"]
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, *command, "--seconds", str(seconds), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await attacker.communicate()
    return {"attacker": json.loads(told or "{}")}


def judge(row: dict[str, Any], unloaded: dict[str, Any]) -> None:
    row["holds"] = row["p99_ms"] <= max(ENOUGH_MS, TIMES * unloaded["p99_ms"]) and row["lost"] == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4, help="at which two people play")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each flood")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS), metavar="KIND")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="ferrovia-flood-") as folder:
        command = ["-m", "ferrovia", "serve", "--port", str(port), "--data", folder, "--proxy", ""]
        with running([*command, "--tables-per-hour", "100000"], port) as process:
            rows = asyncio.run(measure(port, process, options))
    failed = [kind for kind, row in rows.items() if not row["holds"]]
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        print("every flood is held out" if not failed else f"gave way: {', '.join(failed)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
