"""Several processes at one PostgreSQL database. Two servers stand for two machines: every test knows who does what."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx
import psycopg
import pytest
from sqlalchemy import make_url
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from ferrovia.client import Server as Asked
from ferrovia.record import from_text, verify
from ferrovia.server.api.requests import NewTable, PersonSeat, WantedSeat
from ferrovia.server.core import commands
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Conflict
from ferrovia.server.core.following import Following
from ferrovia.server.core.open_table import News, OpenTable
from ferrovia.server.core.setup import NoClock, new_setup
from ferrovia.server.core.storage import Change, Creation, Progress
from ferrovia.server.core.table import Status
from ferrovia.server.core.tables import Tables
from ferrovia.server.store import Database, Journal, Repository
from ferrovia.server.store.database import connect_args
from ferrovia.server.store.libpq import Asker
from server.guests import Counter
from server.parties import Plan, lay, play_all
from server.postgres import Postgres, ask
from server.processes import children, frozen, parents, pid_of, until
from server.serving import (
    GENEROUS,
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

LEASE: Final = 15_000
MIGRATE: Final = """
import asyncio, sys
from ferrovia.server.store import Database
print("ready", flush=True)
sys.stdin.readline()
asyncio.run(Database(sys.argv[1]).migrate())
"""
Answer = TypeVar("Answer")


class Pair:
    """Two servers on one database."""

    def __init__(self, servers: Sequence[Server], url: str) -> None:
        self.servers = servers
        self.url = url
        self.clients = [httpx.Client(base_url=server.url, timeout=60) for server in servers]

    def close(self) -> None:
        for client in self.clients:
            client.close()

    def look(self, which: int, table: str, token: str | None = None, **query: float) -> dict[str, Any]:
        headers = {} if token is None else bearer(token)
        answer = self.clients[which % 2].get(f"/api/tables/{table}", headers=headers, params=query)
        assert answer.status_code == 200, answer.text
        position: dict[str, Any] = answer.json()["position"]
        return position

    def move(self, which: int, table: str, token: str, sent: dict[str, Any]) -> httpx.Response:
        return self.clients[which % 2].post(f"/api/tables/{table}/moves", headers=bearer(token), json=sent)

    def total(self, name: str) -> int:
        """A number of /metrics, of both servers together."""
        pages = [client.get("/metrics").text for client in self.clients]
        found = [re.search(rf"^{re.escape(name)} ([0-9.]+)$", page, re.MULTILINE) for page in pages]
        return sum(int(float(match[1])) for match in found if match is not None)


def at_once(*calls: Callable[[], Answer]) -> list[Answer]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return [future.result() for future in [threads.submit(call) for call in calls]]


def two_people(server: Server, **more: Any) -> tuple[str, list[str]]:
    tokens = [new_token(), new_token()]
    seats = [person("Ada", tokens[0]), person("Bo", tokens[1])]
    return create(server, "berlin", seats, **more)["table"], tokens


def answering(position: dict[str, Any], key: str, place: int = -1) -> dict[str, Any]:
    choices = position["choices"]
    return {"key": key, "decision": choices["decision"], "action": choices["actions"][place]}


def entries(url: str, table: str) -> list[tuple[Any, ...]]:
    return ask(url, "SELECT version, kind, seat, key FROM entries WHERE table_id = %s ORDER BY version", table)


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Both are started at once on a database that is still empty."""
    url = postgres.new_database()
    folder = tmp_path_factory.mktemp("pair")
    servers = [Server(folder / name, *GENEROUS, "--database", url) for name in ("one", "two")]
    try:
        at_once(*(server.start for server in servers))
        pair = Pair(servers, url)
        yield pair
        pair.close()
    finally:
        for server in servers:
            server.close()


# --- one table, two servers -----------------------------------------------------------------------------
def test_a_game_between_sockets_at_different_servers(pair: Pair) -> None:
    table, tokens = two_people(pair.servers[0])
    with (
        greet(pair.servers[0], table, tokens[0]) as ada,
        greet(pair.servers[1], table, tokens[1]) as bo,
        greet(pair.servers[1], table) as watcher,
    ):
        lines = [ada[0], bo[0], watcher[0]]
        positions = [ada[1], bo[1], watcher[1]]
        version = positions[0]["version"]
        while positions[0]["status"] == "playing":
            seat = next(seat for seat in (0, 1) if positions[seat]["choices"] is not None)
            move(lines[seat], positions[seat], positions[seat]["choices"]["actions"][-1])
            version += 1
            for place, line in enumerate(lines):
                positions[place] = hear_until(line, "update")["position"]
                assert positions[place]["version"] == version  # none is missed, none comes twice
                assert {event["version"] for event in positions[place]["events"]} == {version}
    standings = [position["view"]["standings"] for position in positions]
    assert standings[0] == standings[1] == standings[2] != []


