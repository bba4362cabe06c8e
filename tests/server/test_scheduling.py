"""Who is served when: bots one decision at a time and fairly, clocks at once, whatever the machine's clock says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from ferrovia.bots.tempers import TEMPERS
from ferrovia.server.bot_pool import LEAST_SECONDS, QUICK, STRONG, BotPool, question_for, temper_of
from ferrovia.server.core import absences, agreements, draft, open_table, presence, scheduler, tables
from ferrovia.server.core.creation import ForBot, ForPerson, NewTable
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.even_clock import DAY, EvenClock
from ferrovia.server.core.fair_turns import FairTurns
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.scheduler import LEASE, BotChoice, Scheduler
from ferrovia.server.core.setup import Clock, Level, LiveClock, NoClock
from ferrovia.server.core.table import Table
from ferrovia.server.core.tables import Tables
from ferrovia.server.core.tokens import new_token
from server.builder import TableBuilder
from server.memory import Memory
from server.serving import create, greet, hear_until, move, person, serving

HOUR = 3_600_000
SHORT = LiveClock(bank_seconds=5, increment_seconds=0)


class Thinkers:
    """Bots that answer when they are let. The stationmaster has a lane of its own."""

    lanes: Mapping[str, int] = {QUICK: 1, STRONG: 1}

    def __init__(self) -> None:
        self.may = {QUICK: asyncio.Event(), STRONG: asyncio.Event()}
        self.asked: list[str] = []

    def lane_of(self, bot: str) -> str:
        return STRONG if bot == "stationmaster" else QUICK

    async def choose(self, table: Table, seat: int, crowd: int) -> BotChoice:
        self.asked.append(table.id)
        await self.may[self.lane_of(table.bot_of(seat) or "")].wait()
        await asyncio.sleep(0)
        assert table.state is not None
        return BotChoice(int(table.state.legal_for(seat)[-1]), 0.0)

    def close(self) -> None:
        pass


class Onlooker:
    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        pass


class Process:
    """The part of a server that schedules, on tables in memory; it looks when it is told to."""

    def __init__(self, memory: Memory | None = None, grace: int = 0) -> None:
        self.memory = memory or Memory()
        self.tables = Tables(self.memory, self.memory)
        self.bots = Thinkers()
        self.scheduler = Scheduler(self.tables, self.bots, grace)

    async def lay(self, *levels: Level, people: int = 1, clock: Clock | None = None, maker: str = "") -> str:
        """The seats of people come first, and the first of them begins."""
        seats = [ForPerson(f"P{n}", new_token()) for n in range(people)] + [ForBot(level) for level in levels]
        first = 0 if people else None
        return await self.tables.create(
            NewTable("berlin", seats, new_token(), first=first, clock=clock or NoClock()), maker
        )

    async def look(self) -> int:
        found = await self.scheduler.look()
        await self.settle()
        return found

    async def settle(self) -> None:
        for _ in range(300):
            await asyncio.sleep(0)

    def log(self, id: str) -> list[Kind]:
        return [entry.kind for entry in self.memory.tables[id].log]


def run(story: Callable[[], object]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60):
            await story()  # type: ignore[misc]

    asyncio.run(main())


@contextmanager
def wall_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The time that every part sees: put forward and back by the test."""
    time = [1_700_000_000_000]
    for module in (absences, agreements, draft, open_table, presence, scheduler, tables):
        monkeypatch.setattr(module, "now", lambda: time[0])
    yield time


# --- turns ------------------------------------------------------------------------------------------------
def test_a_crowd_takes_no_more_turns_than_one() -> None:
    served: list[str] = []

    async def want(turns: FairTurns, group: str) -> None:
        async with turns.turn(group):
            served.append(group)
            await asyncio.sleep(0)

    async def story() -> None:
        turns = FairTurns(1)
        crowd = [asyncio.create_task(want(turns, "crowd")) for _ in range(100)]
        await asyncio.sleep(0)
        others = [asyncio.create_task(want(turns, name)) for name in ("Ada", "Bo")]
        await asyncio.gather(*crowd, *others)
        assert turns.free == 1
        assert turns.crowd == 0

    run(story)
    assert {served.index("Ada"), served.index("Bo")} <= set(range(5))
    assert len(served) == 102


def test_who_is_called_off_loses_no_turn_for_the_others() -> None:
    async def story() -> None:
        turns = FairTurns(1)

        async def want() -> None:
            async with turns.turn("all"):
                await asyncio.sleep(0)

        tasks = [asyncio.create_task(want()) for _ in range(9)]
        await asyncio.sleep(0)
        for number in (0, 3, 4, 8):
            tasks[number].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (turns.free, turns.crowd) == (1, 0)

    run(story)


