"""Points by rank, shared by every rule that ranks players (A2, A3, N8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.telling import Sentence

UNRANKED: Final = -1


def rank_points(values: vec[i64], table: vec[i64]) -> vec[i64]:
    """The points of each seat for its value; UNRANKED values get none and make room for those behind them.

    A3: tied seats all score their rank's points, the next one scores as if there had been no tie (1, 1, 3)."""
    points = vec[i64]([0] * len(values))
    seat: i64
    for seat in range(len(values)):
        rank: i64 = 0
        for other in values:
            if other > values[seat]:
                rank += 1
        if values[seat] != UNRANKED and rank < len(table):
            points[seat] = table[rank]
    return points


def rank_table(params: Mapping[str, object], seats: int) -> vec[i64]:
    """The column of a board's `rank` table for this many seats."""
    tables = params["rank"]
    assert isinstance(tables, Mapping)
    column = tables[str(seats)]
    assert isinstance(column, Sequence)
    return vec[i64](column)


def check_rank(params: Mapping[str, object], players: tuple[int, int]) -> str:
    """What is wrong with a `rank` table, or ""."""
    tables = params.get("rank")
    if not isinstance(tables, Mapping):
        return "needs a `rank` table: points by rank for each number of players"
    for seats in range(players[0], players[1] + 1):
        column = tables.get(str(seats))
        if not isinstance(column, list) or not all(type(points) is int for points in column):
            return f"`rank` needs a list of points for {seats} players"
        if len(column) > seats:
            return f"`rank` gives {len(column)} ranks to {seats} players"
    return ""


def rank_sentences(params: Mapping[str, object]) -> list[Sentence]:
    """A board's `rank` table as a table of the rulebook, and what happens to equals."""
    tables = params["rank"]
    assert isinstance(tables, Mapping)
    rows = [
        Sentence("rank.points", {"players": int(seats)}, players=(int(seats), int(seats)), figures=tuple(points))
        for seats, points in tables.items()
    ]
    ranks = max([len(row.figures) for row in rows])
    return [Sentence("rank.rank", figures=tuple(range(1, ranks + 1))), *rows, Sentence("rank.ties", rulings=("A3",))]
