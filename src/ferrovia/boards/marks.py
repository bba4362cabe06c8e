"""What rules print on a lane beside its spaces."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.boards.limits import MOST_LENGTH
from ferrovia.engine.board import GREY, YES, Board, Lane
from ferrovia.engine.rule import Rule
from ferrovia.engine.telling import Mark
from ferrovia.rules import FACTORIES


def mark_of(board: Board, lane: Lane) -> Mark | None:
    """The mark of the first rule that prints one; a lane has room for no more."""
    for use in board.rules:
        mark = FACTORIES[use.rule](use.params).mark(lane)
        if mark is not None:
            return mark
    return None


def marks_by_cell(rule: type[Rule]) -> Iterator[tuple[str, str, Mark]]:
    """What a rule prints on a lane for what stands in one of its columns: `yes`, or a number.

    For whoever draws lanes that no board has yet; a mark that two columns make together is not among them."""
    printing = rule(rule.USUAL)
    empty = dict.fromkeys(rule.LANE_COLUMNS, "")
    for column in rule.LANE_COLUMNS:
        for cell in [YES] if column in rule.FLAGS else map(str, range(1, MOST_LENGTH + 1)):
            mark = printing.mark(Lane(0, 1, MOST_LENGTH, GREY, 0, {**empty, column: cell}))
            if mark is not None:
                yield column, cell, mark
