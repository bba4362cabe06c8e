"""Files that users name: read and written, or refused in words."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from ferrovia.boards import board_ids, load
from ferrovia.cli.errors import UserError
from ferrovia.engine.board import Board
from ferrovia.record.record import MOST_BYTES, Record, RecordError, from_text


def read_record(file: Path) -> Record:
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UserError("file.missing", {"file": file}) from None
    except IsADirectoryError:
        raise UserError("file.folder", {"file": file}) from None
    except (OSError, ValueError) as error:
        raise UserError("file.unreadable", {"file": file, "reason": reason_of(error)}) from None
    if len(data) > MOST_BYTES:
        raise RecordError("record.too_long", {"most": MOST_BYTES})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError("file.not_text", {"file": file}) from None
    return from_text(text)


def board_in(folder: Path | None) -> Board | None:
    """The board of `--board FOLDER`; a board that comes with Ferrovia is found by the record itself."""
    if folder is None:
        return None
    if str(folder) in board_ids() and not folder.exists():
        raise UserError("board.no_folder", {"board": str(folder)})
    return load(folder)


EVERYBODY: Final = 0o666
OWNER: Final = 0o600


def check_output(file: Path | None) -> None:
    """Refuses a file that can't be written before the work begins. A file that exists will be replaced."""
    if file is None:
        return
    folder = file.absolute().parent
    if file.is_dir():
        raise UserError("file.folder", {"file": file})
    if not folder.is_dir():
        raise UserError("file.no_folder", {"file": folder})
    if not os.access(folder, os.W_OK):
        raise UserError("file.unwritable", {"file": file, "reason": "permission denied"})


def check_writable(file: Path) -> None:
    """The same, for a file that must not be there yet."""
    if file.exists() and not file.is_dir():
        raise UserError("file.exists", {"file": file})
    check_output(file)


def write_whole(file: Path, text: str | bytes, mode: int) -> None:
    """Writes the whole of it or nothing: the old contents stay until the new ones are complete.

    `mode` says who may read it, as far as the user's umask allows."""
    try:
        handle, draft = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}.", text=False)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(text.encode() if isinstance(text, str) else text)
            os.chmod(draft, mode & ~current_umask())
            os.replace(draft, file)
        except BaseException:
            with suppress(OSError):
                os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        raise UserError("file.unwritable", {"file": file, "reason": reason_of(error)}) from None


def current_umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def reason_of(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
