"""Keeps plans: one for every seat."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.core.plans import Plan
from ferrovia.server.store.database import Database
from ferrovia.server.store.schema import entries, plans


class PlanRows:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def plans(self, table: str) -> list[Plan]:
        async with self.database.begin() as connection:
            rows = await connection.execute(select(plans).where(plans.c.table_id == table).order_by(plans.c.seat))
            return [Plan(row.seat, row.claim, bool(row.draws), row.turns) for row in rows]

    async def keep_plan(self, table: str, plan: Plan) -> None:
        dialect: Any = postgresql if self.database.is_postgresql else sqlite
        put = dialect.insert(plans)
        new = {"claim": put.excluded.claim, "draws": put.excluded.draws, "turns": put.excluded.turns}
        row = {"table_id": table, **plan._asdict(), "draws": int(plan.draws)}
        async with self.database.begin() as connection:
            await connection.execute(put.on_conflict_do_update(index_elements=["table_id", "seat"], set_=new), row)

    async def drop_plan(self, table: str, seat: int) -> None:
        async with self.database.begin() as connection:
            await connection.execute(delete(plans).where(plans.c.table_id == table, plans.c.seat == seat))

    async def planned_tables(self) -> dict[str, int]:
        version = select(func.max(entries.c.version)).where(entries.c.table_id == plans.c.table_id).scalar_subquery()
        async with self.database.begin() as connection:
            rows = await connection.execute(select(plans.c.table_id, version.label("version")).distinct())
            return {row.table_id: row.version or 0 for row in rows}
