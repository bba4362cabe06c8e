"""`ferrovia backup`, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.running import refused
from ferrovia.server.admin import backup
from server.homes import Home, Stock, found, with_little_disk


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
