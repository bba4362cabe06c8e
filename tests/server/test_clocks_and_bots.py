"""What a server does by itself: clocks that run out, stand-ins, bots that think, bots that break."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from ferrovia.engine.chance import seeded
from ferrovia.server import bot_pool
from ferrovia.server.api.requests import BotSeat, LiveClock, NewTable, PersonSeat
from ferrovia.server.bot_pool import BotPool, question_for
from ferrovia.server.core import commands, scheduler
from ferrovia.server.core.entries import Kind, now
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.scheduler import LEASE, RENEW, BotChoice, Scheduler
from ferrovia.server.core.table import BACK_AGAIN, Table
from ferrovia.server.core.tables import Tables
from ferrovia.server.store import Database, Journal, Repository
from ferrovia.server.store.database import sqlite_url
from ferrovia.server.store.schema import tables
from ferrovia.view import determinize, observe
from server.builder import SECRET, TableBuilder
from server.processes import children, die, parents, pid_of, until
from server.serving import (
    Seated,
    Server,
    bearer,
    create,
    greet,
    hear_until,
    move,
    new_token,
    person,
    say,
    serving,
    show,
)

SHORT_AND_LONG = {"kind": "live", "bank_seconds": 5, "increment_seconds": 3600}
"""Whoever lets the first decision pass is out of time; whoever does not has an hour."""


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def ada_and_bo(server: Server, **more: object) -> tuple[dict[str, Any], str, str]:
    ada, bo = new_token(), new_token()
    return create(server, "berlin", [person("Ada", ada), person("Bo", bo)], first=0, **more), ada, bo


def play(seated: Seated) -> dict[str, Any]:
    """The person's next move; the position after it."""
    line, position = seated
    move(line, position, position["choices"]["actions"][-1])
    return hear_until(line, "update")["position"]  # type: ignore[no-any-return]


def hear_position(seated: Seated, code: str, seat: int) -> dict[str, Any]:
    """As soon as something has happened to a seat."""
    while True:
        position: dict[str, Any] = hear_until(seated[0], "update")["position"]
        if any(event["code"] == code and event["seat"] == seat for event in position["events"]):
            return position


def hear_until_asked(seated: Seated, position: dict[str, Any]) -> dict[str, Any]:
    """As soon as the person has to decide."""
    while position["choices"] is None:
        position = hear_until(seated[0], "update")["position"]
    return position


# --- clocks ---------------------------------------------------------------------------------------------
def test_a_stand_in_plays_on_when_time_is_out_until_the_person_is_back(server: Server) -> None:
    made, ada, bo = ada_and_bo(server, clock=SHORT_AND_LONG, stand_in="novice")
    with greet(server, made["table"], bo) as at_bo, greet(server, made["table"], ada) as at_ada:
        deadline = at_ada[1]["clock"]["deadlines"][0]
        play(at_bo)
        position = hear_position(at_bo, "table.timed_out", 0)
        assert position["now"] >= deadline
        assert position["people"][0] == {
            "kind": "person",
            "name": "Ada",
            "bot": "novice",
            "away": True,
            "resigned": False,
        }
        position = hear_until_asked(at_bo, position)  # Ada's tickets and Ada's turn are played
        assert position["people"][0]["away"]

        say(at_ada[0], type="back")
        position = hear_position(at_ada, "table.returned", 0)
        assert (position["people"][0]["away"], position["people"][0]["bot"]) == (False, "")
        assert position["clock"]["banks"][0] == BACK_AGAIN

        answering_bo = hear_until(at_bo[0], "update")["position"]
        while answering_bo["choices"] is not None:
            answering_bo = play((at_bo[0], answering_bo))
        position = hear_until_asked(at_ada, position)  # her own decision: no stand-in has taken it
        assert position["clock"]["deadlines"][0] - position["now"] <= BACK_AGAIN
        version = position["version"]
        position = play((at_ada[0], position))
        assert position["version"] == version + 1
        assert not position["people"][0]["away"]


