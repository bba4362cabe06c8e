"""Brings a database up to date, after a backup of it as it was. There is no other way back."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.admin.backup import BackupError, back_up
from ferrovia.server.store import Database, DatabaseError
from ferrovia.server.store.database import known_revisions, newest_revision, present_revision, upgrade

FOLDER: Final = "backups"
KEPT: Final = 5
NAME: Final = re.compile(r"revision-\w+-(\d{8}T\d{6}Z)\.backup")


async def bring_up_to_date(database: Database, data: Path) -> Path | None:
    """Returns the backup that was made; None if nothing had to be changed. Without a backup nothing is changed."""
    made: Path | None = None
    try:
        async with database.begin_alone() as connection:
            present = await connection.run_sync(outdated_revision)
            if present is not None:
                made = await back_up_first(database, data / FOLDER, present)
            await connection.run_sync(upgrade)
    except BaseException:
        if made is not None:  # nothing has changed, so it is of no use; the next start makes another
            made.unlink(missing_ok=True)
        raise
    if made is not None:
        forget_oldest(made.parent)
    return made


def outdated_revision(connection: Connection) -> str | None:
    """Of tables that are older than this version; None if they are not, or if there are none."""
    present = present_revision(connection)
    return present if present != newest_revision() and present in known_revisions() else None


async def back_up_first(database: Database, folder: Path, revision: str) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    file = folder / f"revision-{revision}-{stamp}.backup"
    try:
        make_folder(folder)
        await back_up(database, file, no_bar)
    except FerroviaError as error:
        raise DatabaseError("database.no_backup", {"why": error.code}) from error
    return file


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise BackupError("file.unwritable", {"file": folder, "reason": error.strerror}) from None


@contextmanager
def no_bar(total: int) -> Iterator[Callable[[int], None]]:
    yield lambda done: None


def forget_oldest(folder: Path) -> None:
    """Only backups of this kind are removed, and none that somebody has given another name."""
    found = [(match[1], path) for path in folder.iterdir() if (match := NAME.fullmatch(path.name)) is not None]
    for _, path in sorted(found)[:-KEPT]:
        with suppress(OSError):
            os.unlink(path)
