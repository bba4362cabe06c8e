"""Boards are data: a folder of four files each. docs/boards.md says what is in them."""

from __future__ import annotations

from ferrovia.boards.game_factory import GameKey, new_game, shared_game
from ferrovia.boards.loader import load_folder
from ferrovia.boards.problems import BoardError, Problem
from ferrovia.boards.registry import board_ids, builtin, load, warnings

__all__ = [
    "BoardError",
    "GameKey",
    "Problem",
    "board_ids",
    "builtin",
    "load",
    "load_folder",
    "new_game",
    "shared_game",
    "warnings",
]
