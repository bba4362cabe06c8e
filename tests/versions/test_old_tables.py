"""A server's database of version 1 (make.py): running games go on, or are refused with the reason. Nothing breaks."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.running import invoke
from ferrovia.boards import load
from ferrovia.engine.version import RULES_VERSION
from ferrovia.record import from_text, verify
from ferrovia.server.admin.upgrade import bring_up_to_date
from ferrovia.server.core.replay import replay
from ferrovia.server.settings import FILE
from ferrovia.server.store import Database, Repository
from ferrovia.server.store.database import sqlite_url
from server.serving import Server, hear, say, serving, socket
from server.staged import StagedTable, complaints, failures
from versions.left import GAMES, token

FOLDER = Path(__file__).parent
LEFT: dict[str, dict[str, Any]] = json.loads((FOLDER / "version_1.json").read_text(encoding="utf-8"))
"""Where each game stood, as version 1 saw it."""
OUTDATED = [game for game in GAMES if "neutral" in game or "amsterdam" in game]
GOING_ON = [game for game in GAMES if game not in OUTDATED]
REASONS = {
    "nederland": ("table.ruling_changed", {"rules": 1, "here": RULES_VERSION, "ruling": "N25"}),
    "amsterdam": ("table.board_changed", {"board": "amsterdam"}),
}


def fill(folder: Path) -> Path:
    folder.mkdir(mode=0o700)
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.executescript((FOLDER / "version_1.sql").read_text(encoding="utf-8"))
    return folder


def up_to_date(folder: Path) -> Path:
    """As a server of today leaves it: commands read no older tables."""
    fill(folder)

    async def run() -> None:
        database = Database(sqlite_url(folder / FILE))
        try:
            assert await bring_up_to_date(database, folder) is not None
        finally:
            await database.close()

    asyncio.run(run())
    return folder


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of today that was started on it."""
    with serving(fill(tmp_path_factory.mktemp("versions") / "data")) as running:
        yield running


def room(server: Server, game: str) -> StagedTable:
    names = [name for name in GAMES[game][2] if name.istitle()]
    return StagedTable(server, LEFT[game]["table"], token(f"{game} host"), [token(f"{game} {name}") for name in names])


def reason(game: str) -> dict[str, object]:
    code, params = REASONS[GAMES[game][0]]
    return {"code": code, "params": params}


# --- what goes on -----------------------------------------------------------------------------------------
def test_games_of_version_1_replay_to_the_last_bit(tmp_path: Path) -> None:
    file = up_to_date(tmp_path / "data") / FILE

    async def digests() -> dict[str, str]:
        database = Database(sqlite_url(file))
        try:
            stored = {game: await Repository(database).find(LEFT[game]["table"]) for game in GOING_ON}
        finally:
            await database.close()
        states = {game: replay(found).state for game, found in stored.items() if found is not None}
        return {game: state.digest() for game, state in states.items() if state is not None}

    expected = {game: left["digest"] for game, left in LEFT.items() if "digest" in left}
    assert asyncio.run(digests()) == {game: digest for game, digest in expected.items() if game in GOING_ON}


@pytest.mark.parametrize("game", [game for game in GOING_ON if LEFT[game]["status"] == "playing" and "bot" not in game])
def test_a_running_game_goes_on(old: Server, game: str) -> None:
    table = room(old, game)
    told = table.ask("GET", "").json()
    assert (told["table"]["rules_version"], told["table"]["standings_version"]) == (1, RULES_VERSION)
    assert (told["position"]["status"], told["position"]["moves"]) == ("playing", LEFT[game]["moves"])
    assert table.step()
    assert table.position()["moves"] == LEFT[game]["moves"] + 1


def test_it_can_be_played_to_its_end_and_its_record_proved(old: Server) -> None:
    """Nederland without the neutral player: its digest of then counts as today's."""
    table = room(old, "nederland plain")
    while table.step():
        pass
    assert table.position()["status"] == "over"
    record = from_text(table.ask("GET", "/record").text)
    assert (record.rules_version, record.digest) != (RULES_VERSION, load("nederland").digest)
    verify(record)


def test_a_waiting_table_begins(old: Server) -> None:
    table = room(old, "usa waiting")
    invites = table.ask("GET", "/invites", table.host).json()["invites"]
    joining = {"name": "Bo", "token": token("usa waiting Bo")}
    assert table.ask("POST", "/join", invites[0]["token"], joining).status_code == 200
    assert table.position()["status"] == "playing"