def test_no_request_needs_the_server_of_the_one_before(pair: Pair) -> None:
    table, tokens = two_people(pair.servers[0])
    position = pair.look(1, table, tokens[0])
    for turn in range(1000):
        seat = next(seat for seat in (0, 1) if position["view"]["waiting"][seat])
        position = pair.look(turn, table, tokens[seat])
        answer = pair.move(turn + 1, table, tokens[seat], answering(position, f"turn-{turn:04}"))
        assert answer.status_code == 200, answer.text
        position = pair.look(turn, table)  # the server that has only heard of it
        assert position["version"] == answer.json()["version"]
        if position["status"] == "over":
            break
    records = [client.get(f"/api/tables/{table}/record").text for client in pair.clients]
    assert records[0] == records[1]
    verify(from_text(records[0]))


# --- races ----------------------------------------------------------------------------------------------
def test_the_same_move_sent_to_both_at_once_happens_once(pair: Pair) -> None:
    table, tokens = two_people(pair.servers[0])
    for turn in range(20):
        spectator = pair.look(0, table)
        seat = spectator["view"]["waiting"].index(True)
        sent = answering(pair.look(1, table, tokens[seat]), f"turn-{turn:04}")
        one, two = at_once(*(partial(pair.move, which, table, tokens[seat], sent) for which in range(2)))
        assert (one.status_code, two.status_code) == (200, 200), one.text + two.text
        assert one.json()["version"] == two.json()["version"] == spectator["version"] + 1
        assert [bool(one.json()["events"]), bool(two.json()["events"])].count(True) == 1
    keys = [key for _, kind, _, key in entries(pair.url, table) if kind == "moved"]
    assert keys == [f"turn-{turn:04}" for turn in range(20)]


def test_of_two_answers_to_one_decision_only_one_counts(pair: Pair) -> None:
    table, tokens = two_people(pair.servers[0])
    for turn in range(20):
        seat = pair.look(0, table)["view"]["waiting"].index(True)
        position = pair.look(turn, table, tokens[seat])
        sent = [answering(position, f"first-{turn:04}", 0), answering(position, f"last-{turn:04}", -1)]
        answers = at_once(*(partial(pair.move, which, table, tokens[seat], sent[which]) for which in range(2)))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        refused = next(answer.json() for answer in answers if answer.status_code == 409)
        assert refused["code"] in ("decision.stale", "turn.not_yours", "game.over")
        if pair.look(0, table)["status"] == "over":
            break
    versions = [version for version, *_ in entries(pair.url, table)]
    assert versions == list(range(1, len(versions) + 1))


def test_everybody_chooses_first_tickets_at_once(pair: Pair) -> None:
    tokens = [new_token() for _ in range(5)]
    seats = [person(f"Number {number}", token) for number, token in enumerate(tokens)]
    for _ in range(3):
        table = create(pair.servers[0], "usa", seats)["table"]
        sent = [answering(pair.look(seat, table, token), f"tickets-{seat}") for seat, token in enumerate(tokens)]
        answers = at_once(*(partial(pair.move, seat, table, tokens[seat], sent[seat]) for seat in range(5)))
        assert [answer.status_code for answer in answers] == [200] * 5
        assert sorted(answer.json()["version"] for answer in answers) == [3, 4, 5, 6, 7]
        assert pair.look(0, table)["view"]["turns"] == pair.look(1, table)["view"]["turns"]


def test_two_join_by_the_same_invitation(pair: Pair) -> None:
    host, tokens = new_token(), [new_token(), new_token()]
    made = create(pair.servers[0], "berlin", [person("Ada", host), {"kind": "open"}])
    table, invitation = made["table"], made["invites"][0]["token"]

    def join(which: int) -> httpx.Response:
        joining = {"name": f"Guest {which}", "token": tokens[which]}
        return pair.clients[which].post(f"/api/tables/{table}/join", headers=bearer(invitation), json=joining)

    answers = at_once(partial(join, 0), partial(join, 1))
    assert sorted(answer.status_code for answer in answers) in ([200, 403], [200, 409])
    winner = next(which for which, answer in enumerate(answers) if answer.status_code == 200)
    assert pair.look(1 - winner, table, tokens[winner])["mine"] == [1]


