"""The one builder of tables without a server: entries are made up, at times that are made up too."""

from __future__ import annotations

import base64
import hashlib
from typing import Final, Literal, get_args

from ferrovia.engine.state import State
from ferrovia.server.core import commands
from ferrovia.server.core.entries import NO_SEAT, Entry, Kind
from ferrovia.server.core.setup import DaysClock, Level, LiveClock, NoClock, new_setup
from ferrovia.server.core.table import Table, TableSeat
from ferrovia.server.core.tokens import hash_token, invite

ID: Final = "made-up-table-00000000"
LONG_AGO: Final = 1_000_000_000_000
SECRET: Final = bytes(range(32))


def token_of(name: str) -> str:
    """Everybody's, the host's too."""
    return base64.urlsafe_b64encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")


def token_at(table: Table, seat: int) -> str:
    """Of whoever sits there."""
    return token_of(table.seats[seat].name)


HOST: Final = token_of("host")


class TableBuilder:
    """A table and the time at it. A seat is somebody's name, a level of the bots, or "" if it is open."""

    def __init__(
        self,
        *seats: str,
        board: str = "berlin",
        clock: NoClock | LiveClock | DaysClock | None = None,
        start: Literal["full", "host"] = "full",
    ) -> None:
        setup = new_setup(board, len(seats), {}, 0, clock or NoClock(), "novice", start)
        self.table = Table(ID, setup, SECRET, hash_token(HOST), [TableSeat("open")] * len(seats))
        for number, name in enumerate(seats):
            vacant = commands.vacant(self.table, HOST, number, 0)
            if name in get_args(Level):
                self.table.seats[number] = TableSeat("bot", bot=name)
            else:
                self.table.seats[number] = vacant if name == "" else person(vacant, name)
        self.at = LONG_AGO
        self.happen(Kind.CREATED)

    @property
    def state(self) -> State:
        assert self.table.state is not None
        return self.table.state

    def invitation(self, seat: int) -> str:
        return invite(HOST, ID, seat, self.table.seats[seat].invite_number)

    # --- what happens, so many milliseconds after the last ----------------------------------------------
    def happen(self, kind: Kind, seat: int = NO_SEAT, text: str = "", after: int = 0) -> TableBuilder:
        self.at += after
        self.table.apply(Entry(self.table.version + 1, self.at, kind, seat, text))
        return self

    def begin(self) -> TableBuilder:
        return self.happen(Kind.STARTED)

    def move(self, seat: int, text: str, after: int = 0) -> TableBuilder:
        return self.happen(Kind.MOVED, seat, text, after)

    def past_first_tickets(self, after: int = 0) -> TableBuilder:
        """Everybody keeps the first one, at the same moment; then it is seat 0's turn."""
        for seat in range(self.table.setup.seats):
            self.move(seat, "keep 1", after if seat == 0 else 0)
        return self

    def to_the_end(self) -> TableBuilder:
        while not self.state.over:
            seat = self.table.waiting_seats()[0]
            decision, action = self.table.decisions[seat], int(self.state.legal_for(seat)[-1])
            draft = commands.Move(token_at(self.table, seat), decision, action, "").draft(self.table)
            self.move(seat, draft.entries[-1].text)
        return self


def person(vacant: TableSeat, name: str) -> TableSeat:
    return TableSeat("person", name, token_hash=hash_token(token_of(name)), invite_hash=vacant.invite_hash)
