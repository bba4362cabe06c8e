"""The last line of a backup: a digest of every byte before it. SQLite does not mind what comes after its pages."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import IO, Final

MARK: Final = b"\nferrovia backup sha256 "
LENGTH: Final = len(MARK) + 64 + 1
PATTERN: Final = re.compile(re.escape(MARK) + rb"([0-9a-f]{64})\n")
CHUNK: Final = 1 << 20


def seal(file: Path) -> None:
    with file.open("r+b") as stream:
        digest = digest_of(stream, stream.seek(0, os.SEEK_END))
        stream.seek(0, os.SEEK_END)
        stream.write(MARK + digest.encode() + b"\n")


def is_sealed(file: Path) -> bool | None:
    """Whether every byte is as it was written. None without a seal, as in backups of the first format."""
    with file.open("rb") as stream:
        end = max(0, stream.seek(0, os.SEEK_END) - LENGTH)
        stream.seek(end)
        found = PATTERN.fullmatch(stream.read())
        return None if found is None else digest_of(stream, end) == found[1].decode()


def digest_of(stream: IO[bytes], length: int) -> str:
    """Of so many bytes from the start."""
    digest = hashlib.sha256()
    stream.seek(0)
    while length and (part := stream.read(min(CHUNK, length))):
        digest.update(part)
        length -= len(part)
    return digest.hexdigest()
