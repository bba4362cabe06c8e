"""What the processes at one PostgreSQL database tell each other: which tables have changed, and the entries themselves
where they are enough. The text of a notice: a line that names its writer, then a line for every table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ferrovia.server.core.entries import SEAT_KINDS, Entry, Kind
from ferrovia.server.core.sayings import Saying
from ferrovia.server.core.storage import Change

CHANNEL: Final = "ferrovia"
MOST_BYTES: Final = 7900  # PostgreSQL allows 8000
WRITER: Final = "@"
SAID: Final = "said"


class Notice(NamedTuple):
    """Somebody has written at a table, up to a version."""

    table: str
    version: int
    told: str = ""

    def entries(self) -> list[Entry] | None:
        """Those that were written; None if they have to be read."""
        return [read_entry(fields) for fields in json.loads(self.told)] if self.told else None


def write_notices(writer: str, changes: Sequence[Change]) -> Iterator[str]:
    head = f"{WRITER}{writer}\n"
    note = head
    for change in changes:
        line = line_of(change)
        if len(note) + len(line) > MOST_BYTES and note != head:
            yield note
            note = head
        note += line
    yield note


def line_of(change: Change) -> str:
    """In ASCII, so that its length is that of its bytes."""
    brief = f"{change.table} {change.entries[-1].version}"
    if change.creation is not None or any(entry.kind in SEAT_KINDS for entry in change.entries):
        return f"{brief}\n"  # such entries come with rows of seats
    told = json.dumps([write_entry(entry) for entry in change.entries], separators=(",", ":"))
    return f"{brief} {told}\n" if len(told) < MOST_BYTES // 2 else f"{brief}\n"


def write_said(writer: str, table: str, saying: Saying) -> str:
    """Something was said. A process of an earlier version passes over it."""
    return f"{WRITER}{writer}\n{table} {SAID} {json.dumps(saying)}\n"


def read_said(note: str, reader: str) -> Iterator[tuple[str, Saying]]:
    """What was said at tables of other processes."""
    if f" {SAID} " not in note:  # nearly always
        return
    lines = note.splitlines()
    if lines[0] == f"{WRITER}{reader}":
        return
    for line in lines:
        table, _, rest = line.partition(" ")
        kind, _, told = rest.partition(" ")
        if kind == SAID:
            yield table, Saying(*json.loads(told))


def read_notices(note: str, reader: str) -> Iterator[Notice]:
    """What others than the reader have written. Lines that are no notices are passed over."""
    lines = note.splitlines()
    if lines and lines[0] == f"{WRITER}{reader}":
        return
    for line in lines:
        table, _, rest = line.partition(" ")
        version, _, told = rest.partition(" ")
        if version.isdecimal():
            yield Notice(table, int(version), told)


def write_entry(entry: Entry) -> list[object]:
    return [entry.version, entry.at, entry.kind.value, entry.seat, entry.text, entry.key]


def read_entry(fields: list[Any]) -> Entry:
    version, at, kind, seat, text, key = fields
    return Entry(version, at, Kind(kind), seat, text, key)
