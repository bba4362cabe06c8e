"""The log of a table: append-only, numbered without gaps, the one truth about everything that happened at it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from ferrovia.server.core.even_clock import EvenClock


class Kind(StrEnum):
    CREATED = "created"
    JOINED = "joined"  # somebody took an open seat
    LEFT = "left"  # before the start the seat is open again; later a stand-in plays on
    SEATED = "seated"  # the host gave a seat to a bot, or opened it again
    STARTED = "started"
    MOVED = "moved"  # text: the move in notation
    PLAYED = "played"  # the same, by a bot
    TIMED_OUT = "timed_out"  # the clock of a seat ran out: a stand-in plays on
    RETURNED = "returned"  # the person is back
    RESIGNED = "resigned"  # the person has given up the game: a stand-in plays to its end
    ASKED = "asked"  # text: what the others are asked for, about what, and who has to agree (`questions`)
    AGREED = "agreed"  # text: the version of the question
    DECLINED = "declined"  # the same; by whoever asked: taken back
    HINTED = "hinted"  # a hint was asked for
    VOIDED = "voided"  # text: the version of the move that is taken back
    REMATCH = "rematch"  # text: the id of the next table
    CHAT = "chat"  # the host has switched the free chat; text: for whom it is on
    CLOSED = "closed"  # text: "aborted" if a game that was begun is given up by all
    FORGOTTEN = "forgotten"  # names and everybody's way back in were erased (`ferrovia games delete`)


MOVES = frozenset({Kind.MOVED, Kind.PLAYED})
SEAT_KINDS = frozenset({Kind.JOINED, Kind.LEFT, Kind.SEATED, Kind.FORGOTTEN})
"""Entries that come with changed rows of seats."""
NO_SEAT = -1
CLOCK: Final = EvenClock()


@dataclass(frozen=True, slots=True)
class Entry:
    version: int
    at: int
    """Milliseconds since 1970."""
    kind: Kind
    seat: int = NO_SEAT
    text: str = ""
    key: str = ""
    """What the sender calls it, so that the same move sent twice is known again."""
    action: int | None = field(default=None, compare=False)
    """The move as a number, if whoever made the entry knew it; never stored."""


def now() -> int:
    """Milliseconds since 1970, by the server's own even clock."""
    return CLOCK.now()
