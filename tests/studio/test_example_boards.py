"""The example boards: sound, without a warning, and played to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from ferrovia.boards import load, look, new_game, source_files
from ferrovia.boards.document import from_files
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy, play_out
from ferrovia.studio import draft_of
from ferrovia.studio.checks import check_draft

BOARDS = Path(__file__).parents[2] / "examples" / "boards"


@pytest.mark.parametrize("id", ["bruges", "iceland"])
def test_an_example_board_is_sound_and_played(id: str) -> None:
    board = load(BOARDS / id)
    assert look(BOARDS / id).sheet is not None
    checked = check_draft(draft_of(from_files(source_files(BOARDS / id))))
    assert {finding["weight"] for finding in checked["findings"]} <= {"info"}
    assert all(value == ticket.points for value, ticket in zip(checked["values"].values(), board.tickets, strict=True))
    game = new_game(board, board.players[1])
    state = game.start(seeded(1))
    play_out(state, RandomPolicy(game, seeded(2)))
    assert state.over
