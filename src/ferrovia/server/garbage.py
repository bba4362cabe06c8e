"""How often a server process searches for garbage in cycles.

Every search looks at all the objects that have survived the last ones: with Python's own settings, that was a fifth of
the processor time of a move."""

from __future__ import annotations

import gc
from typing import Final

THRESHOLDS: Final = (20_000, 20, 50)
"""New objects before the young ones are searched; how many of those searches before the next older ones are."""


def search_seldom() -> None:
    """Call when everything is imported: what is there now stays, and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
