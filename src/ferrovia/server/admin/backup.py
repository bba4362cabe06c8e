"""Everything a server knows in one file, and back again. The file is SQLite, whatever database it was made from.

It holds the tables as their version has them, one row that says what it is (`backup`), and a seal behind all of it."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    CursorResult,
    Integer,
    MetaData,
    Select,
    String,
    Table,
    create_engine,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

import ferrovia
from ferrovia.engine.errors import FerroviaError
from ferrovia.server.admin.database import Bar, check_revision
from ferrovia.server.admin.seal import is_sealed, seal
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Conflict
from ferrovia.server.store import Database, DatabaseError
from ferrovia.server.store.database import IN_USE, downgrade, known_revisions, present_revision, reason_of, upgrade
from ferrovia.server.store.lock import using_alone

FORMAT: Final = 2
UNSEALED: Final = 1
"""The format before, in which only the rows have a digest."""
KEYS: Final = "server_keys"
NAMES: Final = (
    *("tables", "seats", "entries", "presence", "sayings", "callings", "notices", "server_keys"),
    *("board_versions", "boards", "board_edits", "board_history", "board_reports", "plans", "day_results"),
    "mail_questions",
)
"""In this order: each refers only to those before it. A database of an older version lacks the later ones."""
CHUNK: Final = 2_000
"""Rows in memory at once."""

about: Final = Table(
    "backup",
    MetaData(),
    Column("format", Integer, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("version", String, nullable=False),
    Column("revision", String, nullable=False),
    Column("source", String, nullable=False),
    Column("tables", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("digest", String, nullable=False),
)


class BackupError(FerroviaError):
    """A backup that can't be written or read, or that has been changed since it was written."""


@dataclass(frozen=True)
class Manifest:
    """What a backup says about itself."""

    format: int
    made_at: int
    version: str
    """Of Ferrovia."""
    revision: str
    """Of the tables in it."""
    source: str
    tables: int
    entries: int
    digest: str
    """Over every row."""


# --- writing --------------------------------------------------------------------------------------------
async def back_up(database: Database, file: Path, bar: Bar) -> Manifest:
    """Copies everything as it is now, while others go on writing. The file appears only once it is complete."""
    with drafted(file) as draft:
        async with database.snapshot() as source:
            revision = check_revision(await source.run_sync(present_revision))
            total = await source.run_sync(count_all)
            with writing(draft, file) as target:
                upgrade(target, revision)
                copies = tables_of(target)
                with bar(total) as done:
                    for table in copies:
                        async for rows in read_out(source, table):
                            target.execute(insert(table), rows)
                            done(len(rows))
                manifest = Manifest(
                    format=FORMAT,
                    made_at=now(),
                    version=ferrovia.__version__,
                    revision=revision,
                    source=database.url.get_backend_name(),
                    tables=count(target, "tables"),
                    entries=count(target, "entries"),
                    digest=digest_of(target, copies),
                )
                about.create(target)
                target.execute(insert(about), vars(manifest))
        seal(draft)
    return manifest


@contextmanager
def drafted(file: Path) -> Iterator[Path]:
    """A temporary file, closed to other users for its secrets. It gets its name once it is safe on the disk."""
    try:
        handle, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.")
        try:
            yield Path(name)
            os.fsync(handle)
            if file.exists():
                raise BackupError("file.exists", {"file": file})
            os.replace(name, file)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        finally:
            os.close(handle)
    except OSError as error:
        raise BackupError("file.unwritable", {"file": file, "reason": error.strerror}) from None


@contextmanager
def writing(draft: Path, file: Path) -> Iterator[Connection]:
    engine = create_engine(URL.create("sqlite", database=str(draft)))
    try:
        with engine.begin() as connection:
            for pragma in ("journal_mode=OFF", "synchronous=OFF"):  # a draft that fails is thrown away
                connection.exec_driver_sql(f"PRAGMA {pragma}")
            yield connection
    except SQLAlchemyError as error:
        raise BackupError("file.unwritable", {"file": file, "reason": reason_of(error)}) from error
    finally:
        engine.dispose()


async def read_out(source: AsyncConnection, table: Table) -> AsyncIterator[list[dict[str, Any]]]:
    try:
        rows = await source.stream(select(table).execution_options(yield_per=CHUNK))
        async for part in rows.mappings().partitions():
            yield [dict(row) for row in part]
    except SQLAlchemyError as error:  # caught here, so that the file is not blamed for it
        raise DatabaseError("database.failed", {"reason": reason_of(error)}) from error


# --- reading --------------------------------------------------------------------------------------------
async def restore(database: Database, file: Path, bar: Bar) -> Manifest:
    """Puts a backup into an empty database, all of it or nothing, and brings that up to date."""
    with reading(file) as source:
        manifest = manifest_of(source, file)
        copies = sound_tables(source, file, manifest)
        make_folder(database)
        try:
            with using_alone(database, "ferrovia restore"):
                async with database.begin_alone() as target:
                    await target.run_sync(check_unused)
                    await target.run_sync(lay_empty, manifest.revision)
                    await copy_rows(source, copies, target, bar)
                    await target.run_sync(upgrade)
        except (Conflict, IntegrityError):
            raise BackupError("backup.damaged", {"file": file}) from None
    return manifest