# --- bots among themselves ----------------------------------------------------------------------------------
def test_bots_among_themselves_play_while_somebody_looks_on() -> None:
    async def story() -> None:
        process = Process()
        id = await process.lay("novice", "novice", people=0)
        assert process.memory.tables[id].progress.due_at is None
        opened = await process.tables.open(id)
        assert await process.look() == 0
        opened.subscribers.add(onlooker := Onlooker())
        assert await process.look() == 1
        assert process.bots.asked == [id]
        opened.subscribers.discard(onlooker)
        process.bots.may[QUICK].set()
        await process.settle()
        assert process.log(id).count(Kind.PLAYED) == 1  # the one that was begun
        assert await process.look() == 0
        assert process.memory.tables[id].leased_until is None

    run(story)


def test_a_table_of_bots_that_an_earlier_version_left_due_is_not_played_either() -> None:
    async def story() -> None:
        process = Process()
        id = await process.lay("novice", "novice", people=0)
        kept = process.memory.tables[id]
        kept.progress = kept.progress.__class__(kept.progress.status, None, kept.log[-1].at)
        process.bots.may[QUICK].set()
        await process.look()
        assert process.log(id).count(Kind.PLAYED) == 0
        assert kept.progress.due_at is None
        assert await process.look() == 0

    run(story)


def test_bots_play_until_it_is_a_persons_turn_whether_anybody_is_connected_or_not() -> None:
    async def story() -> None:
        process = Process()
        id = await process.lay("novice", "novice")
        process.bots.may[QUICK].set()
        assert await process.look() == 1
        assert process.log(id).count(Kind.PLAYED) == 2  # their tickets; then it is the person's turn
        assert await process.look() == 0

    run(story)


# --- who waits for whom -------------------------------------------------------------------------------------
def test_many_tables_of_one_address_keep_nobody_elses_waiting() -> None:
    async def story() -> None:
        process = Process()
        many = [await process.lay("novice", "novice", maker="192.0.2.1") for _ in range(100)]
        for _ in range(5):
            await process.look()
        mine = await process.lay("novice", maker="192.0.2.2")
        await process.look()
        before = len(process.bots.asked)
        process.bots.may[QUICK].set()
        await process.settle()
        assert process.bots.asked.index(mine) <= before + 2
        assert set(process.bots.asked[:before]) <= set(many)

    run(story)


def test_tables_of_one_address_take_turns_decision_by_decision() -> None:
    async def story() -> None:
        process = Process()
        opened = [await process.tables.open(await process.lay("novice", "novice", people=0, maker="a")) for _ in "abc"]
        for each in opened:
            each.subscribers.add(Onlooker())
        await process.look()
        process.bots.may[QUICK].set()
        await process.settle()
        order = process.bots.asked[:9]
        assert all(len(set(order[start : start + 3])) == 3 for start in (0, 3, 6))

    run(story)


def test_a_quick_bot_never_waits_behind_a_strong_one() -> None:
    async def story() -> None:
        process = Process()
        for _ in range(30):
            await process.lay("stationmaster", "stationmaster", maker="192.0.2.1")
        await process.look()
        mine = await process.lay("novice", maker="192.0.2.1")
        process.bots.may[QUICK].set()
        await process.look()
        assert process.log(mine).count(Kind.PLAYED) == 1

    run(story)


def test_strong_bots_share_their_time() -> None:
    async def story() -> None:
        bots = BotPool(2, 1.0)
        assert [bots.share(crowd) for crowd in (1, 2, 4, 1000)] == [1.0, 1.0, 0.5, LEAST_SECONDS]
        assert BotPool(2, 1.0, budget=0.5).share(1) == 0.5
        assert {bots.lane_of(level) for level in ("novice", "commuter", "conductor", "dispatcher")} == {QUICK}
        assert bots.lane_of("stationmaster") == STRONG

    run(story)


@pytest.mark.parametrize(("levels", "seconds"), [(1, 1.0), (2, 1.0), (3, 0.75), (4, 0.5625)])
def test_a_round_of_strong_bots_takes_a_person_less_than_five_seconds(levels: int, seconds: float) -> None:
    """Each decides at most twice in a turn. Others at the table think about nothing for long."""
    table = TableBuilder("Ada", *["stationmaster"] * levels, *["novice"] * (4 - levels), board="usa").begin().table
    share = BotPool(1, 1.0).share_at(table)
    assert share == seconds
    assert 2 * levels * share <= 4.5


def test_a_bots_temper_stays_for_the_game_and_differs_between_games() -> None:
    """Though every move is made by a new bot."""
    table = TableBuilder("Ada", "dispatcher").begin().table
    first = question_for(table, 1, 1.0)
    assert first.temper == question_for(table, 1, 1.0).temper == temper_of(table.secret, 1)
    assert {temper_of(bytes([number] * 32), 1) for number in range(60)} == set(TEMPERS)


