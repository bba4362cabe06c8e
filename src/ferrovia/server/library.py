"""The boards of a server beside those of the package: from a folder on disk, and made by people.

Every version is kept in the database. Before one is used it is put into the data folder, where the processes that a
server starts find it, too."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from ferrovia.boards import BoardError
from ferrovia.boards import library as shelf
from ferrovia.boards.loader import load_folder
from ferrovia.boards.look_reader import load_look
from ferrovia.boards.package import SUFFIX, files_in, folder_of, read_packed_file
from ferrovia.boards.problems import SETTINGS
from ferrovia.engine.errors import FerroviaError
from ferrovia.server.settings import Settings
from ferrovia.server.store.boards import BoardStore

FOLDER: Final = "boards"
MOST_OFFERED: Final = 200

log = logging.getLogger(__name__)


class Library:
    def __init__(self, store: BoardStore, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.from_disk: tuple[str, ...] = ()
        self.reading = asyncio.Lock()

    async def open(self) -> None:
        use_folder(self.settings)
        if self.settings.boards is not None:
            self.from_disk = await self.take_in(self.settings.boards)

    async def take_in(self, folder: Path) -> tuple[str, ...]:
        """Keeps the boards of a folder as they are now: games that begin today go on with them, whatever becomes of the
        folder. A board that is not sound is left out, and logged."""
        found: list[str] = []
        for path in await asyncio.to_thread(boards_in, folder):
            try:
                files = await asyncio.to_thread(read_files, path)
                board = await asyncio.to_thread(load_folder, folder_of(files, path.name))
                await asyncio.to_thread(load_look, folder_of(files, path.name), board)
            except (BoardError, OSError) as error:
                log.warning("a board is left out", extra={"facts": {"folder": str(path), "reason": str(error)[:500]}})
                continue
            version = await self.store.add_version(files, board.id, board.digest)
            found.append(shelf.reference(board.id, version))
        return tuple(found)

    async def offered(self) -> tuple[str, ...]:
        """References to the boards that everybody may choose."""
        listed = [] if self.settings.studio == "off" else await self.store.listed()
        return tuple(dict.fromkeys([*self.from_disk, *listed]))[:MOST_OFFERED]

    async def provide_offered(self, names: Sequence[str]) -> None:
        """The same of boards that are offered, whoever made them: none of them was removed, so most need nothing."""
        for name in names:
            version = shelf.version_in(name)
            if version is not None and not shelf.has(version):
                await provide(self.store, version)

    async def provide(self, name: str) -> None:
        """Makes sure that a board is at hand, if a reference names it. Refused with the reason if it was removed; a
        version that nobody has is refused by whoever looks for it."""
        version = shelf.version_in(name)
        if version is not None:
            await provide(self.store, version)
            await self.read(name)

    async def read(self, name: str) -> None:
        """Loads a board that is not in memory, outside the event loop and one at a time: a large one takes a while. One
        that can't be found is refused by whoever looks for it."""
        async with self.reading:
            with suppress(FerroviaError):
                await asyncio.to_thread(shelf.known, name)


async def provide(store: BoardStore, version: str) -> None:
    if shelf.has(version):
        removal = await store.removal(version)
        if removal is None:
            return
        shelf.drop(version)
    files = await store.files(version)  # raises the refusal
    if files is not None:
        await asyncio.to_thread(shelf.put, version, files)


def use_folder(settings: Settings) -> None:
    """This process and those that it starts look for versions in the data folder."""
    os.environ[shelf.FOLDER] = str(settings.data / FOLDER)


def boards_in(folder: Path) -> list[Path]:
    """The board folders and packages in a folder; or the folder itself, if it is one."""
    if (folder / SETTINGS).is_file():
        return [folder]
    paths = sorted(folder.iterdir())
    return [path for path in paths if (path / SETTINGS).is_file() or (path.suffix == SUFFIX and path.is_file())]


def read_files(path: Path) -> dict[str, bytes]:
    return files_in(path) if path.is_dir() else read_packed_file(path)
