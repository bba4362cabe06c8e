"""What happens to a running server's database is noticed: /readyz says no, one line of the log says why, and no move is
acknowledged that would not be there after a restart. What can be repaired by itself is."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
import pytest

from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.setup import NoClock, new_setup
from ferrovia.server.core.storage import Change, Creation, Progress
from ferrovia.server.core.table import Status
from ferrovia.server.settings import FILE
from ferrovia.server.store import Database, Journal
from ferrovia.server.store.database import sqlite_url
from server.postgres import Postgres, ask
from server.processes import until
from server.serving import Server, bearer, create, new_token, person, serving, show
from server.test_faults import fill, small_disk

NOTED: Final = "the database can't be used"
OVER: Final = "the database can be used again"


class Played:
    """A table of a server at which moves can be tried."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.tokens = [new_token(), new_token()]
        people = [person(name, token) for name, token in zip(("Ada", "Bo"), self.tokens, strict=True)]
        self.table = create(server, "berlin", people)["table"]
        self.sent: list[str] = []

    def move(self) -> httpx.Response:
        """The next move, whoever has to decide. What it asks for is known before: no answer is needed for it."""
        for token in self.tokens:
            choices = show(self.server, self.table, token)["position"]["choices"]
            if choices is not None:
                break
        self.sending = {
            "key": f"move-{len(self.sent):04}",
            "decision": choices["decision"],
            "action": choices["actions"][-1],
        }
        self.mover = token
        return self.again()

    def again(self) -> httpx.Response:
        """The last move once more, under its key."""
        answer = self.ask("POST", f"/api/tables/{self.table}/moves", headers=bearer(self.mover), json=self.sending)
        if answer.is_success:
            self.sent.append(self.sending["key"])
        return answer

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        return httpx.request(method, f"{self.server.url}{path}", timeout=30, **more)

    def is_ready(self) -> bool:
        return self.ask("GET", "/readyz").status_code == 200

    def lines(self, event: str) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.server.log.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line["event"] == event]

    def all_lines(self) -> list[str]:
        return [line for line in self.server.log.read_text().splitlines() if line]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    with serving(tmp_path / "data") as server:
        table = Played(server)
        for _ in range(4):
            assert table.move().status_code == 200
        yield table


