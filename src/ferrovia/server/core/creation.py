"""New tables: one that somebody asks for, or the next one for the same people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ferrovia.engine.chance import new_secret
from ferrovia.server.core.commands import vacant
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.setup import Clock, Level, NoClock, Start, new_setup
from ferrovia.server.core.table import Table, TableSeat
from ferrovia.server.core.tokens import hash_token, new_table_id


@dataclass(frozen=True)
class ForAnybody:
    """A seat for somebody who gets an invitation."""


@dataclass(frozen=True)
class ForBot:
    level: Level


@dataclass(frozen=True)
class ForPerson:
    """A seat for somebody on the host's device. Several may share one token."""

    name: str
    token: str = field(repr=False)


WantedSeat = ForAnybody | ForBot | ForPerson


@dataclass(frozen=True)
class NewTable:
    board: str
    seats: Sequence[WantedSeat]
    host: str = field(repr=False)
    """The host's own token. A table is made once for it, however often it is asked for."""
    options: dict[str, bool] = field(default_factory=dict)
    first: int | None = None
    clock: Clock = field(default_factory=NoClock)
    stand_in: Level = "conductor"
    start: Start = "full"
    day: str | None = None
    """The day whose deal it is."""
    secret: bytes = field(default_factory=new_secret, repr=False)

    @property
    def key(self) -> str:
        return hash_token(self.host)

    def draft(self) -> Draft:
        """Raises a SetupError if the board offers no such table."""
        seats = len(self.seats)
        setup = new_setup(self.board, seats, self.options, self.first, self.clock, self.stand_in, self.start, self.day)
        table = Table(new_table_id(), setup, self.secret, hash_token(self.host), [TableSeat("open")] * seats)
        for number, wanted in enumerate(self.seats):
            table.seats[number] = self.seat(table, number, wanted)
        return Draft(table).add(Kind.CREATED).start_if_full()

    def seat(self, table: Table, number: int, wanted: WantedSeat) -> TableSeat:
        if isinstance(wanted, ForBot):
            return TableSeat("bot", bot=wanted.level)
        seat = vacant(table, self.host, number, 0)
        if isinstance(wanted, ForPerson):  # the invitation is good again if this person gets up
            return replace(seat, kind="person", name=wanted.name, token_hash=hash_token(wanted.token))
        return seat


@dataclass(frozen=True)
class Rematch:
    """The same people at a new table, where their tokens are good too. It is made once for every finished game."""

    finished: Table

    @property
    def board(self) -> str:
        return self.finished.setup.board

    @property
    def key(self) -> str:
        return hash_token(f"rematch {self.finished.id}")

    def draft(self) -> Draft:
        old = self.finished
        table = Table(new_table_id(), old.setup.anew(), new_secret(), old.host_hash, same_people(old))
        return Draft(table).add(Kind.CREATED).add(Kind.STARTED)


def same_people(table: Table) -> list[TableSeat]:
    return [replace(seat, invite_hash=None) for seat in table.seats]
