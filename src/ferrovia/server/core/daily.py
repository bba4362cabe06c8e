"""The deal of the day: the same cards for everybody, against the same bots, which play by iterations.

The seeds of the days are a hash chain, made from its last link backwards: each is the SHA-256 of the next day's. So the
end that is published beforehand proves every seed that is shown later, and no seed tells the next one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

from ferrovia.boards import board_ids
from ferrovia.server.core.creation import ForBot, ForPerson, NewTable
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind, now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.setup import Level
from ferrovia.server.core.storage import Stored
from ferrovia.server.core.table import Table

BEFORE: Final = date(2026, 10, 31)
"""The day before the first one: the end of the chain is its seed."""
LENGTH: Final = 36_525
"""Days of a chain, a hundred years."""
SEED: Final = 32
"""Bytes of a seed."""
BOTS: Final[tuple[Level, ...]] = ("conductor", "stationmaster")
"""Who sits at the other seats."""
ITERATIONS: Final = 300
"""Playouts for a decision of a bot that searches: the same on every machine, however busy it is."""
MINE: Final = 0
"""The person's seat."""


# --- days and their seeds ---------------------------------------------------------------------------------
def today(at: int | None = None) -> date:
    """By the server's clock, in UTC."""
    return datetime.fromtimestamp((now() if at is None else at) / 1000, UTC).date()


def number_of(day: date) -> int:
    """The first day is 1."""
    return (day - BEFORE).days


def day_named(text: str) -> date:
    """A day that has begun. Refused: days to come, and before the first."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Denied("day.unknown") from None
    if not 1 <= number_of(day) <= LENGTH or day > today() or day.isoformat() != text:
        raise Denied("day.unknown")
    return day


def is_over(day: date) -> bool:
    return day < today()


def ends_at(day: date) -> int:
    """The first moment after a day, in milliseconds."""
    return int(datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC).timestamp() * 1000)


def link(key: str, number: int) -> bytes:
    """The seed of a day by its number; number 0 is the end of the chain, which everybody may know."""
    back = LENGTH - number
    return chain(key)[SEED * back : SEED * (back + 1)]


@lru_cache(maxsize=2)
def chain(key: str) -> bytes:
    """All seeds, the last day's first: a megabyte, made in one go, so that nobody who asks for a day waits for it."""
    seed = hashlib.sha256(b"ferrovia chain of days " + key.encode()).digest()
    seeds = [seed]
    for _ in range(LENGTH):
        seed = hashlib.sha256(seed).digest()
        seeds.append(seed)
    return b"".join(seeds)


def secret_of(seed: bytes) -> bytes:
    """What the luck of a day's games follows from."""
    return hashlib.sha256(b"ferrovia deal of the day " + seed).digest()


def proves(end: bytes, number: int, seed: bytes) -> bool:
    """Whether a seed is the one that was promised."""
    for _ in range(number):
        seed = hashlib.sha256(seed).digest()
    return seed == end


# --- tables -----------------------------------------------------------------------------------------------
def board_of(day: date) -> str:
    boards = sorted(board_ids())
    return boards[number_of(day) % len(boards)]


@dataclass(frozen=True)
class DayTable:
    """A table with the cards of a day. It is made once for a host's token, like any."""

    day: date
    seed: bytes = field(repr=False)
    name: str
    token: str = field(repr=False)
    host: str = field(repr=False)

    @property
    def key(self) -> str:
        return self.table.key

    @property
    def board(self) -> str:
        return board_of(self.day)

    @property
    def table(self) -> NewTable:
        seats: Sequence[ForPerson | ForBot] = [ForPerson(self.name, self.token), *(ForBot(level) for level in BOTS)]
        return NewTable(self.board, seats, self.host, day=self.day.isoformat(), secret=secret_of(self.seed))

    def draft(self) -> Draft:
        return self.table.draft()


def luck_of(table: Table, seat: int) -> bytes | None:
    """The luck of a bot's next decision in a deal of the day: who plays the same gets the same answer. None in any
    other game, where nobody shall be able to try things out."""
    if table.setup.day is None or table.state is None:
        return None
    moment = (seat, int(table.state.turns), int(table.state.phase))  # not who chose their first tickets before
    return hashlib.sha256(b"ferrovia bot of the day %d %d %d " % moment + table.secret).digest()


def check_shown(table: Table) -> None:
    """Nobody looks into the cards of a day while others may still play it."""
    if table.setup.day is not None and not is_over(date.fromisoformat(table.setup.day)):
        raise Denied("day.running")


def is_unaided(stored: Stored) -> bool:
    """Whether the person made every move alone: no stand-in, no hint."""
    return not any(entry.seat == MINE and entry.kind in (Kind.PLAYED, Kind.HINTED) for entry in stored.log)
