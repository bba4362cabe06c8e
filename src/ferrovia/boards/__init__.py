"""Boards are data: a folder of four files each, and one more for how it looks. docs/boards.md describes them."""

from __future__ import annotations

from ferrovia.boards.game_factory import GameKey, new_game, shared_game
from ferrovia.boards.library import known, known_look
from ferrovia.boards.loader import load_folder
from ferrovia.boards.look import Look
from ferrovia.boards.problems import BoardError, Problem
from ferrovia.boards.registry import board_ids, builtin, builtin_look, load, look, source_files, warnings

__all__ = [
    "BoardError",
    "GameKey",
    "Look",
    "Problem",
    "board_ids",
    "builtin",
    "builtin_look",
    "known",
    "known_look",
    "load",
    "load_folder",
    "look",
    "new_game",
    "shared_game",
    "source_files",
    "warnings",
]
