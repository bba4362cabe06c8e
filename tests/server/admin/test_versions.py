"""Databases and backups of other versions of Ferrovia, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import asyncio
import os
import re
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from cli.running import refused
from ferrovia.server.admin import upgrade
from ferrovia.server.run import prepare
from ferrovia.server.store import Database
from ferrovia.server.store import database as store
from server.homes import Home, Stock, found

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
