"""Backup, restore, doctor and forgetting while the server runs, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from server.homes import Home, found
from server.processes import until
from server.serving import Server, create, greet, hear_until, move, new_token, serving, show
from server.staged import StagedTable, finished_table, playing_table, waiting_table


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
