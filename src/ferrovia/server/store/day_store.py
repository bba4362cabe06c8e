"""Results of the deals of the day: points and a place, under the id of a table; no name."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.core.entries import now
from ferrovia.server.store.database import Database
from ferrovia.server.store.schema import day_results

EXPERT: Final = "expert"
"""Who is no table."""


class DayResult(NamedTuple):
    player: str
    points: int
    place: int


class DayRows:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def results(self, day: str) -> list[DayResult]:
        """Of everybody, the expert too, if it has played."""
        columns = (day_results.c.player, day_results.c.points, day_results.c.place)
        async with self.database.begin() as connection:
            rows = await connection.execute(select(*columns).where(day_results.c.day == day))
            return [DayResult(*row) for row in rows]

    async def keep(self, day: str, result: DayResult) -> None:
        """Once; a second time it changes nothing."""
        dialect: Any = postgresql if self.database.is_postgresql else sqlite
        async with self.database.begin() as connection:
            put = dialect.insert(day_results).on_conflict_do_nothing()
            await connection.execute(put, {"day": day, **result._asdict(), "at": now()})
