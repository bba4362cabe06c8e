"""The server's time: milliseconds since 1970 that run evenly, whatever is done to the machine's clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

DAY: Final = 86_400_000
SLEW: Final = 10
"""While the machine's clock says something else, this one runs a tenth faster or slower until they agree."""


def elapsed() -> int:
    """Milliseconds since some moment, those included in which the machine slept."""
    if hasattr(time, "CLOCK_BOOTTIME"):  # Linux
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


def wall() -> int:
    return time.time_ns() // 1_000_000


class EvenClock:
    """Starts with the machine's clock and follows it, but takes no step of it over: nobody's time is out because the
    clock was put forward, and nothing waits because it was put back. A step of more than a day was a wrong clock that
    has been put right, and is followed at once."""

    def __init__(self, wall: Callable[[], int] = wall, elapsed: Callable[[], int] = elapsed) -> None:
        self.wall = wall
        self.elapsed = elapsed
        self.read_at = elapsed()
        self.time = wall()
        self.unslewed = 0  # milliseconds that have not yet moved it: a tenth of one is none

    def now(self) -> int:
        read_at = self.elapsed()
        passed, self.read_at = read_at - self.read_at, read_at
        self.time += passed
        off = self.wall() - self.time
        if abs(off) > DAY:
            self.time += off
        elif off:
            most, self.unslewed = divmod(self.unslewed + passed, SLEW)
            self.time += max(-min(most, passed), min(most, off))
        return self.time
