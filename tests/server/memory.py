"""Tables kept in memory: all that the core of the server needs to run without a database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ferrovia.server.core.entries import Entry
from ferrovia.server.core.errors import Conflict
from ferrovia.server.core.presence import Seen
from ferrovia.server.core.storage import Change, Creation, LogAfter, Progress, Stored
from ferrovia.server.core.table import TableSeat


@dataclass
class Kept:
    creation: Creation
    progress: Progress
    seats: dict[int, TableSeat]
    log: list[Entry]
    leased_until: int | None = None


class Memory:
    """Repository and journal in one."""

    def __init__(self) -> None:
        self.tables: dict[str, Kept] = {}
        self.seen: dict[tuple[str, int], int] = {}

    # --- the journal ------------------------------------------------------------------------------------
    async def write(self, change: Change) -> None:
        if change.creation is not None:
            assert change.progress is not None
            if await self.find_created(change.creation.key) is not None:
                raise Conflict
            self.tables[change.table] = Kept(change.creation, change.progress, {}, [])
        kept = self.tables[change.table]
        if change.entries[0].version != len(kept.log) + 1:
            raise Conflict
        kept.log += [replace(entry, action=None) for entry in change.entries]
        kept.seats |= change.seats
        kept.progress = change.progress or kept.progress
        kept.leased_until = change.leased_until or kept.leased_until

    # --- the repository ---------------------------------------------------------------------------------
    async def find(self, id: str) -> Stored | None:
        kept = self.tables.get(id)
        if kept is None:
            return None
        creation = kept.creation
        return Stored(
            id, creation.setup, creation.secret, creation.host_hash, self.seats_of(id), list(kept.log), self.seen_at(id)
        )

    def seen_at(self, id: str) -> dict[int, int]:
        return {seat: at for (table, seat), at in self.seen.items() if table == id}

    async def write_seen(self, seen: Sequence[Seen]) -> None:
        self.seen |= {(each.table, each.seat): each.at for each in seen}

    async def read_seen(self, tables: Sequence[str]) -> list[Seen]:
        return [Seen(table, seat, at) for (table, seat), at in self.seen.items() if table in tables]

    def seats_of(self, id: str) -> list[TableSeat]:
        seats = self.tables[id].seats
        return [seats[number] for number in sorted(seats)]

    async def find_created(self, creation_key: str) -> str | None:
        return next((id for id, kept in self.tables.items() if kept.creation.key == creation_key), None)

    async def log_after(self, id: str, version: int) -> LogAfter:
        return LogAfter(self.tables[id].log[version:], self.seats_of(id))

    async def logs_after(self, versions: Mapping[str, int]) -> dict[str, LogAfter]:
        return {id: await self.log_after(id, version) for id, version in versions.items()}

    async def version(self, id: str) -> int:
        return len(self.tables[id].log)

    async def find_key(self, id: str, after: int, seat: int, key: str) -> Entry | None:
        log = self.tables[id].log[after:]
        return next((entry for entry in log if (entry.seat, entry.key) == (seat, key)), None)

    async def lease_due(self, now: int, until: int, clocks: int, bots: int, but_not: Collection[str]) -> list[str]:
        due = [
            (kept.progress.due_at, id)
            for id, kept in self.tables.items()
            if kept.progress.due_at is not None and id not in but_not and self.is_free(id, now, until)
        ]
        chosen = [id for at, id in sorted(due) if 0 <= at <= now][:clocks]
        chosen += [id for at, id in sorted(due) if at < 0][:bots]
        await self.renew(chosen, until)
        return chosen

    async def lease(self, id: str, now: int, until: int) -> bool:
        if not self.is_free(id, now, until):
            return False
        await self.renew([id], until)
        return True

    def is_free(self, id: str, now: int, until: int) -> bool:
        leased_until = self.tables[id].leased_until
        return leased_until is None or not now <= leased_until <= until + (until - now)

    async def renew(self, ids: Sequence[str], until: int) -> None:
        for id in ids:
            self.tables[id].leased_until = until

    async def release(self, id: str) -> None:
        self.tables[id].leased_until = None

    async def put_off(self, id: str, due: int | None, until: int | None) -> None:
        kept = self.tables[id]
        kept.leased_until = None
        if due is None or kept.progress.due_at == due:
            kept.progress = replace(kept.progress, due_at=until)
