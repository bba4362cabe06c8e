"""A picture that a board's look brings along: a plain JPEG in base64, and nothing beside what draws it.

What a stranger sends is decoded and encoded anew before it gets here (ferrovia.studio.photos). This looks once more
whether it is such a picture: only the segments that one needs, no comment, no profile, nothing after its end."""

from __future__ import annotations

import base64
import binascii
from typing import Final

from ferrovia.boards.limits import MOST_PICTURE, MOST_PIXELS

START: Final = b"\xff\xd8"
MARKER: Final = 0xFF
FRAMES: Final = (0xC0, 0xC2)
"""Baseline and progressive: their sizes stand here."""
TABLES: Final = (0xDB, 0xC4, 0xDD)
JFIF: Final = 0xE0
JFIF_LENGTH: Final = 16
SCAN: Final = 0xDA
END: Final = 0xD9
RESTARTS: Final = range(0xD0, 0xD8)


def decoded(text: str) -> bytes | None:
    """The bytes of a picture; None if this is not base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def picture_fault(text: str) -> str | None:
    """What is wrong with a picture, or None."""
    if len(text) > MOST_PICTURE * 4 // 3 + 4:
        return f"it has more than {MOST_PICTURE} bytes"
    data = decoded(text)
    if data is None:
        return "it is not base64"
    return jpeg_fault(data)


def jpeg_fault(data: bytes) -> str | None:
    if not data.startswith(START):
        return "it is no JPEG"
    position, sizes, scans = 2, 0, 0
    while position + 4 <= len(data) and data[position] == MARKER:
        kind, length = data[position + 1], int.from_bytes(data[position + 2 : position + 4], "big")
        body = data[position + 4 : position + 2 + length]
        if len(body) != length - 2:
            break
        if kind in FRAMES:
            sizes += 1
            high, wide = int.from_bytes(body[1:3], "big"), int.from_bytes(body[3:5], "big")
            if not 0 < high * wide <= MOST_PIXELS:
                return f"it has more than {MOST_PIXELS} pixels, or none"
        elif kind not in (*TABLES, SCAN) and not is_jfif(kind, length, body, position):
            return "there is something in it that draws nothing"
        position += 2 + length
        if kind == SCAN:
            scans += 1
            position = end_of_scan(data, position)
    if data[position:] != bytes((MARKER, END)) or sizes != 1 or scans == 0:
        return "it is damaged, or something follows its end"
    return None


def is_jfif(kind: int, length: int, body: bytes, position: int) -> bool:
    """The one header that every JPEG has, without a thumbnail, and first."""
    return kind == JFIF and length == JFIF_LENGTH and position == len(START) and body.startswith(b"JFIF\x00")


def end_of_scan(data: bytes, position: int) -> int:
    """Where the next marker stands after coded pixels."""
    while position + 1 < len(data):
        position = data.find(b"\xff", position)
        if position < 0:
            return len(data)
        if position + 1 < len(data) and data[position + 1] != 0 and data[position + 1] not in RESTARTS:
            return position
        position += 2
    return len(data)
