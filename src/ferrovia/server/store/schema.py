"""The tables of the database. `entries` is the truth; the other two say what it is about and what is due."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("creation_key", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("setup", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("host_hash", String(64), nullable=False),
    Column("status", String(10), nullable=False),
    Column("finished_at", BigInteger),
    Column("due_at", BigInteger),  # when the server has something to do: a bot's move, a clock that runs out
    Column("leased_until", BigInteger),  # until when one process alone works at it
    Index("tables_due", "due_at"),
    Index("tables_created", "created_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", String(20), nullable=False),
    Column("token_hash", String(64)),
    Column("invite_hash", String(64)),
    Column("invite_number", Integer, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("key", String(64), nullable=False),
    sqlite_with_rowid=False,
)
