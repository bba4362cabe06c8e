"""Boards as a notebook shows them."""

from __future__ import annotations

from ferrovia.draw.svg import board_svg
from ferrovia.engine.board import Board

DRAWN: dict[str, tuple[Board, str]] = {}
"""By the digest of a board: it takes a second or two to draw one, and a notebook shows it again and again."""


def picture(board: Board) -> str:
    """The empty board as SVG, drawn once."""
    known = DRAWN.get(board.digest)
    if known is None or known[0] != board:
        known = DRAWN[board.digest] = (board, board_svg(board))
    return known[1]
