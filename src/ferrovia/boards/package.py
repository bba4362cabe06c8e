"""A board in one file: a zip of its folder. Reading one is strict, because it may come from anybody.

Only the files of a board may be in it, each of a sensible size; they are read in memory and never run. What is written
is the same for the same board, whoever writes it."""

from __future__ import annotations

import hashlib
import io
import stat
import zipfile
import zlib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Final, cast

from ferrovia.boards.limits import MOST_BYTES, MOST_PACKED, MOST_PACKED_FILES
from ferrovia.boards.problems import FILES, LOOK, BoardError, Problem, meant, quote

LICENCE: Final = "LICENSE"
PARTS: Final = (*FILES, LICENCE)
"""What a package may hold."""
NEEDED: Final = tuple(file for file in FILES if file != LOOK)
PACKAGE: Final = "package"
"""Where problems of the file itself are told to be."""
SUFFIX: Final = ".zip"
LETTERS: Final = 32
"""Of a version: half of a SHA-256."""
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
EPOCH: Final = (1980, 1, 1, 0, 0, 0)
ENCRYPTED: Final = 0x1
UNIX: Final = 16
"""Bits by which a zip shifts the mode of a file."""


def refuse(name: str, reason: str) -> BoardError:
    return BoardError(PACKAGE, [Problem(name, 0, "", reason)])


# --- reading ----------------------------------------------------------------------------------------------
def read_package(data: bytes) -> dict[str, bytes]:
    """The files of a board, by name. Raises a BoardError with the reason if anything else is in it."""
    if len(data) > MOST_PACKED:
        raise refuse(PACKAGE, f"it has more than {MOST_PACKED} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return read_archive(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise refuse(PACKAGE, f"this is no sound zip file: {' '.join(str(error).split())[:100]}") from None


def read_archive(archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(archive.infolist()) > MOST_PACKED_FILES:
        raise refuse(PACKAGE, f"there are more than {MOST_PACKED_FILES} files in it")
    folders = {str(PurePosixPath(entry.filename).parent) for entry in entries}
    found: dict[str, bytes] = {}
    for entry in entries:
        name = name_of(entry, folders)
        if name in found:
            raise refuse(name, "this file is there twice")
        found[name] = read_entry(archive, entry, name)
    for name in NEEDED:
        if name not in found:
            raise refuse(name, "this file is missing")
    return {name: found[name] for name in PARTS if name in found}


def name_of(entry: zipfile.ZipInfo, folders: set[str]) -> str:
    """The plain name of an entry, which stands at the top or, like all others, in one folder."""
    path = PurePosixPath(entry.filename)
    if entry.filename != entry.orig_filename or "\\" in entry.filename or path.is_absolute() or ".." in path.parts:
        raise refuse(PACKAGE, f"{quote(entry.orig_filename)} is no plain name of a file")
    if len(folders) > 1 or len(path.parts) > 2:
        raise refuse(PACKAGE, f"{quote(entry.filename)} is not in the one folder that all files are in")
    if stat.S_IFMT(entry.external_attr >> UNIX) not in (0, stat.S_IFREG):
        raise refuse(PACKAGE, f"{quote(entry.filename)} is a link or a device, not a file")
    if path.name not in PARTS:
        raise refuse(PACKAGE, f"{quote(path.name)} is no file of a board{meant(path.name, PARTS)}")
    return path.name


def read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    """What is in a file, at most so many bytes, whatever length it declares."""
    if entry.flag_bits & ENCRYPTED:
        raise refuse(name, "this file is encrypted")
    if entry.compress_type not in METHODS:
        raise refuse(name, "this file is packed in a way that is not read here")
    if entry.file_size > MOST_BYTES:
        raise refuse(name, f"this file has more than {MOST_BYTES} bytes")
    with archive.open(entry) as stream:
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise refuse(name, f"this file has more than {MOST_BYTES} bytes")
    return data


def read_packed_file(file: Path) -> dict[str, bytes]:
    """The files of the board in a package on disk."""
    try:
        with file.open("rb") as stream:
            return read_package(stream.read(MOST_PACKED + 1))
    except OSError as error:
        raise refuse(PACKAGE, f"it can't be read: {error.strerror}") from None


# --- writing ----------------------------------------------------------------------------------------------
def write_package(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files. The same files give the same bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in PARTS:
            if name in files:
                entry = zipfile.ZipInfo(name, EPOCH)
                entry.external_attr = (stat.S_IFREG | 0o644) << UNIX
                archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()


def files_in(folder: Traversable) -> dict[str, bytes]:
    """The files of a board folder, and nothing else that lies in it. Raises a BoardError if one is far too long."""
    found: dict[str, bytes] = {}
    for name in PARTS:
        file = folder.joinpath(name)
        if not file.is_file():
            continue
        with file.open("rb") as stream:
            found[name] = stream.read(MOST_BYTES + 1)
        if len(found[name]) > MOST_BYTES:
            raise refuse(name, f"this file has more than {MOST_BYTES} bytes")
    return found


def write_folder(files: Mapping[str, bytes], folder: Path) -> None:
    """Puts the files into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PARTS:
        if name in files:
            (folder / name).write_bytes(files[name])


# --- using ------------------------------------------------------------------------------------------------
def version_of(files: Mapping[str, bytes]) -> str:
    """Names exactly these files: facts, look and licence. The digest of a board names its facts alone."""
    told = hashlib.sha256()
    for name in PARTS:
        if name in files:
            told.update(f"{name} {len(files[name])}\n".encode())
            told.update(files[name])
    return told.hexdigest()[:LETTERS]


def folder_of(files: Mapping[str, bytes], name: str = PACKAGE) -> Traversable:
    """The files as a folder that a board can be loaded from, without a disk."""
    archive = zipfile.ZipFile(io.BytesIO(write_package(files)))
    archive.filename = name
    return cast(Traversable, zipfile.Path(archive))
