"""Positions from real games in which one move is clearly best: finding them, proving them, and those that come along.

from ferrovia.puzzles import shipped
puzzle = shipped("usa")[0]
print(puzzle.position().state, puzzle.answer)
"""

from ferrovia.puzzles.collection import puzzle_by_id, shipped, shipped_boards
from ferrovia.puzzles.plan import PuzzleError, PuzzlePlan
from ferrovia.puzzles.puzzle import Puzzle, same_move
from ferrovia.puzzles.search import PuzzleSearch

__all__ = [
    "Puzzle",
    "PuzzleError",
    "PuzzlePlan",
    "PuzzleSearch",
    "puzzle_by_id",
    "same_move",
    "shipped",
    "shipped_boards",
]
