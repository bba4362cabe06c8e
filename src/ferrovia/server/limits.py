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

    def take(self, rate: float, burst: float, cost: float = 1) -> bool:
        self.fill(rate, burst)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def wait(self, rate: float, burst: float, cost: float = 1) -> float:
        """Takes in any case. Seconds after which it may be used: later and later for who asks too often."""
        self.fill(rate, burst)
        self.left -= cost
        return max(0.0, -self.left / rate)

    def fill(self, rate: float, burst: float) -> None:
        time_now = time.monotonic()
        self.left = min(burst, self.left + (time_now - self.at) * rate)
        self.at = time_now


class Limit:
    """`rate` a second for everybody, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, who: str, cost: float = 1) -> bool:
        return self.bucket_of(who).take(self.rate, self.burst, cost)

    def wait(self, who: str, cost: float = 1) -> float:
        """Seconds that somebody has to wait, who is let in nevertheless."""
        return self.bucket_of(who).wait(self.rate, self.burst, cost)

    def bucket_of(self, who: str) -> Bucket:
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(self.burst, time.monotonic())
            if len(self.buckets) > MOST:
                self.buckets.popitem(last=False)
        self.buckets.move_to_end(who)
        return bucket

    def bucket(self) -> Bucket:
        """A bucket of its own, for one socket."""
        return Bucket(self.burst, time.monotonic())
