"""How often somebody may do something: a bucket of tokens that fills up again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

MOST: Final = 20_000
"""Addresses remembered; those that asked longest ago are forgotten first."""


class Bucket:
    __slots__ = ("at", "left")

    def __init__(self, left: float, at: float) -> None:
        self.left = left
        self.at = at

    def take(self, rate: float, burst: float) -> bool:
        time_now = time.monotonic()
        self.left = min(burst, self.left + (time_now - self.at) * rate)
        self.at = time_now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limit:
    """`rate` a second for everybody, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, who: str) -> bool:
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(self.burst, time.monotonic())
            if len(self.buckets) > MOST:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(who)
        return bucket.take(self.rate, self.burst)

    def bucket(self) -> Bucket:
        """A bucket of its own, for one socket."""
        return Bucket(self.burst, time.monotonic())
