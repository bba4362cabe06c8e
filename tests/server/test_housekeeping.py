"""Keeping house: what nobody comes back to is cleared away, by rules, and nothing else is."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from cli.running import invoke
from ferrovia.server.admin.games import SHORT
from ferrovia.server.admin.prune import Rules, find_prunable, prune
from ferrovia.server.settings import FILE, Settings
from ferrovia.server.store import Database
from server.postgres import Postgres
from server.processes import until
from server.serving import Server, greet, serving, show
from server.staged import StagedTable, finished_table, playing_table, waiting_table

DAY = 86_400_000
NEVER = Rules(empty=0, abandoned=0, anonymised=0)


@dataclass
class Stock:
    """A server that is stopped, with a table of every kind, old and new."""

    settings: Settings
    ids: dict[str, str]

    def names(self, found: dict[str, list[str]]) -> dict[str, list[str]]:
        """Ids as what the tables are called here."""
        called = {id: name for name, id in self.ids.items()}
        return {rule: sorted(called[id] for id in ids) for rule, ids in found.items()}

    def run(self, *args: str) -> Any:
        where = ["--data", str(self.settings.data)]
        where += [] if self.settings.database is None else ["--database", self.settings.database]
        return invoke("games", "prune", *where, *args)

    def ask(self, sql: str, **params: object) -> list[tuple[Any, ...]]:
        async def run() -> list[tuple[Any, ...]]:
            database = Database(self.settings.database_url)
            async with database.begin() as connection:
                done = await connection.execute(text(sql), params)
                rows = [tuple(row) for row in done] if done.returns_rows else []
            await database.close()
            return rows

        return asyncio.run(run())

    def age(self, name: str, days: float) -> None:
        """Everything at a table happened so much earlier."""
        shift = {"ms": int(days * DAY), "id": self.ids[name]}
        self.ask("UPDATE entries SET at = at - :ms WHERE table_id = :id", **shift)
        self.ask(
            "UPDATE tables SET created_at = created_at - :ms, finished_at = finished_at - :ms WHERE id = :id", **shift
        )

    def left(self) -> set[str]:
        there = {row[0] for row in self.ask("SELECT id FROM tables")}
        return {name for name, id in self.ids.items() if id in there}


def without_a_move(server: Server) -> dict[str, StagedTable]:
    closed = waiting_table(server)
    assert closed.ask("DELETE", "", closed.host).status_code == 200
    return {"waiting": waiting_table(server), "closed": closed, "begun": playing_table(server, moves=0)}


def with_moves(server: Server) -> dict[str, StagedTable]:
    return {"left": playing_table(server), "playing": playing_table(server), "over": finished_table(server)}


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Of a server whose database is empty."""
    postgres: Postgres | None = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    return Settings(data=tmp_path / "data", database=None if postgres is None else postgres.new_database())


def stock_of(settings: Settings, *kinds: Callable[[Server], dict[str, StagedTable]]) -> Stock:
    with serving(settings.data, *([] if settings.database is None else ["--database", settings.database])) as server:
        staged = {"new": waiting_table(server)}
        for make in kinds:
            staged |= make(server)
        server.stop()
    made = Stock(settings, {name: table.table for name, table in staged.items()})
    for name in staged.keys() - {"new", "playing"}:
        made.age(name, 31)
    return made


def found_by(stock: Stock, rules: Rules) -> dict[str, list[str]]:
    async def run() -> dict[str, list[str]]:
        database = Database(stock.settings.database_url)
        found = await find_prunable(database, rules)
        await database.close()
        return found

    return stock.names(asyncio.run(run()))


# --- the rules --------------------------------------------------------------------------------------------
def test_each_rule_finds_its_own_and_the_command_does_what_it_says(settings: Settings) -> None:
    stock = stock_of(settings, without_a_move, with_moves)
    empty = ["begun", "closed", "waiting"]
    assert found_by(stock, NEVER) == {"empty": [], "abandoned": [], "anonymised": []}
    assert found_by(stock, Rules(30, 30, 30)) == {"empty": empty, "abandoned": ["left"], "anonymised": ["over"]}
    assert found_by(stock, Rules(32, 32, 32)) == {"empty": [], "abandoned": [], "anonymised": []}
    before = stock.left()

    said = json.loads(stock.run("--dry-run", "--json").out)
    assert said["dry_run"] is True
    assert sorted(said["empty"]) == sorted(stock.ids[name][:SHORT] for name in empty)
    assert (said["abandoned"], said["anonymised"]) == ([], [])  # never by default
    assert "Nothing has changed." in stock.run("--dry-run").out
    assert stock.left() == before

    assert stock.run().out == "3 tables without a move: deleted.\n"
    assert stock.left() == before - {*empty}
    for table in ("entries", "seats"):
        orphans = f"SELECT count(*) FROM {table} WHERE table_id NOT IN (SELECT id FROM tables)"
        assert stock.ask(orphans) == [(0,)]
    assert stock.run().out == "There is nothing to clear away.\n"

    assert "1 game begun and left: deleted." in stock.run("--clear-abandoned-days", "30").out
    assert stock.left() == before - {*empty, "left"}
    moves = stock.ask("SELECT count(*) FROM entries WHERE kind = 'moved' OR kind = 'played'")
    assert "1 finished game: names and links erased, moves kept." in stock.run("--anonymise-days", "30").out
    named = {row[0] for row in stock.ask("SELECT table_id FROM seats WHERE name <> '' OR token_hash IS NOT NULL")}
    assert named == {stock.ids[name] for name in ("new", "playing")}
    assert stock.ask("SELECT count(*) FROM entries WHERE kind = 'moved' OR kind = 'played'") == moves
    doctor = invoke("doctor", "--all", "--json", "--data", str(stock.settings.data),
                    *([] if stock.settings.database is None else ["--database", stock.settings.database]))  # fmt: skip
    assert json.loads(doctor.out)["ok"] is True


