"""A change of a table before it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.record import format_action
from ferrovia.server.core.entries import NO_SEAT, Entry, Kind, now
from ferrovia.server.core.table import Table


@lru_cache(maxsize=16_384)
def notation(game: Game, action: int) -> str:
    """The same few thousand moves are made at all tables that are laid alike."""
    return format_action(game, action)


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
        return self.add(kind, seat, notation(self.table.game, action), key, action)

    def start_if_full(self) -> Draft:
        if self.table.setup.start == "full" and self.table.is_full():
            self.add(Kind.STARTED)
        return self

    def or_none(self) -> Draft | None:
        """None if it changes nothing."""
        return self if self.entries else None