def test_two_tables_under_one_host_token_are_one(pair: Pair) -> None:
    wanted = {"board": "berlin", "seats": [{"kind": "open"}, {"kind": "open"}], "host": new_token()}
    answers = at_once(*(partial(client.post, "/api/tables", json=wanted) for client in pair.clients))
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()


# --- bots -----------------------------------------------------------------------------------------------
def test_every_move_of_a_bot_is_thought_of_once(pair: Pair) -> None:
    bots = [{"kind": "bot", "bot": "novice"}] * 2
    among_bots = [create(pair.servers[number % 2], "berlin", bots)["table"] for number in range(4)]
    token = new_token()
    mixed = create(pair.servers[0], "berlin", [person("Ada", token), *bots])["table"]
    position = pair.look(0, mixed, token)
    for turn in range(1000):
        if position["status"] == "over":
            break
        if position["choices"] is not None:
            answer = pair.move(turn, mixed, token, answering(position, f"turn-{turn:04}"))
            assert answer.status_code == 200, answer.text
        position = pair.look(turn, mixed, token, since=position["version"], wait=30)
    for number, table in enumerate(among_bots):
        position = pair.look(number, table)
        while position["status"] == "playing":
            position = pair.look(number, table, since=position["version"], wait=30)
    played = ask(pair.url, "SELECT count(*) FROM entries WHERE kind = 'played'")[0][0]
    assert played > 100
    # The move is counted when it is written, and written before it is told; the count may come a moment later.
    until(lambda: pair.total('ferrovia_moves_total{by="bot"}') >= played)
    assert pair.total('ferrovia_moves_total{by="bot"}') == played
    assert pair.total("ferrovia_bot_seconds_count") == played
    assert pair.total("ferrovia_bot_faults_total") == 0


def test_another_server_takes_over_when_one_dies_over_a_bots_move(postgres_url: str, tmp_path: Path) -> None:
    url = postgres_url
    in_time = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    with serving(tmp_path / "one", "--database", url) as first:
        table = create(first, "usa", [{"kind": "bot", "bot": "stationmaster"}] * 2)["table"]
        with suppress(ConnectionClosed), greet(first, table):  # bots among themselves play for who looks on
            until(lambda: len(entries(url, table)) > 2)  # between bots the lease goes on until the end
            first.kill()
    now, leased_until = ask(url, f"SELECT {in_time}, leased_until FROM tables")[0]
    assert now < leased_until <= now + LEASE
    with serving(tmp_path / "two", "--database", url) as second:
        ask(url, f"UPDATE tables SET leased_until = {in_time} + %s", LEASE)  # however long it took to start
        before = len(entries(url, table))
        with greet(second, table):
            time.sleep(3)
            assert len(entries(url, table)) == before  # it has looked at what is due, and respects the lease
            ask(url, f"UPDATE tables SET leased_until = {in_time} - 1")  # the time has passed
            until(lambda: len(entries(url, table)) > before)


def test_a_lease_from_before_the_clock_was_put_back_is_void(postgres_url: str, tmp_path: Path) -> None:
    url = postgres_url
    in_an_hour = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint + 3600000"
    with serving(tmp_path / "one", "--database", url) as server:
        token = new_token()
        made = create(server, "berlin", [person("Ada", token), {"kind": "bot", "bot": "novice"}], first=1)
        until(lambda: len(entries(url, made["table"])) > 2)  # its tickets
        ask(url, f"UPDATE tables SET leased_until = {in_an_hour}")
        position = show(server, made["table"], token)["position"]
        path = f"{server.url}/api/tables/{made['table']}/moves"
        sent = answering(position, "turn-0001")
        assert httpx.post(path, headers=bearer(token), json=sent).status_code == 200
        until(lambda: show(server, made["table"], token)["position"]["choices"] is not None)


