"""Mixed play for as long as one likes: `make soak ARGS="--minutes 30 --json"` (it uses what the tests have).

People at many tables move, think, leave and come back, are cut off, join by invitation, play with bots and clocks; when
a game is over, another begins. In the first fifth of the time the server is killed again and again. After that it lives
on, and its memory, its file handles and the delay of a move are watched: what they are in the last third of that time
must not be more than in the first. Every acknowledged move is looked for in the log of its table.

SQLite with one process, then PostgreSQL with two workers. Exit code 1 if anything was lost or did not stay flat.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter as Tally
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import uvloop

from ferrovia.client import Link, Position, Seat
from ferrovia.client import Server as Asked
from ferrovia.server.settings import FILE
from ferrovia.server.store import Database, Repository
from ferrovia.server.store.database import sqlite_url
from server.guests import Guest
from server.parties import Game, Plan, check_promises, lay, persistently
from server.postgres import Postgres
from server.processes import children, parents, pid_of
from server.serving import GENEROUS, Server, new_token
from server.test_kill import quiet_port

KILLING: Final = 0.2
"""The share of the time in which the server is killed."""
SAMPLES: Final = 120
"""How often it is looked at in the rest."""
LONG_ENOUGH: Final = 5.0
"""Minutes. In less, caches still fill: it is not asked whether anything is flat."""
PLANS: Final = [
    *[Plan()] * 4,
    *[Plan("amsterdam")] * 2,
    *[Plan(board) for board in ("usa", "nederland", "lyon")],
    Plan(bots=1),
    Plan("amsterdam", bots=2),
    Plan(clock=True),
    Plan(leaves=3),
    Plan(leaves=4, returns=True),
]


@dataclass
class Diary:
    """What happened, and what was seen of the server."""

    think: float
    delays: list[float] = field(default_factory=list)
    counts: Tally[str] = field(default_factory=Tally)
    memory: list[float] = field(default_factory=list)
    handles: list[int] = field(default_factory=list)
    medians: list[float] = field(default_factory=list)
    slowest: list[float] = field(default_factory=list)

    def sample(self, server: Server) -> None:
        family = family_of(pid_of(server))
        self.memory.append(sum(memory_of(pid) for pid in family))
        self.handles.append(sum(handles_of(pid) for pid in family))
        delays, self.delays = sorted(self.delays), []
        if delays:
            self.medians.append(delays[len(delays) // 2] * 1000)
            self.slowest.append(delays[int(len(delays) * 0.99)] * 1000)


# --- the server's processes -----------------------------------------------------------------------------
def family_of(pid: int) -> list[int]:
    """A process, those it started, and those that they started."""
    found, by_parent = [pid], parents()
    for one in found:
        found += [child for child, parent in by_parent.items() if parent == one]
    return found


def memory_of(pid: int) -> float:
    """Megabytes that are in use by it alone."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1000
    return 0.0


def handles_of(pid: int) -> int:
    with suppress(OSError):
        return len(os.listdir(f"/proc/{pid}/fd"))
    return 0


# --- people ---------------------------------------------------------------------------------------------
@dataclass
class Visitor(Guest):
    """Thinks before each move, and is cut off now and then."""

    diary: Diary = field(default_factory=lambda: Diary(0.0))

    async def play(self, most: int | None = None) -> Position:
        while True:
            stay = len(self.promises) + self.luck.randint(5, 40)
            last = await self.stay(stay if most is None else min(stay, most))
            if last.ended or (most is not None and len(self.promises) >= most):
                return last
            self.diary.counts["reconnects"] += 1

    async def stay(self, until: int) -> Position:
        async with Seat(self.link) as seat:
            async for last in seat:
                if last.actions:
                    await self.move(seat, last)
                if len(self.promises) >= until:
                    break
            self.lines += seat.lines
            if seat.line is not None and self.luck.random() < 0.5:
                seat.line.socket.transport.abort()  # without a goodbye
        return last

    async def move(self, seat: Seat, position: Position) -> None:
        await asyncio.sleep(self.luck.uniform(0, 2 * self.diary.think))
        begin = time.perf_counter()
        await super().move(seat, position)
        self.diary.delays.append(time.perf_counter() - begin)
        self.diary.counts["moves"] += 1


async def take_seats(plan: Plan, asked: Asked, luck: random.Random, diary: Diary) -> Game:
    """A new table; at some, one of the guests comes by invitation."""
    game = await persistently(lambda: lay(plan, asked, luck, lambda: None))
    if plan == Plan() and luck.random() < 0.5:
        game = await persistently(lambda: join_one(asked, luck))
        diary.counts["joins"] += 1
    guests = [
        Visitor(guest.link, guest.luck, guest.on_promise, guest.way, guest.may_be_overtaken, diary=diary)
        for guest in game.guests
    ]
    diary.counts["tables"] += 1
    return Game(plan, asked, game.table, guests)


async def join_one(asked: Asked, luck: random.Random) -> Game:
    tokens = [new_token(), new_token()]
    seats = [{"kind": "person", "name": "Host", "token": tokens[0]}, {"kind": "open"}]
    made = await asked.create("berlin", seats, new_token(), stand_in="novice")
    await asked.join(made["table"], made["invites"][0]["token"], "Guest", tokens[1])
    links = [Link(asked.address, made["table"], token) for token in tokens]
    guests = [Guest(link, random.Random(luck.random()), lambda: None) for link in links]
    return Game(Plan(), asked, made["table"], guests)


