"""Reading a board's files as text."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path

from ferrovia.boards.limits import MOST_BYTES
from ferrovia.boards.problems import Problems


def read_text(folder: Traversable, name: str, problems: Problems) -> str:
    """The text of a file, or "" if it is not UTF-8 text of a sensible size; a byte order mark is no part of it."""
    file = folder.joinpath(name)
    try:
        if isinstance(file, Path) and file.exists() and not file.is_file():
            problems.spoil_file(name, 0, "this file can't be read: it is a folder, a pipe or a device")
            return ""
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        problems.spoil_file(name, 0, "this file is missing")
        return ""
    except (OSError, ValueError) as error:
        problems.spoil_file(name, 0, f"this file can't be read: {error}")
        return ""
    if len(data) > MOST_BYTES:
        problems.spoil_file(name, 0, f"this file has more than {MOST_BYTES} bytes")
        return ""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.spoil_file(name, data.count(b"\n", 0, error.start) + 1, "this is not UTF-8 text")
        return ""