def test_what_has_changed_since_it_was_found_is_left_alone(settings: Settings) -> None:
    """Somebody comes back between the look and the deletion."""
    stock = stock_of(settings, without_a_move)

    async def run() -> dict[str, list[str]]:
        database = Database(stock.settings.database_url)
        woken = False

        def wake(id: str) -> bool:
            nonlocal woken
            if not woken:
                woken = True
                stock_entry(stock, stock.ids["waiting"])
            return id == stock.ids["closed"]

        done = await prune(database, Rules(30, 0, 0), wake)
        await database.close()
        return done

    assert stock.names(asyncio.run(run()))["empty"] == ["begun"]
    assert {"waiting", "closed"} <= stock.left()


def stock_entry(stock: Stock, id: str) -> None:
    """Another process writes to a log, just now."""
    last = f"(SELECT max(version) + 1 FROM entries WHERE table_id = '{id}')"
    sql = f"INSERT INTO entries VALUES ('{id}', {last}, {time.time_ns() // 1_000_000}, 'left', 0, '', '')"
    writer = threading.Thread(target=stock.ask, args=(sql,))
    writer.start()
    writer.join()


def test_what_was_deleted_is_overwritten(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        staged = waiting_table(server)
        server.stop()
    made = Stock(Settings(data=tmp_path / "data"), {"waiting": staged.table})
    name = made.ask("SELECT name FROM seats WHERE name <> ''")[0][0]
    made.age("waiting", 31)
    assert made.run().code == 0
    content = b"".join(file.read_bytes() for file in (tmp_path / "data").glob(f"{FILE}*"))
    assert staged.table.encode() not in content
    assert len(name) > 2
    assert name.encode() not in content


# --- a running server -------------------------------------------------------------------------------------
def metric(server: Server, name: str) -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def age_file(file: Path, id: str) -> None:
    with closing(sqlite3.connect(file, timeout=10)) as base, base:
        base.execute("UPDATE entries SET at = at - ? WHERE table_id = ?", (31 * DAY, id))
        base.execute("UPDATE tables SET created_at = created_at - ? WHERE id = ?", (31 * DAY, id))


def test_a_server_keeps_house_by_itself_and_spares_who_is_there(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--housekeeping-minutes", "0.01") as server:
        gone, watched, played = waiting_table(server), waiting_table(server), playing_table(server)
        with greet(server, watched.table, watched.tokens[0]) as (_, _):
            for staged in (gone, watched, played):
                age_file(tmp_path / "data" / FILE, staged.table)
            until(lambda: gone.ask("GET", "").status_code == 404)
            assert watched.ask("GET", "").status_code == 200
            assert metric(server, 'ferrovia_pruned_total{rule="empty"}') == 1
        until(lambda: watched.ask("GET", "").status_code == 404)
        assert show(server, played.table)["position"]["status"] == "playing"
        assert played.step()
        assert metric(server, "ferrovia_database_bytes") > 10_000
        until(lambda: metric(server, 'ferrovia_stored_tables{status="playing"}') == 1)
        assert metric(server, "ferrovia_failures_total") == 0


def test_a_table_that_a_command_cleared_away_is_unknown_to_who_is_there(tmp_path: Path) -> None:
    """It stayed open in the server's memory, and whoever wrote there was told that the database does not answer."""
    with serving(tmp_path / "data", "--housekeeping-minutes", "0") as server:
        staged = waiting_table(server)
        staged.position(staged.tokens[0])
        age_file(tmp_path / "data" / FILE, staged.table)
        assert "1 table without a move: deleted." in invoke("games", "prune", "--data", tmp_path / "data").out
        for method, path, token in (("POST", "/leave", staged.tokens[0]), ("GET", "", staged.tokens[0])):
            answer = staged.ask(method, path, token)
            assert (answer.status_code, answer.json()["code"]) == (404, "table.unknown")
