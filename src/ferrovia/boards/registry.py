"""Which boards there are: those beside this file, and any folder on disk."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path

from ferrovia.boards.loader import load_folder
from ferrovia.boards.look import Look
from ferrovia.boards.look_reader import load_look
from ferrovia.boards.package import SUFFIX, files_in, folder_of, read_packed_file
from ferrovia.boards.problems import SETTINGS, Problem
from ferrovia.engine.board import Board
from ferrovia.engine.errors import SetupError


@cache
def shipped() -> dict[str, Traversable]:
    """The folders of the boards that come with the package, by id."""
    found = {folder.name: folder for folder in files(__package__).iterdir() if folder.joinpath(SETTINGS).is_file()}
    return dict(sorted(found.items()))


def board_ids() -> tuple[str, ...]:
    """The ids of the boards that come with the package, in alphabetical order."""
    return tuple(shipped())


@cache
def builtin(id: str) -> Board:
    """A board that comes with the package. Never reads anything else, so the id may come from anybody."""
    if id not in shipped():
        raise SetupError("board.unknown", {"board": id, "known": board_ids()})
    return load_folder(shipped()[id])


@cache
def builtin_look(id: str) -> Look:
    """How a board that comes with the package looks."""
    board = builtin(id)
    return load_look(shipped()[id], board)


def load(id_or_folder: str | PathLike[str]) -> Board:
    """A built-in board by its id, or the board in a folder or a package. A path object is never an id."""
    if isinstance(id_or_folder, str) and (id_or_folder in shipped() or not Path(id_or_folder).exists()):
        return builtin(id_or_folder)
    return load_folder(opened(Path(id_or_folder)))


def opened(path: Path) -> Traversable:
    """A folder as it is; a package as if it were one."""
    if path.suffix.lower() == SUFFIX and path.is_file():
        return folder_of(read_packed_file(path), path.name)
    return path


def warnings(board: Board) -> list[Problem]:
    """What a sound board's maker should know: so far, that its id is that of another board."""
    if board.id not in shipped() or board.digest == builtin(board.id).digest:
        return []
    reason = f"{board.id!r} is a board that comes with Ferrovia; with an id of its own, nobody mistakes it for that one"
    return [Problem(SETTINGS, 0, "id", reason)]


def look(id_or_folder: str | PathLike[str]) -> Look:
    """How the board looks that `load` gives for the same; plain if its folder says nothing about that."""
    if isinstance(id_or_folder, str) and (id_or_folder in shipped() or not Path(id_or_folder).exists()):
        return builtin_look(id_or_folder)
    return load_look(opened(Path(id_or_folder)), load(id_or_folder))


def source_files(id_or_folder: str | PathLike[str]) -> dict[str, bytes]:
    """The files of the board that `load` gives for the same, by name."""
    if isinstance(id_or_folder, str) and (id_or_folder in shipped() or not Path(id_or_folder).exists()):
        builtin(id_or_folder)  # refuses an id that nobody knows
        return files_in(shipped()[id_or_folder])
    return files_in(opened(Path(id_or_folder)))
