"""Puzzles: what comes along is sound, and what is found follows from the seed alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ferrovia.arena.journal import JournalError
from ferrovia.boards import board_ids, load
from ferrovia.bots.explain import Reason
from ferrovia.bots.levels import LEVELS
from ferrovia.engine.actions import decode_action
from ferrovia.puzzles import Puzzle, PuzzleError, PuzzlePlan, PuzzleSearch, puzzle_by_id, same_move, shipped
from ferrovia.puzzles.finding import is_choice
from ferrovia.puzzles.plan import PuzzlePlan as Usual
from ferrovia.puzzles.reasons import is_tied, untrue
from ferrovia.puzzles.search import in_order
from ferrovia.record import parse_action

TOTAL, EACH = 150, 25
MARGIN = 0.06
BOARDS = board_ids()
QUICK = PuzzlePlan(load("amsterdam"), (2,), seed=7, games=6, margin=0.02, searches=2, iterations=200)


# --- those that come along ------------------------------------------------------------------------------
@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_some_and_the_easiest_come_first(board: str) -> None:
    puzzles = shipped(board)
    assert len(puzzles) >= EACH
    assert list(puzzles) == in_order(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle_by_id(puzzle.id) is puzzle for puzzle in puzzles)


def test_there_are_as_many_as_promised() -> None:
    assert sum(len(shipped(board)) for board in BOARDS) == TOTAL


@pytest.mark.parametrize("board", BOARDS)
def test_each_is_a_position_with_a_choice_and_an_answer(board: str) -> None:
    for puzzle in shipped(board):
        state, view = puzzle.position().state, puzzle.view()
        answer, second = parse_action(view.game, puzzle.answer), parse_action(view.game, puzzle.second)
        legal = [int(action) for action in state.legal_for(puzzle.seat)]
        assert state.seat == puzzle.seat
        assert is_choice(view, legal)
        assert {answer, second} <= set(legal)
        assert not same_move(view, answer, second)
        assert puzzle.is_right(view, answer)
        assert not puzzle.is_right(view, second)
        assert puzzle.kind == decode_action(view.game, answer).kind


@pytest.mark.parametrize("board", BOARDS)
def test_each_is_proved_and_measured(board: str) -> None:
    for puzzle in shipped(board):
        assert len(puzzle.margins) >= Usual(load(board), (2,)).searches
        assert min(puzzle.margins) >= MARGIN
        assert list(puzzle.solved) == [name for name, _ in LEVELS]
        assert 1 <= puzzle.rank <= len(LEVELS) + 1


@pytest.mark.parametrize("board", BOARDS)
def test_each_has_a_reason_that_is_true(board: str) -> None:
    """By the position, whatever the planner would say of it today: the collection outlives its tuning."""
    told = {puzzle.id: untrue(puzzle) or ("tied" if is_tied(puzzle) else "") for puzzle in shipped(board)}
    assert {id: why for id, why in told.items() if why} == {}


def test_a_reason_that_is_not_true_is_noticed() -> None:
    found = next(puzzle for puzzle in shipped("usa") if puzzle.reason.code == "claim.completes")
    params = dict(found.reason.params)
    assert not untrue(found)
    view = found.view()
    open_ones = [ticket for ticket in view.tickets if ticket not in [params["tickets"]]]
    for false in (
        Reason("claim.completes", {**params, "points": 99}),
        Reason("claim.completes", {**params, "lane": 0 if params["lane"] else 1}),
        Reason("claim.completes", {**params, "tickets": [*open_ones, 0]}),
        Reason("claim.near", params),
    ):
        assert untrue(replace(found, reason=false))


# --- what is measured of one ----------------------------------------------------------------------------
def one() -> Puzzle:
    return shipped("amsterdam")[0]


def with_levels(*shares: float) -> Puzzle:
    return replace(one(), solved={name: share for (name, _), share in zip(LEVELS, shares, strict=True)})


def test_a_rank_is_the_level_from_which_on_it_is_found() -> None:
    assert with_levels(1, 1, 1, 1, 1).rank == 1
    assert with_levels(1, 0, 0.4, 0.6, 1).rank == 4
    assert with_levels(1, 1, 1, 1, 0.5).rank == 6
    assert with_levels(0, 0, 0, 0, 0).difficulty == 1
    assert with_levels(1, 1, 1, 1, 1).difficulty == 0


def test_a_lane_is_one_move_however_it_is_paid_for() -> None:
    for puzzle in shipped("amsterdam"):
        view = puzzle.view()
        ways = [int(action) for action in puzzle.position().state.legal_for(puzzle.seat)]
        claims = [action for action in ways if decode_action(view.game, action).kind == "claim"]
        lanes = [decode_action(view.game, action).lane for action in claims]
        if len(set(lanes)) < len(lanes):
            twice = next(lane for lane in lanes if lanes.count(lane) > 1)
            first, second = [claim for claim, lane in zip(claims, lanes, strict=True) if lane == twice][:2]
            assert same_move(view, first, second)
            assert not same_move(view, first, 0)
            return
    raise AssertionError("no lane can be paid for in two ways")


# --- finding --------------------------------------------------------------------------------------------
def test_what_is_found_follows_from_the_seed_and_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    with PuzzleSearch(replace(QUICK, games=3), file) as search:
        assert len(list(search.run(1))) == 3
    with PuzzleSearch(QUICK, file) as search:
        assert len(search.left) == 3
        assert len(list(search.run(1))) == 3
        found = search.puzzles()
    with PuzzleSearch(QUICK) as again:
        list(again.run(1))
        assert again.puzzles() == found
    assert found
    for puzzle in found:
        assert len(puzzle.margins) == QUICK.searches
        assert min(puzzle.margins) >= QUICK.margin
        assert puzzle.is_right(puzzle.view(), parse_action(puzzle.view().game, puzzle.answer))
    with pytest.raises(JournalError) as refused:
        PuzzleSearch(replace(QUICK, margin=0.5), file)
    assert refused.value.code == "journal.other_plan"


def test_one_search_proves_nothing() -> None:
    with pytest.raises(PuzzleError):
        PuzzleSearch(replace(QUICK, searches=1))
