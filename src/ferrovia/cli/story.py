"""What happened, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ferrovia.cli.table import Table
from ferrovia.engine.events import Event

QUIET: Final = frozenset({"hand.dealt", "row.filled", "tickets.chosen"})
"""What everybody sees on the table anyway."""
OWN: Final = "/own"
OPEN: Final = "/open"


def variants(event: Event, viewer: int) -> Iterator[str]:
    """Fuller texts: for whom it happened to, and for what lies open for everybody (N12)."""
    if viewer == event.seat and event.private:
        yield OWN
    if event.public.get("discarded"):
        yield OPEN


def tell(table: Table, event: Event, viewer: int) -> str:
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


def story(table: Table, events: Iterable[Event], viewer: int) -> list[str]:
    """What is worth telling of some events, one line each."""
    return [tell(table, event, viewer) for event in events if event.code not in QUIET]
