"""`ferrovia restore`, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.running import refused
from ferrovia.server.admin import backup
from ferrovia.server.run import prepare
from ferrovia.server.store import database as store
from server.homes import Home, Stock, found, with_little_disk


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
