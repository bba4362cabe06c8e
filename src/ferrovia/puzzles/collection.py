"""The puzzles that come along, a file for each board."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from ferrovia.puzzles.puzzle import Puzzle

FOLDER: Final = Path(__file__).parent / "collected"


def shipped_boards() -> list[str]:
    """Boards that have puzzles."""
    return sorted(file.stem for file in FOLDER.glob("*.jsonl"))


@cache
def shipped(board: str) -> tuple[Puzzle, ...]:
    """The puzzles of a board, the easiest first; none for a board that has none."""
    if board not in shipped_boards():
        return ()
    lines = (FOLDER / f"{board}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Puzzle.read(json.loads(line)) for line in lines)


def puzzle_by_id(id: str) -> Puzzle | None:
    return all_by_id().get(id)


@lru_cache(maxsize=1)
def all_by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for board in shipped_boards() for puzzle in shipped(board)}
