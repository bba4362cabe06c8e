"""What is worked out beside the server: one address neither fills the row before it nor keeps others waiting."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from ferrovia.boards import registry, source_files
from ferrovia.boards.game_factory import GameKey
from ferrovia.boards.package import write_package
from ferrovia.server import balances, counting, maps, print_shop, workbench
from ferrovia.server.api.studio_files import builtin_package
from ferrovia.server.balance_answers import BalanceBudget
from ferrovia.server.core import daily
from ferrovia.server.core.entries import Entry, Kind, now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.fair_queue import FairQueue
from ferrovia.server.core.plans import Plan
from ferrovia.server.core.storage import Change
from ferrovia.server.core.tables import Tables
from ferrovia.server.encoding import printed
from ferrovia.server.planning import Planning
from ferrovia.server.store import Database, board_edit_rows
from ferrovia.server.store.boards import SNAPSHOT, BoardStore
from ferrovia.server.store.database import sqlite_url
from ferrovia.studio.blank import blank_draft
from server.memory import Memory
from server.test_print import Desks, settle, wanted
from server.test_scheduling import Process


async def settled(*tasks: asyncio.Task[Any]) -> list[object]:
    return list(await asyncio.gather(*tasks, return_exceptions=True))


def test_nobody_fills_the_row_alone_and_addresses_take_turns() -> None:
    served: list[str] = []

    async def come(queue: FairQueue, address: str) -> None:
        async with queue.turn(address):
            served.append(address)
            await go_on.wait()

    go_on = asyncio.Event()

    async def story() -> None:
        queue = FairQueue(most=5, of_one=3)
        crowd = [asyncio.create_task(come(queue, "crowd")) for _ in range(6)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(come(queue, name)) for name in ("ada", "bo", "cy")]
        await settle()
        go_on.set()
        refused = [error for error in await settled(*crowd, *others) if isinstance(error, Denied)]
        assert len(refused) == 3 + 1  # half of the crowd, and whoever came when five were there
        assert served[0] == "crowd"
        assert set(served[1:4]) == {"crowd", "ada", "bo"}  # nobody waits behind two of the crowd
        assert not queue.waiting

    asyncio.run(story())


def test_a_crowd_at_the_workbench_keeps_nobody_from_it() -> None:
    async def story() -> None:
        made = workbench.Workbench()
        begun: list[str] = []
        go_on = asyncio.Event()

        async def alone(name: str) -> str:
            begun.append(name)
            await go_on.wait()
            return name

        made.run_alone = alone  # type: ignore[method-assign, assignment]
        run: Any = made.run
        crowd = [asyncio.create_task(run("crowd", "crowd")) for _ in range(workbench.IN_WORK)]
        await settle()
        ada = asyncio.create_task(run("ada", "ada"))
        await settle()
        go_on.set()
        assert await ada == "ada"
        assert "ada" in begun[:3]
        refused = [error for error in await settled(*crowd) if isinstance(error, Denied)]
        assert len(refused) == workbench.IN_WORK - workbench.OF_ONE_ADDRESS

    asyncio.run(story())


def test_compiled_work_that_computes_for_too_long_ends_with_its_process() -> None:
    """It hears of no alarm, and had the process until the clock said so: a busy machine's clock must not matter."""
    work = "from ferrovia.server.workbench import limited; limited(0.2, sum, range(10**12))"
    assert subprocess.run([sys.executable, "-c", work], check=False).returncode == -signal.SIGXCPU