def test_a_clock_runs_on_while_the_server_is_down(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        made, ada, bo = ada_and_bo(server, clock=SHORT_AND_LONG)
        shown = show(server, made["table"], bo)["position"]
        decision, action = shown["choices"]["decision"], shown["choices"]["actions"][-1]
        kept = {"key": "kept-one", "decision": decision, "action": action}
        url = f"/api/tables/{made['table']}"
        assert httpx.post(f"{server.url}{url}/moves", headers=bearer(bo), json=kept, timeout=30).status_code == 200
        server.kill()
        server.start()
        with greet(server, made["table"], ada, since=0) as seated:
            position = seated[1]
            if not position["people"][0]["away"]:
                position = hear_position(seated, "table.timed_out", 0)
            assert position["people"][0]["away"]
            assert position["now"] >= shown["clock"]["deadlines"][0]
            assert not position["people"][1]["away"]


# --- leaving and coming back ----------------------------------------------------------------------------
def test_a_stand_in_plays_for_who_leaves_until_they_are_back(server: Server, client: httpx.Client) -> None:
    made, ada, bo = ada_and_bo(server)
    url = f"/api/tables/{made['table']}"
    with greet(server, made["table"], bo) as at_bo:
        assert client.post(f"{url}/leave", headers=bearer(ada)).status_code == 200
        position = hear_position(at_bo, "table.left", 0)
        assert position["people"][0] == {
            "kind": "person",
            "name": "Ada",
            "bot": "conductor",
            "away": True,
            "resigned": False,
        }
        while position["view"]["waiting"] != [False, True]:  # Bo's tickets are all that is waited for
            position = hear_until(at_bo[0], "update")["position"]
        position = hear_until_asked(at_bo, play((at_bo[0], position)))  # Ada's turn is played
    assert client.post(f"{url}/back", headers=bearer(ada)).status_code == 200
    back = client.get(url, headers=bearer(ada)).json()["position"]
    assert (back["people"][0]["away"], back["seat"], back["mine"]) == (False, 0, [0])


def test_a_bot_plays_with_consent_and_the_person_takes_the_seat_back(server: Server, client: httpx.Client) -> None:
    made, ada, bo = ada_and_bo(server)
    url = f"/api/tables/{made['table']}"
    with greet(server, made["table"], bo) as at_bo, greet(server, made["table"], ada) as at_ada:
        seizing = client.put(f"{url}/seats/0", headers=bearer(made["host"]), json={"kind": "bot", "bot": "novice"})
        assert (seizing.status_code, seizing.json()["code"]) == (409, "game.started")
        assert client.post(f"{url}/seats/0/stand-in", headers=bearer(bo)).status_code == 200
        (question,) = hear_until(at_ada[0], "update")["position"]["questions"]
        agreeing = {"question": question["version"], "agrees": True}
        assert client.post(f"{url}/answer", headers=bearer(ada), json=agreeing).status_code == 200
        position = hear_position(at_bo, "table.left", 0)
        while position["view"]["waiting"] != [False, True]:
            position = hear_until(at_bo[0], "update")["position"]
        say(at_ada[0], type="back")
        assert not hear_position(at_bo, "table.returned", 0)["people"][0]["away"]
        play((at_bo[0], position))
        position = hear_until_asked(at_ada, hear_position(at_ada, "table.returned", 0))
        assert position["choices"]["kind"] == "turn"  # the bot chose her tickets; the turn is hers
        assert position["mine"] == [0]


# --- bots -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("levels", [("novice", "commuter", "conductor"), ("dispatcher", "stationmaster")])
def test_bots_of_every_level_play(server: Server, client: httpx.Client, levels: tuple[str, ...]) -> None:
    token = new_token()
    bots: list[dict[str, object]] = [{"kind": "bot", "bot": level} for level in levels]
    table = create(server, "berlin", [person("Ada", token), *bots], first=0)["table"]
    faults = number(client, "ferrovia_bot_faults_total")
    with greet(server, table, token) as seated:
        position = seated[1]
        for _ in range(3):  # the tickets and two turns; then the bots wait for Ada
            position = hear_until_asked(seated, position)
            while position["choices"] is not None:
                position = play((seated[0], position))
        position = hear_until_asked(seated, position)
        assert position["view"]["turns"] >= 2 * (1 + len(bots))
    log = client.get(f"/api/tables/{table}/log").json()["events"]
    assert {event["seat"] for event in log if not event["code"].startswith("table.")} >= set(range(1, 1 + len(bots)))
    assert number(client, "ferrovia_bot_faults_total") == faults  # every move is the bot's own


def number(client: httpx.Client, name: str) -> float:
    found = re.search(rf"^{name} ([0-9.]+)$", client.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_table_goes_on_when_thinking_processes_die(server: Server) -> None:
    token = new_token()
    table = create(server, "berlin", [person("Ada", token), {"kind": "bot", "bot": "dispatcher"}])["table"]
    with greet(server, table, token) as seated:
        position = seated[1]
        for _ in range(3):
            position = hear_until_asked(seated, position)
            while position["choices"] is not None:
                position = play((seated[0], position))
            for thinker in until(lambda: children(pid_of(server))):
                os.kill(thinker, signal.SIGKILL)
        assert hear_until_asked(seated, position)["status"] == "playing"


def test_thinking_processes_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        table = create(server, "berlin", [{"kind": "bot", "bot": "stationmaster"}] * 2)["table"]
        with greet(server, table):
            processes = until(lambda: children(pid_of(server)))
            os.kill(pid_of(server), signal.SIGKILL)  # the server alone, not the whole family
            until(lambda: not processes & parents().keys())


# --- what a bot is told ---------------------------------------------------------------------------------
def in_the_middle() -> Table:
    """A game of two bots, some turns on: seat 0 looks at tickets."""
    built = TableBuilder("novice", "novice").begin().past_first_tickets()
    for seat in (0, 1, 0, 1):
        built.happen(Kind.PLAYED, seat, "draw blind").happen(Kind.PLAYED, seat, "draw blind")
    return built.happen(Kind.PLAYED, 0, "tickets").table


@pytest.mark.parametrize("luck", range(5))
def test_a_bot_is_told_nothing_that_its_seat_may_not_know(luck: int) -> None:
    table = in_the_middle()
    assert table.state is not None
    other = table.copy()
    other.secret = bytes(32)
    other.state = determinize(observe(table.state, 0), seeded(luck))  # all that is hidden may be otherwise
    assert observe(other.state, 1).facts() != observe(table.state, 1).facts()
    assert question_for(other, 0, 1.0) == question_for(table, 0, 1.0)


def test_a_question_is_plain_facts() -> None:
    table = in_the_middle()
    assert table.state is not None
    question = question_for(table, 0, 1.0)
    assert question.facts == observe(table.state, 0).facts()
    assert question.game_key == ("berlin", 2, tuple(table.setup.options.items()), 0)
    sent = pickle.dumps(question)
    for secret in (
        SECRET,
        SECRET.hex().encode(),
        table.host_hash.encode(),
        b"ferrovia.engine",
        b"ferrovia.server.core.table",
    ):
        assert secret not in sent


# --- bots that break ------------------------------------------------------------------------------------
@asynccontextmanager
async def bot_pool_of(seconds: float) -> AsyncIterator[BotPool]:
    made = BotPool(1, seconds)
    try:
        yield made
    finally:
        made.close()


def bots_turn(level: str) -> TableBuilder:
    return TableBuilder(level, "Bo").begin().past_first_tickets()


def kill_children() -> None:
    for process in until(lambda: children(os.getpid())):
        os.kill(process, signal.SIGKILL)


def test_a_bot_whose_process_dies_is_asked_again() -> None:
    async def think() -> BotChoice:
        async with bot_pool_of(2.0) as bots:
            thought = asyncio.create_task(bots.choose(bots_turn("stationmaster").table, 0))
            await asyncio.to_thread(kill_children)
            return await thought

    thought = asyncio.run(think())
    assert thought.fault is None
    assert thought.action in bots_turn("novice").state.legal_for(0)


def test_several_who_lose_their_process_share_the_next_one() -> None:
    async def think() -> list[BotChoice]:
        async with bot_pool_of(1.0) as bots:
            thoughts = [asyncio.create_task(bots.choose(bots_turn("stationmaster").table, 0)) for _ in range(3)]
            await asyncio.to_thread(kill_children)
            return await asyncio.gather(*thoughts)

    assert [thought.fault for thought in asyncio.run(think())] == [None, None, None]


def test_who_dies_every_time_loses_the_move_to_a_substitute(monkeypatch: pytest.MonkeyPatch) -> None:
    async def think() -> BotChoice:
        async with bot_pool_of(1.0) as bots:
            return await bots.choose(bots_turn("stationmaster").table, 0)

    monkeypatch.setattr(bot_pool, "init_process", die)
    thought = asyncio.run(think())
    assert thought.fault == "died"
    assert thought.action in bots_turn("novice").state.legal_for(0)


def test_who_never_answers_loses_the_move_to_a_substitute(monkeypatch: pytest.MonkeyPatch) -> None:
    async def think() -> BotChoice:
        async with bot_pool_of(600.0) as bots:
            return await bots.choose(bots_turn("stationmaster").table, 0)

    monkeypatch.setattr(bot_pool, "LONGEST", 0.2)
    thought = asyncio.run(think())
    assert thought.fault == "overran"
    assert thought.action in bots_turn("novice").state.legal_for(0)
    until(lambda: not children(os.getpid()))  # it is not left behind


# --- the scheduler --------------------------------------------------------------------------------------
class Slow(BotPool):
    """Thinks for as long as it is let."""

    def __init__(self) -> None:
        super().__init__(1, 1.0)
        self.asked = asyncio.Event()
        self.done = asyncio.Event()

    async def choose(self, table: Table, seat: int, crowd: int = 1) -> BotChoice:
        self.asked.set()
        await self.done.wait()
        assert table.state is not None
        return BotChoice(int(table.state.legal_for(seat)[0]), 0.0)


class Time:
    """As the scheduler sees it."""

    def __init__(self) -> None:
        self.now = now()

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def process(folder: Path, grace: int = 0) -> AsyncIterator[Scheduler]:
    """What a server process needs to schedule; it looks only when it is told to."""
    database = Database(sqlite_url(folder / "ferrovia.sqlite3"))
    await database.migrate()
    journal = Journal(database)
    journal.open()
    made = Scheduler(Tables(Repository(database), journal), Slow(), grace)
    try:
        yield made
    finally:
        await made.close()
        await journal.close()
        await database.close()


class Onlooker:
    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        pass


async def lay_table_of_bots(made: Scheduler) -> str:
    """At which nobody looks on."""
    bots = [BotSeat(kind="bot", bot="novice"), BotSeat(kind="bot", bot="novice")]
    wanted = NewTable(board="berlin", seats=[*bots], first=None, host=new_token())
    return await made.tables.create(wanted.new_table())


async def look_on(made: Scheduler, id: str) -> OpenTable:
    opened = await made.tables.open(id)
    opened.subscribers.add(Onlooker())
    return opened


def test_a_lease_lasts_while_its_process_thinks_and_ends_when_it_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time()
    monkeypatch.setattr(scheduler, "now", time)

    async def look() -> None:
        async with process(tmp_path) as first, process(tmp_path) as second:
            await look_on(first, id := await lay_table_of_bots(first))
            await look_on(second, id)
            time.now = now()
            assert await first.look() == 1
            assert isinstance(first.bots, Slow)
            await first.bots.asked.wait()
            for _ in range(2 * LEASE // RENEW):  # it thinks for twice as long as a lease lasts
                time.now += RENEW
                assert await first.look() == 0
                assert await second.look() == 0
            time.now += LEASE
            assert await second.look() == 0
            time.now += 1  # not a sign of life for the time of a lease
            assert await second.look() == 1

    asyncio.run(look())


@pytest.mark.parametrize("milliseconds", [1, 5_000])
def test_who_looked_at_the_clock_before_another_took_a_lease_respects_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, milliseconds: int
) -> None:
    """Between reading the clock and asking the database another process may take a table, and clocks of two machines
    differ: either way its lease ends later than one's own would."""
    time = Time()
    monkeypatch.setattr(scheduler, "now", time)

    async def look() -> None:
        async with process(tmp_path) as first, process(tmp_path) as second:
            await lay_table_against_a_bot(first)
            await look_on(first, id := await lay_table_of_bots(first))
            await look_on(second, id)
            time.now = now()
            assert await first.look() == 2
            time.now -= milliseconds
            assert await second.look() == 0

    asyncio.run(look())


def test_a_table_at_which_nothing_is_due_any_more_is_given_up_at_once(tmp_path: Path) -> None:
    async def look() -> None:
        async with process(tmp_path) as first:
            await look_on(first, id := await lay_table_of_bots(first))
            assert await first.look() == 1
            assert isinstance(first.bots, Slow)
            first.bots.done.set()
            await first.busy[id]
            opened = await first.tables.open(id)
            assert opened.table.status == "over"
            repository = first.tables.repository
            assert isinstance(repository, Repository)
            await repository.renew([id], now() + LEASE)  # too late: it is not taken back
            async with repository.database.begin() as connection:
                assert (await connection.execute(select(tables.c.leased_until))).scalars().all() == [None]

    asyncio.run(look())


def test_a_lease_that_is_given_up_while_leases_are_renewed_stays_given_up(tmp_path: Path) -> None:
    """Otherwise a bot waits for its end: those who answer a bot at once met that every few turns."""

    async def renew_and_release() -> None:
        async with process(tmp_path) as first:
            id, _ = await lay_table_against_a_bot(first)
            repository = first.tables.repository
            assert isinstance(repository, Repository)
            for wait in range(60):
                assert await repository.lease(id, now(), now() + LEASE)
                renewing = asyncio.create_task(repository.renew([id], now() + LEASE))
                for _ in range(wait % 20):
                    await asyncio.sleep(0)
                await repository.release(id)
                await renewing
                async with repository.database.begin() as connection:
                    assert (await connection.execute(select(tables.c.leased_until))).scalars().all() == [None]

    asyncio.run(renew_and_release())


# --- the first seconds after a start ----------------------------------------------------------------------
async def lay_table_against_a_bot(made: Scheduler, **more: Any) -> tuple[str, str]:
    """Its id and Ada's token. She has the first turn; both tickets are to be chosen."""
    ada = PersonSeat(kind="person", name="Ada", token=new_token())
    bot = BotSeat(kind="bot", bot="novice")
    wanted = NewTable(board="berlin", seats=[ada, bot], first=0, host=new_token(), **more)
    id = await made.tables.create(wanted.new_table())
    return id, ada.token


async def ada_moves(made: Scheduler, id: str, token: str) -> None:
    table = (await made.tables.open(id)).table
    assert table.state is not None
    action = int(table.state.legal_for(0)[-1])
    await made.tables.act(id, commands.Move(token, table.decisions[0], action, new_token()[:12]))


async def look_until_idle(made: Scheduler) -> int:
    """How many tables were due."""
    found = await made.look()
    while made.busy:
        await asyncio.gather(*made.busy.values())
    return found


def test_right_after_a_start_a_bot_answers_every_move_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with process(tmp_path, grace=20_000) as made:
            assert isinstance(made.bots, Slow)
            made.bots.done.set()
            id, ada = await lay_table_against_a_bot(made)
            assert await look_until_idle(made) == 1  # its tickets
            await ada_moves(made, id, ada)
            while 0 in (await made.tables.open(id)).table.waiting_seats():
                await ada_moves(made, id, ada)
            assert await look_until_idle(made) == 1  # its turn: no lease stands in the way
            assert (await made.tables.open(id)).table.waiting_seats() == [0]

    asyncio.run(play())


def test_right_after_a_start_nobodys_time_runs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(scheduler, "now", time)

    async def play() -> None:
        async with process(tmp_path, grace=20_000) as made:
            assert isinstance(made.bots, Slow)
            made.bots.done.set()
            clock = LiveClock(kind="live", bank_seconds=5, increment_seconds=0)
            id, _ = await lay_table_against_a_bot(made, clock=clock)
            time.now = now()
            await look_until_idle(made)
            time.now += 6_000
            assert await look_until_idle(made) == 1  # Ada's time is out, but the server was down till now
            assert await look_until_idle(made) == 0  # and nobody looks again and again
            assert not (await made.tables.open(id)).table.away[0]
            time.now += 20_000
            assert await look_until_idle(made) == 1
            assert (await made.tables.open(id)).table.away[0]

    asyncio.run(play())
