"""Who is at a table: which seats have a connection, and since when the others have none. Of watchers nothing is kept.

What is seen here is written down now and then, so that it outlives the process and is known to the others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from ferrovia.server.core.background import end
from ferrovia.server.core.entries import now
from ferrovia.server.core.errors import Denied, Unavailable

if TYPE_CHECKING:
    from ferrovia.server.core.open_table import OpenTable

DAY: Final = 86_400_000
EVERY: Final = 30.0
"""Seconds between two writings."""
FRESH: Final = 75_000
"""Milliseconds for which the word of another process holds that somebody is connected there."""
LINGER: Final = 3.0
"""Seconds until others are told that somebody is gone: a page that is loaded anew is back before."""
AT_ONCE: Final = 500

log = logging.getLogger(__name__)


class Seen(NamedTuple):
    table: str
    seat: int
    at: int


class PresenceStore(Protocol):
    async def write_seen(self, seen: Sequence[Seen]) -> None: ...

    async def read_seen(self, tables: Sequence[str]) -> list[Seen]: ...


class Presence:
    """Of one table."""

    def __init__(self, seats: int, seen: Mapping[int, int], since: int) -> None:
        """`seen`: what was written of the seats; `since`: from when on this process would have seen them."""
        self.sockets = [0] * seats
        self.seen = [seen.get(seat, 0) for seat in range(seats)]
        self.elsewhere = [0] * seats
        self.since = since

    def is_connected(self, seat: int, at: int) -> bool:
        return self.sockets[seat] > 0 or at - self.elsewhere[seat] < FRESH

    def absent_since(self, seat: int, at: int) -> int | None:
        """None while there is a connection. Nobody is absent for longer than this process has looked."""
        return None if self.is_connected(seat, at) else max(self.seen[seat], self.elsewhere[seat], self.since)

    def last_seen(self, seat: int) -> int:
        """0: never."""
        return max(self.seen[seat], self.elsewhere[seat])

    def recent(self, at: int) -> frozenset[int]:
        """The seats that were connected within the last day."""
        seats = range(len(self.seen))
        return frozenset(seat for seat in seats if self.is_connected(seat, at) or at - self.last_seen(seat) < DAY)

    def hear(self, seat: int, seen_at: int) -> bool:
        """Another process has written when it saw somebody. True if that changes what is shown."""
        if seat >= len(self.seen) or seen_at <= self.seen[seat]:
            return False
        before = self.is_connected(seat, now())
        self.elsewhere[seat] = seen_at
        return self.is_connected(seat, now()) != before


class Attendance:
    """Keeps the presence of all open tables of a process."""

    def __init__(self, open_tables: Mapping[str, OpenTable], store: PresenceStore, is_shared: bool = False) -> None:
        """`is_shared`: other processes use the same store, and see people too."""
        self.open_tables = open_tables
        self.store = store
        self.is_shared = is_shared
        self.left: dict[tuple[str, int], int] = {}
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.create_task(self.run(), name="attendance")

    async def close(self) -> None:
        await end(self.task)
        with suppress(Unavailable):
            await self.write()

    # --- coming and going -----------------------------------------------------------------------------------
    def arrive(self, opened: OpenTable, seats: Iterable[int]) -> None:
        presence, at = opened.presence, now()
        changed = False
        for seat in seats:
            changed = changed or not presence.is_connected(seat, at)
            presence.sockets[seat] += 1
            presence.seen[seat] = at
        if changed:
            opened.tell_presence()

    def depart(self, opened: OpenTable, seats: Iterable[int]) -> None:
        presence, at = opened.presence, now()
        gone = []
        for seat in seats:
            presence.sockets[seat] -= 1
            presence.seen[seat] = at
            self.left[opened.table.id, seat] = at
            if presence.sockets[seat] == 0:
                gone.append(seat)
        if gone:
            asyncio.get_running_loop().call_later(LINGER, self.tell_gone, opened, gone)

    def visit(self, opened: OpenTable, seats: Iterable[int]) -> None:
        """Somebody looked at the table, by a single request."""
        for seat in seats:
            opened.presence.seen[seat] = self.left[opened.table.id, seat] = now()

    def tell_gone(self, opened: OpenTable, seats: Sequence[int]) -> None:
        if any(opened.presence.sockets[seat] == 0 for seat in seats):
            opened.tell_presence()

    # --- writing down ---------------------------------------------------------------------------------------
    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.write()
                if self.is_shared:
                    await self.read()
            except (Unavailable, Denied):
                pass  # whoever keeps the database says so
            except Exception:
                log.exception("presence can't be written")

    async def write(self) -> None:
        at = now()
        left, self.left = self.left, {}
        seen = {
            (id, seat): at
            for id, opened in self.open_tables.items()
            for seat, sockets in enumerate(opened.presence.sockets)
            if sockets
        }
        for id, seat in seen:
            self.open_tables[id].presence.seen[seat] = at
        rows = [Seen(table, seat, when) for (table, seat), when in {**left, **seen}.items()]
        for begin in range(0, len(rows), AT_ONCE):
            await self.store.write_seen(rows[begin : begin + AT_ONCE])

    async def read(self) -> None:
        """What other processes have seen, at tables where somebody here wants to know."""
        watched = [id for id, opened in self.open_tables.items() if opened.attendees]
        for begin in range(0, len(watched), AT_ONCE):
            changed = set()
            for seen in await self.store.read_seen(watched[begin : begin + AT_ONCE]):
                opened = self.open_tables.get(seen.table)
                if opened is not None and opened.presence.hear(seen.seat, seen.at):
                    changed.add(seen.table)
            for id in changed:
                self.open_tables[id].tell_presence()
