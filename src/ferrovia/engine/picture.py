"""Where boards and games get their pictures from, as in a notebook. The engine itself draws nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.engine.board import Board

DRAWERS: list[Callable[[Board], str]] = []
"""The last one draws. The package's front door puts the one of `ferrovia.draw` here."""


def picture(board: Board) -> str | None:
    """The board as SVG; None if nobody can draw it."""
    return DRAWERS[-1](board) if DRAWERS else None