# --- what gets lost on the way --------------------------------------------------------------------------
def test_notices_that_were_lost_are_caught_up(pair: Pair) -> None:
    table, tokens = two_people(pair.servers[0])
    with greet(pair.servers[1], table, tokens[1]) as (line, position):
        version = position["version"]
        with frozen(pair.servers[1]):
            gone = ask(
                pair.url,
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query = 'LISTEN ferrovia'",
            )
            assert gone == [(True,), (True,)]
            for turn in range(3):  # all of it while nobody listens
                seat = pair.look(0, table)["view"]["waiting"].index(True)
                sent = answering(pair.look(0, table, tokens[seat]), f"turn-{turn:04}")
                assert pair.move(0, table, tokens[seat], sent).status_code == 200
        told = hear_until(line, "update")["position"]
        assert told["version"] == version + 3
        assert sorted({event["version"] for event in told["events"]}) == [version + 1, version + 2, version + 3]


def test_who_lost_a_seat_while_nobody_looked_sees_nothing_from_it(pair: Pair) -> None:
    host, old, new = new_token(), new_token(), new_token()
    wanted = {"board": "berlin", "seats": [person("Ada", host), person("Bo", old)], "host": host, "start": "host"}
    client = pair.clients[0]
    table = client.post("/api/tables", json=wanted).json()["table"]
    with greet(pair.servers[1], table, old) as (line, position):
        assert position["mine"] == [1]
        with frozen(pair.servers[1]):
            assert client.put(f"/api/tables/{table}/seats/1", headers=bearer(host), json={"kind": "open"}).is_success
            invites = client.get(f"/api/tables/{table}/invites", headers=bearer(host)).json()["invites"]
            joining = {"name": "Cy", "token": new}
            joined = client.post(f"/api/tables/{table}/join", headers=bearer(invites[0]["token"]), json=joining)
            assert joined.json()["seat"] == 1
            assert client.post(f"/api/tables/{table}/start", headers=bearer(host)).is_success
        told = hear_until(line, "update")["position"]
        assert told["status"] == "playing"
        assert (told["mine"], told["seat"], told["choices"]) == ([], None, None)
        assert told["view"]["offer"] == pair.look(0, table)["view"]["offer"]
        dealt = pair.look(0, table, new)
        move(line, dealt, dealt["choices"]["actions"][-1])
        assert hear_until(line, "refused")["code"] == "token.seat"


def test_a_database_that_goes_away_and_comes_back(pair: Pair, postgres: Postgres) -> None:
    table, tokens = two_people(pair.servers[0])
    with greet(pair.servers[1], table) as (line, position):
        seat = position["view"]["waiting"].index(True)
        sent = answering(pair.look(0, table, tokens[seat]), "while-it-is-down")
        postgres.stop("immediate")
        try:
            answers = [pair.move(0, table, tokens[seat], sent), pair.clients[1].get(f"/api/tables/{table}")]
            assert [answer.status_code for answer in answers] == [503, 503]
            assert [answer.json()["code"] for answer in answers] == ["database.unavailable"] * 2
            assert pair.clients[0].get("/readyz").status_code == 503
            assert pair.clients[0].get("/healthz").status_code == 200
        finally:
            postgres.start()
        answer = pair.move(0, table, tokens[seat], sent)
        assert answer.status_code == 200, answer.text
        assert hear_until(line, "update")["position"]["version"] == answer.json()["version"]
    assert [key for *_, key in entries(pair.url, table)].count("while-it-is-down") == 1


# --- the store ------------------------------------------------------------------------------------------
def migrating(url: str) -> subprocess.Popen[str]:
    """A process that is about to; it waits for a word."""
    command = [sys.executable, "-c", MIGRATE, url]
    return subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_processes_that_prepare_a_database_at_once(postgres_url: str) -> None:
    with ExitStack() as stack:
        processes = [stack.enter_context(migrating(postgres_url)) for _ in range(3)]
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        at_once(*(partial(process.communicate, "go\n") for process in processes))
        assert [process.returncode for process in processes] == [0, 0, 0]
    assert len(ask(postgres_url, "SELECT version_num FROM alembic_version")) == 1
    assert ask(postgres_url, "SELECT count(*) FROM entries") == [(0,)]


def test_writers_that_share_many_tables_do_not_wait_for_each_other_in_a_circle(postgres_url: str) -> None:
    names = [f"table-{number:02}" for number in range(40)]

    async def race() -> None:
        async with AsyncExitStack() as stack:
            journals = [await open_journal(stack, postgres_url) for _ in range(2)]
            assert await write(journals[0], [new_table(name) for name in names]) == [None] * 40
            for version in range(2, 8):
                forwards = [moved(name, version) for name in names]
                backwards = [moved(name, version) for name in reversed(names)]
                one, two = await asyncio.gather(write(journals[0], forwards), write(journals[1], backwards))
                for mine, theirs in zip(one, reversed(two), strict=True):
                    assert [mine is None, theirs is None].count(True) == 1
                    assert isinstance(mine or theirs, Conflict)

    asyncio.run(race())


