"""A hint for somebody who plays against bots alone. The log says that it was asked for; what it was, it does not."""

from __future__ import annotations

from dataclasses import dataclass, field

from ferrovia.engine.errors import Refusal
from ferrovia.server.core.commands import Command
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.permissions import check_open, seats_of, shown_seat
from ferrovia.server.core.table import Table


def advised_seat(table: Table, token: str) -> int:
    """The seat that may be advised now. Refused at a table with other people, and to whom nothing is asked."""
    held = seats_of(table, token)
    check_open(table)
    if any(seat.kind != "bot" for number, seat in enumerate(table.seats) if number not in held):
        raise Denied("hint.people")
    seat = shown_seat(table, held)
    if seat not in table.waiting_seats() or table.bot_of(seat) is not None:
        raise Refusal("turn.not_yours", {"seat": max(seat, 0)})
    return seat


@dataclass(frozen=True)
class TakeHint(Command):
    """Marks in the log that a hint was asked for, once for every decision."""

    token: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        seat = advised_seat(table, self.token)
        if table.hinted[seat] == table.decisions[seat]:
            return None
        return Draft(table.copy()).add(Kind.HINTED, seat)
