"""Checks the folder and the database of a server. Changes nothing."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final

from sqlalchemy import func, select, text

from ferrovia.server.admin.database import Bar
from ferrovia.server.admin.games import SHORT, Outdated, check_playable, provide_board
from ferrovia.server.admin.prune import Rules, find_prunable
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Unavailable
from ferrovia.server.core.replay import replay
from ferrovia.server.core.setup_json import UnreadableSetup, read_setup
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database, DatabaseError
from ferrovia.server.store.database import known_revisions, reason_of
from ferrovia.server.store.private import files_of, is_open
from ferrovia.server.store.repository import find
from ferrovia.server.store.schema import entries, tables
from ferrovia.server.store.size import stored_bytes

MEGABYTE: Final = 1_000_000
LITTLE_SPACE: Final = 1_000 * MEGABYTE
NO_SPACE: Final = 100 * MEGABYTE
SANE_YEARS: Final = range(2026, 2100)
CLOCKS_APART: Final = 1_000
"""Milliseconds between two machines' clocks from which on it is reported."""
CLOCKS_AGAINST: Final = 10_000
"""Milliseconds from which on two processes might work at the same table: a lease is not much longer."""
FUTURE: Final = 60_000
BROKEN: Final = "broken"
"""What any check that reads the database may find."""
SAMPLE: Final = 50
"""How many of the newest games are replayed, unless all are."""


class Result(StrEnum):
    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True)
class Finding:
    """What a check has found. Words are made from `check` and `what`."""

    check: str
    what: str = "ok"
    result: Result = Result.OK
    params: dict[str, object] = field(default_factory=dict)


async def examine(settings: Settings, every: bool, bar: Bar) -> AsyncIterator[Finding]:
    """One finding after another. Checks that need a sound database are left out without one."""
    database = Database(settings.database_url)
    try:
        if database.file is not None:
            folder = database.file.absolute().parent
            yield check_folder(folder, database.file)
            if folder.is_dir():
                yield check_disk(folder)
            if not database.file.is_file():
                yield Finding("database", "missing", Result.FAILED, {"file": database.file})
                return
        try:
            present, newest = await database.revision()
            yield await check_answer(database)
        except (Unavailable, DatabaseError) as error:
            yield Finding("database", "unreachable", Result.FAILED, {"reason": reason_of(error)})
            return
        schema = check_schema(present, newest)
        yield schema
        if schema.result == Result.OK:
            async for finding in examine_content(database, settings, every, bar):
                yield finding
    finally:
        await database.close()


async def examine_content(database: Database, settings: Settings, every: bool, bar: Bar) -> AsyncIterator[Finding]:
    checks: dict[str, Callable[[Database], Awaitable[Finding]]] = {
        "integrity": check_integrity,
        "logs": check_logs,
        "clock": check_clock,
        "rules": check_rules,
        "prunable": partial(check_prunable, rules=Rules.of(settings)),
        "games": partial(check_games, every=every, bar=bar),
    }
    for name, check in checks.items():
        try:
            yield await check(database)
        except (Unavailable, DatabaseError) as error:
            yield Finding(name, BROKEN, Result.FAILED, {"reason": reason_of(error)})


# --- the machine ----------------------------------------------------------------------------------------
def check_folder(folder: Path, file: Path) -> Finding:
    params: dict[str, object] = {"folder": folder}
    if not folder.is_dir():
        return Finding("folder", "missing", Result.FAILED, params)
    if not os.access(folder, os.W_OK | os.X_OK) or (file.exists() and not os.access(file, os.R_OK | os.W_OK)):
        return Finding("folder", "readonly", Result.FAILED, params)
    if any(is_open(each) for each in files_of(file)):
        return Finding("folder", "open", Result.WARNING, params)
    return Finding("folder", params=params)


