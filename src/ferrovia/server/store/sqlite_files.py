"""The files of a SQLite database, and whether they are still the ones that were opened.

SQLite itself goes on writing into a file that was removed, and everything in it ends with the process. The files are
only looked at, never opened: closing one would give up the locks that SQLite holds on it in this process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from ferrovia.server.store.condition import Fault

SUFFIXES: Final = ("", "-wal", "-shm")
"""The tables, the newest changes to them, and the index of those."""

Identity = tuple[int, int]
"""Device and inode."""


class SqliteFiles:
    def __init__(self, file: Path) -> None:
        self.paths = [file.with_name(file.name + suffix) for suffix in SUFFIXES]
        self.opened: dict[Path, Identity] = {}

    def remember(self) -> None:
        """Called once a connection is open that stays so: while there is one, SQLite removes none of the files."""
        found = {path: identity(path) for path in self.paths}
        self.opened = {path: which for path, which in found.items() if which is not None}

    def fault(self) -> tuple[Fault, Path] | None:
        """What has happened to them since, and to which."""
        for path, which in self.opened.items():
            now = identity(path)
            if now != which:
                return (Fault.GONE if now is None else Fault.REPLACED), path
        return None


def identity(path: Path) -> Identity | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
