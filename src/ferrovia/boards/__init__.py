"""Boards are data: a folder of four files each. docs/boards.md says what is in them."""

from __future__ import annotations

from ferrovia.boards.loader import load_folder
from ferrovia.boards.problems import BoardError, Problem
from ferrovia.boards.registry import board_ids, builtin, load, warnings
from ferrovia.boards.tabletop import Laid, new_game, shared_game

__all__ = [
    "BoardError",
    "Laid",
    "Problem",
    "board_ids",
    "builtin",
    "load",
    "load_folder",
    "new_game",
    "shared_game",
    "warnings",
]
