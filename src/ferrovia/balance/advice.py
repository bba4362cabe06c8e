"""Advice: ticket values, colours and points to begin with that come nearest to a maker's wishes.

A search by simulation. Every step tries some changes on the same deals. One is taken only if the board comes nearer to
the wish it is meant for, and moves away from no other wish. One that would is not dropped without a word: it is told
among the trades, and the maker decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from ferrovia.balance.alterations import Alteration
from ferrovia.balance.counts import Counts
from ferrovia.balance.figures import seat_rows, ticket_rows
from ferrovia.balance.measurement import Measurement
from ferrovia.balance.plan import PLANNER, BalanceError, BalancePlan, Batch
from ferrovia.balance.wishes import COLOURS, DEFAULTS, SEATS, TICKETS, Distance, distance
from ferrovia.boards.limits import MOST_POINTS
from ferrovia.engine.board import GREY, Board

ROUNDS: Final = 4
"""Changes of one kind that are tried after each other."""
LEAST_GAMES: Final = 400
STEP: Final = 0.8
"""Of the way to a ticket's worth that is gone at once: others move, too."""
MOST_START: Final = 10
SWAPS: Final = 3
"""Lanes of a colour that are tried in a round."""


@dataclass(frozen=True)
class Trade:
    """A change that would bring the board nearer to one wish and away from another."""

    nearer: str
    farther: str
    alteration: Alteration


@dataclass
class Advice:
    board: Board
    players: int
    games: int
    wishes: Mapping[str, float]
    before: dict[str, Distance]
    after: dict[str, Distance]
    """Every kind of wish, also those that nobody has."""
    alteration: Alteration = field(default_factory=Alteration)
    trades: list[Trade] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "games": self.games,
            "wishes": dict(self.wishes),
            "changes": self.alteration.differences(self.board),
            "before": {kind: one.to_dict() for kind, one in self.before.items()},
            "after": {kind: one.to_dict() for kind, one in self.after.items()},
            "trades": [
                {
                    "nearer": trade.nearer,
                    "farther": trade.farther,
                    "changes": trade.alteration.differences(self.board),
                }
                for trade in self.trades
            ],
        }


@dataclass
class Seeker:
    """Tries changes. `advance` hears of every batch that is played."""

    plan: BalancePlan
    wishes: Mapping[str, float]
    jobs: int | None = None
    advance: Callable[[Batch], None] = lambda batch: None
    tried: dict[str, Counts] = field(default_factory=dict)

    def measure(self, board: Board) -> Counts:
        """The same deals for every board."""
        if board.digest not in self.tried:
            with Measurement(replace(self.plan, board=board)) as measurement:
                for batch in measurement.play(self.jobs):
                    self.advance(batch)
            counts = measurement.counts(self.plan.tables[0], PLANNER)
            assert counts is not None
            self.tried[board.digest] = counts
        return self.tried[board.digest]

    def distances(self, counts: Counts) -> dict[str, Distance]:
        return {kind: distance(kind, self.wishes.get(kind, usual), counts) for kind, usual in DEFAULTS.items()}

    def seek(self) -> Advice:
        board = self.plan.board
        start = self.distances(self.measure(board))
        advice = Advice(board, self.plan.tables[0], self.plan.planner_games, self.wishes, start, start)
        for kind in self.wishes:
            for _ in range(ROUNDS):
                if advice.after[kind].outside == 0 or not self.step(kind, advice):
                    break
        return advice

    def step(self, kind: str, advice: Advice) -> bool:
        """Takes the first change that brings the board nearer to a wish, and away from none; False if there is none."""
        board = advice.alteration.of(advice.board)
        for change in PROPOSALS[kind](board, self.measure(board), advice.after[kind]):
            whole = advice.alteration.then(change)
            after = self.distances(self.measure(whole.of(advice.board)))
            if after[kind].excess >= advice.after[kind].excess:
                continue
            farther = next((other for other in self.wishes if moves_away(advice, other, after[other])), None)
            if farther is None:
                advice.alteration, advice.after = whole, after
                return True
            trade = Trade(kind, farther, whole)
            if trade not in advice.trades:
                advice.trades.append(trade)
        return False


def moves_away(advice: Advice, kind: str, after: Distance) -> bool:
    """From where the board is, or from where it was at first: small steps away would add up."""
    return is_farther(advice.after[kind], after) or is_farther(advice.before[kind], after)


def is_farther(before: Distance, after: Distance) -> bool:
    """Whether a board has moved away from a wish, beyond what luck may do on the same deals."""
    return after.excess > before.excess + 0.1 * before.noise or after.outside > before.outside


