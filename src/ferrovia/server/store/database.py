"""The connection to the database: its kind, its settings, its migrations."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.errors import Conflict, Denied, Unavailable
from ferrovia.server.store.condition import Condition, Fault, fault_of
from ferrovia.server.store.postgres_writer import PostgresWriter
from ferrovia.server.store.private import make_new
from ferrovia.server.store.sqlite_files import SqliteFiles
from ferrovia.server.store.sqlite_writer import SqliteWriter
from ferrovia.server.store.statements import Statement

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
DRIVERS: Final = {SQLITE: "sqlite+aiosqlite", POSTGRESQL: "postgresql+psycopg", "postgres": "postgresql+psycopg"}
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "cache_size=-8000")
"""FULL: what was committed survives a power cut too, not only the death of the process."""
CONNECT_SECONDS: Final = 5
CONNECT_ARGS: Final[dict[str, Any]] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""Of PostgreSQL. A connection whose other end has vanished is given up after half a minute."""
SESSION: Final = (
    "-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=15000"
)
"""The same for PostgreSQL's end. As it comes, it would wait two hours for a machine that was cut off in the middle of a
transaction, and every other server for the rows that this one had changed."""
ONE_AT_A_TIME: Final = 0x6665_7272  # the advisory lock under which PostgreSQL's tables are brought up to date
IN_USE: Final = 0x6665_7273
"""The advisory lock that every server shares on PostgreSQL while it listens: who gets it alone is alone."""
VALUES_IT_CANT_HOLD: Final = (DataError, sqlite3.DataError, OverflowError, UnicodeEncodeError)
"""What drivers raise for integers beyond 64 bits, NUL characters and lone surrogates: a fault of whoever sent them."""


class DatabaseError(FerroviaError):
    """The database can't be used as it is; whoever runs the server has to repair it."""


