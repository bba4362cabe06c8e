"""What keeping a ticket is worth, and how many points it ought to have.

In games where first tickets are chosen by lot, keeping one is an experiment: whoever got it differs from the others by
nothing else. The score of a seat is taken as a sum: the same for all, and something for each ticket that it kept (least
squares). What a ticket adds beyond the mean of all tickets is its gain: some have to be kept, so the question is which.
On a sound deck gains follow the length of the way; a ticket whose gain lies far off that line has the wrong points."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, median
from typing import Final, NamedTuple

from ferrovia.balance.counting.layout import SHARE
from ferrovia.balance.counts import Counts, Table
from ferrovia.balance.intervals import Figure, leave_one_out
from ferrovia.boards.hints import balance_of

LEAST: Final = 0.3
"""Points that a point more on a ticket has to bring. A ticket that is hardly ever completed brings less, or costs: then
no number of points makes it good, and none is told."""
RIDGE: Final = 1e-6


class Worth(NamedTuple):
    """Of one ticket; None where too few games tell."""

    points: Figure | None
    """What keeping it, rather than another, adds to the score."""
    win: Figure | None
    """The same for the chance to win."""
    value: Figure | None
    """The points with which its gain would be that of tickets with as long a way; None if no points would help."""


class Gains(NamedTuple):
    """Of all tickets, from one table."""

    points: list[float]
    win: list[float]
    values: list[float | None]


def worths(counts: Counts) -> list[Worth]:
    """Of every ticket, by its number."""
    ways = balance_of(counts.game.board).ways
    whole = gains(counts, counts.whole, ways)
    if whole is None:
        return [Worth(None, None, None)] * int(counts.game.tickets)
    parts = [gains(counts, table, ways) for table in counts.without]

    def figure(place: int, ticket: int) -> Figure | None:
        return leave_one_out(whole[place][ticket], [None if part is None else part[place][ticket] for part in parts])

    return [Worth(figure(0, ticket), figure(1, ticket), figure(2, ticket)) for ticket in range(len(ways))]


def gains(counts: Counts, table: Table, ways: Sequence[int]) -> Gains | None:
    """None if some ticket was never kept, or never left."""
    game = counts.game
    tickets, seats = int(game.tickets), table.game("lots") * int(game.seats)
    kept = [table.of("tickets", ticket, "lot_kept") for ticket in range(tickets)]
    if min(kept, default=0) == 0 or seats < 2 * tickets:
        return None
    matrix = [[float(seats), *map(float, kept)]]
    for row in range(tickets):
        pairs = [float(table.of("pairs", row * tickets + column, "both")) for column in range(tickets)]
        matrix.append([float(kept[row]), *pairs])
        matrix[-1][row + 1] += RIDGE * seats
    scores = [table.game("lot_score"), *(table.of("tickets", ticket, "lot_score") for ticket in range(tickets))]
    wins = [table.game("lot_win"), *(table.of("tickets", ticket, "lot_win") for ticket in range(tickets))]
    solved = solve(matrix, [scores, [win / SHARE for win in wins]])
    if solved is None:
        return None
    points, win = [beyond_mean(answer[1:]) for answer in solved]
    line = through(ways, points)
    values: list[float | None] = []
    for ticket, gain in enumerate(points):
        a_point = 2 * table.of("tickets", ticket, "lot_completed") / kept[ticket] - 1
        excess = gain - line[0] - line[1] * ways[ticket]
        values.append(int(game.ticket_points[ticket]) - excess / a_point if a_point >= LEAST else None)
    return Gains(points, win, values)


def beyond_mean(values: list[float]) -> list[float]:
    mean = fmean(values)
    return [value - mean for value in values]


def solve(matrix: list[list[float]], sides: Sequence[Sequence[float]]) -> list[list[float]] | None:
    """x of `matrix · x = side` for every side, by elimination; None if there is no single solution."""
    size = len(matrix)
    rows = [[*row, *(float(side[number]) for side in sides)] for number, row in enumerate(matrix)]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        if abs(rows[best][pivot]) < 1e-9:
            return None
        rows[pivot], rows[best] = rows[best], rows[pivot]
        head = rows[pivot]
        for number in range(pivot + 1, size):
            row = rows[number]
            factor = row[pivot] / head[pivot]
            if factor:
                rows[number] = [a - factor * b for a, b in zip(row, head, strict=True)]
    answers: list[list[float]] = []
    for side in range(len(sides)):
        answer = [0.0] * size
        for number in reversed(range(size)):
            known = sum(rows[number][column] * answer[column] for column in range(number + 1, size))
            answer[number] = (rows[number][size + side] - known) / rows[number][number]
        answers.append(answer)
    return answers


def through(across: Sequence[float], up: Sequence[float]) -> tuple[float, float]:
    """Height at zero and slope of the line that a few wild points don't bend (Theil and Sen: the median slope)."""
    slopes = [
        (up[j] - up[i]) / (across[j] - across[i])
        for i in range(len(across))
        for j in range(i)
        if across[i] != across[j]
    ]
    slope = median(slopes) if slopes else 0.0
    return median(y - slope * x for x, y in zip(across, up, strict=True)), slope
