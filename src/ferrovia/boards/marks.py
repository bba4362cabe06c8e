"""What rules print on a lane beside its spaces."""

from __future__ import annotations

from ferrovia.engine.board import Board, Lane
from ferrovia.engine.telling import Mark
from ferrovia.rules import FACTORIES


def mark_of(board: Board, lane: Lane) -> Mark | None:
    """The mark of the first rule that prints one; a lane has room for no more."""
    for use in board.rules:
        mark = FACTORIES[use.rule](use.params).mark(lane)
        if mark is not None:
            return mark
    return None
