"""Leaving a game and coming back to it: nobody winds up a clock by it, and nobody fills the log."""

from __future__ import annotations

from typing import Final

from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind, now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.setup import LiveClock
from ferrovia.server.core.table import NO_MOMENT, Table

ABSENCES: Final = 2
"""Times that a stand-in may take over for somebody between two moves of the game."""


def leave(draft: Draft, seat: int) -> Draft:
    """Refused to whoever comes and goes without end: the log keeps every time."""
    if draft.table.absences[seat] >= ABSENCES:
        raise Denied("limit.moves")
    return draft.add(Kind.LEFT, seat)


def come_back(draft: Draft, seat: int) -> Draft:
    """With a moment to look at the table, if a stand-in has decided something meanwhile."""
    return draft.add(Kind.RETURNED, seat, "" if draft.table.stood_in[seat] else NO_MOMENT)


def is_out_of_time(table: Table, seat: int) -> bool:
    """Whether a person would have no time at all for a decision that is open."""
    if seat not in table.waiting_seats() or table.stood_in[seat]:
        return False
    if isinstance(table.setup.clock, LiveClock):
        return table.banks[seat] <= 0
    deadline = table.deadline(seat)
    return deadline is not None and deadline <= now()
