"""`ferrovia doctor`, and who may read what a server keeps. On SQLite and PostgreSQL alike."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from ferrovia.server.admin import doctor
from ferrovia.server.core import entries
from ferrovia.server.run import prepare
from ferrovia.server.settings import FILE, Settings
from server.homes import Home, Stock, found
from server.postgres import Postgres
from server.serving import serving


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