def test_a_bot_that_was_due_moves(old: Server) -> None:
    table = room(old, "usa with a bot")
    until = time.monotonic() + 60
    while table.position()["moves"] == 0:
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize("game", [game for game in GOING_ON if LEFT[game]["status"] == "over"])
def test_a_finished_game_can_be_seen_and_proved(old: Server, game: str) -> None:
    table = room(old, game)
    record = from_text(table.ask("GET", "/record").text)
    assert record.result == LEFT[game]["scores"]
    verify(record)
    assert table.ask("GET", f"/moves/{LEFT[game]['moves']}").status_code == 200


def test_a_rematch_is_played_by_the_rules_and_on_the_board_of_today(old: Server) -> None:
    table = room(old, "nederland plain over")
    made = table.ask("POST", "/rematch", table.tokens[0]).json()["table"]
    told = StagedTable(old, made, "").ask("GET", "").json()["table"]
    assert (told["rules_version"], told["digest"]) == (RULES_VERSION, load("nederland").digest)
    assert told["options"] == {"tolls": True, "neutral": False}


# --- what is refused ------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", OUTDATED)
def test_an_outdated_table_says_why(old: Server, game: str) -> None:
    table = room(old, game)
    move = {"key": "a-move-of-mine", "decision": 1, "action": "draw blind"}
    answers = [
        table.ask("GET", ""),
        table.ask("GET", "", table.tokens[0]),
        table.ask("POST", "/moves", table.tokens[0], move),
        table.ask("GET", "/record"),
        table.ask("GET", "/log?since=0"),
        table.ask("POST", "/leave", table.tokens[0]),
        table.ask("GET", "/invites", table.host),
    ]
    assert [(answer.status_code, answer.json()) for answer in answers] == [(409, reason(game))] * len(answers)


@pytest.mark.parametrize("game", ["nederland neutral", "amsterdam"])
def test_it_says_so_over_the_socket(old: Server, game: str) -> None:
    with socket(old, LEFT[game]["table"]) as line:
        say(line, type="hello", token=token(f"{game} Ada"))
        assert hear(line) == {"type": "refused", "key": None, **reason(game)}


def test_a_list_of_games_has_the_outdated_ones_with_the_reason(old: Server) -> None:
    games = ["usa", *OUTDATED]
    held = [{"table": LEFT[game]["table"], "token": token(f"{game} Ada")} for game in games]
    stranger = {"table": LEFT["amsterdam"]["table"], "token": token("somebody else")}
    found = httpx.post(f"{old.url}/api/mine", json={"tables": [*held, stranger]}).json()["tables"]
    assert [each["status"] for each in found] == ["playing", *["outdated"] * len(OUTDATED)]
    assert [each["reason"] for each in found] == [None, *map(reason, OUTDATED)]
    assert {each["people"][0]["name"] for each in found} == {"Ada"}


def test_outdated_tables_with_something_due_are_set_aside_and_not_looked_at_again_and_again(old: Server) -> None:
    ids = [LEFT[game]["table"] for game in OUTDATED if "with a bot" in game]
    until = time.monotonic() + 60
    while len(outdated_warnings(old)) < len(ids):
        assert time.monotonic() < until
        time.sleep(0.1)
    time.sleep(3)  # it looks every second
    assert sorted(outdated_warnings(old)) == ["table.board_changed", "table.ruling_changed"]
    with closing(sqlite3.connect(old.data / FILE)) as database:
        rows = database.execute("SELECT due_at, leased_until FROM tables WHERE id IN (?, ?)", ids).fetchall()
    assert all(due_at is not None for due_at, _ in rows)  # for the version that can play them,
    assert all(leased is None for _, leased in rows)  # which may be running beside this one


def outdated_warnings(server: Server) -> list[str]:
    return [json.loads(line)["code"] for line in server.log.read_text().splitlines() if "outdated" in line]


def test_nothing_fails_on_the_way(old: Server) -> None:
    assert failures(old) == 0
    assert complaints(old) == []


# --- for whoever keeps the server -----------------------------------------------------------------------
def test_the_doctor_counts_them(tmp_path: Path) -> None:
    done = invoke("doctor", "--data", up_to_date(tmp_path / "data"), "--all", "--json")
    assert done.code == 0
    data: Any = done.json()
    findings = {finding["check"]: finding for finding in data["checks"]}
    assert findings["games"]["result"] == "ok"
    unfinished = [game for game in OUTDATED if LEFT[game]["status"] != "over"]
    assert findings["rules"]["params"] == {"count": len(unfinished)}


def test_the_rest_is_exported(tmp_path: Path) -> None:
    done = invoke("games", "export", tmp_path / "records", "--data", up_to_date(tmp_path / "data"), "--json")
    assert done.code == 0
    over = [game for game in GOING_ON if LEFT[game]["status"] == "over"]
    outdated = [game for game in OUTDATED if LEFT[game]["status"] == "over"]
    data: Any = done.json()
    assert (data["exported"], data["outdated"], data["damaged"]) == (len(over), len(outdated), [])
