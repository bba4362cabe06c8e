"""Every board can be set up at every table it offers, and random games come to an end."""

from __future__ import annotations

from itertools import product

import pytest

from boards.toy import ToyFiles
from ferrovia.boards import board_ids, load, new_game
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import SetupError
from ferrovia.engine.policy import RandomPolicy, play_out


def tables(board: Board) -> list[tuple[int, dict[str, bool]]]:
    """Every number of seats with every setting of the options, allowed or not."""
    ids = [option.id for option in board.options]
    settings = [dict(zip(ids, values, strict=True)) for values in product((False, True), repeat=len(ids))]
    seats = range(board.players[0], board.players[1] + 1)
    return [(count, chosen) for count in seats for chosen in settings]


def allowed(board: Board, seats: int, options: dict[str, bool]) -> bool:
    return all(
        option.players[0] <= seats <= option.players[1] and (option.requires is None or options[option.requires])
        for option in board.options
        if options[option.id]
    )


ALL = [(id, seats, options) for id in board_ids() for seats, options in tables(load(id))]


@pytest.mark.parametrize(("id", "seats", "options"), ALL)
def test_every_table_can_be_laid_or_is_refused(id: str, seats: int, options: dict[str, bool]) -> None:
    board = load(id)
    if not allowed(board, seats, options):
        with pytest.raises(SetupError):
            new_game(board, seats, options)
        return
    game = new_game(board, seats, options)
    assert game.options == options
    for index in range(3):
        state = game.start(seeded(2026, index))
        play_out(state, RandomPolicy(game, seeded(7, index)))
        assert state.over
        assert sum(state.scores()) == sum(line.points for line in state.ledger())
        assert state.standings()[0].place == 1


def test_n6_n11_second_lanes_close_at_small_tables_only_without_tolls() -> None:
    board = load("nederland")
    closes = {
        (seats, tolls): new_game(board, seats, {"tolls": tolls}).doubles_close
        for seats in (2, 3, 4, 5)
        for tolls in (True, False)
    }
    assert {table for table, closed in closes.items() if closed} == {(2, False), (3, False)}


def test_a_board_from_a_folder_plays_like_any_other(toy: ToyFiles) -> None:
    board = toy.load()
    for seats, options in tables(board):
        if allowed(board, seats, options):
            game = new_game(board, seats, options)
            state = game.start(seeded(1))
            play_out(state, RandomPolicy(game, seeded(2)))
            assert state.over
