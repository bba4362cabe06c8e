"""What somebody may ask of a table, and the entries that it makes. Nothing here changes the table that is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from ferrovia.engine.errors import Refusal
from ferrovia.engine.events import Event
from ferrovia.record import format_action, parse_action
from ferrovia.server.core.entries import NO_SEAT, Entry, Kind, now
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.setup import Level
from ferrovia.server.core.table import Seat, Status, Table
from ferrovia.server.core.tokens import hash_token, invite, is_token

PATIENCE: Final = 120_000
"""Milliseconds that others wait for somebody before they may ask for a stand-in."""


@dataclass
class Draft:
    """The table as it would be, and what has to be written for it to become so."""

    table: Table
    entries: list[Entry] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def add(self, kind: Kind, seat: int = NO_SEAT, text: str = "", key: str = "", action: int | None = None) -> Draft:
        time = max(now(), self.table.updated_at)
        entry = Entry(self.table.version + 1, time, kind, seat, text, key, action)
        self.events += self.table.apply(entry)
        self.entries.append(entry)
        return self

    def move(self, kind: Kind, seat: int, action: int, key: str = "") -> Draft:
        assert self.table.game is not None
        return self.add(kind, seat, format_action(self.table.game, action), key, action)

    def start_if_full(self) -> Draft:
        if self.table.setup.start == "full" and self.table.is_full():
            self.add(Kind.STARTED)
        return self


Request = Callable[[Table], Draft | None]
"""Asked again whenever somebody else was faster. None: there is nothing to do (any more)."""


# --- before the start -----------------------------------------------------------------------------------
def join(table: Table, invitation: str, name: str, token: str) -> Draft | None:
    """Takes the seat of an invitation for the holder of a new token."""
    check_open(table)
    if not is_token(token):
        raise Denied("token.weak")
    if table.held_by(token):
        return None  # the answer got lost, and the same device asks again
    if table.status != Status.WAITING:
        raise Denied("game.started")
    seat = table.invited_by(invitation)
    if seat is None:
        raise Denied("token.invite")
    draft = Draft(table.copy())
    draft.table.seats[seat] = replace(table.seats[seat], kind="person", name=name, token_hash=hash_token(token))
    return draft.add(Kind.JOINED, seat).start_if_full()


def seat_bot(table: Table, host: str, seat: int, level: Level) -> Draft | None:
    """The host gives a seat to a bot: for good before the start, until the person is back during the game."""
    check_host(table, host, seat)
    draft = Draft(table.copy())
    if table.status == Status.PLAYING:
        return None if table.bot_of(seat) is not None else draft.add(Kind.LEFT, seat)
    if table.seats[seat] == Seat("bot", bot=level, invite_number=table.seats[seat].invite_number):
        return None
    draft.table.seats[seat] = Seat("bot", bot=level, invite_number=table.seats[seat].invite_number)
    return draft.add(Kind.SEATED, seat, level).start_if_full()


def open_seat(table: Table, host: str, seat: int) -> Draft:
    """The host opens a seat (again): whoever sat there is gone, and an older invitation is worth nothing."""
    check_host(table, host, seat)
    if table.status != Status.WAITING:
        raise Denied("game.started")
    draft = Draft(table.copy())
    number = table.seats[seat].invite_number + 1
    draft.table.seats[seat] = vacant(table, host, seat, number)
    return draft.add(Kind.SEATED, seat)


def vacant(table: Table, host: str, seat: int, number: int) -> Seat:
    return Seat("open", invite_hash=hash_token(invite(host, table.id, seat, number)), invite_number=number)


def start(table: Table, host: str) -> Draft | None:
    check_open(table)
    if not table.is_host(host):
        raise Denied("token.host")
    if table.status != Status.WAITING:
        return None
    if not table.is_full():
        raise Denied("seats.open")
    return Draft(table.copy()).add(Kind.STARTED)


def close(table: Table, host: str) -> Draft | None:
    """The host gives up a table at which the game has not begun."""
    if not table.is_host(host):
        raise Denied("token.host")
    if table.status == Status.CLOSED:
        return None
    if table.status != Status.WAITING:
        raise Denied("game.started")
    return Draft(table.copy()).add(Kind.CLOSED)


# --- during the game ------------------------------------------------------------------------------------
def move(table: Table, seat: int, decision: int, action: int | str, key: str) -> Draft:
    """A person's move. `decision` is the one it answers, so that a late move never answers another."""
    check_open(table)
    if table.state is None or table.game is None:
        raise Denied("game.not_started")
    if table.state.over:
        raise Refusal("game.over")
    if not table.state.waits_for(seat):
        raise Refusal("turn.not_yours", {"seat": seat})
    if table.decisions[seat] != decision:
        raise Denied("decision.stale", {"decision": table.decisions[seat]})
    number = parse_action(table.game, action) if isinstance(action, str) else action
    draft = Draft(table.copy())
    if table.away[seat]:
        draft.add(Kind.RETURNED, seat)
    return draft.move(Kind.MOVED, seat, number, key)


