"""What somebody may ask of a table. A command is a value; asked what it would change, it answers with a draft.

`Tables.act` carries commands out. Each has to prove by a token that its sender may send it, unless the server itself is
the sender (BotMove, TimeOut, OfferRematch)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ferrovia.engine.errors import Refusal
from ferrovia.record import parse_action
from ferrovia.server.core.absences import come_back, is_out_of_time, leave
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.permissions import (
    check_host,
    check_host_may_seat,
    check_open,
    moving_seat,
    seats_of,
)
from ferrovia.server.core.setup import Level
from ferrovia.server.core.table import Status, Table, TableSeat
from ferrovia.server.core.tokens import hash_token, invite, is_token

BEFORE_START: Final = 500
"""Entries after which seats can't be given up and opened again at a table that has not begun."""


class Sent(NamedTuple):
    """How the log shows that a command was carried out before: an entry of a seat, after a version, with this key."""

    after: int
    seat: int
    key: str


class Command(ABC):
    @abstractmethod
    def draft(self, table: Table) -> Draft | None:
        """The change, made to a copy of the table. None if there is nothing to do (any more).

        Raises a refusal if the command is not allowed. Called again whenever somebody else was faster."""

    def sent(self, table: Table) -> Sent | None:
        """For a command that may arrive twice and must be carried out once; otherwise None."""
        return None


# --- before the start -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Join(Command):
    """Takes the seat of an invitation for the holder of a new token."""

    invitation: str = field(repr=False)
    name: str
    token: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        check_open(table)
        if not is_token(self.token):
            raise Denied("token.weak")
        if table.held_by(self.token):
            return None  # the answer got lost, and the same device asks again
        if table.status != Status.WAITING:
            raise Denied("game.started")
        seat = table.invited_by(self.invitation)
        if seat is None:
            raise Denied("token.invite")
        draft = Draft(table.copy())
        token_hash = hash_token(self.token)
        draft.table.seats[seat] = replace(table.seats[seat], kind="person", name=self.name, token_hash=token_hash)
        return draft.add(Kind.JOINED, seat).start_if_full()


@dataclass(frozen=True)
class SeatBot(Command):
    """The host gives a seat to a bot, before the start: over a running game a host has no power."""

    host: str = field(repr=False)
    seat: int
    level: Level

    def draft(self, table: Table) -> Draft | None:
        check_host_may_seat(table, self.host, self.seat)
        check_log(table)
        draft = Draft(table.copy())
        bot = TableSeat("bot", bot=self.level, invite_number=table.seats[self.seat].invite_number)
        if table.seats[self.seat] == bot:
            return None
        draft.table.seats[self.seat] = bot
        return draft.add(Kind.SEATED, self.seat, self.level).start_if_full()


@dataclass(frozen=True)
class OpenSeat(Command):
    """The host opens a seat (again): whoever sat there is gone, and an older invitation is worth nothing."""

    host: str = field(repr=False)
    seat: int

    def draft(self, table: Table) -> Draft:
        check_host_may_seat(table, self.host, self.seat)
        check_log(table)
        draft = Draft(table.copy())
        number = table.seats[self.seat].invite_number + 1
        draft.table.seats[self.seat] = vacant(table, self.host, self.seat, number)
        return draft.add(Kind.SEATED, self.seat)


def check_log(table: Table) -> None:
    """Coming and going before the start must not fill the log."""
    if table.version >= BEFORE_START:
        raise Denied("limit.moves")


def vacant(table: Table, host: str, seat: int, number: int) -> TableSeat:
    """An open seat. Each new number makes a new invitation."""
    return TableSeat("open", invite_hash=hash_token(invite(host, table.id, seat, number)), invite_number=number)


@dataclass(frozen=True)
class Start(Command):
    host: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        check_open(table)
        check_host(table, self.host)
        if table.status != Status.WAITING:
            return None
        if not table.is_full():
            raise Denied("seats.open")
        return Draft(table.copy()).add(Kind.STARTED)


