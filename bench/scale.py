"""What a second worker brings on PostgreSQL: `make scale ARGS="--json"` (it uses what the tests have).

A private PostgreSQL is started from Debian's programs. Real games are played over many sockets, which the system
spreads over the workers as it likes, so that the two seats of a table are often at different ones. Two things are
measured:

- moves for each second that the workers compute, with one worker and with two, everybody moving as fast as they can;
- with two workers and people who think, how long a move takes to its acknowledgement, and until the opponent sees it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop
from bench.load import cpu_seconds, ferrovia_server, free_port, make_tables, sit_down

from ferrovia.client import Line, Position
from server.postgres import Postgres
from server.processes import parents

WARM_UP = 3.0
"""Seconds that count for nothing: games are opened and boards read."""


class Meter:
    """Counts from when everybody plays until the time is over."""

    def __init__(self, seconds: float, server: int) -> None:
        self.begin = time.perf_counter() + WARM_UP
        self.end = self.begin + seconds
        self.server = server
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.refused = 0

    def note(self, times: list[float], sent: float) -> None:
        arrived = time.perf_counter()
        if self.begin <= arrived < self.end:
            times.append(arrived - sent)

    async def measure(self) -> dict[str, float]:
        await asyncio.sleep(max(0.0, self.begin - time.perf_counter()))
        before = used_by(self.server)
        await asyncio.sleep(max(0.0, self.end - time.perf_counter()))
        used = used_by(self.server) - before
        moves = len(self.acknowledged)
        return {
            "moves_per_second": round(moves / (self.end - self.begin), 1),
            "moves_per_cpu_second": round(moves / used, 1),
            **quantiles("acknowledged", self.acknowledged),
            **quantiles("seen", self.seen),
            "seen_vs_acknowledged": round(middle(self.seen) / middle(self.acknowledged), 2),
            "refused": self.refused,
        }


def used_by(server: int) -> float:
    """Seconds that the server's processes have computed: all of them, not PostgreSQL's."""
    family = [server]
    by_parent = parents()
    for pid in family:
        family += [child for child, parent in by_parent.items() if parent == pid]
    return sum(cpu_seconds(pid) for pid in family)


def middle(times: Sequence[float]) -> float:
    return statistics.median(times) if times else float("nan")


def quantiles(name: str, times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    if not ordered:
        return {}
    return {
        f"{name}_p50_ms": round(ordered[len(ordered) // 2] * 1000, 2),
        f"{name}_p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 2),
    }


class Game:
    """Two seats that move by lot. Each notes when its own move is acknowledged and when it sees the other's."""

    def __init__(self, meter: Meter, luck: random.Random, think: float) -> None:
        self.meter = meter
        self.luck = luck
        self.think = think
        self.sent: dict[int, tuple[int, float]] = {}  # the move's number: by which seat, and when
        self.answered: list[int | None] = [None, None]

    async def play(self, seat: int, line: Line) -> None:
        position = line.position
        await self.decide(seat, line, position)
        while not position.ended:
            message = await line.hear()
            self.meter.refused += message["type"] == "refused"
            if message["type"] != "update":
                continue
            position = Position(message["position"])
            self.look(seat, position, message["answers"] is not None)
            await self.decide(seat, line, position)

    def look(self, seat: int, position: Position, answers: bool) -> None:
        by, at = self.sent.get(position.said["moves"], (None, 0.0))
        if by is not None and by != seat:
            self.meter.note(self.meter.seen, at)
        elif by is not None and answers:
            self.meter.note(self.meter.acknowledged, at)

    async def decide(self, seat: int, line: Line, position: Position) -> None:
        if not position.actions or position.decision == self.answered[seat]:
            return
        self.answered[seat] = position.decision
        if self.think:
            await asyncio.sleep(self.luck.uniform(0, 2 * self.think))
        if position.said["view"]["phase"]:  # both choose their first tickets at once: whose move is which?
            self.sent[position.said["moves"] + 1] = (seat, time.perf_counter())
        await line.move(secrets.token_urlsafe(9), position, self.luck.choice(position.actions))


async def measure(port: int, server: int, tables: int, seconds: float, think: float, board: str) -> dict[str, float]:
    lines = await sit_down(port, await make_tables(port, tables, board))
    meter = Meter(seconds, server)
    luck = random.Random(1)
    games: list[asyncio.Task[Any]] = []
    for pair in zip(lines[::2], lines[1::2], strict=True):
        game = Game(meter, luck, think)
        games += [asyncio.create_task(game.play(seat, line)) for seat, line in enumerate(pair)]
    result = await meter.measure()
    for task in games:
        task.cancel()
    ends = await asyncio.gather(*games, return_exceptions=True)
    result["errors"] = sum(isinstance(end, Exception) for end in ends)
    await asyncio.gather(*(line.close() for line in lines), return_exceptions=True)
    return result


@contextmanager
def serving(url: str, folder: Path, workers: int) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    port = free_port()
    with ferrovia_server(folder, port, "--database", url, "--workers", str(workers)) as process:
        try:
            yield port, process
        finally:
            process.terminate()  # not killed: its workers end with it
            process.wait(30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="one worker and two in turn")
    parser.add_argument("--think", type=float, default=2.0, help="seconds that people think on average, for the delays")
    parser.add_argument("--board", default="usa")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    busy: dict[int, list[dict[str, float]]] = {1: [], 2: []}
    postgres = Postgres().create()
    postgres.start()
    try:
        with tempfile.TemporaryDirectory(prefix="ferrovia-scale-") as folder:

            def run(workers: int, think: float) -> dict[str, float]:
                with serving(postgres.new_database(), Path(folder) / secrets.token_hex(4), workers) as (port, process):
                    time.sleep(1)  # both workers have to be there before the sockets come
                    work = measure(port, process.pid, options.tables, options.seconds, think, options.board)
                    found = uvloop.run(work)
                if not options.json:
                    print(f"{workers} worker{'s' if workers > 1 else ' '} thinking {think:g} s: {found}", flush=True)
                return found

            for _ in range(options.rounds):
                for workers in (1, 2):
                    busy[workers].append(run(workers, 0.0))
            thinking = {workers: run(workers, options.think) for workers in (1, 2)}
    finally:
        postgres.close()
    pairs = zip(busy[2], busy[1], strict=True)
    ratio = statistics.median(two["moves_per_cpu_second"] / one["moves_per_cpu_second"] for two, one in pairs)
    result = {
        "sockets": 2 * options.tables,
        "board": options.board,
        "busy": busy,
        "thinking": thinking,
        "two_vs_one": round(ratio, 3),
        "seen_vs_acknowledged": thinking[2]["seen_vs_acknowledged"],
    }
    if options.json:
        print(json.dumps(result, indent=2))
        return
    print(f"moves per CPU-second with two workers: {ratio:.2f} × with one (at least 0.85)")
    print(f"seen after {result['seen_vs_acknowledged']:.2f} × the time to the acknowledgement (at most 3)")


if __name__ == "__main__":
    main()