def check_disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    params: dict[str, object] = {"free": free // MEGABYTE}
    if free < LITTLE_SPACE:
        return Finding("disk", "little", Result.FAILED if free < NO_SPACE else Result.WARNING, params)
    return Finding("disk", params=params)


# --- the database ---------------------------------------------------------------------------------------
async def check_answer(database: Database) -> Finding:
    size = await stored_bytes(database)
    kind = "PostgreSQL" if database.is_postgresql else "SQLite"
    return Finding("database", params={"kind": kind, "size": -(-size // MEGABYTE)})


def check_schema(present: str | None, newest: str | None) -> Finding:
    params: dict[str, object] = {"present": present or "", "newest": newest}
    if present == newest:
        return Finding("schema", params=params)
    if present is None:
        return Finding("schema", "empty", Result.FAILED, params)
    if present not in known_revisions():
        return Finding("schema", "newer", Result.FAILED, params)
    return Finding("schema", "older", Result.WARNING, params)


async def check_integrity(database: Database) -> Finding:
    if database.is_postgresql:  # it checks its pages by itself
        return Finding("integrity", "postgresql")
    async with database.begin() as connection:
        said = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar_one()
        strays = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).first()
    if said != "ok":
        return Finding("integrity", BROKEN, Result.FAILED, {"reason": " ".join(str(said).split())})
    if strays is not None:
        return Finding("integrity", BROKEN, Result.FAILED, {"reason": f"stray rows in {strays[0]}"})
    return Finding("integrity")


async def check_logs(database: Database) -> Finding:
    """Every log begins with 1 and has no gaps, and every table has one."""
    version = entries.c.version
    per_table = (
        select(tables.c.id)
        .outerjoin(entries, entries.c.table_id == tables.c.id)
        .group_by(tables.c.id)
        .having((func.count(version) == 0) | (func.min(version) != 1) | (func.max(version) != func.count(version)))
    )
    async with database.snapshot() as connection:
        broken = list((await connection.execute(per_table.limit(SAMPLE))).scalars())
        total = (await connection.execute(select(func.count()).select_from(tables))).scalar_one()
    if broken:
        return Finding("logs", "gaps", Result.FAILED, {"count": len(broken), "ids": shortened(broken)})
    return Finding("logs", params={"count": total})


async def check_clock(database: Database) -> Finding:
    year = datetime.now(UTC).year
    if year not in SANE_YEARS:
        return Finding("clock", "year", Result.FAILED, {"year": year})
    async with database.snapshot() as connection:
        if database.is_postgresql:
            before = now()
            asked = await connection.execute(text("SELECT extract(epoch FROM clock_timestamp()) * 1000"))
            apart = abs(int(asked.scalar_one()) - (before + now()) // 2)
            if apart > CLOCKS_APART:
                result = Result.FAILED if apart > CLOCKS_AGAINST else Result.WARNING
                return Finding("clock", "apart", result, {"seconds": apart // 1000})
        last = (await connection.execute(select(func.max(entries.c.at)))).scalar_one() or 0
    ahead = last - now()
    if ahead > FUTURE:
        return Finding("clock", "future", Result.WARNING, {"minutes": ahead // 60_000})
    return Finding("clock")


# --- the games ------------------------------------------------------------------------------------------
async def check_rules(database: Database) -> Finding:
    """Games that were begun with other rules or on another version of their board can't go on, or be shown."""
    query = select(tables.c.setup, tables.c.status, func.count().label("games")).group_by(
        tables.c.setup, tables.c.status
    )
    outdated: Counter[str] = Counter()
    async with database.snapshot() as connection:
        setups = (await connection.execute(query)).all()
        for setup, status, games in setups:
            try:
                found = read_setup(setup)
                await provide_board(database, found)
                check_playable(found)
            except UnreadableSetup:
                return Finding("rules", "unreadable", Result.FAILED, {"count": games})
            except Outdated:
                outdated[status] += games
    unfinished = outdated["waiting"] + outdated["playing"]
    if unfinished:
        return Finding("rules", "unfinished", Result.WARNING, {"count": unfinished})
    if outdated.total():
        return Finding("rules", "finished", Result.WARNING, {"count": outdated.total()})
    return Finding("rules")


async def check_prunable(database: Database, rules: Rules) -> Finding:
    """What `ferrovia games prune` would clear away."""
    count = sum(len(ids) for ids in (await find_prunable(database, rules)).values())
    return Finding("prunable", "some" if count else "ok", params={"count": count})


async def check_games(database: Database, every: bool, bar: Bar) -> Finding:
    """Every game can be replayed from its log, and ends as the table's row says."""
    newest = select(tables.c.id).order_by(tables.c.created_at.desc(), tables.c.id)
    async with database.begin() as connection:
        chosen = list((await connection.execute(newest if every else newest.limit(SAMPLE))).scalars())
    broken: list[str] = []
    with bar(len(chosen)) as done:
        for id in chosen:
            if not await is_sound(database, id):
                broken.append(id)
            done(1)
    if broken:
        return Finding("games", "different", Result.FAILED, {"count": len(broken), "ids": shortened(broken)})
    return Finding("games", "all" if every else "ok", params={"count": len(chosen)})


async def is_sound(database: Database, id: str) -> bool:
    async with database.snapshot() as connection:
        said = (await connection.execute(select(tables.c.status, tables.c.due_at).where(tables.c.id == id))).first()
        try:
            stored = await find(connection, id)
        except ValueError:  # a kind of entry, a secret or a setup that nobody can read
            return False
    if stored is None or said is None:
        return True  # deleted meanwhile
    try:
        await provide_board(database, stored.setup)
        check_playable(stored.setup)
        table = replay(stored)
    except Outdated:
        return True  # reported by the check of the rules
    except Exception:
        return False  # whatever a log that was tampered with does to the engine
    return (table.status.value, table.due()) == tuple(said) and len(table.seats) == table.setup.seats


def shortened(ids: list[str]) -> list[str]:
    return [id[:SHORT] for id in ids]
