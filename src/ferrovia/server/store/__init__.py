"""Where tables are kept: SQLite in the data folder, or PostgreSQL by URL."""

from ferrovia.server.store.database import Database, DatabaseError
from ferrovia.server.store.journal import Change, Journal
from ferrovia.server.store.repository import Repository, Stored

__all__ = ["Change", "Database", "DatabaseError", "Journal", "Repository", "Stored"]
