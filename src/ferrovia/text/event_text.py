"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ferrovia.engine.events import Event
from ferrovia.text.names import Table

QUIET: Final = frozenset({"hand.dealt", "row.filled", "tickets.chosen"})
"""Events that are not told, because the table shows them."""
OWN: Final = "/own"
OPEN: Final = "/open"


def variants(event: Event, viewer: int) -> Iterator[str]:
    """Suffixes of fuller texts: for the seat it happened to, and for tickets discarded face up (N12)."""
    if viewer == event.seat and event.private:
        yield OWN
    if event.public.get("discarded"):
        yield OPEN


def event_text(table: Table, event: Event, viewer: int) -> str:
    """One event as a viewer may know it; TABLE for a spectator. A ruling that had an effect is named."""
    seen = event.seen_by(viewer)
    key = f"event.{event.code}"
    for variant in variants(event, viewer):
        if table.words.knows(key + variant):
            key += variant
            break
    ruling = f" [{seen['ruling']}]" if "ruling" in seen else ""
    if not table.words.knows(key):
        return f"{event.code}{ruling}"
    told = table.game.events.get(event.code)
    return table.words.say(key, **table.fill(seen, None if told is None else told.meanings)) + ruling


def event_lines(table: Table, events: Iterable[Event], viewer: int) -> list[str]:
    """The events that are told, one line each."""
    return [event_text(table, event, viewer) for event in events if event.code not in QUIET]
