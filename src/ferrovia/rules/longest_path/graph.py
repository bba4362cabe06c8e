"""A graph of lanes between numbered places, with the lanes at each place listed side by side."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr


@mypyc_attr(acyclic=True)
class Graph:
    """Lane i joins the places `a[i]` and `b[i]`. The lanes at place p are `lane[j]`, and each leads to the place
    `far[j]`, for every j with `first[p]` <= j < `first[p + 1]`."""

    def __init__(self, places: i64, a: vec[i64], b: vec[i64], length: vec[i64]) -> None:
        self.places = places
        self.a = a
        self.b = b
        self.length = length
        first = vec[i64]([0] * (places + 1))
        lane = vec[i64]([0] * (2 * len(a)))
        far = vec[i64]([0] * (2 * len(a)))
        i: i64
        for i in range(len(a)):
            first[a[i]] += 1
            first[b[i]] += 1
        for i in range(places):
            first[i + 1] += first[i]
        for i in range(len(a) - 1, -1, -1):
            at = first[a[i]] - 1
            first[a[i]] = at
            lane[at] = i
            far[at] = b[i]
            at = first[b[i]] - 1
            first[b[i]] = at
            lane[at] = i
            far[at] = a[i]
        self.first = first
        self.lane = lane
        self.far = far

    def degree(self, place: i64) -> i64:
        return self.first[place + 1] - self.first[place]