async def copy_rows(source: Connection, copies: list[Table], target: AsyncConnection, bar: Bar) -> None:
    with bar(count_all(source)) as done:
        for table in copies:
            for part in rows_of(source, ordered(table)).mappings().partitions():
                await target.execute(insert(table), [dict(row) for row in part])
                done(len(part))
    await target.execute(update(copies[0]).values(leased_until=None))  # those who held leases are not here


@contextmanager
def reading(file: Path) -> Iterator[Connection]:
    """Opens a backup for reading alone."""
    check_file(file)
    name = f"file:{quote(os.fspath(file.absolute()))}"
    engine = create_engine(URL.create("sqlite", database=name, query={"mode": "ro", "uri": "true"}))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def check_file(file: Path) -> None:
    try:
        with file.open("rb"):
            pass
    except FileNotFoundError:
        raise BackupError("file.missing", {"file": file}) from None
    except IsADirectoryError:
        raise BackupError("file.folder", {"file": file}) from None
    except OSError as error:
        raise BackupError("file.unreadable", {"file": file, "reason": error.strerror}) from None


def manifest_of(source: Connection, file: Path) -> Manifest:
    sealed = is_sealed(file)
    if sealed is False:
        raise BackupError("backup.damaged", {"file": file})
    try:
        row = source.execute(select(about)).one()
    except SQLAlchemyError:
        raise BackupError("backup.foreign", {"file": file}) from None
    manifest = Manifest(**row._mapping)
    if manifest.format not in (UNSEALED, FORMAT) or manifest.revision not in known_revisions():
        raise BackupError("backup.newer", {"file": file, "version": manifest.version})
    if manifest.format == FORMAT and not sealed:  # the seal itself was changed, or cut off
        raise BackupError("backup.damaged", {"file": file})
    return manifest


def sound_tables(source: Connection, file: Path, manifest: Manifest) -> list[Table]:
    """The tables of a backup. Raises a BackupError unless every row is as it was written."""
    try:
        copies = tables_of(source)
        sound = source.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() == "ok"
        sound = sound and digest_of(source, copies) == manifest.digest
    except (SQLAlchemyError, TypeError, ValueError):  # damaged pages, text that can't be decoded
        sound = False
    if not sound:
        raise BackupError("backup.damaged", {"file": file})
    return copies


def make_folder(database: Database) -> None:
    if database.file is not None:
        folder = database.file.absolute().parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError("serve.folder", {"folder": folder, "reason": error.strerror}) from None


def check_unused(target: Connection) -> None:
    """On PostgreSQL, where servers hold no file, they share a lock instead."""
    if target.dialect.name == "postgresql":
        is_alone = target.execute(text(f"SELECT pg_try_advisory_xact_lock({IN_USE})")).scalar_one()
        if not is_alone:
            raise DatabaseError("database.served")


def lay_empty(target: Connection, revision: str) -> None:
    """Makes the tables as the backup has them, in a database without any rows."""
    present = present_revision(target)
    if present is not None:
        check_revision(present)
    for name in NAMES:
        if inspect(target).has_table(name):
            if target.dialect.name == "postgresql":
                target.execute(text(f"LOCK TABLE {name}"))  # nobody writes meanwhile
            if name == KEYS:  # a server that has only been started has made some
                target.execute(text(f"DELETE FROM {name}"))
            if present is None or target.execute(text(f"SELECT 1 FROM {name} LIMIT 1")).first() is not None:
                raise DatabaseError("database.not_empty")
    if present not in (None, revision):
        downgrade(target, "base")
    upgrade(target, revision)


# --- both -----------------------------------------------------------------------------------------------
def tables_of(connection: Connection) -> list[Table]:
    """As the file has them: those of an older version may look different from today's."""
    metadata = MetaData()
    return [Table(name, metadata, autoload_with=connection) for name in names_in(connection)]


def names_in(connection: Connection) -> list[str]:
    present = set(inspect(connection).get_table_names())
    return [name for name in NAMES if name in present]


def digest_of(connection: Connection, tables: list[Table]) -> str:
    digest = hashlib.sha256()
    for table in tables:
        digest.update(json.dumps([table.name, *table.columns.keys()]).encode())
        for row in rows_of(connection, ordered(table)):
            digest.update(json.dumps(list(row)).encode() + b"\n")
    return digest.hexdigest()


def ordered(table: Table) -> Select[Any]:
    """The one way in which rows are read, to be checked and to be copied: another could take another path through a
    damaged file, and find other rows."""
    return select(table).order_by(*table.primary_key.columns)


def rows_of(connection: Connection, query: Select[Any]) -> CursorResult[Any]:
    return connection.execute(query, execution_options={"yield_per": CHUNK})


def count(connection: Connection, name: str) -> int:
    return int(connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one())


def count_all(connection: Connection) -> int:
    return sum(count(connection, name) for name in names_in(connection))
