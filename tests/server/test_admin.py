"""Keeping a server running: doctor, backup, restore, and the games it keeps. On SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import shutil
import sqlite3
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import text

from cli.running import COMMAND, Run, environment, invoke, refused
from ferrovia.record import from_text, verify
from ferrovia.server.admin import backup, doctor, games, upgrade
from ferrovia.server.api.requests import NewTable, OpenSeat, PersonSeat, WantedSeat
from ferrovia.server.core import commands, entries
from ferrovia.server.core.tables import Tables
from ferrovia.server.run import prepare
from ferrovia.server.settings import FILE, Settings
from ferrovia.server.store import Database, Journal, Repository
from ferrovia.server.store import database as store
from server.postgres import Postgres, ask
from server.processes import until
from server.serving import Server, create, greet, hear_until, move, new_token, serving, show
from server.staged import StagedTable, finished_table, playing_table, waiting_table


@dataclass(frozen=True)
class Home:
    """Where a server keeps its tables."""

    data: Path
    url: str | None = None

    @property
    def args(self) -> list[str]:
        return ["--data", str(self.data), *([] if self.url is None else ["--database", self.url])]

    @property
    def settings(self) -> Settings:
        return Settings(data=self.data, database=self.url)

    @property
    def file(self) -> Path:
        return self.data / FILE

    def run(self, *command: str | Path) -> Run:
        return invoke(*command, *self.args)

    def delete(self, id: str, *flags: str) -> Run:
        return invoke("games", "delete", *self.args, *flags, "--", id)  # an id may begin with a dash

    def query(self, sql: str, **params: object) -> list[tuple[Any, ...]]:
        async def run() -> list[tuple[Any, ...]]:
            database = Database(self.settings.database_url)
            try:
                async with database.begin() as connection:
                    done = await connection.execute(text(sql), params)
                    return [tuple(row) for row in done] if done.returns_rows else []
            finally:
                await database.close()

        return asyncio.run(run())

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that is in it; leases aside, which end when a server does."""
        found = {name: self.query(f"SELECT * FROM {name} ORDER BY 1, 2") for name in backup.NAMES}
        found["tables"] = [row[:-1] for row in found["tables"]]
        return found

    def ids(self) -> dict[str, str]:
        """Status → id."""
        return {status: id for id, status in self.query("SELECT id, status FROM tables")}


@dataclass(frozen=True)
class Stock:
    """A home with a table of every kind, and the backup of it."""

    home: Home
    backup: Path


async def fill(settings: Settings) -> None:
    """A table that waits, one at which they play, and one that is over."""
    database = Database(settings.database_url)
    await database.migrate()
    journal = Journal(database)
    journal.open()
    tables = Tables(Repository(database), journal)
    token = new_token()
    people: list[WantedSeat] = [PersonSeat(kind="person", name=name, token=token) for name in ("Ada", "Bo")]
    wanted = partial(NewTable, board="berlin", first=None)
    await tables.create(wanted(seats=[people[0], OpenSeat(kind="open")], host=new_token()).new_table())
    for moves in (6, 10_000):
        made = await tables.create(wanted(seats=people, host=new_token()).new_table())
        for number in range(moves):
            table = (await tables.open(made)).table
            seat = next(iter(table.waiting_seats()), None)
            if seat is None or table.state is None:
                break
            action = int(list(table.state.legal_for(seat))[-1])
            await tables.act(made, commands.Move(token, table.decisions[seat], action, f"{number}", seat))
    await journal.close()
    await database.close()


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Stock:
    folder = tmp_path_factory.mktemp("stock")
    home = Home(folder / "data")
    home.data.mkdir(mode=0o700)
    asyncio.run(fill(home.settings))
    file = folder / "stock.backup"
    assert home.run("backup", file).code == 0
    return Stock(home, file)


@pytest.fixture(scope="module")
def one_database(postgres: Postgres) -> str:
    """One for all tests of this file: making and dropping a hundred takes long."""
    return postgres.new_database()


