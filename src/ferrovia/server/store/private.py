"""Files with the secrets of unfinished games in them, which nobody but their owner is to read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
MODE: Final = 0o600


def make_new(file: Path) -> None:
    """An empty file, closed before anything is in it. SQLite makes the files beside it with the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, MODE))


def files_of(database: Path) -> Iterator[Path]:
    """The files of a SQLite database, and backups that were made of it."""
    folder = database.absolute().parent
    yield from sorted(folder.glob(f"{database.name}*"))
    yield from sorted(folder.glob("backups/*"))


def close_to_others(files: Iterator[Path]) -> list[Path]:
    """Makes them private. Returns those that others may still read, because they belong to somebody else."""
    still_open: list[Path] = []
    for file in files:
        try:
            if file.stat().st_mode & OTHERS:
                file.chmod(MODE)
        except FileNotFoundError:
            continue
        except OSError:
            still_open.append(file)
    return still_open


def is_open(file: Path) -> bool:
    """Whether anybody on the machine may read it, if its folder lets them in."""
    try:
        return bool(file.parent.stat().st_mode & stat.S_IXOTH and file.stat().st_mode & stat.S_IROTH)
    except OSError:  # it went away
        return False
