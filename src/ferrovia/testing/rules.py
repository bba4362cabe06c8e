"""What the rules of a board have to hold in any position: nothing is lost, copies are independent, moves have a text,
observations keep to their ranges, and nobody learns what is hidden."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import product

from ferrovia.boards import new_game
from ferrovia.engine.audit import audit
from ferrovia.engine.board import Board
from ferrovia.engine.chance import Chance, seeded
from ferrovia.engine.errors import SetupError
from ferrovia.engine.game import Game
from ferrovia.engine.state import State
from ferrovia.env.spec import Spec
from ferrovia.record import begin, format_action, from_text, parse_action, to_text, verify, write_move
from ferrovia.view import determinize, observe

LONGEST = 5000
"""Decisions of a random game: one that is not over by then will never be."""


def check_rules(board: Board, games: int = 2, seed: int = 1, every: int = 11) -> None:
    """Plays random games at every table of the board, with every setting of its options, and looks at every so many
    positions. Raises an AssertionError that names table, game, decision and what is wrong."""
    for game in tables_of(board):
        for number in range(games):
            check_game(game, seed, number, every)


def tables_of(board: Board) -> Iterator[Game]:
    """Each number of seats with each setting of the options that it allows."""
    least, most = board.players
    names = [option.id for option in board.options]
    for seats, values in product(range(least, most + 1), product((True, False), repeat=len(names))):
        try:
            yield new_game(board, seats, dict(zip(names, values, strict=True)))
        except SetupError:
            continue


def check_game(game: Game, seed: int, number: int, every: int) -> None:
    state, luck, layout = game.start(seeded(seed, number)), seeded(seed, 500 + number), Spec(game)
    record = begin(game, [f"seat {seat}" for seat in range(game.seats)])
    record.seed = (seed, number)
    decision = 0
    while not state.over:
        where = f"{game.board.id}, {game.seats} seats, {dict(game.options)}, seed {seed} {number}, decision {decision}"
        legal = [int(action) for action in state.legal_actions()]
        assert legal, f"{where}: there is nothing to do, and the game is not over"
        assert legal == sorted(set(legal)), f"{where}: the actions are not sorted and unique"
        assert decision < LONGEST, f"{where}: the game does not end"
        if decision % every == 0:
            check_position(state, layout, legal, luck, where)
        action = legal[luck.below(len(legal))]
        write_move(record, game, int(state.seat), action)
        state.apply(action)
        missing = audit(state)
        assert not missing, f"{where}: after {format_action(game, action)}: {missing}"
        decision += 1
    totals = [sum(line.points for line in state.ledger() if line.seat == seat) for seat in range(game.seats)]
    assert totals == state.scores(), f"{where}: the lines of the ledger do not add up to the scores"
    record.result = state.scores()
    verify(from_text(to_text(record)), game.board)


def check_position(state: State, layout: Spec, legal: list[int], luck: Chance, where: str) -> None:
    game = state.game
    for action in legal:
        text = format_action(game, action)
        assert parse_action(game, text) == action, f"{where}: {text!r} is read as another action"
    twin, before = state.clone(), state.digest()
    twin.apply(legal[-1])
    assert state.digest() == before, f"{where}: what a copy does changes the original"
    assert pickle.loads(pickle.dumps(state)).digest() == before, f"{where}: a pickle is not what was pickled"
    for seat in range(game.seats):
        check_seat(state, seat, layout, luck, where)


def check_seat(state: State, seat: int, layout: Spec, luck: Chance, where: str) -> None:
    """Whatever the seat may not know can be dealt anew, and it sees the same and may do the same."""
    view = observe(state, seat)
    row = layout.encode(view)
    for field in layout.fields:
        numbers = row[field.at : field.at + field.size]
        assert min(numbers) >= field.low, f"{where}: {field.name} is below its range"
        assert max(numbers) <= field.high, f"{where}: {field.name} is above its range"
    other = determinize(view, luck)
    again = observe(other, seat)
    assert bytes(layout.encode(again)) == bytes(row), f"{where}: seat {seat} observes something hidden"
    assert pickle.dumps(again) == pickle.dumps(view), f"{where}: the view of seat {seat} holds something hidden"
    assert list(other.legal_for(seat)) == list(state.legal_for(seat)), f"{where}: actions of seat {seat} tell a secret"
