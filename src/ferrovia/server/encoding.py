"""Answers as the bytes that are sent: the one place where their JSON is written."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

import orjson
from pydantic_core import to_json

KEPT: Final = 1000
"""Answers in memory; those made longest ago are forgotten first."""


def encode(message: object) -> bytes:
    try:
        return orjson.dumps(message)
    except TypeError:  # a number of more than 64 bits, which a refusal may quote
        return to_json(message)


class Printed(NamedTuple):
    """An answer that never changes, packed once for all who ask for it."""

    plain: bytes
    packed: bytes


def printed(message: object) -> Printed:
    plain = encode(message)
    return Printed(plain, gzip.compress(plain, mtime=0))


class Prints:
    """Answers that never change: each made once, when it is first asked for, and in a thread."""

    def __init__(self) -> None:
        self.known: OrderedDict[Hashable, Printed] = OrderedDict()
        self.printing = asyncio.Lock()

    async def of(self, write: Callable[..., object], *facts: Hashable) -> Printed:
        """What `write` says of the facts."""
        wanted = (write, *facts)
        if wanted not in self.known:
            async with self.printing:
                if wanted not in self.known:
                    self.known[wanted] = await asyncio.to_thread(lambda: printed(write(*facts)))
                    while len(self.known) > KEPT:
                        self.known.popitem(last=False)
        return self.known[wanted]