def test_one_address_has_few_measurements_in_work(tmp_path: Path) -> None:
    async def story() -> None:
        made = balances.Balances(tmp_path, BalanceBudget(planner_games=2, an_hour=1000))
        go_on = asyncio.Event()

        async def run(*_: object) -> object:
            await go_on.wait()
            raise Denied("board.too_much")

        made.workbench.run = run  # type: ignore[method-assign, assignment]
        crowd = [asyncio.create_task(made.of("amsterdam", players, "crowd")) for players in (2, 3, 4)]
        await settle()
        ada = asyncio.create_task(made.of("berlin", 2, "ada"))
        await settle()
        codes = {task.exception().code for task in crowd if task.done()}  # type: ignore[union-attr]
        assert codes == {"limit.balances"}
        assert len(made.measuring) == balances.OF_ONE_ADDRESS + 1
        go_on.set()
        await settled(*crowd, ada)
        assert not made.askers
        made.close()

    asyncio.run(story())


def test_a_count_that_takes_too_long_is_given_up_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that never ended kept the process, and twenty of them everybody from it."""
    monkeypatch.setattr(counting, "SECONDS", 0.05)

    def count(game: GameKey, players: list[object]) -> object:
        time.sleep(0.5 if players else 0)
        return {"game": game}

    monkeypatch.setattr(counting, "count", count)
    ended: list[bool] = []

    class Threads:
        def open(self) -> ThreadPoolExecutor:
            return ThreadPoolExecutor(1)

        def end(self, *, wait: bool = False) -> None:
            ended.append(wait)

    async def story() -> None:
        made = counting.Counting()
        made.processes = Threads()  # type: ignore[assignment]
        key = GameKey("amsterdam", 2, (), 0)
        crowd = [asyncio.create_task(made.of(key, [object()], "crowd")) for _ in range(30)]  # type: ignore[list-item]
        await settle()
        assert (await made.of(key, [], "ada"))["game"] == key  # type: ignore[typeddict-item]
        found = await settled(*crowd)
        codes = [error.code for error in found if isinstance(error, Denied)]
        assert codes.count("server.failed") == counting.OF_ONE_ADDRESS
        assert len(ended) == counting.OF_ONE_ADDRESS

    asyncio.run(story())


def test_boards_are_printed_for_one_address_after_another() -> None:
    async def story() -> None:
        desks = Desks()
        shop = print_shop.PrintShop(desks)
        crowd = [asyncio.create_task(shop.of(wanted(number), "crowd")) for number in range(print_shop.AT_ONCE)]
        await settle()
        ada = asyncio.create_task(shop.of(wanted(99), "ada"))
        for _ in range(3):
            await settle()
            desks.desk.finish(b"done")
        assert await ada == b"done"
        for _ in crowd[2:]:
            await settle()
            desks.desk.finish(b"done")
        await settled(*crowd)

    asyncio.run(story())


def test_a_map_that_takes_too_long_keeps_nobody_waiting_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of people are drawn beside those of the package, and one that can't be drawn in time is given up."""
    monkeypatch.setattr(maps, "LONGEST", 0.05)
    slow = "orchard@" + "0" * 32
    monkeypatch.setattr(maps, "known", lambda _: registry.builtin("amsterdam"))

    def draw(board: str, language: str) -> object:
        time.sleep(0.3 if board == slow else 0)
        return printed({"board": board})

    monkeypatch.setattr(maps, "draw", draw)

    class Threads:
        def __init__(self) -> None:
            self.ended = 0

        def open(self) -> ThreadPoolExecutor:
            return ThreadPoolExecutor(1)

        def end(self, *, wait: bool = False) -> None:
            self.ended += 1

    async def story() -> None:
        made = maps.Maps(Threads())
        made.others.processes = Threads()
        monkeypatch.setattr(maps, "version_in", lambda name: name if "@" in name else None)
        hopeless = asyncio.create_task(made.of(slow, "en", "crowd"))
        await settle()
        assert (await made.of("amsterdam", "en", "ada")).plain == printed({"board": "amsterdam"}).plain
        for task in (hopeless, asyncio.create_task(made.of(slow, "fr", "crowd"))):
            with pytest.raises(Denied, match=r"board\.too_much"):
                await task
        assert (await made.of("copse@x", "en", "ada")).plain == printed({"board": "copse@x"}).plain

    asyncio.run(story())


