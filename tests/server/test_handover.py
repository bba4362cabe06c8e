"""All sockets of a table are at one worker, whichever of them the system gave the connections to."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.sync.client import ClientConnection

from ferrovia.server.handover import Handover, owner_of
from server.postgres import Postgres
from server.processes import children, pid_of, until
from server.serving import Server, create, greet, hear_until, move, new_token, person, serving

HEAD = b"GET /api/tables/x/live HTTP/1.1\r\n\r\n"


# --- between workers ------------------------------------------------------------------------------------
class Worker:
    def __init__(self, folder: Path) -> None:
        self.taken: list[tuple[socket.socket, bytes]] = []
        self.handover = Handover(folder, 2, lambda connection, head: self.taken.append((connection, head)))
        self.handover.open()

    async def take(self) -> tuple[socket.socket, bytes]:
        async with asyncio.timeout(10):
            while not self.taken:
                await asyncio.sleep(0.001)
        return self.taken.pop()


def table_of(slot: int) -> str:
    return next(str(number) for number in range(100) if owner_of(str(number), 2) == slot)


def test_a_connection_goes_to_the_worker_of_its_table(tmp_path: Path) -> None:
    async def story() -> None:
        one, two = Worker(tmp_path), Worker(tmp_path)
        assert (one.handover.slot, two.handover.slot) == (0, 1)
        here, there = socket.socketpair()
        with here, there:
            assert not one.handover.give(table_of(0), there.fileno(), HEAD)  # it is where it belongs
            assert one.handover.give(table_of(1), there.fileno(), HEAD)
            there.close()
            taken, head = await two.take()
            with taken:
                taken.send(b"still open")
                assert (head, here.recv(100)) == (HEAD, b"still open")
        one.handover.close()
        two.handover.close()

    asyncio.run(story())


def test_without_the_other_worker_it_is_served_here(tmp_path: Path) -> None:
    async def story() -> None:
        one, two = Worker(tmp_path), Worker(tmp_path)
        here, there = socket.socketpair()
        with here, there:
            assert one.handover.give(table_of(1), there.fileno(), HEAD)
            (await two.take())[0].close()
            two.handover.close()
            await asyncio.sleep(0)
            assert not one.handover.give(table_of(1), there.fileno(), HEAD)
            three = Worker(tmp_path)  # takes the slot that is free again
            assert three.handover.slot == 1
            assert one.handover.give(table_of(1), there.fileno(), HEAD)
            (await three.take())[0].close()
            three.handover.close()
        one.handover.close()

    asyncio.run(story())


def slot_of(worker: Worker) -> int | None:
    return worker.handover.slot


def test_a_worker_too_many_serves_what_it_gets_until_a_slot_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ferrovia.server.handover.AGAIN", 0.01)

    async def story() -> None:
        one, two, third = Worker(tmp_path), Worker(tmp_path), Worker(tmp_path)
        assert slot_of(third) is None
        here, there = socket.socketpair()
        with here, there:
            assert not third.handover.give(table_of(0), there.fileno(), HEAD)
            one.handover.close()
            async with asyncio.timeout(10):
                while slot_of(third) != 0:
                    await asyncio.sleep(0.01)
        two.handover.close()
        third.handover.close()

    asyncio.run(story())


# --- in a server ----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def crew(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("crew") / "data"
    with serving(data, "--workers", "2", "--database", postgres.new_database()) as server:
        yield server


def worker_of(server: Server, line: ClientConnection) -> int:
    """The process that holds the server's end of a connection."""
    port = line.local_address[1]
    ends = (f"{server.port:04X}", f"{port:04X}")
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inode = next(row[9] for row in rows if (row[1].partition(":")[2], row[2].partition(":")[2]) == ends)
    holders = [pid for pid in children(pid_of(server)) if f"socket:[{inode}]" in open_files(pid)]
    assert len(holders) == 1
    return holders[0]


def open_files(pid: int) -> set[str]:
    found = set()
    for file in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(os.readlink(file))
        except OSError:  # it was closed meanwhile
            continue
    return found


def laid(server: Server) -> tuple[str, list[str]]:
    tokens = [new_token(), new_token()]
    table: str = create(server, "berlin", [person("Ada", tokens[0]), person("Bo", tokens[1])])["table"]
    return table, tokens


def test_the_sockets_of_a_table_are_at_one_worker_and_tables_at_both(crew: Server) -> None:
    workers = until(lambda: two(children(pid_of(crew))))
    used = set()
    for _ in range(8):
        table, tokens = laid(crew)
        with ExitStack() as stack:
            seated = [stack.enter_context(greet(crew, table, tokens[number % 2])) for number in range(6)]
            holders = {worker_of(crew, line) for line, _ in seated}
            assert len(holders) == 1
            used |= holders
            (line, position), (other, _) = seated[:2]
            move(line, position, position["choices"]["actions"][-1])
            assert hear_until(other, "update")["position"]["moves"] == 1
    assert used == workers


def test_who_takes_the_place_of_a_dead_worker_gets_its_tables(crew: Server) -> None:
    workers = until(lambda: two(children(pid_of(crew))))
    table, tokens = laid(crew)
    with greet(crew, table, tokens[0]) as (line, _):
        victim = worker_of(crew, line)
        os.kill(victim, signal.SIGKILL)
        now = until(lambda: two(children(pid_of(crew)) - {victim}))
    (new,) = now - workers

    def is_at_the_new_one() -> bool:
        with greet(crew, table, tokens[0]) as (line, _):
            return worker_of(crew, line) == new

    until(is_at_the_new_one)


def two(found: set[int]) -> set[int]:
    return found if len(found) == 2 else set()