def advise(
    plan: BalancePlan,
    wishes: Mapping[str, float],
    jobs: int | None = None,
    advance: Callable[[Batch], None] = lambda batch: None,
) -> Advice:
    """With the first number of players of the plan and its planners' games."""
    if plan.planner_games < LEAST_GAMES:
        raise BalanceError("balance.wish_planner", {"least": LEAST_GAMES})
    alone = replace(plan, players=plan.tables[:1], games=0, style_games=0)
    alone.check()
    return Seeker(alone, wishes, jobs, advance).seek()


# --- what to try ------------------------------------------------------------------------------------------
def better_values(board: Board, counts: Counts, far: Distance) -> Iterator[Alteration]:
    """Tickets of which it is sure that they are outside moved to their worth; if that is no help, all that seem to be,
    which on few games are many, and mostly luck."""
    rows = [row for row in ticket_rows(counts, PLANNER) if row.worth is not None]
    for sure in (True, False):
        points = {}
        for row in rows:
            assert row.worth is not None
            off = row.points - row.worth.value
            beyond = row.worth.beyond(row.points, far.limit) > 0 if sure else abs(off) > far.limit
            if beyond:
                moved = row.points - round(STEP * off) if abs(STEP * off) >= 1 else row.points - (1 if off > 0 else -1)
                points[row.ticket] = min(max(moved, 1), MOST_POINTS)
        if points:
            yield Alteration(points=points)


def better_start(board: Board, counts: Counts, far: Distance) -> Iterator[Alteration]:
    """Points to begin with for those who win too little: a point more or less of score for each is tried first."""
    rows = [row for row in seat_rows(counts, PLANNER) if row.turn is not None and row.score is not None]
    scores = [row.score.value for row in rows if row.score is not None]
    wins = [100 * (row.win.value - row.fair) for row in rows]
    if len(scores) < 2:
        return
    most = board.players[1]
    now = [*board.start_scores, *[0] * most][:most]
    behind = [max(scores) - score for score in scores]
    behind += [behind[-1]] * (most - len(behind))  # a board has points for every player there can be
    for factor in (1.0, 1.5, 0.6):
        more = [round(factor * points) for points in behind]
        if max(wins) > min(wins) and any(more):
            start = [min(points + extra, MOST_START) for points, extra in zip(now, more, strict=True)]
            yield Alteration(start_scores=tuple(points - min(start) for points in start))


def better_colours(board: Board, counts: Counts, far: Distance) -> Iterator[Alteration]:
    """A lane of the shortest colour gets the idlest, or two of one length exchange theirs; the most claimed first."""
    colours = list(board.colours)
    off = [figure.value for figure in far.off]
    if len(off) < len(colours):
        return
    shortest, idlest = colours[off.index(max(off))], colours[off.index(min(off))]
    claimed = claims_by_place(counts)
    wanted = sorted(lanes_in(board, shortest), key=lambda place: -claimed[place])[:SWAPS]
    for place in wanted:
        lane = board.lanes[place]
        alike = [other for other in lanes_in(board, idlest) if board.lanes[other].cards == lane.cards]
        alike = [other for other in alike if board.lanes[other].kind == lane.kind]
        if alike:
            other = min(alike, key=lambda one: claimed[one])
            if not twins_clash(board, place, idlest) and not twins_clash(board, other, shortest):
                yield Alteration(colours={place: idlest, other: shortest})
        if not twins_clash(board, place, idlest):
            yield Alteration(colours={place: idlest})


def lanes_in(board: Board, colour: str) -> list[int]:
    return [place for place, lane in enumerate(board.lanes) if lane.colour == colour and colour != GREY]


def claims_by_place(counts: Counts) -> list[float]:
    """How often the lanes were claimed, in the order of their file."""
    order = {id(lane): number for number, lane in enumerate(counts.game.lanes)}
    return [float(counts.whole.of("lanes", order[id(lane)], "claimed")) for lane in counts.game.board.lanes]


def twins_clash(board: Board, place: int, colour: str) -> bool:
    """Whether the lane beside it has that colour already."""
    lane = board.lanes[place]
    ends = {lane.a, lane.b}
    return any(
        {other.a, other.b} == ends and other.colour == colour
        for number, other in enumerate(board.lanes)
        if number != place
    )


PROPOSALS: Final[dict[str, Callable[[Board, Counts, Distance], Iterator[Alteration]]]] = {
    TICKETS: better_values,
    SEATS: better_start,
    COLOURS: better_colours,
}
