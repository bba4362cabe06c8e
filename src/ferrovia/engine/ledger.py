"""Scores as a ledger: lines of (rule, seat, points, detail). A total is nothing but their sum."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ferrovia.engine.values import LedgerLine

START: Final = 0
ROUTE: Final = 1
TICKET: Final = 2
CORE_LINES: Final = ("start", "route", "ticket")


@mypyc_attr(acyclic=True)
class Ledger:
    """Sums every line it is given, and writes it to `lines` where somebody wants to read them."""

    def __init__(self, seats: i64, names: list[str], lines: list[LedgerLine] | None) -> None:
        self.names = names
        self.lines = lines
        self.totals = vec[i64]([0] * seats)

    def add(self, rule: i64, seat: i64, points: i64, detail: i64) -> None:
        self.totals[seat] += points
        if self.lines is not None:
            self.lines.append(LedgerLine(self.names[rule], seat, points, detail))
