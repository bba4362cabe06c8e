"""`ferrovia games`: listed, exported, forgotten. On SQLite and PostgreSQL alike."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cli.running import invoke, refused
from ferrovia.record import from_text, verify
from ferrovia.server.admin import games
from ferrovia.server.core import entries
from server.homes import Home, found


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
