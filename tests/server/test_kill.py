"""The server is killed again and again while forty games are on. Not one acknowledged move is lost, none happens twice,
and every game comes to its end."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ferrovia.client import Server as Asked
from ferrovia.server.core.entries import Kind
from ferrovia.server.store.database import sqlite_url
from server.guests import Counter
from server.parties import Game, Plan, check_log, check_record, lay, play_all
from server.processes import children, pid_of
from server.serving import GENEROUS, Server

KILLS: Final = 10
SECONDS: Final = 900.0
"""For everything, on the busiest machine; otherwise a minute is enough."""
EXPECTED: Final = {Kind.MOVED, Kind.PLAYED, Kind.LEFT, Kind.RETURNED}
PLANS: Final = [
    *[Plan()] * 20,
    *[Plan("amsterdam")] * 8,
    *[Plan(board) for board in ("usa", "nederland", "lyon")],
    *[Plan(bots=1)] * 2,
    Plan("amsterdam", bots=2),
    *[Plan(clock=True)] * 2,
    *[Plan(leaves=3)] * 2,
    *[Plan(leaves=4, returns=True)] * 2,
]


async def play_while_dying(server: Server, kills: Sequence[Callable[[], None]]) -> list[Game]:
    """All games to their end, with all kills on the way: each once some more moves have been acknowledged."""
    luck = random.Random(f"{server.port}")
    counter = Counter()
    async with Asked(server.url) as asked:
        games = [await lay(plan, asked, luck, counter.add) for plan in PLANS]
        playing = asyncio.create_task(play_all(games))
        for kill in kills:
            reached = asyncio.create_task(counter.reach(counter.count + luck.randint(30, 160)))
            await asyncio.wait({reached, playing}, return_when=asyncio.FIRST_COMPLETED)
            assert not playing.done(), "all games ended, or one of them failed, before the last kill"
            await asyncio.sleep(luck.uniform(0, 0.1))
            await asyncio.to_thread(kill)
        await playing
        for game in games:
            await check_record(game)
    return games


# --- the servers ----------------------------------------------------------------------------------------
def quiet_port() -> int:
    """A free port that no outgoing connection is ever given: while the server is down, a client that looks for it could
    otherwise be connected to itself, and keep the port."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@contextmanager
def staying(data: Path, *args: str) -> Iterator[Server]:
    """A server that comes back where it was."""
    server = Server(data, *GENEROUS, *args)
    server.port = quiet_port()
    try:
        yield server.start()
    finally:
        server.close()


def kill_and_start(server: Server) -> None:
    server.kill()
    server.start()


def kill_a_worker(server: Server) -> None:
    """Another one is started by the process above; meanwhile the rest go on."""
    os.kill(random.choice(sorted(children(pid_of(server)))), signal.SIGKILL)


def test_no_acknowledged_move_is_lost_however_often_the_server_is_killed(tmp_path: Path) -> None:
    async def story() -> None:
        async with asyncio.timeout(SECONDS):
            games = await play_while_dying(server, [lambda: kill_and_start(server)] * KILLS)
            assert await check_log(games, sqlite_url(tmp_path / "data" / "ferrovia.sqlite3")) >= EXPECTED

    with staying(tmp_path / "data") as server:
        asyncio.run(story())


def test_no_acknowledged_move_is_lost_when_workers_are_killed_in_turn(tmp_path: Path, postgres_url: str) -> None:
    async def story() -> None:
        a_worker, everything = (lambda: kill_a_worker(server)), (lambda: kill_and_start(server))
        kills = [a_worker, a_worker, a_worker, everything, a_worker, a_worker, a_worker, everything, a_worker, a_worker]
        assert len(kills) == KILLS
        async with asyncio.timeout(SECONDS):
            games = await play_while_dying(server, kills)
            assert await check_log(games, postgres_url) >= EXPECTED

    with staying(tmp_path / "data", "--database", postgres_url, "--workers", "2") as server:
        asyncio.run(story())
