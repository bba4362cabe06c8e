"""Three boards in examples/ are sound, have what they are there to show, and play at every table."""

from __future__ import annotations

import pytest

from ferrovia.boards import load, new_game
from ferrovia.boards.look_reader import load_look
from ferrovia.bots import Budget, make_bot
from ferrovia.engine.audit import audit
from ferrovia.engine.board import Board, Lane
from ferrovia.engine.chance import seeded
from ferrovia.engine.policy import RandomPolicy
from ferrovia.view import observe
from properties.tables import EXAMPLES, OF_RULES

FOLDER, IDS = EXAMPLES, OF_RULES
every_board = pytest.mark.parametrize("id", IDS)


def test_each_shows_what_it_is_there_for() -> None:
    boards = {id: load(FOLDER / id) for id in IDS}
    assert {use.rule for use in boards["sundmark"].rules} >= {"ferries", "tunnels"}
    assert {use.rule for use in boards["ostrovia"].rules} >= {"stations"}
    assert boards["ostrovia"].ticket_deal.long_deal == 1
    assert boards["meridia"].players == (2, 6)
    assert len(boards["meridia"].colours) == 10
    assert any(place.junction for place in boards["meridia"].places)
    assert any(ticket.further for ticket in boards["meridia"].tickets)
    assert max(len(twins(boards["meridia"], lane)) for lane in range(len(boards["meridia"].lanes))) == 3


def twins(board: Board, lane: int) -> list[Lane]:
    ends = {board.lanes[lane].a, board.lanes[lane].b}
    return [other for other in board.lanes if {other.a, other.b} == ends]


@every_board
def test_it_plays_at_every_table(id: str) -> None:
    board = load(FOLDER / id)
    for seats in range(board.players[0], board.players[1] + 1):
        game = new_game(board, seats)
        state = game.start(seeded(seats))
        quick, listed = RandomPolicy(game, seeded(seats, 1)), RandomPolicy(game, seeded(seats, 1))
        while not state.over:
            action = quick.choose(state)
            assert action == listed.listed(state)
            state.apply(action)
            assert audit(state) == ""
        assert len(state.standings()) == seats


@every_board
def test_planners_finish_a_game_there(id: str) -> None:
    game = new_game(load(FOLDER / id), 2)
    state = game.start(seeded(3))
    bots = [make_bot(name, seeded(4, seat)) for seat, name in enumerate(("planner", "planner-v1"))]
    while not state.over:
        seat = int(state.seat)
        state.apply(bots[seat].choose(observe(state, seat), list(state.legal_actions()), Budget(iterations=20)))
    assert state.scores()[0] > 0  # the other is frozen with its taste for tickets: 17 of them on Meridia


@every_board
def test_its_look_is_sound(id: str) -> None:
    board = load(FOLDER / id)
    backdrop = load_look(FOLDER / id, board).backdrop
    assert backdrop is not None
    assert {"water", "built", "shoal"} <= {layer.kind for layer in backdrop.layers}