@dataclass(frozen=True)
class Close(Command):
    """The host gives up a table at which the game has not begun."""

    host: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        check_host(table, self.host)
        if table.status == Status.CLOSED:
            return None
        if table.status != Status.WAITING:
            raise Denied("game.started")
        return Draft(table.copy()).add(Kind.CLOSED)


# --- during the game ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Move(Command):
    """A person's move. `decision` is the one it answers, so that a late move never answers another."""

    token: str = field(repr=False)
    decision: int
    action: int | str
    key: str
    seat: int | None = None
    """Needed only where one token holds several seats and more than one of them is to decide."""

    def draft(self, table: Table) -> Draft:
        seat = moving_seat(table, self.token, self.seat)
        check_open(table)
        if table.state is None or table.game is None:
            raise Denied("game.not_started")
        if table.state.over:
            raise Refusal("game.over")
        if not table.state.waits_for(seat):
            raise Refusal("turn.not_yours", {"seat": seat})
        if table.decisions[seat] != self.decision:
            raise Denied("decision.stale", {"decision": table.decisions[seat]})
        if table.resigned[seat]:
            raise Denied("seat.resigned")
        action = parse_action(table.game, self.action) if isinstance(self.action, str) else self.action
        draft = Draft(table.copy())
        if table.away[seat]:
            come_back(draft, seat)
        return draft.move(Kind.MOVED, seat, action, self.key)

    def sent(self, table: Table) -> Sent | None:
        return Sent(self.decision, moving_seat(table, self.token, self.seat), self.key)


@dataclass(frozen=True)
class BotMove(Command):
    """A bot's move, if it is still wanted."""

    seat: int
    decision: int
    action: int

    def draft(self, table: Table) -> Draft | None:
        if table.game is None or table.bot_of(self.seat) is None:
            return None
        if self.seat not in table.waiting_seats() or table.decisions[self.seat] != self.decision:
            return None
        return Draft(table.copy()).move(Kind.PLAYED, self.seat, self.action)


@dataclass(frozen=True)
class TimeOut(Command):
    """Has a stand-in play for everybody whose time is out."""

    at: int

    def draft(self, table: Table) -> Draft | None:
        draft = Draft(table.copy())
        for seat in table.waiting_seats():
            deadline = table.deadline(seat)
            if table.bot_of(seat) is None and deadline is not None and deadline <= self.at:
                draft.add(Kind.TIMED_OUT, seat)
        return draft.or_none()


@dataclass(frozen=True)
class Leave(Command):
    """Somebody gets up from all their seats: each is open again, or a stand-in plays on."""

    token: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        held = seats_of(table, self.token)
        check_open(table)
        draft = Draft(table.copy())
        for seat in held:
            if table.status == Status.WAITING:
                check_log(table)
                draft.table.seats[seat] = replace(table.seats[seat], kind="open", name="", token_hash=None)
                draft.add(Kind.LEFT, seat)
            elif table.status == Status.PLAYING and not table.away[seat]:
                leave(draft, seat)
        return draft.or_none()


@dataclass(frozen=True)
class ComeBack(Command):
    """The person is here again: the stand-in hands back. Once the game is over, nobody is waited for.

    A decision for which the time is out is the stand-in's: who comes back before it is made asks again after it."""

    token: str = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        draft = Draft(table.copy())
        for seat in seats_of(table, self.token):
            may = table.away[seat] and not table.resigned[seat] and table.status == Status.PLAYING
            if may and not is_out_of_time(table, seat):
                come_back(draft, seat)
        return draft.or_none()


# --- after it -------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class OfferRematch(Command):
    """Tells everybody at a finished game which table comes next."""

    next_table: str

    def draft(self, table: Table) -> Draft | None:
        if table.status != Status.OVER:
            raise Denied("game.not_over")
        return None if table.rematch is not None else Draft(table.copy()).add(Kind.REMATCH, text=self.next_table)
