"""The tables of the database. `entries` is the truth of a game; `tables` and `seats` say what it is about and what is
due. The others tell who is there and what was said, and keep boards that people have made."""

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

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen_at", BigInteger, nullable=False),  # when the seat last had a connection
)

sayings = Table(
    "sayings",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("name", Text, nullable=False),
)

plans = Table(
    "plans",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("claim", Text, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
)

day_results = Table(
    "day_results",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("player", String(22), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

callings = Table(
    "callings",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("way", String(10), nullable=False),
    Column("address", Text, nullable=False),
    Column("keys", Text, nullable=False),
    Column("quiet_from", Integer, nullable=False),
    Column("quiet_to", Integer, nullable=False),
    Column("zone", Text, nullable=False),
    Column("digest_minutes", Integer, nullable=False),
    Column("language", String(2), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("confirmed_at", BigInteger),
    Column("sent_at", BigInteger),
    Index("callings_seat", "table_id", "seat"),
    Index("callings_address", "address"),
)

notices = Table(
    "notices",
    metadata,
    Column("calling_id", String(22), ForeignKey("callings.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("leased_until", BigInteger),
    Column("sent_at", BigInteger),
    Index("notices_due", "due_at"),
)

mail_questions = Table(
    "mail_questions",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("address_hash", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("mail_questions_address", "address_hash", "at"),
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
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

board_versions = Table(
    "board_versions",
    metadata,
    Column("version", String(32), primary_key=True),  # names exactly these files
    Column("board", String(40), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("package", Text, nullable=False),  # base64; empty once it is removed
    Column("added_at", BigInteger, nullable=False),
    Column("removed_at", BigInteger),
    Column("reason", Text),
)

boards = Table(
    "boards",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("creation_key", String(64), nullable=False, unique=True),
    Column("maker_hash", String(64), nullable=False),
    Column("maker_address", String(64), nullable=False),  # a hash, for quotas
    Column("created_at", BigInteger, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("draft", Text, nullable=False),  # as it was after edit `draft_number`
    Column("draft_number", Integer, nullable=False),
    Index("boards_listed", "listed"),
    Index("boards_address", "maker_address"),
)

board_edits = Table(
    "board_edits",
    metadata,
    Column("board_id", String(22), ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("key", String(64), nullable=False),  # what its sender calls it
    Column("author", Text, nullable=False),
    Column("changes", Text, nullable=False),
)

board_history = Table(
    "board_history",
    metadata,
    Column("board_id", String(22), ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("version", String(32), nullable=False),
    Column("name", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("board_history_version", "version"),
)

board_reports = Table(
    "board_reports",
    metadata,
    Column("version", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)
