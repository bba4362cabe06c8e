"""Clears away what nobody will come back to, by three rules, each with a number of days; 0 days switch one off.

A table at which no move was made is deleted. A game that was left is deleted too, but only if somebody asked for that
rule. Of a finished game only the names and the ways back in go: the moves stay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, not_, select

from ferrovia.server.admin.games import forget_whole, wipe
from ferrovia.server.core.entries import MOVES, now
from ferrovia.server.core.table import Status
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database
from ferrovia.server.store.schema import entries, tables

DAY: Final = 86_400_000
AT_ONCE: Final = 100
"""Tables deleted in one transaction: moves are not to wait for long."""
PAUSE: Final = 0.02
"""Seconds between two transactions, in which moves are written."""
RULES: Final = ("empty", "abandoned", "anonymised")


@dataclass(frozen=True)
class Rules:
    """Days after the last entry of a log."""

    empty: float
    abandoned: float
    anonymised: float

    @classmethod
    def of(cls, settings: Settings) -> Rules:
        return cls(settings.clear_empty_days, settings.clear_abandoned_days, settings.anonymise_days)


Found = dict[str, list[str]]
"""Rule → the ids it is about."""


def nobody(_: str) -> bool:
    return False


async def find_prunable(database: Database, rules: Rules) -> Found:
    """What `prune` would deal with now, oldest first."""
    found: Found = {}
    async with database.snapshot() as connection:
        for rule in RULES:
            condition = condition_of(rule, rules)
            found[rule] = []
            if condition is not None:
                query = select(tables.c.id).where(condition).order_by(tables.c.created_at)
                found[rule] = list((await connection.execute(query)).scalars())
    return found


async def prune(database: Database, rules: Rules, is_spared: Callable[[str], bool] = nobody) -> Found:
    """Does it, in small steps between which others write. Returns what was dealt with.

    Whatever has changed since it was found is left alone, and so is a table that `is_spared`."""
    found = await find_prunable(database, rules)
    done: Found = {rule: [] for rule in RULES}
    for rule in ("empty", "abandoned"):
        condition = condition_of(rule, rules)
        for ids in batches(found[rule], is_spared):
            assert condition is not None
            done[rule] += await delete_tables(database, ids, condition)
            await asyncio.sleep(PAUSE)
    for ids in batches(found["anonymised"], is_spared):
        done["anonymised"] += [id for id in ids if await forget_whole(database, id, even_playing=False)]
        await asyncio.sleep(PAUSE)
    if any(done.values()):
        await wipe(database)
    return done


def batches(ids: list[str], is_spared: Callable[[str], bool]) -> Iterator[list[str]]:
    for begin in range(0, len(ids), AT_ONCE):
        yield [id for id in ids[begin : begin + AT_ONCE] if not is_spared(id)]


async def delete_tables(database: Database, ids: list[str], condition: ColumnElement[bool]) -> list[str]:
    """Tables with their logs and seats, all that still meet the condition and at which nobody is writing."""
    async with database.begin() as connection:
        if not database.is_postgresql:
            await connection.exec_driver_sql("PRAGMA secure_delete = ON")
        # First the rows, so that nobody adds to a log between the look at it and its end.
        free = select(tables.c.id).where(tables.c.id.in_(ids)).with_for_update(skip_locked=True)
        held = list((await connection.execute(free)).scalars())
        gone = delete(tables).where(tables.c.id.in_(held), condition).returning(tables.c.id)
        return list((await connection.execute(gone)).scalars())


# --- the rules --------------------------------------------------------------------------------------------
def condition_of(rule: str, rules: Rules) -> ColumnElement[bool] | None:
    days: float = getattr(rules, rule)
    if days <= 0:
        return None
    before = now() - int(days * DAY)
    log = entries.c.table_id == tables.c.id
    last: Any = select(entries.c.at).where(log).order_by(entries.c.version.desc()).limit(1).scalar_subquery()
    moved = exists().where(log, entries.c.kind.in_([kind.value for kind in MOVES]))
    # The first two are cheap, and spare the look into most logs.
    what: dict[str, list[ColumnElement[bool]]] = {
        "empty": [tables.c.status != Status.OVER.value, not_(moved)],
        "abandoned": [tables.c.status == Status.PLAYING.value, moved],
        "anonymised": [
            tables.c.status.in_([Status.OVER.value, Status.CLOSED.value]), tables.c.host_hash != "", moved,
        ],
    }  # fmt: skip
    return and_(tables.c.created_at < before, *what[rule], last < before)


async def count_tables(database: Database) -> dict[str, int]:
    """How many there are of each status."""
    query = select(tables.c.status, func.count()).group_by(tables.c.status)
    async with database.begin() as connection:
        counts = {status: int(count) for status, count in await connection.execute(query)}
    return {status.value: counts.get(status.value, 0) for status in Status}
