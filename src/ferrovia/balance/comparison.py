"""What if: two boards on the same deals, and the difference with its interval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ferrovia.balance.counting.layout import SHARE
from ferrovia.balance.counts import Counts, Table
from ferrovia.balance.intervals import Figure, Statistic, difference, leave_one_out
from ferrovia.balance.measurement import Measurement
from ferrovia.balance.plan import PLANNER, RANDOM
from ferrovia.balance.ratios import each, per_game, ratio, short, used, wild_share
from ferrovia.balance.ticket_worth import gains
from ferrovia.boards.hints import balance_of
from ferrovia.engine.board import Board

LENGTH: Final = ("lead_changes", "surprises", "margin", "resets", "empty_decks", "bare", "passes")
OF_TICKETS: Final = {"kept": ("kept", "seen"), "completed": ("completed", "held")}
OF_LANES: Final = ("claimed", "lacked", "lost")
Key = tuple[object, ...]
"""What a lane or a ticket is known by on both boards."""


@dataclass(frozen=True)
class Change:
    """A figure of one board and of the other."""

    players: int
    by: str
    section: str
    """The key of the JSON that the figure stands under: seats, tickets, lanes, colours or length …"""
    figure: str
    """… and what it is called there."""
    what: Mapping[str, object]
    """Which seat, ticket, lane or colour."""
    here: float
    there: float
    change: Figure
    """There less here."""

    @property
    def sure(self) -> float:
        """How many times the reach of its interval the change is; from 1 on it is no luck 95 times in a hundred."""
        reach = (self.change.high - self.change.low) / 2
        return abs(self.change.value) / reach if reach else float(self.change.value != 0)

    def to_dict(self) -> dict[str, Any]:
        plain = {"players": self.players, "by": self.by, "section": self.section, "figure": self.figure, **self.what}
        return {**plain, "here": round(self.here, 5), "there": round(self.there, 5), "change": self.change.to_dict()}


def compare(here: Measurement, there: Measurement) -> list[Change]:
    """All figures that both boards have. Those that changed most beyond doubt stand first."""
    found: list[Change] = []
    for players in here.plan.tables:
        for by in (RANDOM, PLANNER):
            ours, theirs = here.counts(players, by), there.counts(players, by)
            if ours is not None and theirs is not None:
                found.extend(Pair(players, by, ours, theirs).changes())
    return sorted(found, key=lambda change: -change.sure)


@dataclass(frozen=True)
class Pair:
    players: int
    by: str
    ours: Counts
    theirs: Counts

    def changes(self) -> Iterator[Change]:
        yield from self.seats()
        yield from self.lengths()
        yield from self.tickets()
        if self.by == PLANNER:
            yield from self.worths()
        yield from self.lanes()
        yield from self.colours()

    def one(
        self, section: str, figure: str, what: Mapping[str, object], ours: Statistic, theirs: Statistic | None = None
    ) -> Iterator[Change]:
        """The change of a statistic, if both boards have it; on the other board it may have another number."""
        other = theirs or ours
        here, there = ours(self.ours.whole), other(self.theirs.whole)
        parts = [
            difference(ours(one), other(two)) for one, two in zip(self.ours.without, self.theirs.without, strict=True)
        ]
        change = leave_one_out(difference(here, there), parts)
        if here is not None and there is not None and change is not None:
            yield Change(self.players, self.by, section, figure, what, here, there, change)

    def seats(self) -> Iterator[Change]:
        for place in range(self.players):
            yield from self.one("seats", "win", {"turn": place + 1}, per_game("order", place, "win", SHARE))

    def lengths(self) -> Iterator[Change]:
        yield from self.one("length", "turns", {}, per_game("game", 0, "turns", self.players))
        for column in LENGTH:
            yield from self.one("length", column, {}, per_game("game", 0, column))

    def tickets(self) -> Iterator[Change]:
        for what, ours, theirs in matched(tickets_of, self.ours.game.board, self.theirs.game.board):
            for figure, (over, under) in OF_TICKETS.items():
                yield from self.one(
                    "tickets", figure, what, each("tickets", ours, over, under), each("tickets", theirs, over, under)
                )

    def worths(self) -> Iterator[Change]:
        """Solved once for every table, for all tickets at once."""
        ways = [balance_of(counts.game.board).ways for counts in (self.ours, self.theirs)]
        pairs = [
            (gains(self.ours, one, ways[0]), gains(self.theirs, two, ways[1]))
            for one, two in zip(
                [self.ours.whole, *self.ours.without], [self.theirs.whole, *self.theirs.without], strict=True
            )
        ]
        known = [(one, two) for one, two in pairs if one is not None and two is not None]
        if len(known) < len(pairs):
            return
        for what, ours, theirs in matched(tickets_of, self.ours.game.board, self.theirs.game.board):
            for place, figure in enumerate(("gain", "win", "worth")):
                here, there = known[0][0][place][ours], known[0][1][place][theirs]
                rest = [difference(one[place][ours], two[place][theirs]) for one, two in known[1:]]
                change = leave_one_out(difference(here, there), rest)
                if here is not None and there is not None and change is not None:
                    yield Change(self.players, self.by, "tickets", figure, what, here, there, change)

    def lanes(self) -> Iterator[Change]:
        ours_of, theirs_of = numbers_of(self.ours), numbers_of(self.theirs)
        for what, ours, theirs in matched(lanes_of, self.ours.game.board, self.theirs.game.board):
            for figure in OF_LANES:
                yield from self.one(
                    "lanes",
                    figure,
                    what,
                    per_game("lanes", ours_of[ours], figure),
                    per_game("lanes", theirs_of[theirs], figure),
                )

    def colours(self) -> Iterator[Change]:
        ours, theirs = self.ours.game.board, self.theirs.game.board
        for number, colour in enumerate(ours.colours):
            if colour not in theirs.colours:
                continue
            other, what = theirs.colours.index(colour), {"colour": colour}
            yield from self.one("colours", "wilds", what, wild_share(number), wild_share(other))
            yield from self.one(
                "colours", "used", what, used(number, ours.deck[colour]), used(other, theirs.deck[colour])
            )
            yield from self.one("colours", "idle", what, left(number, self.players), left(other, self.players))
            if self.by == PLANNER:
                yield from self.one("colours", "short", what, short(number), short(other))


def left(colour: int, players: int) -> Statistic:
    def over(table: Table) -> float:
        return table.of("colours", colour, "idle") / players

    return ratio(over, lambda table: table.game("games"))


def numbers_of(counts: Counts) -> dict[int, int]:
    """The place of a lane in its file → its number in the game."""
    order = {id(lane): number for number, lane in enumerate(counts.game.lanes)}
    return {place: order[id(lane)] for place, lane in enumerate(counts.game.board.lanes)}


def tickets_of(board: Board) -> dict[Key, tuple[int, dict[str, object]]]:
    """By their places."""
    named: dict[Key, tuple[int, dict[str, object]]] = {}
    for number, ticket in enumerate(board.tickets):
        ends = board.places[ticket.a].name, " | ".join(board.places[goal].name for goal in ticket.goals)
        named[tuple(sorted(ends))] = number, {"from": ends[0], "to": ends[1]}
    return named


def lanes_of(board: Board) -> dict[Key, tuple[int, dict[str, object]]]:
    """By their places, and which of several between them it is."""
    named: dict[Key, tuple[int, dict[str, object]]] = {}
    for number, lane in enumerate(board.lanes):
        ends = board.places[lane.a].name, board.places[lane.b].name
        twin = sum(key[:2] == tuple(sorted(ends)) for key in named)
        what = {"from": ends[0], "to": ends[1], "colour": lane.colour, "twin": twin}
        named[*sorted(ends), twin] = number, what
    return named


def matched(
    of: Callable[[Board], dict[Key, tuple[int, dict[str, object]]]], here: Board, there: Board
) -> Iterator[tuple[dict[str, object], int, int]]:
    """(what it is, its number here, its number there) of all that both boards have."""
    others = of(there)
    for key, (number, what) in of(here).items():
        if key in others:
            yield what, number, others[key][0]
