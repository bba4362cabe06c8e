"""A table that is open in this process, and those who want to hear what happens at it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

from ferrovia.engine.events import Event
from ferrovia.server.core.entries import Entry, now
from ferrovia.server.core.presence import Presence
from ferrovia.server.core.table import Table

if TYPE_CHECKING:
    from ferrovia.server.core.sayings import Saying

RECENT: Final = 24
"""Entries whose events an open table remembers; who was away for longer gets them from the log."""

POLL_SECONDS: Final = 5.0
"""Seconds within which whoever polls asks for more."""

News = list[tuple[Entry, list[Event]]]


class Subscriber(Protocol):
    def tell(self, opened: OpenTable, news: News, encoded: dict[object, bytes]) -> None:
        """Must not wait, and must not fail. Subscribers share `encoded`, so that what several hear is encoded once."""


class Attendee(Protocol):
    """Somebody who wants to hear of the people at a table, too."""

    def tell_presence(self, opened: OpenTable, encoded: dict[object, bytes]) -> None:
        """Somebody has come or gone."""

    def tell_said(self, saying: Saying, encoded: dict[object, bytes]) -> None:
        """Somebody has said something."""


class OpenTable:
    def __init__(self, table: Table, presence: Presence | None = None) -> None:
        self.table = table
        self.presence = presence or Presence(table.setup.seats, {}, now())
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.attendees: set[Attendee] = set()
        self.recent: deque[tuple[Entry, list[Event]]] = deque(maxlen=RECENT)
        self.stale = False
        """Whether the log may have more than this process has read."""
        self.used = time.monotonic()
        self.polled = -POLL_SECONDS
        """When the last subscriber left who comes back at once."""

    @property
    def is_watched(self) -> bool:
        return bool(self.subscribers) or time.monotonic() < self.polled + POLL_SECONDS

    def news_since(self, version: int) -> News | None:
        """What happened after a version, if it is still remembered."""
        if version >= self.table.version:
            return []
        if not self.recent or self.recent[0][0].version > version + 1:
            return None
        return [(entry, events) for entry, events in self.recent if entry.version > version]

    def publish(self, news: News) -> None:
        self.recent.extend(news)
        encoded: dict[object, bytes] = {}
        for subscriber in tuple(self.subscribers):
            subscriber.tell(self, news, encoded)

    def tell_presence(self) -> None:
        encoded: dict[object, bytes] = {}
        for attendee in tuple(self.attendees):
            attendee.tell_presence(self, encoded)

    def tell_said(self, saying: Saying) -> None:
        encoded: dict[object, bytes] = {}
        for attendee in tuple(self.attendees):
            attendee.tell_said(saying, encoded)
