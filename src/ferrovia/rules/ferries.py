"""Ferries (F1–F3): some spaces of a lane can only be paid with wilds."""

from __future__ import annotations

from collections.abc import Mapping

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.board import WILD, Board, Lane
from ferrovia.engine.game import Game
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.telling import Mark, Sentence, Term
from ferrovia.rules.shared.columns import Problem

COLUMN = "ferry"
GLYPH = "M0-.8V.8M-.69-.4L.69 .4M-.69 .4L.69-.4"
"""A star, as wilds have on a list."""
WILD_WORTH = 6
"""Tenths of a point that a wild is worth more than another card; what a ferry's price does not show."""


def wilds_of(lane: Lane) -> int:
    """How many wilds a lane asks for; 0 if it is no ferry."""
    text = lane.columns.get(COLUMN, "")
    return int(text) if text else 0


class Ferries(Rule):
    """It asks for wilds while it is bound; the engine counts them in every payment (F1)."""

    LANE_COLUMNS = (COLUMN,)
    PICTURE = "wild_space"

    @classmethod
    def check(cls, board: Board, params: Mapping[str, object]) -> list[Problem]:
        problems: list[Problem] = []
        for lane in board.lanes:
            text = lane.columns.get(COLUMN)
            if text is None:
                return [("routes.csv", 1, COLUMN, "this column is missing")]
            most = min(lane.cards, board.deck[WILD])
            if text and not (text.isascii() and text.isdecimal() and len(text) <= 2 and 1 <= int(text) <= most):
                reason = f"{text[:20]!r} is neither empty nor a number of wilds from 1 to {most}"
                problems.append(("routes.csv", lane.row, COLUMN, reason))
        return problems

    def bind(self, game: Game) -> None:
        self.wilds = vec[i64]([wilds_of(lane) for lane in game.lanes])
        lane: i64
        for lane in range(len(self.wilds)):
            if self.wilds[lane] > 0:
                game.require_wilds(lane, self.wilds[lane])

    def terms(self, state: State, seat: i64, lane: i64) -> list[Term]:
        return [Term("ferry", {"wilds": self.wilds[lane]})] if self.wilds[lane] else []

    def mark(self, lane: Lane) -> Mark | None:
        wilds = wilds_of(lane)
        return Mark("ferry", wilds, GLYPH, spaces=wilds) if wilds else None

    def worth(self, lane: i64) -> i64:
        return -WILD_WORTH * self.wilds[lane]

    def telling(self, board: Board) -> list[Sentence]:
        return [
            Sentence("ferries.wilds", {}, ("F1",)),
            Sentence("ferries.rest", {}, ("F2",)),
            Sentence("ferries.more", {}, ("F3",)),
        ]
