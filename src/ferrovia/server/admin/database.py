"""The database that a command works on. It must exist: looking for it makes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager

from ferrovia.server.core.errors import Unavailable
from ferrovia.server.library import use_folder
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database, DatabaseError
from ferrovia.server.store.database import known_revisions, reason_of

Bar = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""A progress bar: given the total, it yields a function to call with the number of items just done."""


@asynccontextmanager
async def existing(settings: Settings) -> AsyncIterator[Database]:
    """A database whose tables may be of any version that is known here."""
    database = Database(settings.database_url)
    use_folder(settings)
    try:
        check_there(database)
        check_revision((await database.revision())[0])
        yield database
    except Unavailable as error:
        raise DatabaseError("database.failed", {"reason": reason_of(error)}) from error
    finally:
        await database.close()


@asynccontextmanager
async def up_to_date(settings: Settings) -> AsyncIterator[Database]:
    """A database whose tables are those of this version."""
    async with existing(settings) as database:
        present, newest = await database.revision()
        if present != newest:
            raise DatabaseError("database.older")
        yield database


def check_there(database: Database) -> None:
    if not database.is_postgresql and (database.file is None or not database.file.is_file()):
        raise DatabaseError("database.missing", {"file": database.file})


def check_revision(revision: str | None) -> str:
    if revision is None:
        raise DatabaseError("database.empty")
    if revision not in known_revisions():
        raise DatabaseError("database.newer")
    return revision
