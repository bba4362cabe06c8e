"""How much room the database takes."""

from __future__ import annotations

from sqlalchemy import text

from ferrovia.server.store.database import Database


async def stored_bytes(database: Database) -> int:
    """SQLite's files together, or what PostgreSQL says of its database."""
    if database.file is not None:
        return sum(path.stat().st_size for path in database.file.parent.glob(f"{database.file.name}*"))
    async with database.begin() as connection:
        return int((await connection.execute(text("SELECT pg_database_size(current_database())"))).scalar_one())