def play(table: Table, seat: int, decision: int, action: int) -> Draft | None:
    """A bot's move, if it is still wanted."""
    if table.game is None or table.bot_of(seat) is None:
        return None
    if seat not in table.waiting_seats() or table.decisions[seat] != decision:
        return None
    return Draft(table.copy()).move(Kind.PLAYED, seat, action)


def time_out(table: Table, at: int) -> Draft | None:
    """A stand-in for everybody whose time is out."""
    draft = Draft(table.copy())
    for seat in table.waiting_seats():
        deadline = table.deadline(seat)
        if table.bot_of(seat) is None and deadline is not None and deadline <= at:
            draft.add(Kind.TIMED_OUT, seat)
    return draft if draft.entries else None


def leave(table: Table, seat: int) -> Draft | None:
    """Somebody gets up: the seat is open again, or a stand-in plays on."""
    check_open(table)
    draft = Draft(table.copy())
    if table.status == Status.PLAYING:
        return None if table.away[seat] else draft.add(Kind.LEFT, seat)
    if table.status == Status.OVER:
        return None
    draft.table.seats[seat] = replace(table.seats[seat], kind="open", name="", token_hash=None)
    return draft.add(Kind.LEFT, seat)


def come_back(table: Table, seat: int) -> Draft | None:
    """Once the game is over, nobody is waited for."""
    is_missed = table.away[seat] and table.status == Status.PLAYING
    return Draft(table.copy()).add(Kind.RETURNED, seat) if is_missed else None


def stand_in(table: Table, asker: int, seat: int) -> Draft | None:
    """Anybody at the table may have a bot play for somebody who keeps the others waiting."""
    if not 0 <= seat < table.setup.seats:
        raise Denied("seat.unknown", {"seat": seat})
    if table.bot_of(seat) is not None or seat == asker:
        return None
    if seat not in table.waiting_seats():
        raise Refusal("turn.not_yours", {"seat": seat})
    since, deadline = table.since[seat], table.deadline(seat)
    patience = PATIENCE if deadline is None else deadline - since  # everybody may use the time that the clock gives
    if now() - since < patience:
        raise Denied("clock.running", {"seconds": patience // 1000})
    return Draft(table.copy()).add(Kind.LEFT, seat)


# --- after it -------------------------------------------------------------------------------------------
def offer_rematch(table: Table, next_table: str) -> Draft | None:
    if table.status != Status.OVER:
        raise Denied("game.not_over")
    return None if table.rematch is not None else Draft(table.copy()).add(Kind.REMATCH, text=next_table)


def same_people(table: Table) -> list[Seat]:
    """Their tokens are good for the next table too."""
    return [replace(seat, invite_hash=None) for seat in table.seats]


# --- who may --------------------------------------------------------------------------------------------
def check_open(table: Table) -> None:
    if table.status == Status.CLOSED:
        raise Denied("table.closed")


def check_host(table: Table, host: str, seat: int) -> None:
    check_open(table)
    if not table.is_host(host):
        raise Denied("token.host")
    if not 0 <= seat < table.setup.seats:
        raise Denied("seat.unknown", {"seat": seat})
    if table.status == Status.OVER:
        raise Refusal("game.over")
