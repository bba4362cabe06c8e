"""Longest path (R24–R26): points for the longest trail of own routes, and a tie-breaker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from ferrovia.engine.board import Board
from ferrovia.engine.game import Game
from ferrovia.engine.ledger import Ledger
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.telling import Component, Sentence
from ferrovia.engine.values import LedgerLine
from ferrovia.rules.longest_path.trail import MOST_LANES, longest_trail, trail_lanes
from ferrovia.rules.shared.columns import check_number, number


class LongestPath(Rule):
    PARAMS = ("points",)
    USUAL: ClassVar[Mapping[str, object]] = {"points": 10}
    BREAKS_TIES_UNPLAYED = True
    REWARDS_JOINING = True
    PICTURE = "trail"

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[tuple[str, int, str, str]]:
        reason = check_number(params, "points")
        return [("board.toml", 0, "longest_path", reason)] if reason else []

    @classmethod
    def limit(cls, board: Board) -> str:
        """R24: nobody can own so many lanes that the longest path is not found in time."""
        lanes = most_lanes(board)
        if lanes <= MOST_LANES:
            return ""
        return f"a player has pieces for {lanes} lanes; the longest path is exact up to {MOST_LANES} lanes"

    def bind(self, game: Game) -> None:
        self.bonus: i64 = number(self.params, "points")
        self.line = game.add_line("longest_path")

    def score(self, state: State, ledger: Ledger) -> None:
        """All tied players score it; nobody does with length 0."""
        lengths = self.lengths(state)
        best = longest(lengths)
        seat: i64
        for seat in range(len(lengths)):
            if best > 0 and lengths[seat] == best:
                ledger.add(self.line, seat, self.bonus, best)

    def lengths(self, state: State) -> vec[i64]:
        """Of every seat, exact for those whose path is the longest; whoever is behind a seat before it is only known
        to be behind it, which is found sooner."""
        result = vec[i64]([0] * state.game.seats)
        best: i64 = 0
        seat: i64
        for seat in range(state.game.seats):
            result[seat] = longest_trail(state.game, own_lanes(state, seat), best - 1)
            best = max(best, result[seat])
        return result

    def tie_break(self, state: State, seat: i64) -> i64:
        """R26: the longer path of those tied, whoever holds the bonus."""
        return longest_trail(state.game, own_lanes(state, seat))

    def lit(self, state: State, line: LedgerLine) -> list[int]:
        """The path that was scored."""
        return [lane for lane in trail_lanes(state.game, own_lanes(state, line.seat))]

    def components(self, board: Board) -> list[Component]:
        """A card to lay before whoever leads."""
        return [Component("longest_path", 1, number(self.params, "points"))]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("longest_path.points", {"points": number(self.params, "points")}, ("R24",)),
            Sentence("longest_path.path", {}, ("R24",)),
            Sentence("longest_path.equal", {}, ("R24",)),
            Sentence("longest_path.none", {}, ("R25",)),
        ]


def own_lanes(state: State, seat: i64) -> vec[i64]:
    lanes = vec[i64](capacity=32)
    owner = state.owner
    lane: i64
    for lane in range(len(owner)):
        if owner[lane] == seat:
            lanes = append(lanes, lane)
    return lanes


def longest(lengths: vec[i64]) -> i64:
    best: i64 = 0
    for length in lengths:
        if length > best:
            best = length
    return best


def most_lanes(board: Board) -> int:
    """How many lanes a player's pieces suffice for: the cheapest first, one of those side by side (R21)."""
    count = 0
    for place, kind in enumerate(board.kinds):
        cheapest: dict[frozenset[int], int] = {}
        for lane in board.lanes:
            if lane.kind == place:
                ends = frozenset((lane.a, lane.b))
                pieces = 1 if kind.one_per_route else lane.cards
                cheapest[ends] = min(pieces, cheapest.get(ends, pieces))
        left = kind.supply
        for pieces in sorted(cheapest.values()):
            left -= pieces
            count += left >= 0
    return count
