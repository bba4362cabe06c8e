"""What the service asks of whatever keeps its tables: a repository to read from, a journal to write to.

`ferrovia.server.store` keeps them in a database; anything else with these methods will do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import MOVES, Entry, Kind
from ferrovia.server.core.presence import PresenceStore
from ferrovia.server.core.setup import Setup
from ferrovia.server.core.table import Status, Table, TableSeat

if TYPE_CHECKING:
    from ferrovia.server.core.sayings import Saying

BOTS: Final = 10**15
"""Taken from the time since when a bot is to move, so that it is due whatever the clock says, and the longest first."""


@dataclass
class Stored:
    """A table as it is stored: set up, but its log not yet replayed."""

    id: str
    setup: Setup
    secret: bytes
    host_hash: str
    seats: list[TableSeat]
    log: list[Entry]
    seen: dict[int, int] = field(default_factory=dict)
    """When the people of the seats were last connected."""

    def moves(self) -> list[Entry]:
        """Those that were not taken back."""
        voided = {int(entry.text) for entry in self.log if entry.kind == Kind.VOIDED}
        return [entry for entry in self.log if entry.kind in MOVES and entry.version not in voided]

    def new_table(self) -> Table:
        """A table of its own, before the first entry."""
        return Table(self.id, self.setup, self.secret, self.host_hash, list(self.seats))


class LogAfter(NamedTuple):
    """What was added to a log after some version, and the seats as they are now or later."""

    entries: Sequence[Entry]
    seats: list[TableSeat]


@dataclass(frozen=True)
class Creation:
    """A new table. No two have the same key, so a request that is repeated makes no second one."""

    key: str
    setup: Setup
    secret: bytes
    host_hash: str


@dataclass(frozen=True)
class Progress:
    """What is stored of a table beside its log, so that tables at which something is due are found."""

    status: Status
    finished_at: int | None
    due_at: int | None
    """When somebody's time is out; below zero if a bot is to move."""


class Call(NamedTuple):
    """Something that a person who is not there may want to know."""

    seat: int
    kind: Literal["turn", "over"]
    version: int
    """Of the entry that it is about: of a turn, the decision."""


@dataclass
class Change:
    """What happened at one table, written as a whole or not at all."""

    table: str
    entries: list[Entry]
    seats: dict[int, TableSeat] = field(default_factory=dict)
    """Those that are different now."""
    progress: Progress | None = None
    """None: as before."""
    creation: Creation | None = None
    """Only for a new table, whose progress is needed too."""
    leased_until: int | None = None
    """Renews the lease of the process that works at this table."""
    calls: list[Call] = field(default_factory=list)
    """Seats whose people are to be called, if they want to be."""
    said: list[Saying] = field(default_factory=list)
    """What is kept beside the log."""


def due_at(table: Table) -> int | None:
    """As it is stored."""
    bot = table.bot_to_move() if table.has_person else None
    return table.due() if bot is None else table.since[bot] - BOTS


def progress_of(table: Table) -> Progress:
    return Progress(table.status, table.updated_at if table.status == Status.OVER else None, due_at(table))


def change_of(before: Table, draft: Draft, leased_until: int | None) -> Change:
    after = draft.table
    is_new = due_at(before) != due_at(after) or before.status != after.status
    is_reseated = after.seats != before.seats
    return Change(
        before.id,
        draft.entries,
        seats={n: seat for n, seat in enumerate(after.seats) if seat != before.seats[n]} if is_reseated else {},
        progress=progress_of(after) if is_new else None,
        leased_until=leased_until,
    )


def calls_of(before: Table, after: Table) -> list[Call]:
    """Whose turn has begun, or everybody when the game has ended."""
    people = [seat for seat in range(after.setup.seats) if after.seats[seat].kind == "person"]
    if after.status == Status.OVER:
        return [] if before.status == Status.OVER else [Call(seat, "over", after.version) for seat in people]
    waited, waiting = before.waiting_seats(), after.waiting_seats()
    turn = [seat for seat in people if seat in waiting and seat not in waited and after.bot_of(seat) is None]
    return [Call(seat, "turn", after.decisions[seat]) for seat in turn]


def creation_of(key: str, draft: Draft) -> Change:
    table = draft.table
    return Change(
        table.id,
        draft.entries,
        seats=dict(enumerate(table.seats)),
        progress=progress_of(table),
        creation=Creation(key, table.setup, table.secret, table.host_hash),
    )


class TableJournal(Protocol):
    async def write(self, change: Change) -> None:
        """Returns when the change is safe. Raises Conflict (it is not written) or Unavailable (nobody knows)."""


class TableRepository(PresenceStore, Protocol):
    """Every method raises Unavailable if nothing can be read."""

    async def find(self, id: str) -> Stored | None: ...

    async def find_created(self, creation_key: str) -> str | None:
        """The id of the table that was made under this key."""

    async def log_after(self, id: str, version: int) -> LogAfter: ...

    async def logs_after(self, versions: Mapping[str, int]) -> dict[str, LogAfter]:
        """The same of many tables at once, each by its id."""

    async def version(self, id: str) -> int:
        """Of the last entry; 0 without any."""

    async def find_key(self, id: str, after: int, seat: int, key: str) -> Entry | None:
        """The entry that a sender called `key`, if it came after a version."""

    # --- leases: one process at a time does what is due at a table -----------------------------------------
    # A lease that ends later than any could is void: the clock was put back since. But whoever asks has looked at its
    # clock a moment ago, and two machines' clocks differ: what ends within twice the time is somebody's.
    async def lease_due(self, now: int, until: int, clocks: int, bots: int, but_not: Collection[str]) -> list[str]:
        """Takes tables at which something is due, each for one process alone until it is done or the lease ends: so
        many where somebody's time is out, and so many where a bot is to move; first those that wait longest."""

    async def lease(self, id: str, now: int, until: int) -> bool:
        """Takes one table, if no other process has it."""

    async def renew(self, ids: Sequence[str], until: int) -> None:
        """Keeps leases, but does not take back one that has just been given up."""

    async def release(self, id: str) -> None: ...

    async def put_off(self, id: str, due: int | None, until: int | None) -> None:
        """Gives a table back, to be looked at later or (None) never; not if something else than `due` has become due
        there meanwhile. Without `due` that is not asked."""
