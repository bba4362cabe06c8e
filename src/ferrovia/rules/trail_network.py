"""Lanes between numbered places, as the search for the longest trail reads them."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


@mypyc_attr(acyclic=True)
class Network:
    """Lane i joins places `a[i]` and `b[i]`. Those at place p are `lane[j]`, leading to `far[j]`, for j from `first[p]`
    to before `first[p + 1]`."""

    def __init__(self, places: i64, a: vec[i64], b: vec[i64], length: vec[i64]) -> None:
        self.places = places
        self.a = a
        self.b = b
        self.length = length
        self.first = vec[i64]([0] * (places + 1))
        self.lane = vec[i64]([0] * (2 * len(a)))
        self.far = vec[i64]([0] * (2 * len(a)))
        i: i64
        for i in range(len(a)):
            self.first[a[i]] += 1
            self.first[b[i]] += 1
        for i in range(places):
            self.first[i + 1] += self.first[i]
        for i in range(len(a) - 1, -1, -1):
            self.put(a[i], b[i], i)
            self.put(b[i], a[i], i)

    def put(self, place: i64, far: i64, lane: i64) -> None:
        at = self.first[place] - 1
        self.first[place] = at
        self.lane[at] = lane
        self.far[at] = far

    def degree(self, place: i64) -> i64:
        return self.first[place + 1] - self.first[place]
