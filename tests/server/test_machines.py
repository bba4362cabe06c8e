"""Two machines with a server each, and one database. One of them dies in play; nothing is lost, the other goes on."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import psycopg
import pytest

from ferrovia.client import Link
from ferrovia.client import Server as Asked
from ferrovia.server.core.entries import Kind
from server.guests import Counter
from server.machines import Machine, NoMachines, machines
from server.parties import Plan, check_log, check_record, lay, play_all
from server.postgres import Postgres
from server.serving import Server

SECONDS: Final = 600.0
PLANS: Final = [*[Plan()] * 8, *[Plan("amsterdam")] * 2, Plan(bots=1)]


class Balancer:
    """Gives each connection to the first server that takes it, as a proxy before several machines does."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers
        self.tasks: set[asyncio.Task[None]] = set()
        self.door: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        self.door = await asyncio.start_server(self.join, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.door is not None
        self.door.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.door.wait_closed()
        await asyncio.sleep(0.01)  # what was aborted is closed by the loop

    @property
    def url(self) -> str:
        assert self.door is not None
        return f"http://127.0.0.1:{self.door.sockets[0].getsockname()[1]}"

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for server in self.servers:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(1):
                    theirs, ours = await asyncio.open_connection(server.host, server.port)
                self.pump(reader, ours)
                self.pump(theirs, writer)
                return
        writer.transport.abort()

    def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(copy(reader, writer))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
    finally:
        writer.transport.abort()


# --- the machines ---------------------------------------------------------------------------------------
@pytest.fixture
def pair() -> Iterator[Sequence[Machine]]:
    try:
        with machines(2) as made:
            yield made
    except NoMachines as reason:
        pytest.skip(str(reason))


@pytest.fixture
def database(pair: Sequence[Machine]) -> Iterator[Callable[[Machine | None], str]]:
    """Its URL as a machine sees it, or as it is here."""
    postgres = Postgres().create()
    try:
        with (postgres.data / "postgresql.conf").open("a") as settings:
            settings.write(f"listen_addresses = '{','.join(machine.gateway for machine in pair)}'\n")
        with (postgres.data / "pg_hba.conf").open("a") as rights:
            rights.writelines(f"host all all {machine.address}/32 trust\n" for machine in pair)
        postgres.start()
        here = postgres.new_database()
        name = psycopg.conninfo.conninfo_to_dict(here)["dbname"]
        yield lambda machine: here if machine is None else f"postgresql://ferrovia@{machine.gateway}/{name}"
    finally:
        postgres.close()


@pytest.mark.parametrize("end", ["killed", "cut off"])
def test_one_of_two_machines_dies_in_play_and_nothing_is_lost(
    pair: Sequence[Machine], database: Callable[[Machine | None], str], tmp_path: Path, end: str
) -> None:
    servers = [machine.server(tmp_path / machine.name, "--database", database(machine)) for machine in pair]

    def fail() -> None:
        if end == "cut off":
            pair[0].unplug()
        servers[0].kill()

    async def story() -> None:
        counter, luck = Counter(), random.Random(5)
        async with (
            asyncio.timeout(SECONDS),
            Balancer(servers) as first,
            Balancer(servers[::-1]) as second,
            Asked(first.url) as one,
            Asked(second.url) as two,
        ):
            games = [await lay(plan, asked, luck, counter.add) for plan in PLANS for asked in (one, two)]
            for game in games:  # at every table, the guests are at different machines
                for guest, balancer in zip(game.guests, (first, second), strict=True):
                    guest.link = Link(balancer.url, guest.link.table, guest.link.token)
            playing = asyncio.create_task(play_all(games))
            reached = asyncio.create_task(counter.reach(150))
            await asyncio.wait({reached, playing}, return_when=asyncio.FIRST_COMPLETED)
            assert not playing.done()
            await asyncio.to_thread(fail)
            before = counter.count
            await playing
            assert counter.count > before
            assert all(guest.lines > 1 for game in games for guest in game.guests[:1])
            for game in games:
                game.asked = two
                await check_record(game)
        assert await check_log(games, database(None)) >= {Kind.MOVED, Kind.PLAYED}

    try:
        for server in servers:
            server.start()
        asyncio.run(story())
    finally:
        for server in servers:
            server.close()


HOLD: Final = """
import sys, time
import psycopg
from sqlalchemy import make_url
from ferrovia.server.store.database import connect_args
line = psycopg.connect(sys.argv[1], **connect_args(make_url(sys.argv[1])))
line.execute("LOCK TABLE held")
print("held", flush=True)
time.sleep(600)
"""


def test_a_machine_that_is_cut_off_in_a_transaction_holds_up_nobody(
    pair: Sequence[Machine], database: Callable[[Machine | None], str]
) -> None:
    """PostgreSQL by itself would keep its locks for two hours, and the other servers would wait for them."""
    with psycopg.connect(database(None), autocommit=True) as line:
        line.execute("CREATE TABLE held (number int)")
        inside = ("ip", "netns", "exec", pair[0].name, sys.executable, "-c", HOLD, database(pair[0]))
        with subprocess.Popen(inside, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "held\n"
            pair[0].unplug()
            holder.kill()
        line.execute("SET lock_timeout = '90s'")
        line.execute("INSERT INTO held VALUES (1)")