def test_what_is_being_written_when_the_server_stops_is_written(postgres_url: str) -> None:
    async def stop() -> None:
        async with AsyncExitStack() as stack:
            journal = await open_journal(stack, postgres_url)
            writes = []
            for name in ("under way", "still waits"):
                writes.append(asyncio.create_task(journal.write(new_table(name))))
                await until_begun(journal)
            await journal.close()
            assert await asyncio.gather(*writes) == [None, None]

    async def until_begun(journal: Journal) -> None:
        while not journal.writing.locked():
            await asyncio.sleep(0)

    asyncio.run(stop())
    assert len(ask(postgres_url, "SELECT id FROM tables")) == 2


async def open_journal(stack: AsyncExitStack, url: str) -> Journal:
    database = Database(url)
    stack.push_async_callback(database.close)
    await database.migrate()
    journal = Journal(database)
    journal.open()
    stack.push_async_callback(journal.close)
    return journal


async def write(journal: Journal, changes: Sequence[Change]) -> list[BaseException | None]:
    return await asyncio.gather(*(journal.write(change) for change in changes), return_exceptions=True)


def new_table(name: str) -> Change:
    setup = new_setup("berlin", 2, {}, None, NoClock(), "conductor", "full")
    waiting = Progress(Status.WAITING, None, None)
    return Change(name, [Entry(1, 0, Kind.CREATED)], progress=waiting, creation=Creation(name, setup, b"", ""))


def moved(name: str, version: int) -> Change:
    return Change(name, [Entry(version, 0, Kind.STARTED)], progress=Progress(Status.PLAYING, None, version))


# --- one process that has not heard yet -----------------------------------------------------------------
def test_who_has_not_heard_looks_before_it_says_that_nothing_is_to_be_done(postgres_url: str) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two = [await open_tables(stack, postgres_url) for _ in range(2)]
            id, bo = await lay_table(one)
            await two.open(id)
            await one.act(id, commands.Leave(bo))
            draft = (await two.act(id, commands.ComeBack(bo))).draft
            assert draft is not None
            assert draft.entries[0].kind == Kind.RETURNED

    asyncio.run(play())


def test_a_table_that_can_not_be_followed_does_not_keep_the_others_from_it(postgres_url: str) -> None:
    heard: list[str] = []

    class Listener:
        def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
            heard.append(opened.table.id)

    async def play() -> None:
        async with AsyncExitStack() as stack:
            one, two = [await open_tables(stack, postgres_url) for _ in range(2)]
            ids = []
            for _ in range(2):
                id, bo = await lay_table(one)
                ids.append(id)
                (await two.open(id)).subscribers.add(Listener())
                await one.act(id, commands.Leave(bo))
            ask(postgres_url, "UPDATE entries SET kind = 'moved' WHERE version = 3 AND table_id = %s", ids[0])
            await Following(two).refresh({ids[0]: 3})
            await Following(two).refresh_all()
            assert heard == [ids[1]]

    asyncio.run(play())


async def open_tables(stack: AsyncExitStack, url: str) -> Tables:
    """A process of its own, but deaf: nothing tells it what others write."""
    journal = await open_journal(stack, url)
    return Tables(Repository(journal.database), journal)


async def lay_table(tables: Tables) -> tuple[str, str]:
    """Its id, and the token of the second seat."""
    bo = new_token()
    seats: list[WantedSeat] = [PersonSeat(kind="person", name="Ada", token=token) for token in (new_token(), bo)]
    wanted = NewTable(board="berlin", seats=seats, first=None, host=new_token())
    return await tables.create(wanted.new_table()), bo


