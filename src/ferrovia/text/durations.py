"""Spans of time in words, in the largest unit that they fill."""

from __future__ import annotations

from typing import Final

from ferrovia.text.words import Words

UNITS: Final = (("days", 86_400), ("hours", 3_600), ("minutes", 60))


def duration(words: Words, seconds: int) -> str:
    """Rounded up: whoever waits as long has waited long enough."""
    for unit, size in UNITS:
        if seconds >= size:
            return words.say(f"time.{unit}", count=-(-seconds // size))
    return words.say("time.seconds", count=seconds)