def stored_keys(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [key for (key,) in connection.execute("SELECT key FROM entries WHERE kind = 'moved' ORDER BY version")]


def refused(answer: httpx.Response) -> bool:
    return (answer.status_code, answer.json()["code"]) == (503, "database.unavailable")


# --- files that go away ---------------------------------------------------------------------------------
def remove_file(file: Path) -> None:
    file.unlink()


def remove_wal(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def remove_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


def replace(file: Path) -> None:
    copy = file.with_name("copy")
    shutil.copy(file, copy)
    os.replace(copy, file)


@pytest.mark.parametrize(
    ("harm", "fault"),
    [(remove_file, "gone"), (remove_wal, "gone"), (remove_folder, "gone"), (replace, "replaced")],
)
def test_nothing_is_acknowledged_into_a_file_that_is_gone(
    played: Played, harm: Callable[[Path], None], fault: str
) -> None:
    harm(played.server.data / FILE)
    played.sending = {**played.sending, "key": "after-the-harm"}
    for _ in range(3):
        assert refused(played.again())
    assert not played.is_ready()
    assert played.ask("GET", "/healthz").status_code == 200
    (line,) = played.lines(NOTED)
    assert (line["level"], line["fault"]) == ("error", fault)
    assert FILE in line["reason"]
    assert played.all_lines() == [json.dumps(line, ensure_ascii=False)]
    played.server.stop()


def test_a_file_that_comes_back_is_used_again(played: Played) -> None:
    file = played.server.data / FILE
    aside = file.with_name("aside")
    os.rename(file, aside)
    assert not played.is_ready()
    file.write_text("")  # what a careless hand, or another program, might leave there
    played.sending = {**played.sending, "key": "while-it-was-away"}
    assert refused(played.again())
    file.unlink()
    os.rename(aside, file)
    until(played.is_ready)
    assert [line["after"] for line in played.lines(OVER)] == ["gone"]
    for _ in range(4):
        assert played.move().status_code == 200
    played.server.kill()
    assert stored_keys(file) == played.sent


def test_moves_survive_the_removal_of_the_newest_changes_if_the_server_is_stopped(played: Played) -> None:
    remove_wal(played.server.data / FILE)
    assert not played.is_ready()
    played.server.stop()
    assert stored_keys(played.server.data / FILE) == played.sent


# --- a disk without room --------------------------------------------------------------------------------
def test_a_full_disk_is_noticed_while_nobody_plays_and_forgotten_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk, serving(disk) as server:
        table = Played(server)
        assert table.move().status_code == 200
        filler = fill(disk)
        until(lambda: not table.is_ready())
        assert [line["fault"] for line in table.lines(NOTED)] == ["full"]
        answers = [table.move() for _ in range(3)]
        assert {answer.status_code for answer in answers} <= {200, 503}  # there may be room in the files themselves
        filler.unlink()
        until(table.is_ready)
        assert table.move().status_code in (200, 409)  # the last one may have been written after all
        assert table.move().status_code == 200
        assert [line["after"] for line in table.lines(OVER)] == ["full"]
        assert len(table.all_lines()) == 2


# --- a damaged file -------------------------------------------------------------------------------------
def scribble(file: Path) -> None:
    """Over every page but the first, in place."""
    size = 4096
    with file.open("r+b", buffering=0) as stream:
        for start in range(size, file.stat().st_size, size):
            stream.seek(start)
            stream.write(b"\xff" * 200)


def checkpointed(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0


def test_a_damaged_file_is_noticed_and_nothing_more_is_written_to_it(played: Played) -> None:
    file = played.server.data / FILE
    others = [Played(played.server).table for _ in range(3)]
    checkpointed(file)
    scribble(file)
    until(lambda: not played.is_ready())
    damaged = file.read_bytes()
    (line,) = played.lines(NOTED)
    assert line["fault"] == "damaged"
    for table in [*others, played.table]:
        assert played.ask("GET", f"/api/tables/{table}").status_code in (200, 503)  # from memory, or not at all
    played.sending = {**played.sending, "key": "after-the-harm"}
    assert refused(played.again())
    assert file.read_bytes() == damaged
    assert len(played.all_lines()) == 1


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE entries SET text = 'claim Nowhere–Elsewhere red' WHERE version = 4",
        "UPDATE entries SET kind = 'sneaked' WHERE version = 4",
        "UPDATE tables SET secret = 'no secret'",
        "UPDATE tables SET setup = '{}'",
        "UPDATE entries SET text = CAST(x'ff41' AS TEXT) WHERE version = 4",
    ],
)
def test_a_table_that_can_not_be_read_is_refused_and_is_no_failure(played: Played, tampering: str) -> None:
    played.server.kill()
    with closing(sqlite3.connect(played.server.data / FILE)) as connection, connection:
        connection.execute(tampering)
    played.server.start()
    for path in ("", "/record", "/log", "/moves"):
        answer = played.ask("GET", f"/api/tables/{played.table}{path}")
        assert answer.status_code == 503, answer.text
    assert played.again().status_code == 503
    assert played.ask("POST", "/api/tables/mine", json={"tables": []}).status_code < 500
    metrics = played.ask("GET", "/metrics").text
    assert "\nferrovia_failures_total 0.0\n" in metrics


# --- PostgreSQL -----------------------------------------------------------------------------------------
def test_a_database_that_is_away_is_noted_once(tmp_path: Path, postgres: Postgres) -> None:
    with serving(tmp_path / "data", "--database", postgres.new_database()) as server:
        table = Played(server)
        assert table.move().status_code == 200
        postgres.stop("immediate")
        try:
            until(lambda: not table.is_ready())
            table.sending = {**table.sending, "key": "while-it-is-down"}
            for _ in range(3):
                assert refused(table.again())
            (line,) = table.lines(NOTED)
            assert line["fault"] == "unreachable"
        finally:
            postgres.start()
        until(table.is_ready)
        assert table.move().status_code == 200
        assert [line["after"] for line in table.lines(OVER)] == ["unreachable"]
        assert [line["event"] for line in map(json.loads, table.all_lines())] == [NOTED, OVER]


CUT_OFF: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def test_a_database_that_takes_no_changes_is_noticed(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with serving(tmp_path / "data", "--database", url) as server:
        table = Played(server)
        set_read_only(postgres, url, "on")
        until(lambda: any(line["fault"] == "read_only" for line in table.lines(NOTED)))
        assert not table.is_ready()
        set_read_only(postgres, url, "off")
        until(table.is_ready)
        assert table.move().status_code == 200


def set_read_only(postgres: Postgres, url: str, value: str) -> None:
    """As after a failover to a machine that only follows."""
    ((name,),) = ask(url, "SELECT current_database()")
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as line:
        line.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {value}")
    ask(url, CUT_OFF)


# --- values that no database holds ----------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_value_that_can_not_be_stored_is_refused_and_the_others_are_written(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    async def write() -> list[BaseException | None]:
        database = Database(
            sqlite_url(tmp_path / FILE) if kind == "sqlite" else request.getfixturevalue("postgres_url")
        )
        await database.migrate()
        journal = Journal(database)
        journal.open()
        try:
            changes = [new_table("one"), new_table("t", at=2**63), new_table("\ud800"), new_table("two")]
            return await asyncio.gather(*(journal.write(each) for each in changes), return_exceptions=True)
        finally:
            await journal.close()
            await database.close()

    one, big, lone, two = asyncio.run(write())
    assert (one, two) == (None, None)
    for refusal in (big, lone):
        assert isinstance(refusal, Denied)
        assert refusal.code == "request.invalid"


def new_table(name: str, at: int = 0) -> Change:
    setup = new_setup("berlin", 2, {}, None, NoClock(), "conductor", "full")
    waiting = Progress(Status.WAITING, None, None)
    return Change(name, [Entry(1, at, Kind.CREATED)], progress=waiting, creation=Creation(name, setup, b"", ""))
