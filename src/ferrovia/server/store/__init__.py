"""Where tables are kept: SQLite in the data folder, or PostgreSQL by URL."""

from ferrovia.server.store.database import Database, DatabaseError
from ferrovia.server.store.journal import Journal
from ferrovia.server.store.monitor import Monitor
from ferrovia.server.store.repository import Repository

__all__ = ["Database", "DatabaseError", "Journal", "Monitor", "Repository"]