@pytest.fixture
def postgres_url(one_database: str) -> str:
    ask(one_database, "DROP SCHEMA public CASCADE")
    ask(one_database, "CREATE SCHEMA public")
    return one_database


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    """Nothing is there yet."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    return Home(tmp_path / "data", url)


@pytest.fixture
def home(stock: Stock, empty: Home) -> Home:
    assert empty.run("restore", stock.backup).code == 0
    return empty


@pytest.fixture
def lite(stock: Stock, tmp_path: Path) -> Home:
    """For what only SQLite does."""
    shutil.copytree(stock.home.data, tmp_path / "data")
    return Home(tmp_path / "data")


def found(done: Run) -> dict[str, str]:
    """Check → code of what the doctor found."""
    data: Any = done.json()
    assert data["ok"] == (done.code == 0)
    assert all(check["text"] and (check["advice"] or check["result"] == "ok") for check in data["checks"])
    return {check["check"]: f"{check['result']} {check['code']}" for check in data["checks"]}


# --- doctor ---------------------------------------------------------------------------------------------
def test_a_healthy_home_passes_every_check(home: Home) -> None:
    done = home.run("doctor", "--all", "--json")
    assert done.code == 0
    assert set(found(done)) >= {"database", "schema", "integrity", "logs", "clock", "rules", "games"}
    assert all(check.startswith("ok ") for check in found(done).values()), done.out
    assert "Nothing is wrong." in home.run("doctor").out


def test_the_doctor_makes_no_database_where_none_is(tmp_path: Path) -> None:
    home = Home(tmp_path / "data")
    assert found(home.run("doctor", "--json")) == {
        "folder": "failed folder_missing",
        "database": "failed database_missing",
    }
    home.data.mkdir()
    done = home.run("doctor")
    assert done.code == 2
    assert f"There is no database {home.file}" in done.out
    assert list(home.data.iterdir()) == []


def test_the_doctor_says_that_an_empty_database_is_empty(postgres_url: str, tmp_path: Path) -> None:
    home = Home(tmp_path, postgres_url)
    assert found(home.run("doctor", "--json"))["schema"] == "failed schema_empty"
    assert home.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == []


def test_the_doctor_finds_a_gap_in_a_log(home: Home) -> None:
    """The last entry is missed by nobody but the game; one in the middle is a gap."""
    id = home.ids()["playing"]
    home.query("DELETE FROM entries WHERE table_id = :id AND version = 3", id=id)
    done = home.run("doctor")
    assert done.code == 2
    assert f"Entries are missing from 1 log: {id[:8]}" in done.out
    assert id not in done.out
    checks = found(home.run("doctor", "--json"))
    assert (checks["logs"], checks["games"]) == ("failed logs_gaps", "failed games_different")


def test_the_doctor_finds_a_table_without_a_log(home: Home) -> None:
    home.query("DELETE FROM entries WHERE table_id = :id", id=home.ids()["over"])
    assert found(home.run("doctor", "--json"))["logs"] == "failed logs_gaps"


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE entries SET text = 'claim Nowhere–Elsewhere red' WHERE version = 5",
        "UPDATE entries SET seat = 1 - seat WHERE version = 3",
        "UPDATE entries SET kind = 'sneaked' WHERE version = 4",
        "UPDATE tables SET status = 'over' WHERE status = 'playing'",
        "UPDATE tables SET secret = 'no secret' WHERE status = 'playing'",
        "DELETE FROM seats WHERE seat = 1",
    ],
)
def test_the_doctor_finds_a_game_that_does_not_come_out(home: Home, tampering: str) -> None:
    home.query(tampering)
    done = home.run("doctor", "--json")
    assert found(done)["games"] == "failed games_different"
    assert found(done)["logs"] == "ok logs_ok"


@pytest.mark.parametrize(
    ("status", "code"), [("playing", "warning rules_unfinished"), ("over", "warning rules_finished")]
)
@pytest.mark.parametrize(("now", "then"), [('"rules_version":', '"rules_version":9'), ('"digest":"', '"digest":"0')])
def test_the_doctor_warns_of_games_of_another_version(home: Home, status: str, code: str, now: str, then: str) -> None:
    home.query("UPDATE tables SET setup = replace(setup, :now, :then) WHERE status = :s", now=now, then=then, s=status)
    done = home.run("doctor", "--json")
    assert done.code == 0
    assert found(done)["rules"] == code
    assert found(done)["games"] == "ok games_ok"


def test_the_doctor_finds_a_setup_that_is_none(home: Home) -> None:
    home.query("UPDATE tables SET setup = '{}' WHERE status = 'over'")
    assert found(home.run("doctor", "--json"))["rules"] == "failed rules_unreadable"
    assert home.run("games", "list").code == 0


def test_the_doctor_warns_of_entries_from_the_future(home: Home) -> None:
    home.query("UPDATE entries SET at = at + 7200000 WHERE version = 4")
    done = home.run("doctor", "--json")
    assert found(done)["clock"] == "warning clock_future"


def test_the_doctor_compares_the_clock_with_the_database(
    stock: Stock, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path, postgres_url)
    home.run("restore", stock.backup)
    for ahead, code in ((3_000, "warning clock_apart"), (60_000, "failed clock_apart")):
        with monkeypatch.context() as patch:
            now = entries.now
            patch.setattr(doctor, "now", lambda now=now, ahead=ahead: now() + ahead)
            assert found(home.run("doctor", "--json"))["clock"] == code


def test_the_doctor_knows_that_it_is_not_1970(lite: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "SANE_YEARS", range(2200, 2300))
    assert found(lite.run("doctor", "--json"))["clock"] == "failed clock_year"


def test_the_doctor_looks_at_the_disk(lite: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, code in ((500, "warning disk_little"), (5, "failed disk_little"), (5_000, "ok disk_ok")):
        usage = shutil._ntuple_diskusage(10**12, 10**12 - free * 10**6, free * 10**6)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        assert found(lite.run("doctor", "--json"))["disk"] == code


def test_the_doctor_minds_who_can_read_the_secrets(lite: Home) -> None:
    lite.data.chmod(0o755)
    assert found(lite.run("doctor", "--json"))["folder"] == "ok folder_ok"  # the file itself is closed
    lite.file.chmod(0o644)
    done = lite.run("doctor", "--json")
    assert found(done)["folder"] == "warning folder_open"
    assert f"→ chmod 700 {lite.data}" in lite.run("doctor").out
    lite.data.chmod(0o750)
    assert found(lite.run("doctor", "--json"))["folder"] == "ok folder_ok"


def test_a_new_home_is_closed_to_others(tmp_path: Path) -> None:
    data = tmp_path / "new" / "data"
    prepare(Settings(data=data))
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()}


def test_files_in_a_folder_that_others_may_read_are_closed_to_them(lite: Home) -> None:
    lite.data.chmod(0o755)
    (lite.data / "backups").mkdir()
    (lite.data / "backups" / "copied.backup").touch(0o644)
    lite.file.chmod(0o644)
    with serving(lite.data) as server:
        assert set(modes(lite.data)) == {FILE, *(FILE + end for end in ("-wal", "-shm", ".lock")), "copied.backup"}
        assert set(modes(lite.data).values()) == {0o600}
        assert found(lite.run("doctor", "--json"))["folder"] == "ok folder_ok"
        assert server.log.read_text() == ""


def test_a_server_says_loudly_which_file_others_may_read(lite: Home) -> None:
    (lite.data / "backups").mkdir()
    stubborn = lite.data / "backups" / "copied.backup"
    stubborn.touch(0o644)
    if subprocess.run(["chattr", "+i", str(stubborn)], capture_output=True, check=False).returncode != 0:
        pytest.skip("only root can make a file whose mode stays as it is, and not everywhere")
    try:
        with serving(lite.data) as server:
            (line,) = [json.loads(line) for line in server.log.read_text().splitlines()]
            assert (line["level"], line["file"]) == ("warning", str(stubborn))
            assert found(lite.run("doctor", "--json"))["folder"] == "warning folder_open"
    finally:
        subprocess.run(["chattr", "-i", str(stubborn)], check=True)


def test_a_restored_database_is_closed_to_others(stock: Stock, tmp_path: Path) -> None:
    home = Home(tmp_path / "data")
    home.data.mkdir(mode=0o755)
    assert home.run("restore", stock.backup).code == 0
    assert modes(home.data)[FILE] == 0o600


def test_the_doctor_finds_a_damaged_file(lite: Home) -> None:
    roots = lite.query("SELECT rootpage FROM sqlite_master WHERE rootpage > 0 AND tbl_name <> 'alembic_version'")
    pages = bytearray(lite.file.read_bytes())
    size = int.from_bytes(pages[16:18], "big")
    for (root,) in roots:  # other pages hold what the tables look like, and of which version they are
        start = (root - 1) * size
        pages[start : start + 200] = b"\xff" * 200
    lite.file.write_bytes(pages)
    done = lite.run("doctor", "--json")
    assert found(done)["integrity"] == "failed broken"
    assert "restore the last backup" in lite.run("doctor").out


def test_the_doctor_finds_that_a_file_is_no_database(lite: Home) -> None:
    lite.file.write_text("All aboard! " * 1000)
    assert found(lite.run("doctor", "--json"))["database"] == "failed database_unreachable"


def test_the_doctor_finds_that_nobody_answers(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url in (postgres.url("nowhere"), "postgresql://ferrovia:very-secret@127.0.0.1:1/ferrovia"):
        monkeypatch.setenv("FERROVIA_DATABASE", url)  # no password goes on a command line
        done = Home(tmp_path).run("doctor", "--json")
        assert found(done) == {"database": "failed database_unreachable"}
        assert "very-secret" not in done.out


def test_the_doctor_speaks_french(stock: Stock) -> None:
    done = stock.home.run("doctor", "--lang", "fr")
    assert "Tout va bien." in done.out
    assert done.out.count("bon ") == len(done.out.splitlines()) - 1


# --- backup ---------------------------------------------------------------------------------------------
def test_a_backup_restores_everything(stock: Stock, empty: Home) -> None:
    said = empty.run("restore", stock.backup)
    assert (said.code, said.err) == (0, "")
    assert empty.rows() == stock.home.rows()
    assert found(empty.run("doctor", "--all", "--json"))["games"] == "ok games_all"


def test_a_backup_of_a_restored_backup_is_the_same(stock: Stock, home: Home, tmp_path: Path) -> None:
    """Over PostgreSQL and back nothing changes, not even the digest over every row."""
    file = tmp_path / "again"
    done: Any = home.run("backup", file, "--json").json()
    assert done["source"] == ("sqlite" if home.url is None else "postgresql")
    with closing(sqlite3.connect(stock.backup)) as line:
        (digest,) = line.execute("SELECT digest FROM backup").fetchone()
    assert done["digest"] == digest


def test_nobody_else_may_read_a_backup(stock: Stock) -> None:
    assert stat.S_IMODE(stock.backup.stat().st_mode) == 0o600
    assert sorted(path.name for path in stock.backup.parent.iterdir()) == ["data", "stock.backup"]


def test_a_backup_is_in_chunks(stock: Stock, empty: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "CHUNK", 7)
    assert stock.home.run("backup", tmp_path / "small").code == 0
    assert empty.run("restore", tmp_path / "small").code == 0
    assert empty.rows() == stock.home.rows()


def test_what_is_written_during_a_backup_is_not_in_it(
    stock: Stock, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the first rows and the last, somebody moves and somebody sits down: none of it, not a half of it."""
    news = (
        "UPDATE seats SET name = 'Eve'",
        "INSERT INTO entries SELECT table_id, version + 1000, at, kind, seat, text, key FROM entries",
    )
    written: list[int] = []

    @contextmanager
    def watched(title: str, total: int) -> Iterator[Callable[[int], None]]:
        def write(more: int) -> None:
            if not written:
                for change in news:
                    other = threading.Thread(target=home.query, args=(change,))
                    other.start()
                    other.join()
            written.append(more)

        yield write

    monkeypatch.setattr("ferrovia.cli.commands.backup.bar", watched)
    assert home.run("backup", tmp_path / "file").code == 0
    assert sum(written) == sum(len(rows) for rows in stock.home.rows().values())
    assert ("Eve",) in home.query("SELECT name FROM seats")
    copy = Home(tmp_path / "copy")
    assert copy.run("restore", tmp_path / "file").code == 0
    assert copy.rows() == stock.home.rows()