# --- one server with several workers --------------------------------------------------------------------
@pytest.fixture(scope="module")
def crew(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("crew") / "data"
    with serving(data, "--workers", "2", "--database", postgres.new_database()) as server:
        yield server


def test_workers_share_their_tables_and_one_may_die(crew: Server) -> None:
    workers = until(lambda: two(children(pid_of(crew))))
    table, tokens = two_people(crew)
    with ExitStack() as stack:  # sockets at either worker, as the system hands them out
        seated = [stack.enter_context(greet(crew, table, tokens[number % 2])) for number in range(8)]
        positions = [position for _, position in seated]
        for _ in range(6):
            mover = next(place for place in range(2) if positions[place]["choices"] is not None)
            version = positions[mover]["version"] + 1
            move(seated[mover][0], positions[mover], positions[mover]["choices"]["actions"][-1])
            positions = [hear_until(line, "update")["position"] for line, _ in seated]
            assert [position["version"] for position in positions] == [version] * 8
        victim = min(workers)
        os.kill(victim, signal.SIGKILL)
        now = until(lambda: two(children(pid_of(crew)) - {victim}))
        assert workers & now == workers - {victim}
        connected = sum(answers(line) for line, _ in seated)
        until(lambda: f"ferrovia_sockets {connected}.0\n" in httpx.get(f"{crew.url}/metrics").text)
    with greet(crew, table, tokens[0]) as (_, position):
        assert position["version"] == version


def answers(line: ClientConnection) -> bool:
    try:
        say(line, type="ping")
        return hear_until(line, "pong") is not None
    except ConnectionClosed:
        return False


def test_workers_end_with_their_server(crew: Server) -> None:
    workers = until(lambda: two(children(pid_of(crew))))
    assert crew.stop() == 0
    assert not workers & parents().keys()


def two(found: set[int]) -> set[int]:
    return found if len(found) == 2 else set()


# --- what is logged -------------------------------------------------------------------------------------
def test_servers_that_are_faster_than_each_other_are_no_news(
    postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Two that write the same version at once are normal play: no warning of the driver."""
    names = [f"table-{number:02}" for number in range(20)]

    async def race() -> None:
        async with AsyncExitStack() as stack:
            journals = [await open_journal(stack, postgres_url) for _ in range(2)]
            assert await write(journals[0], [new_table(name) for name in names]) == [None] * 20
            for version in range(2, 6):
                changes = [moved(name, version) for name in names]
                both = await asyncio.gather(*(write(journal, changes) for journal in journals))
                for one, two in zip(*both, strict=True):
                    assert [one is None, two is None].count(True) == 1
            again = await write(journals[1], [new_table(names[0])])
            assert isinstance(again[0], Conflict)

    with caplog.at_level("WARNING"):
        asyncio.run(race())
    assert caplog.records == []


def test_games_between_workers_leave_no_line_in_the_log(postgres_url: str, tmp_path: Path) -> None:
    async def play() -> None:
        counter, luck = Counter(), random.Random(5)
        async with asyncio.timeout(300), Asked(server.url) as asked:
            plans = [*[Plan()] * 3, Plan(bots=1), Plan(leaves=3), Plan(leaves=4, returns=True), Plan(clock=True)]
            await play_all([await lay(plan, asked, luck, counter.add) for plan in plans])
        assert counter.count > 300

    with serving(tmp_path / "data", "--database", postgres_url, "--workers", "2") as server:
        asyncio.run(play())
        server.stop()
    assert server.log.read_text() == ""


def test_a_statement_larger_than_any_buffer_is_written_and_a_refused_one_ends_nothing(postgres_url: str) -> None:
    async def write() -> tuple[int, int]:
        async with await psycopg.AsyncConnection.connect(postgres_url, autocommit=True) as connection:
            await connection.execute("CREATE TABLE texts (text text)")
            await connection.execute("CREATE UNIQUE INDEX ON texts (md5(text))")
            asker = Asker(connection)
            await asker.ask("INSERT INTO texts SELECT $1", ["long " * 4_000_000])
            await asker.ask("INSERT INTO texts SELECT $1", ["short"])
            with pytest.raises(psycopg.errors.UniqueViolation):
                await asker.ask("INSERT INTO texts SELECT $1", ["short"])
            await connection.execute("DEALLOCATE ALL")  # as psycopg does after a transaction that was rolled back
            await asker.ask("INSERT INTO texts SELECT $1", ["after it"])
            found = await connection.execute("SELECT max(length(text)), count(*) FROM texts")
            return tuple(await found.fetchone() or ())

    assert asyncio.run(write()) == (20_000_000, 3)


def test_options_of_a_database_url_are_kept(postgres_url: str) -> None:
    """Beside those that let PostgreSQL notice a machine that is gone."""
    url = make_url(postgres_url).update_query_dict({"options": "-c lock_timeout=1234"})
    text = url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(text, **connect_args(url)) as line:
        assert line.execute("SHOW lock_timeout").fetchone() == ("1234ms",)
    assert "tcp_keepalives_idle" in connect_args(url)["options"]
