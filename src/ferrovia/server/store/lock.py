"""One server at a time for a SQLite file: the system keeps the lock for as long as the process lives, and no longer.

What stands in the file only says who has it. It is left behind by a process that was killed, and means nothing then."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ferrovia.server.store.database import Database, DatabaseError

try:
    import fcntl
except ModuleNotFoundError:  # Windows: SQLite's own locks have to do
    fcntl = None  # type: ignore[assignment]

SUFFIX: Final = ".lock"
UNKNOWN: Final = "?"


class Lock:
    def __init__(self, handle: int) -> None:
        self.handle = handle

    def tell(self, doing: str) -> None:
        """For whoever comes second: where this server is, or what else is being done here."""
        holder = {"pid": os.getpid(), "host": socket.gethostname(), "doing": doing}
        os.ftruncate(self.handle, 0)
        os.pwrite(self.handle, json.dumps(holder).encode(), 0)


@contextmanager
def using_alone(database: Database, doing: str) -> Iterator[Lock | None]:
    """Keeps other servers away from a SQLite file. Raises a DatabaseError that names whoever has it.

    PostgreSQL may be used by many; it gives no lock."""
    if database.file is None or fcntl is None:
        yield None
        return
    file = database.file.resolve()
    path = file.with_name(file.name + SUFFIX)
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DatabaseError("serve.folder", {"folder": file.parent, "reason": error.strerror}) from None
    try:
        take(handle, path, database.file)
        lock = Lock(handle)
        lock.tell(doing)
        yield lock
    finally:
        os.close(handle)


def take(handle: int, path: Path, file: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DatabaseError("database.in_use", {"file": file, **holder_of(path)}) from None
    except OSError as error:
        raise DatabaseError("serve.folder", {"folder": path.parent, "reason": error.strerror}) from None


def holder_of(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text())
        return {name: found[name] for name in ("pid", "host", "doing")}
    except (OSError, ValueError, KeyError, TypeError):  # it has only just begun
        return dict.fromkeys(("pid", "host", "doing"), UNKNOWN)