# --- plans --------------------------------------------------------------------------------------------------
NOBODYS_TURN = 5


def told(id: str, version: int) -> Change:
    return Change(id, [Entry(version, now(), Kind.CHAT)], seats={}, progress=None)


class FewPlans:
    """Plans of whoever waits for a turn; counts how often a table is looked at."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.kept: dict[str, list[Plan]] = {}
        self.looks = 0

    async def plans(self, table: str) -> list[Plan]:
        self.looks += 1
        return self.kept.get(table, [])

    async def keep_plan(self, table: str, plan: Plan) -> None:
        self.kept[table] = [plan]

    async def drop_plan(self, table: str, seat: int) -> None:
        del self.kept[table]

    async def planned_tables(self) -> dict[str, int]:
        return {id: await self.memory.version(id) for id in self.kept}


def test_a_table_with_a_plan_is_looked_at_only_when_something_was_written() -> None:
    """Who plans for turns that never come must not have the server open all those tables for ever."""

    async def story() -> None:
        process = Process()
        store = FewPlans(process.memory)
        made = Planning(Tables(process.memory, process.memory), store)
        ids = [await process.lay(people=2) for _ in range(5)]
        for id in ids:
            await store.keep_plan(id, Plan(NOBODYS_TURN, "", True, 0))
        for _ in range(3):
            await made.find()
            while not made.due.empty():
                await made.play_next()
        assert store.looks == len(ids)
        await process.memory.write(told(ids[0], await process.memory.version(ids[0]) + 1))  # by another process
        await made.find()
        assert made.due.qsize() == 1

    asyncio.run(story())


# --- the deal of the day ------------------------------------------------------------------------------------
def test_sixty_days_take_hardly_longer_than_one() -> None:
    """Each walked the whole chain: whoever asked first for the days held up everybody for more than a second."""
    daily.chain("some key")
    begin = time.thread_time()
    seeds = [daily.link("some key", number) for number in range(61)]
    assert time.thread_time() - begin < 0.01
    assert all(daily.proves(seeds[0], number, seed) for number, seed in enumerate(seeds))


# --- boards of people ---------------------------------------------------------------------------------------
def test_large_edits_of_a_board_fill_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two thousand of any size were kept: gigabytes of one board."""
    monkeypatch.setattr(board_edit_rows, "UNDOABLE_LENGTH", 10_000)

    async def story() -> None:
        database = Database(sqlite_url(tmp_path / "x.sqlite3"))
        await database.migrate()
        store = BoardStore(database)
        id = await store.make("b" * 22, "key", "hash", "address", blank_draft("grove", {"en": "Grove", "fr": "Grove"}))
        for number in range(2 * SNAPSHOT):
            await store.edit(
                id, f"key-{number:05}", "Ada", [[f"p/p{each}/name", f"{number} {'x' * 40}"] for each in range(20)]
            )
        kept = await store.edits(id, 0)
        assert 5 <= len(kept) < 10
        assert (await store.find(id)).number == kept[-1].number == 2 * SNAPSHOT
        assert str((await store.find(id)).draft["p/p0/name"]).startswith(str(2 * SNAPSHOT - 1))
        await database.close()

    asyncio.run(story())


def test_a_version_is_handed_out_as_it_was_packed(tmp_path: Path) -> None:
    """Packing takes the server a tenth of a second and more: nobody has it done with every request."""

    async def story() -> None:
        database = Database(sqlite_url(tmp_path / "x.sqlite3"))
        await database.migrate()
        store = BoardStore(database)
        files = source_files("amsterdam")
        version = await store.add_version(files, "amsterdam", "digest")
        assert await store.package(version) == write_package(files)
        assert await store.files(version) == files
        assert await store.package("0" * 32) is None
        await database.close()

    asyncio.run(story())
    assert builtin_package("amsterdam") is builtin_package("amsterdam")
