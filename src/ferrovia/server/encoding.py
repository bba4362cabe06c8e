"""Answers as the bytes that are sent: the one place where their JSON is written."""

from __future__ import annotations

import gzip
from typing import NamedTuple

from pydantic_core import to_json


def encode(message: object) -> bytes:
    return to_json(message)


class Printed(NamedTuple):
    """An answer that never changes, packed once for all who ask for it."""

    plain: bytes
    packed: bytes


def printed(message: object) -> Printed:
    plain = encode(message)
    return Printed(plain, gzip.compress(plain, mtime=0))
