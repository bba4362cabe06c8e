"""Puzzles: a position as the seat to move sees it; what is best there is told to who has tried."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Depends, Path

from ferrovia.puzzles import Puzzle, puzzle_by_id, shipped, shipped_boards
from ferrovia.record import Replay, parse_action
from ferrovia.server.api.access import FAILURES, may_read, may_write
from ferrovia.server.api.requests import Solve
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.moves import move_facts
from ferrovia.server.core.outbox.positions import choices_in, facts
from ferrovia.server.core.outbox.solo_answers import PuzzleInfo, PuzzlePosition, Puzzles, Solved
from ferrovia.server.forecasts import reason_facts
from ferrovia.view import observe

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"], responses=FAILURES)

PuzzleId = Annotated[str, Path(pattern="^[0-9a-f]{10}$")]


@lru_cache(maxsize=64)
def position_of(puzzle_id: str) -> Replay:
    """Nobody changes it."""
    return found(puzzle_id).position()


def found(puzzle_id: str) -> Puzzle:
    puzzle = puzzle_by_id(puzzle_id)
    if puzzle is None:
        raise Denied("puzzle.unknown")
    return puzzle


def info(puzzle: Puzzle) -> PuzzleInfo:
    return {
        "id": puzzle.id,
        "board": puzzle.board,
        "players": puzzle.players,
        "difficulty": round(puzzle.difficulty, 3),
        "rank": puzzle.rank,
    }


@router.get("", dependencies=[Depends(may_read)])
async def list_puzzles() -> Puzzles:
    """All that come along, board by board, the easiest first."""
    return {"puzzles": [info(puzzle) for board in shipped_boards() for puzzle in shipped(board)]}


@router.get("/{puzzle}", dependencies=[Depends(may_read)])
async def show_puzzle(puzzle: PuzzleId) -> PuzzlePosition:
    """What the seat to move knows, and may do."""
    shown, state = found(puzzle), position_of(puzzle).state
    return {
        **info(shown),
        "turn": int(state.turns) + 1,
        "view": facts(state, shown.seat),
        "choices": choices_in(state, shown.seat, 0),
    }


@router.post("/{puzzle}", dependencies=[Depends(may_write)])
async def solve_puzzle(puzzle: PuzzleId, tried: Solve) -> Solved:
    """Whether an action is the answer, what the answer is, and why."""
    asked, state = found(puzzle), position_of(puzzle).state
    view, game = observe(state, asked.seat), state.game
    if tried.action not in state.legal_for(asked.seat):
        raise Denied("request.invalid")
    answer, second = parse_action(game, asked.answer), parse_action(game, asked.second)
    row, offer = list(view.market), list(view.offer)
    return {
        "right": asked.is_right(view, tried.action),
        "answer": move_facts(game, answer, row, offer),
        "action": answer,
        "reason": reason_facts(asked.reason),
        "margin": min(asked.margins),
        "second": move_facts(game, second, row, offer),
        "levels": dict(asked.solved),
    }
