"""What rules print on a lane beside its spaces."""

from __future__ import annotations

from typing import Final, NamedTuple

from ferrovia.engine.board import Board, Lane

TOLL: Final = "toll"
CART: Final = "cart"
RULES: Final = {TOLL: "tolls", CART: "merchandise"}
"""The rule that reads each column; without that rule a column is only a note."""


class Mark(NamedTuple):
    column: str
    number: int
    """0 where the mark says yes and no more."""


def mark_of(board: Board, lane: Lane) -> Mark | None:
    played = {use.rule for use in board.rules}
    toll = lane.columns.get(TOLL, "")
    if RULES[TOLL] in played and toll.isdecimal() and int(toll) > 0:
        return Mark(TOLL, int(toll))
    if RULES[CART] in played and lane.columns.get(CART) == "yes":
        return Mark(CART, 0)
    return None
