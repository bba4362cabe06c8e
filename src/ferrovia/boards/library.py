"""Boards beside those of the package: every version of one lies in a folder that its version names.

A reference such as `orchard@1f0c…` names a board and its version. It is found in the folder that the environment names,
so that processes which a server starts find the same boards as the server."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from ferrovia.boards.loader import load_folder
from ferrovia.boards.look import Look
from ferrovia.boards.look_reader import load_look
from ferrovia.boards.package import LETTERS, write_folder
from ferrovia.boards.registry import board_ids, builtin, builtin_look
from ferrovia.engine.board import Board
from ferrovia.engine.errors import SetupError

FOLDER: Final = "FERROVIA_LIBRARY"
REFERENCE: Final = re.compile(rf"([a-z][a-z0-9_-]{{0,39}})@([0-9a-f]{{{LETTERS}}})")
KEPT: Final = 64
"""Boards in memory."""


def reference(id: str, version: str) -> str:
    return f"{id}@{version}"


def version_in(name: str) -> str | None:
    """The version that a reference names; None for a board that comes with the package, or for no reference at all."""
    match = REFERENCE.fullmatch(name)
    return match[2] if match else None


def folder() -> Path | None:
    named = os.environ.get(FOLDER)
    return Path(named) if named else None


def put(version: str, files: Mapping[str, bytes]) -> None:
    """Puts a version where every process finds it; whole or not at all. One that is there is left alone."""
    where = folder()
    if where is None or (where / version).is_dir():
        return
    where.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=where, prefix=".new-"))
    write_folder(files, draft)
    try:
        draft.rename(where / version)
    except OSError:  # another process was faster
        shutil.rmtree(draft, ignore_errors=True)


def has(version: str) -> bool:
    where = folder()
    return where is not None and (where / version).is_dir()


def drop(version: str) -> None:
    """Forgets a version. Processes that have it in memory keep it until they end."""
    where = folder()
    if where is not None:
        shutil.rmtree(where / version, ignore_errors=True)
    stocked.cache_clear()
    stocked_look.cache_clear()


@lru_cache(KEPT)
def stocked(name: str) -> Board:
    version, where = version_in(name), folder()
    if version is None or where is None or not (where / version).is_dir():
        raise SetupError("board.unknown", {"board": name, "known": board_ids()})
    return load_folder(where / version)


@lru_cache(KEPT)
def stocked_look(name: str) -> Look:
    version, where = version_in(name), folder()
    board = stocked(name)
    assert where is not None
    assert version is not None
    return load_look(where / version, board)


def known(name: str) -> Board:
    """A board of the package by its id, or one of the library by its reference. Reads no other file, so the name may
    come from anybody. Raises a SetupError if there is none."""
    return stocked(name) if version_in(name) is not None else builtin(name)


def known_look(name: str) -> Look:
    """How that board looks."""
    return stocked_look(name) if version_in(name) is not None else builtin_look(name)