def test_a_backup_never_replaces_a_file(stock: Stock, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("precious")
    assert "is there already" in refused(stock.home.run("backup", tmp_path / "taken"))
    assert (tmp_path / "taken").read_text() == "precious"
    assert "There is no folder" in refused(stock.home.run("backup", tmp_path / "no" / "where"))
    assert "is a folder" in refused(stock.home.run("backup", tmp_path))


def test_there_is_nothing_to_back_up(tmp_path: Path, postgres_url: str) -> None:
    assert "There is no database" in refused(Home(tmp_path / "data").run("backup", tmp_path / "b"))
    assert "has no tables yet" in refused(Home(tmp_path, postgres_url).run("backup", tmp_path / "b"))
    nobody = Home(tmp_path, "postgresql://ferrovia@127.0.0.1:1/ferrovia")
    assert "The database can't be used: " in refused(nobody.run("backup", tmp_path / "b"))
    assert "no support for mysql" in refused(Home(tmp_path, "mysql://x/y").run("backup", tmp_path / "b"))
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_no_half_backup(stock: Stock, tmp_path: Path) -> None:
    done = with_little_disk("backup", tmp_path / "b", *stock.home.args)
    assert "can't be written: " in refused(done)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_backup_leaves_nothing(stock: Stock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, "digest_of", interrupt)
    assert stock.home.run("backup", tmp_path / "b").code == 130
    assert list(tmp_path.iterdir()) == []


def with_little_disk(*args: str | Path) -> Run:
    """As a process of its own whose files can't grow as long as a backup; SQLite's own small ones can."""
    command = [*COMMAND, *(str(arg) for arg in args)]
    limit = (36_000, resource.RLIM_INFINITY)
    done = subprocess.run(
        command,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    return Run(done.returncode, done.stdout, done.stderr)


# --- restore --------------------------------------------------------------------------------------------
def test_restore_refuses_a_database_that_is_not_empty(stock: Stock, home: Home) -> None:
    before = home.rows()
    home.query("DELETE FROM entries WHERE version > 3")
    changed = home.rows()
    assert changed != before
    assert "is not empty" in refused(home.run("restore", stock.backup))
    assert home.rows() == changed


def test_restore_goes_into_a_database_that_a_server_has_just_made(stock: Stock, empty: Home) -> None:
    prepare(empty.settings)
    assert empty.run("restore", stock.backup).code == 0
    assert empty.rows() == stock.home.rows()


def test_restore_leaves_other_peoples_tables_alone(stock: Stock, empty: Home) -> None:
    """An empty table called like one of ours is not ours, unless our own mark is beside it."""
    empty.data.mkdir()
    empty.query("CREATE TABLE seats (row INTEGER)")
    assert "is not empty" in refused(empty.run("restore", stock.backup))
    assert empty.query("SELECT row FROM seats") == []


@pytest.mark.parametrize("what", ["text", "empty", "database", "other", "cut"])
def test_restore_refuses_what_is_no_backup(stock: Stock, empty: Home, tmp_path: Path, what: str) -> None:
    file = tmp_path / "file"
    if what == "text":
        file.write_text("All aboard! " * 1000)
    elif what == "empty":
        file.touch()
    elif what == "database":
        shutil.copy(stock.home.file, file)
    elif what == "other":
        with closing(sqlite3.connect(file)) as line:
            line.execute("CREATE TABLE backup (format INTEGER)")
    else:
        file.write_bytes(stock.backup.read_bytes()[:5000])
    said = refused(empty.run("restore", file))
    assert "is no backup" in said or "is damaged" in said
    assert not empty.file.exists()


def test_restore_refuses_files_that_are_none(empty: Home, tmp_path: Path) -> None:
    assert "There is no file" in refused(empty.run("restore", tmp_path / "nowhere"))
    assert "is a folder" in refused(empty.run("restore", tmp_path))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET text = text || ' ' WHERE version = 5",
        "UPDATE seats SET name = 'Eve' WHERE seat = 0",
        "UPDATE tables SET secret = x'00ff'",
        "DELETE FROM entries WHERE version = 9",
        "DROP TABLE seats",
        "ALTER TABLE seats ADD COLUMN more TEXT",
        "UPDATE backup SET digest = 'other'",
    ],
)
def test_restore_refuses_a_backup_in_which_anything_was_changed(
    stock: Stock, empty: Home, tmp_path: Path, damage: str
) -> None:
    file = tmp_path / "file"
    shutil.copy(stock.backup, file)
    with closing(sqlite3.connect(file)) as line, line:
        line.execute(damage)
    assert "is damaged" in refused(empty.run("restore", file))
    assert not empty.file.exists()


