"""Homes of servers: the folders or databases in which they keep their tables."""

from __future__ import annotations

import asyncio
import resource
import subprocess
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import text

from cli.running import COMMAND, Run, environment, invoke
from ferrovia.server.admin import backup
from ferrovia.server.api.requests import NewTable, OpenSeat, PersonSeat, WantedSeat
from ferrovia.server.core import commands
from ferrovia.server.core.tables import Tables
from ferrovia.server.settings import FILE, Settings
from ferrovia.server.store import Database, Journal, Repository
from server.serving import new_token


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


def found(done: Run) -> dict[str, str]:
    """Check → code of what the doctor found."""
    data: Any = done.json()
    assert data["ok"] == (done.code == 0)
    assert all(check["text"] and (check["advice"] or check["result"] == "ok") for check in data["checks"])
    return {check["check"]: f"{check['result']} {check['code']}" for check in data["checks"]}


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