class Database:
    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self.engine: AsyncEngine = open_engine(self.url)
        self.direct: sqlite3.Connection | None = None
        self.condition = Condition()
        self.files = SqliteFiles(self.file) if self.file is not None else None
        self.writer = writer_of(self)

    @property
    def is_postgresql(self) -> bool:
        return self.url.get_backend_name() == POSTGRESQL

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed at the end of the block: in the files that were opened, or it raises Unavailable."""
        with self.refusing_faults():
            async with self.engine.begin() as connection:
                yield connection

    async def write(self, statements: Sequence[Statement]) -> None:
        """Returns when all of it is committed; otherwise nothing is, or it raises Unavailable."""
        with self.refusing_faults():
            if self.writer is not None:
                await self.writer.write(statements)
                return
            async with self.engine.begin() as connection:
                for clause, rows in statements:
                    await connection.execute(clause, rows)

    async def write_beside(self, statements: Sequence[Statement]) -> None:
        """The same for what is no move: SQLite's one writer does it in one go, so that no move waits for a lock that
        is held while the server does something else."""
        if self.writer is not None and not self.is_postgresql:
            await self.write(statements)
            return
        async with self.begin() as connection:
            for clause, rows in statements:
                await connection.execute(clause, rows)

    @contextmanager
    def refusing_faults(self) -> Iterator[None]:
        """Around everything that is read or written: says in the core's words what a driver raises, and that nothing
        was done in the files that were opened, if they are there no more."""
        self.check()
        try:
            yield
        except (IntegrityError, sqlite3.IntegrityError) as error:
            raise Conflict from error
        except VALUES_IT_CANT_HOLD as error:
            raise Denied("request.invalid") from error
        except (DBAPIError, sqlite3.Error, PoolTimeout, OSError) as error:
            self.condition.failed(fault_of(error), reason_of(error))
            raise Unavailable from error
        self.check()

    def check(self) -> None:
        """Raises Unavailable if it is known that nothing may be read or written."""
        self.check_files()
        if self.condition.is_lasting:
            raise Unavailable

    def check_files(self) -> Fault | None:
        """What has happened to SQLite's files since they were opened. It is noted."""
        found = None if self.files is None else self.files.fault()
        if found is None:
            return None
        fault, path = found
        self.condition.failed(fault, str(path))
        return fault

    def hold(self) -> None:
        """For a server, until it closes the database: what is wrong with it is logged, and SQLite's files have to stay
        where they are."""
        self.condition.is_logged = True
        if self.files is not None:
            self.read_directly("SELECT count(*) FROM sqlite_master")
            self.files.remember()

    async def close(self) -> None:
        if self.writer is not None:
            await self.writer.close()
        if self.direct is not None:
            self.direct.close()
            self.direct = None
        await self.engine.dispose()

    def read_directly(self, query: str, *params: object) -> list[tuple[Any, ...]]:
        """Reads a few rows of SQLite without the detour over another thread: 20 times as fast. Only for rows that are
        surely in memory."""
        if self.direct is None:
            self.direct = sqlite3.connect(str(self.file), timeout=0, check_same_thread=False)
        return self.direct.execute(query, params).fetchall()

    @property
    def file(self) -> Path | None:
        """SQLite's file; None if there is none."""
        name = None if self.is_postgresql else self.url.database
        return None if name in (None, "", ":memory:") else Path(name)

    @asynccontextmanager
    async def begin_alone(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that changes the tables themselves, all of it or nothing; one process at a time."""
        try:
            if self.file is not None:
                make_new(self.file)
            async with self.begin() as connection:
                if self.is_postgresql:
                    await connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
                else:
                    await connection.run_sync(Connection.detach)  # nobody else may use it after that
                    # SQLite changes a table by making it anew; dropping the old one must not take along its entries.
                    await connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
                    # By itself, the driver begins a transaction for rows only: each new table would be committed alone.
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        except (Unavailable, OSError) as error:
            raise DatabaseError("database.failed", {"reason": reason_of(error)}) from error

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees everything as it is now, whatever others write meanwhile; for reading alone."""
        try:
            async with self.engine.connect() as connection:
                if self.is_postgresql:
                    await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                else:  # by itself, the driver begins no transaction for reading
                    await connection.exec_driver_sql("BEGIN")
                yield connection
        except (DBAPIError, PoolTimeout) as error:
            raise DatabaseError("database.failed", {"reason": reason_of(error)}) from error

    async def migrate(self) -> None:
        """Brings the tables up to date; several processes may try at once."""
        async with self.begin_alone() as connection:
            await connection.run_sync(upgrade)

    async def revision(self) -> tuple[str | None, str | None]:
        """(what the database has, what this version of Ferrovia needs)."""
        async with self.begin() as connection:
            return await connection.run_sync(present_revision), newest_revision()


def writer_of(database: Database) -> SqliteWriter | PostgresWriter | None:
    """None for a database in memory, which only one connection has."""
    if database.is_postgresql:
        return PostgresWriter(database.url, connect_args(database.url))
    return None if database.file is None else SqliteWriter(database.file, PRAGMAS)


def reason_of(error: BaseException) -> str:
    """What the driver reported, on one line; never the query."""
    cause = error.__cause__ or error
    said = str(getattr(cause, "orig", None) or cause).strip() or type(cause).__name__
    return " ".join(said.splitlines()[0].split())


def read_url(text: str) -> URL:
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseError("database.url") from None
    backend = url.drivername.partition("+")[0]
    if backend not in DRIVERS:
        raise DatabaseError("database.kind", {"kind": backend})
    return url.set(drivername=DRIVERS[backend])


def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"


def with_password(text: str, password: str | None) -> str:
    """The URL with a password that was kept apart from it."""
    url = read_url(text)
    return text if password is None else url.set(password=password).render_as_string(hide_password=False)


def open_engine(url: URL) -> AsyncEngine:
    try:
        if url.get_backend_name() == SQLITE:
            engine = create_async_engine(url)
            event.listen(engine.sync_engine, "connect", set_pragmas)
            return engine
        return create_async_engine(
            url,
            connect_args=connect_args(url),
            pool_pre_ping=True,
            pool_size=8,
            max_overflow=8,
            pool_timeout=CONNECT_SECONDS,
        )
    except ModuleNotFoundError as error:
        raise DatabaseError("database.driver", {"module": error.name}) from None


def connect_args(url: URL) -> dict[str, Any]:
    """Of PostgreSQL. Options that the URL has of its own come last and so decide."""
    own = url.query.get("options", "")
    return {**CONNECT_ARGS, "options": " ".join([SESSION, *([own] if isinstance(own, str) else own)]).strip()}


def set_pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# --- migrations -----------------------------------------------------------------------------------------
def alembic_config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", os.fspath(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def upgrade(connection: Connection, revision: str = "head") -> None:
    from alembic import command

    if present_revision(connection) not in (None, *known_revisions()):
        raise DatabaseError("database.newer")
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def downgrade(connection: Connection, revision: str) -> None:
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


def present_revision(connection: Connection) -> str | None:
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str | None:
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(alembic_config()).get_current_head()


def known_revisions() -> list[str]:
    """Newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()]