def test_restore_refuses_a_backup_with_any_damaged_page(stock: Stock, tmp_path: Path) -> None:
    """A quarter of a page of noise, anywhere: refused in words, never a traceback, never a half database."""
    whole = stock.backup.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    for number, start in enumerate(range(0, len(whole), size)):
        file = tmp_path / f"file-{number}"
        noise = bytes((7 * place + number) % 256 for place in range(size // 4))
        at = start + size // 2 + size // 4  # cells grow from the end of a page
        file.write_bytes(whole[:at] + noise + whole[at + len(noise) :])
        home = Home(tmp_path / f"data-{number}")
        done = home.run("restore", file)
        if done.code == 0:  # noise where nothing was written
            assert home.rows() == stock.home.rows()
        else:
            said = refused(done)
            assert "is damaged" in said or "is no backup" in said, said


def test_a_full_disk_leaves_no_half_restore(stock: Stock, tmp_path: Path) -> None:
    home = Home(tmp_path / "data")
    assert "The database can't be used: " in refused(with_little_disk("restore", stock.backup, *home.args))
    assert home.query("SELECT name FROM sqlite_master") == []
    assert home.run("restore", stock.backup).code == 0
    assert home.rows() == stock.home.rows()


def test_a_restore_that_fails_at_the_end_has_done_nothing(
    stock: Stock, empty: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade = store.upgrade

    def upgrade_once(connection: Any, revision: str = "head") -> None:
        if revision == "head":
            raise KeyboardInterrupt
        upgrade(connection, revision)

    with monkeypatch.context() as patch:
        patch.setattr(backup, "upgrade", upgrade_once)
        assert empty.run("restore", stock.backup).code == 130
    assert found(empty.run("doctor", "--json"))["schema"] == "failed schema_empty"
    assert empty.run("restore", stock.backup).code == 0


# --- other versions -------------------------------------------------------------------------------------
NEXT: Final = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade():
    with op.batch_alter_table("tables", recreate="auto") as batch:
        batch.add_column(sa.Column("label", sa.Text, nullable=False, server_default="none"))
        batch.alter_column("host_hash", type_=sa.String(100))


def downgrade():
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("label")
"""


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The next version of Ferrovia; `undo` goes back to this one."""
    folder = tmp_path / "versions"
    folder.mkdir()
    (folder / "9999_label.py").write_text(NEXT)
    now = store.alembic_config

    def with_next() -> Any:
        config = now()
        places = [Path(store.__file__).parent / "migrations" / "versions", folder]
        config.set_main_option("version_locations", os.pathsep.join(map(str, places)))
        return config

    with monkeypatch.context() as patch:
        patch.setattr(store, "alembic_config", with_next)
        yield patch


def migrate(home: Home) -> None:
    async def run() -> None:
        database = Database(home.settings.database_url)
        try:
            await database.migrate()
        finally:
            await database.close()

    asyncio.run(run())


def test_a_server_that_is_upgraded_keeps_everything(
    stock: Stock, home: Home, newer: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """SQLite makes `tables` anew for it, and must not forget the rows that belong to its rows."""
    before = home.rows()
    assert found(home.run("doctor", "--json"))["schema"] == "warning schema_older"
    assert "older than this Ferrovia" in refused(home.run("games", "list"))
    assert home.run("backup", tmp_path / "before").code == 0
    migrate(home)
    after = home.rows()
    assert (after["seats"], after["entries"]) == (before["seats"], before["entries"])
    assert home.query("SELECT DISTINCT label FROM tables") == [("none",)]
    assert found(home.run("doctor", "--all", "--json"))["games"] == "ok games_all"
    newer.undo()
    assert found(home.run("doctor", "--json"))["schema"] == "failed schema_newer"
    assert "made by a newer Ferrovia" in refused(home.run("games", "list"))
    assert "made by a newer Ferrovia" in refused(home.run("backup", tmp_path / "after"))
    with pytest.raises(store.DatabaseError) as error:
        migrate(home)
    assert error.value.code == "database.newer"


def test_a_server_makes_a_backup_before_it_brings_the_database_up_to_date(
    home: Home, newer: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = home.rows()
    made = prepare(home.settings)
    assert made is not None
    assert re.fullmatch(r"revision-0006-\d{8}T\d{6}Z\.backup", made.name)
    assert made.parent == home.data / "backups"
    assert [stat.S_IMODE(path.stat().st_mode) for path in (made, made.parent)] == [0o600, 0o700]
    assert home.query("SELECT DISTINCT label FROM tables") == [("none",)]
    assert prepare(home.settings) is None
    newer.undo()
    again = Home(tmp_path / "again")
    assert again.run("restore", made).code == 0
    assert again.rows() == before


def test_a_new_database_needs_no_backup(empty: Home) -> None:
    assert prepare(empty.settings) is None
    assert not (empty.data / "backups").exists()


def test_without_a_backup_nothing_is_brought_up_to_date(home: Home, newer: pytest.MonkeyPatch) -> None:
    home.data.mkdir(exist_ok=True)
    (home.data / "backups").write_text("in the way")
    done = home.run("serve")
    assert done.code == 2
    assert "nothing was changed" in done.err
    assert str(home.data / "backups") in done.err
    assert len(done.err.splitlines()) == 1
    assert "label" not in home.query("SELECT * FROM tables LIMIT 1")[0]
    assert found(home.run("doctor", "--json"))["schema"] == "warning schema_older"


def test_an_upgrade_that_fails_leaves_no_backup_that_nobody_needs(home: Home, newer: pytest.MonkeyPatch) -> None:
    def fail(connection: object, revision: str = "head") -> None:
        raise KeyboardInterrupt

    with newer.context() as patch:
        patch.setattr(upgrade, "upgrade", fail)
        with pytest.raises(KeyboardInterrupt):
            prepare(home.settings)
    assert list((home.data / "backups").iterdir()) == []
    assert prepare(home.settings) is not None


def test_only_the_newest_backups_of_upgrades_are_kept(lite: Home, newer: pytest.MonkeyPatch) -> None:
    folder = lite.data / "backups"
    folder.mkdir()
    kept = ["my-own.backup", *(f"revision-0000-2026010{day}T000000Z.backup" for day in range(1, 9))]
    for name in kept:
        (folder / name).touch()
    made = prepare(lite.settings)
    assert made is not None
    assert sorted(path.name for path in folder.iterdir()) == sorted([kept[0], *kept[-4:], made.name])


@pytest.fixture
def filled_url(stock: Stock, postgres_url: str, tmp_path: Path) -> str:
    assert Home(tmp_path, postgres_url).run("restore", stock.backup).code == 0
    return postgres_url


def test_servers_that_start_at_once_make_one_backup(filled_url: str, newer: pytest.MonkeyPatch, tmp_path: Path) -> None:
    homes = [Home(tmp_path / name, filled_url) for name in ("one", "two", "three")]
    with ThreadPoolExecutor() as pool:
        made = list(pool.map(prepare, [home.settings for home in homes]))
    assert sum(file is not None for file in made) == 1


def test_a_backup_of_an_older_version_is_brought_up_to_date(
    stock: Stock, empty: Home, newer: pytest.MonkeyPatch
) -> None:
    migrate_first = empty.url is not None  # an empty database of this version already, or none at all
    if migrate_first:
        migrate(empty)
    assert empty.run("restore", stock.backup).code == 0
    assert found(empty.run("doctor", "--all", "--json"))["schema"] == "ok schema_ok"
    assert empty.rows()["entries"] == stock.home.rows()["entries"]
    assert empty.query("SELECT DISTINCT label FROM tables") == [("none",)]


def test_a_backup_of_a_newer_version_is_refused(
    stock: Stock, empty: Home, newer: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = Home(tmp_path / "newer")
    home.run("restore", stock.backup)
    assert home.run("backup", tmp_path / "file").code == 0
    newer.undo()
    assert "was made by another Ferrovia" in refused(empty.run("restore", tmp_path / "file"))


def test_tables_that_are_being_made_when_the_power_fails_are_not_there(tmp_path: Path) -> None:
    """SQLite's driver would keep every table that was made before."""
    home = Home(tmp_path)

    async def begin() -> None:
        database = Database(home.settings.database_url)
        try:
            async with database.begin_alone() as connection:
                await connection.run_sync(store.upgrade)
                raise InterruptedError
        finally:
            await database.close()

    with pytest.raises(store.DatabaseError):
        asyncio.run(begin())
    assert home.query("SELECT name FROM sqlite_master") == []
    migrate(home)
    assert found(home.run("doctor", "--json"))["schema"] == "ok schema_ok"


# --- games ----------------------------------------------------------------------------------------------
def test_games_are_listed_newest_first(home: Home) -> None:
    listed: Any = home.run("games", "list", "--json").json()
    assert [game["status"] for game in listed] == ["over", "playing", "waiting"]
    assert [seat["name"] for seat in listed[1]["seats"]] == ["Ada", "Bo"]
    assert listed[1]["moves"] == 6
    assert all(len(game["id"]) == 8 for game in listed)
    words = home.run("games", "list")
    assert "(open)" in words.out
    assert "Ada, Bo" in words.out
    assert home.ids()["playing"] not in words.out
    assert home.ids()["playing"] in home.run("games", "list", "--ids").out
    assert len(home.run("games", "list", "--limit", "1").out.splitlines()) == 2
    assert "There are no such games." in home.run("games", "list", "--status", "closed").out


def test_names_from_the_database_can_not_command_a_terminal(lite: Home) -> None:
    lite.query("UPDATE seats SET name = :name WHERE seat = 0", name="\x1b[2JEve\u202e")
    assert "\x1b" not in lite.run("games", "list").out


def test_finished_games_are_exported_and_proved(home: Home, tmp_path: Path) -> None:
    folder = tmp_path / "records" / "here"
    for _ in range(2):  # once more writes the same
        done = home.run("games", "export", folder)
        assert (done.code, done.out) == (0, f"1 record proved and written to {folder}.\n")
    (file,) = folder.iterdir()
    assert file.name.endswith(f"-{home.ids()['over'][:8]}.txt")
    record = from_text(file.read_text())
    assert record.seats == ["Ada", "Bo"]
    verify(record)
    assert invoke("verify", file).code == 0


def test_what_can_not_be_proved_is_not_exported(home: Home, tmp_path: Path) -> None:
    id = home.ids()["over"]
    home.query("UPDATE entries SET text = 'draw blind' WHERE table_id = :id AND version = 9", id=id)
    done = home.run("games", "export", tmp_path / "records", "--json")
    data: Any = done.json()
    assert done.code == 2
    assert (data["exported"], data["damaged"]) == (0, [id[:8]])
    assert f"The game {id[:8]} can't be proved" in home.run("games", "export", tmp_path / "records").out
    assert list((tmp_path / "records").iterdir()) == []


def change_rules(home: Home) -> None:
    """As if every game had been begun by another version of Ferrovia."""
    other = {"now": '"rules_version":', "then": '"rules_version":9'}
    home.query("UPDATE tables SET setup = replace(setup, :now, :then)", **other)


def test_a_game_by_other_rules_is_left_to_the_version_that_knows_them(home: Home, tmp_path: Path) -> None:
    home.query(
        "UPDATE tables SET setup = replace(setup, :now, :then)", now='"rules_version":', then='"rules_version":9'
    )
    done = home.run("games", "export", tmp_path / "records")
    assert done.code == 0
    assert "1 game can be played only by another version" in done.out


def test_a_forgotten_game_has_no_names_and_no_way_back(home: Home, tmp_path: Path) -> None:
    id = home.ids()["over"]
    moves = home.query("SELECT * FROM entries WHERE table_id = :id ORDER BY version", id=id)
    done = home.delete(id[:8])
    assert (done.code, done.out) == (0, f"{id[:8]}: the names are erased, and no link leads to a seat any more.\n")
    kept = home.query("SELECT name, token_hash, invite_hash FROM seats WHERE table_id = :id", id=id)
    assert kept == [("", None, None)] * 2
    ((host, key, status),) = home.query("SELECT host_hash, creation_key, status FROM tables WHERE id = :id", id=id)
    assert (host, status) == ("", "over")
    assert key == f"forgotten {id}"
    after = home.query("SELECT * FROM entries WHERE table_id = :id ORDER BY version", id=id)
    assert after[:-1] == moves
    assert after[-1][3] == "forgotten"
    assert "erased before" in home.delete(id).out
    assert home.run("games", "export", tmp_path / "records").code == 0
    (file,) = (tmp_path / "records").iterdir()
    assert from_text(file.read_text()).seats == ["", ""]
    assert invoke("verify", file).code == 0
    assert "Player 1, Player 2" in home.run("games", "list").out
    assert all(check.startswith("ok ") for check in found(home.run("doctor", "--all", "--json")).values())


def test_sqlite_keeps_no_trace_of_a_forgotten_name(lite: Home) -> None:
    id = lite.ids()["over"]
    lite.query("UPDATE seats SET name = 'Rumpelstilzchen' WHERE table_id = :id", id=id)
    assert b"Rumpelstilzchen" in b"".join(path.read_bytes() for path in lite.data.iterdir())
    with closing(sqlite3.connect(lite.file)) as server:  # as long as anybody is there, so is SQLite's log
        server.execute("SELECT count(*) FROM seats").fetchall()
        lite.delete(id)
        assert b"Rumpelstilzchen" not in b"".join(path.read_bytes() for path in lite.data.iterdir())


def test_a_game_that_is_played_is_deleted_by_force_only(home: Home) -> None:
    id = home.ids()["playing"]
    before = home.rows()
    assert "is not over. With --force it ends here" in refused(home.delete(id))
    assert home.rows() == before
    assert home.delete(id, "--force").code == 0
    log = home.query("SELECT kind FROM entries WHERE table_id = :id ORDER BY version", id=id)
    assert log[-2:] == [("closed",), ("forgotten",)]
    assert home.query("SELECT status, due_at FROM tables WHERE id = :id", id=id) == [("closed", None)]
    assert all(check.startswith("ok ") for check in found(home.run("doctor", "--all", "--json")).values())


def test_a_table_that_waits_is_closed_when_it_is_deleted(home: Home) -> None:
    id = home.ids()["waiting"]
    assert home.delete(id).code == 0
    assert home.query("SELECT status FROM tables WHERE id = :id", id=id) == [("closed",)]


def test_games_of_another_version_can_be_deleted_too(home: Home) -> None:
    home.query(
        "UPDATE tables SET setup = replace(setup, :now, :then)", now='"rules_version":', then='"rules_version":9'
    )
    for id in home.ids().values():
        assert home.delete(id, "--force").code == 0
    assert home.query("SELECT DISTINCT name FROM seats") == [("",)]


def test_only_a_game_that_is_meant_is_deleted(home: Home) -> None:
    id = home.ids()["over"]
    for wrong in (id[:7], id.swapcase(), "%" * 8, "_" * 8, "nowhere-to-be-found", ""):
        assert "There is no game" in refused(home.delete(wrong))
    other = id[:10] + ("A" if id[10] != "A" else "B") + id[11:]
    home.query("UPDATE tables SET creation_key = 'x' WHERE id = :id", id=id)
    columns = "created_at, setup, secret, host_hash, status"
    home.query(f"INSERT INTO tables (id, creation_key, {columns}) SELECT :o, 'y', {columns} FROM tables WHERE id = :id",
               o=other, id=id)  # fmt: skip
    assert "More than one game begins with" in refused(home.delete(id[:8]))
    assert home.delete(id).code == 0


def test_a_move_meanwhile_does_not_stop_the_forgetting(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody writes the version that the command was about to write: it looks again."""
    id = home.ids()["over"]
    ((last,),) = home.query("SELECT max(version) FROM entries WHERE table_id = :id", id=id)
    rematch = "INSERT INTO entries VALUES (:id, :version, 1, 'rematch', -1, 'ABCDEFGHIJKLMNOPQRSTUV', '')"
    looked: list[int] = []

    def now() -> int:
        """Asked for between the looking and the writing."""
        looked.append(1)
        if len(looked) == 1:
            other = threading.Thread(target=home.query, args=(rematch,), kwargs={"id": id, "version": last + 1})
            other.start()
            other.join()
        return entries.now()

    monkeypatch.setattr(games, "now", now)
    assert home.delete(id).code == 0
    log = home.query("SELECT version, kind FROM entries WHERE table_id = :id AND version > :v", id=id, v=last)
    assert sorted(log) == [(last + 1, "rematch"), (last + 2, "forgotten")]
    assert len(looked) == 2
    assert home.query("SELECT DISTINCT name FROM seats WHERE table_id = :id", id=id) == [("",)]


# --- while the server runs ------------------------------------------------------------------------------
@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Home]]:
    postgres = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    home = Home(tmp_path_factory.mktemp("running") / "data", None if postgres is None else postgres.new_database())
    with serving(home.data, env={} if home.url is None else {"FERROVIA_DATABASE": home.url}) as server:
        yield server, home


def test_a_backup_in_the_middle_of_games_is_of_one_moment(running: tuple[Server, Home], tmp_path: Path) -> None:
    """Everything that was acknowledged before it began is in it, and no log has a gap."""
    server, home = running
    stages = [playing_table(server, "usa", 2, 0) for _ in range(2)]
    stop = threading.Event()

    def play(staged: StagedTable) -> None:
        while not stop.is_set() and staged.step():
            pass

    players = [threading.Thread(target=play, args=(staged,)) for staged in stages]
    for player in players:
        player.start()
    try:
        for number in range(3):
            before = {staged.table: staged.version for staged in stages}
            file, copy = tmp_path / f"backup-{number}", Home(tmp_path / f"copy-{number}")
            assert home.run("backup", file).code == 0
            assert copy.run("restore", file).code == 0
            reached = dict(copy.query("SELECT table_id, max(version) FROM entries GROUP BY table_id"))
            assert all(reached[table] >= version for table, version in before.items())
            checks = found(copy.run("doctor", "--all", "--json"))
            assert (checks["logs"], checks["games"]) == ("ok logs_ok", "ok games_all")
    finally:
        stop.set()
        for player in players:
            player.join()


def test_a_restored_game_goes_on_under_the_same_links(
    running: tuple[Server, Home], empty: Home, tmp_path: Path
) -> None:
    """So a server moves from SQLite to PostgreSQL, from PostgreSQL to SQLite, or to another machine."""
    server, home = running
    staged, guest = playing_table(server, moves=5), waiting_table(server)
    views = [staged.position(token)["view"] for token in staged.tokens]
    assert home.run("backup", tmp_path / "file").code == 0
    assert empty.run("restore", tmp_path / "file").code == 0
    with serving(empty.data, env={} if empty.url is None else {"FERROVIA_DATABASE": empty.url}) as other:
        staged.server = guest.server = other
        assert [staged.position(token)["view"] for token in staged.tokens] == views
        assert staged.step()
        assert guest.ask("POST", "/join", guest.invites[0], {"name": "Eve", "token": new_token()}).status_code == 200
        assert guest.ask("GET", "/invites", guest.host).status_code == 200


def test_a_running_server_forgets_at_once(running: tuple[Server, Home]) -> None:
    server, home = running
    staged = finished_table(server)
    assert [seat["name"] for seat in staged.position()["people"]] == ["Ada", "Bo"]
    assert home.delete(staged.table).code == 0
    assert [seat["name"] for seat in staged.position()["people"]] == ["", ""]
    assert staged.ask("GET", "", staged.tokens[0]).json()["code"] == "token.seat"
    assert staged.ask("GET", "", staged.host).json()["code"] == "token.seat"
    assert staged.ask("POST", "/rematch", staged.tokens[0]).json()["code"] == "token.seat"
    asked = {"tables": [{"table": staged.table, "token": token} for token in (staged.host, *staged.tokens)]}
    assert httpx.post(f"{server.url}/api/mine", json=asked, timeout=30).json() == {"tables": []}
    assert "Ada" not in staged.ask("GET", "/record").text
    assert staged.ask("GET", "/moves/3").status_code == 200


def test_those_who_are_at_a_table_when_it_is_forgotten_sit_there_no_more(running: tuple[Server, Home]) -> None:
    server, home = running
    staged = playing_table(server)
    turn = next(number for number in range(2) if staged.position(staged.tokens[number])["choices"])
    with (
        greet(server, staged.table, staged.tokens[turn]) as (line, position),
        greet(server, staged.table) as (watcher, _),
    ):
        assert home.delete(staged.table, "--force").code == 0
        if home.url is not None:  # PostgreSQL tells everybody; SQLite has nobody to tell, but the next word will do
            told = hear_until(watcher, "update")["position"]
            assert [seat["name"] for seat in told["people"]] == ["", ""]
        move(line, position, position["choices"]["actions"][0])
        told = hear_until(line, "update")["position"]
        assert (told["mine"], told["seat"], told["choices"]) == ([], None, None)
        assert hear_until(line, "refused")["code"] in ("table.closed", "token.seat")
    last = staged.position()
    assert (last["status"], last["mine"], last["choices"]) == ("closed", [], None)
    assert [seat["name"] for seat in last["people"]] == ["", ""]


def test_bots_stop_playing_at_a_table_that_is_closed_by_force(running: tuple[Server, Home]) -> None:
    server, home = running
    made = create(server, "usa", [{"kind": "bot", "bot": "conductor"}] * 3)
    with greet(server, made["table"]):
        until(lambda: show(server, made["table"])["position"]["moves"] > 3)
        assert home.delete(made["table"], "--force").code == 0
        assert show(server, made["table"])["position"]["status"] == "closed"
        time.sleep(1)
    log = home.query("SELECT kind FROM entries WHERE table_id = :id ORDER BY version", id=made["table"])
    assert log[-2:] == [("closed",), ("forgotten",)]
    assert found(home.run("doctor", "--all", "--json"))["games"] == "ok games_all"


def test_the_doctor_may_come_while_the_server_runs(running: tuple[Server, Home]) -> None:
    server, home = running
    staged = playing_table(server)
    assert all(check.startswith("ok ") for check in found(home.run("doctor", "--all", "--json")).values())
    assert staged.step()


def test_nobody_comes_back_to_a_game_that_is_over(running: tuple[Server, Home]) -> None:
    """Each time would have written another entry."""
    server, _ = running
    staged = playing_table(server, moves=3)
    gone = staged.tokens.pop(0)
    assert staged.ask("POST", "/leave", gone).status_code == 200
    while staged.step() or staged.position()["status"] == "playing":
        pass
    before = staged.version
    for _ in range(2):
        assert staged.ask("POST", "/back", gone).status_code == 200
    assert staged.version == before