async def keep_playing(plan: Plan, asked: Asked, database: Database, luck: random.Random, diary: Diary) -> None:
    """One game after another, for ever. Each is looked up when it is over."""
    while True:
        game = await take_seats(plan, asked, luck, diary)
        await game.play()
        stored = await Repository(database).find(game.table)
        assert stored is not None, "a table is lost"
        check_promises(game, stored)
        diary.counts["games"] += 1
        diary.counts["promises kept"] += sum(len(guest.promises) for guest in game.guests)


# --- the server, killed and watched ---------------------------------------------------------------------
def kill(server: Server, luck: random.Random) -> None:
    workers = children(pid_of(server))
    if "--workers" in server.args and len(workers) == 2 and luck.random() < 0.7:
        os.kill(luck.choice(sorted(workers)), signal.SIGKILL)
        return
    server.kill()
    for worker in workers:  # it could not tell them
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)
    server.start()


async def soak(server: Server, url: str, tables: int, minutes: float, think: float) -> Diary:
    luck, diary = random.Random(13), Diary(think)
    database = Database(url)
    seconds = minutes * 60
    async with Asked(server.url) as asked:
        plans = [PLANS[number % len(PLANS)] for number in range(tables)]
        playing = [asyncio.create_task(keep_playing(plan, asked, database, luck, diary)) for plan in plans]
        watching = asyncio.create_task(watch(server, seconds, luck, diary))
        done, _ = await asyncio.wait({watching, *playing}, return_when=asyncio.FIRST_COMPLETED)
        for task in (watching, *playing):
            task.cancel()
        await asyncio.gather(watching, *playing, return_exceptions=True)
        for task in done:
            task.result()  # raises what went wrong
    await database.close()
    return diary


async def watch(server: Server, seconds: float, luck: random.Random, diary: Diary) -> None:
    begin = time.monotonic()
    while time.monotonic() < begin + KILLING * seconds:
        await asyncio.sleep(luck.uniform(0.2, 0.6) * min(30.0, KILLING * seconds))
        await asyncio.to_thread(kill, server, luck)
        diary.counts["kills"] += 1
    steady = seconds * (1 - KILLING)
    await asyncio.sleep(steady / 10)  # what was lost by the kills is opened again
    diary.delays.clear()
    for _ in range(SAMPLES):
        await asyncio.sleep(steady * 0.9 / SAMPLES)
        diary.sample(server)


# --- was it flat? ---------------------------------------------------------------------------------------
def thirds(values: Sequence[float]) -> tuple[float, float]:
    """The medians of the first third and of the last."""
    part = max(1, len(values) // 3)
    return round(statistics.median(values[:part]), 1), round(statistics.median(values[-part:]), 1)


ROOM: Final = {"memory_mb": (1.1, 10.0), "handles": (1.1, 10.0), "p50_ms": (1.5, 5.0), "p99_ms": (2.0, 50.0)}
"""What the last third may be: so many times the first, and so much more."""


def told(diary: Diary) -> dict[str, Any]:
    seen = {
        "memory_mb": thirds(diary.memory),
        "handles": thirds([float(count) for count in diary.handles]),
        "p50_ms": thirds(diary.medians),
        "p99_ms": thirds(diary.slowest),
    }
    grown = [name for name, (first, last) in seen.items() if last > first * ROOM[name][0] + ROOM[name][1]]
    return {**dict(diary.counts), **seen, "grown": grown}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0, help="in all")
    parser.add_argument("--tables", type=int, default=56, help="at which somebody plays at any time")
    parser.add_argument("--think", type=float, default=0.5, help="seconds before a move, on average")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    kinds = ["sqlite", "postgresql"] if options.database == "both" else [options.database]
    minutes = options.minutes / len(kinds)
    result: dict[str, Any] = {"minutes": options.minutes, "tables": options.tables, "think": options.think}
    with tempfile.TemporaryDirectory(prefix="ferrovia-soak-") as folder, ExitStack() as stack:
        for kind in kinds:
            data, args = Path(folder) / kind, []
            url = sqlite_url(data / FILE)
            if kind == "postgresql":
                postgres = Postgres().create()
                stack.callback(postgres.close)
                postgres.start()
                url = postgres.new_database()
                args = ["--database", url, "--workers", "2"]
            server = Server(data, *GENEROUS, *args)
            server.port = quiet_port()
            stack.callback(server.close)
            server.start()
            diary = uvloop.run(soak(server, url, options.tables, minutes, options.think))
            server.stop()
            result[kind] = told(diary)
            if not options.json:
                print(f"{kind}: {result[kind]}", flush=True)
    if options.json:
        print(json.dumps(result, indent=2))
    grown = {kind: result[kind]["grown"] for kind in kinds if minutes >= LONG_ENOUGH and result[kind]["grown"]}
    if grown:
        sys.exit(f"not flat: {grown}")


if __name__ == "__main__":
    main()