# --- clocks -------------------------------------------------------------------------------------------------
def test_time_runs_out_while_every_bot_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        with wall_clock(monkeypatch) as time:
            process = Process()
            for _ in range(40):
                await process.lay("novice", "stationmaster")
            await process.look()
            among_people = await process.lay(people=2, clock=SHORT)
            beside_a_bot = await process.lay("novice", clock=SHORT)  # its bot has not chosen its tickets yet
            await process.look()
            time[0] += 5_000
            await process.look()
            assert Kind.TIMED_OUT in process.log(among_people)
            assert Kind.TIMED_OUT in process.log(beside_a_bot)

    run(story)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_a_bot_answers_at_once_when_the_clock_was_put(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        with wall_clock(monkeypatch) as time:
            process = Process(grace=20_000)
            process.bots.may[QUICK].set()
            id = await process.lay("novice")
            time[0] += step
            assert await process.look() == 1
            assert process.log(id).count(Kind.PLAYED) == 1

    run(story)


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_a_lease_of_a_dead_process_ends_when_the_clock_was_put(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        with wall_clock(monkeypatch) as time:
            dead = Process()
            id = await dead.lay("novice")
            assert await dead.look() == 1
            living = Process(dead.memory)
            living.bots.may[QUICK].set()
            assert await living.look() == 0
            time[0] += step
            await living.look()
            assert living.log(id).count(Kind.PLAYED) == 1

    run(story)


def test_a_living_process_keeps_its_lease_when_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        with wall_clock(monkeypatch) as time:
            process = Process()
            id = await process.lay("novice")
            await process.look()
            time[0] -= HOUR
            await process.look()
            assert process.memory.tables[id].leased_until == time[0] + LEASE

    run(story)


def test_the_grace_of_a_start_does_not_last_an_hour_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        with wall_clock(monkeypatch) as time:
            process = Process(grace=20_000)
            time[0] -= HOUR
            id = await process.lay(people=2, clock=SHORT)
            time[0] += 5_000
            await process.look()
            assert Kind.TIMED_OUT in process.log(id)

    run(story)


# --- the server's own clock -----------------------------------------------------------------------------------
class Machine:
    """A machine's clock, and the time that really passes."""

    def __init__(self) -> None:
        self.wall = 1_700_000_000_000
        self.elapsed = 5_000
        self.clock = EvenClock(lambda: self.wall, lambda: self.elapsed)

    def pass_time(self, milliseconds: int) -> int:
        """What the server's clock makes of it."""
        before = self.clock.now()
        self.wall += milliseconds
        self.elapsed += milliseconds
        return self.clock.now() - before


def test_the_clock_runs_with_the_machines() -> None:
    machine = Machine()
    assert [machine.pass_time(milliseconds) for milliseconds in (0, 1, 999, 60_000)] == [0, 1, 999, 60_000]
    assert machine.clock.now() == machine.wall


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_step_of_the_machines_clock_is_no_step_here(step: int) -> None:
    machine = Machine()
    machine.wall += step
    for _ in range(60):
        passed = machine.pass_time(1_000)
        assert 900 <= passed <= 1_100
    for _ in range(12 * 60):
        machine.pass_time(60_000)
    assert machine.clock.now() == machine.wall  # after some hours they agree


@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_a_clock_that_is_looked_at_often_runs_as_one_that_is_looked_at_seldom(step: int) -> None:
    busy, idle = Machine(), Machine()
    for machine in (busy, idle):
        machine.wall += step
    passed = sum(busy.pass_time(1) for _ in range(10_000))
    assert abs(passed - idle.pass_time(10_000)) <= 1


def test_the_clock_never_goes_back() -> None:
    machine = Machine()
    machine.wall -= HOUR
    assert all(machine.pass_time(milliseconds) >= 0 for milliseconds in (0, 1, 2, 3, 0, 1, 50) * 20)


def test_a_clock_that_was_wrong_by_years_is_put_right_at_once() -> None:
    machine = Machine()
    machine.wall += 400 * DAY
    machine.pass_time(1_000)
    assert machine.clock.now() == machine.wall


# --- a real server ----------------------------------------------------------------------------------------------
def test_thirty_tables_full_of_strong_bots_stop_neither_a_novice_nor_a_clock(tmp_path: Path) -> None:
    """Each is looked on, and all are made before the game that is played."""
    strong: list[dict[str, object]] = [{"kind": "bot", "bot": "stationmaster"}] * 3
    with serving(tmp_path / "data") as server, ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(greet(server, create(server, "berlin", strong)["table"]))
        token, other = new_token(), new_token()
        clock = {"kind": "live", "bank_seconds": 5, "increment_seconds": 0}
        timed = create(server, "berlin", [person("Cy", new_token()), person("Di", other)], clock=clock)["table"]
        watching, _ = stack.enter_context(greet(server, timed, other))
        table = create(server, "berlin", [person("Ada", token), {"kind": "bot", "bot": "novice"}], first=0)["table"]
        line, position = stack.enter_context(greet(server, table, token))
        for _ in range(8):  # the tickets and some turns: each time the novice answers
            while position["choices"] is None:
                position = hear_until(line, "update", 20)["position"]
            move(line, position, position["choices"]["actions"][-1])
            position = hear_until(line, "update", 20)["position"]
        away: set[int] = set()
        while not away:
            people = hear_until(watching, "update", 20)["position"]["people"]
            away = {seat for seat, person in enumerate(people) if person["away"]}
