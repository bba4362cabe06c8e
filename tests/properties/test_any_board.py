"""What holds on our boards holds on anybody's: games on boards that Hypothesis makes up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.boards import board_ids, load
from ferrovia.engine.board import Board
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import CLASS_LANES
from ferrovia.engine.policy import RandomPolicy
from ferrovia.record import format_action, parse_action
from ferrovia.rules.neutral_player import NeutralPlayer
from ferrovia.view import SPECTATOR, determinize, observe
from properties.accounts import check
from properties.any_board import Files, any_boards
from properties.profiles import examples, whole_games
from properties.referee import Referee
from properties.tables import Table


def table_of(board: Board, seats: int) -> Table:
    return Table(board, min(max(seats, board.players[0]), board.players[1]), {})


@whole_games(60)
@given(board=any_boards(), seats=st.integers(2, 5), seed=st.integers(0, 2**40))
def test_games_on_any_board_balance_end_and_replay(board: Board, seats: int, seed: int) -> None:
    referee = Referee(table_of(board, seats), seed)
    referee.sweep()
    referee.finish(RandomPolicy(referee.game, seeded(seed, 1)))
    referee.replay()


@whole_games(40)
@given(board=any_boards(), seats=st.integers(2, 5), seed=st.integers(0, 2**40))
def test_views_on_any_board_can_be_filled_in(board: Board, seats: int, seed: int) -> None:
    """What determinize deals for what is hidden is a sound state with the same view, and can be played on."""
    game = table_of(board, seats).game()
    state = game.start(seeded(seed))
    choices = RandomPolicy(game, seeded(seed, 1))
    decisions = 0
    while not state.over:
        for viewer in (SPECTATOR, *range(game.seats)):
            view = observe(state, viewer)
            filled = determinize(view, seeded(seed, decisions))
            assert observe(filled, viewer).facts() == view.facts()
            check(filled)
            if decisions % 13 == 0:
                filled.apply(choices.listed(filled))
                check(filled)
        state.apply(choices.choose(state))
        decisions += 1


@examples(30)
@given(board=any_boards(), seats=st.integers(2, 5))
def test_actions_of_any_board_have_a_notation(board: Board, seats: int) -> None:
    game = table_of(board, seats).game()
    assert [parse_action(game, format_action(game, action)) for action in range(game.actions)] == list(
        range(game.actions)
    )


def dense_board() -> Board:
    """Every place joined to every other by a grey lane of one space: more lanes alike than fit in one mask."""
    places = range(13)
    pairs = [(a, b) for a in places for b in range(a)]
    settings = """
        id = "dense"
        players = [2, 2]
        hand = 2
        doubles_close_up_to = 0
        end_at_pieces = 0
        tie_breakers = ["longest_path"]
        names = { en = "Dense" }
        texts = { en = "All with all." }
        cards = { red = 30, blue = 30, wild = 30 }
        pieces.wagon = { names = { en = "wagons" }, supply = 34, points = { 1 = 1 } }
        tickets = { first = { deal = 8, keep = 1 }, later = { deal = 8, keep = 8 }, rejected = "under" }
        rules.longest_path = { points = 1 }
        provenance = { places = "own", routes = "own", tickets = "own", texts = { en = "Made up." } }
    """
    return Files(
        "\n".join(line.strip() for line in settings.splitlines()),
        "name,x,y\n" + "".join(f"p{place},{place},0\n" for place in places),
        "from,to,length,colour\n" + "".join(f"p{a},p{b},1,grey\n" for a, b in pairs),
        "from,to,points\n" + "".join(f"p{a},p{b},1\n" for a, b in pairs[:40]),
    ).load()


def test_more_lanes_alike_than_a_mask_holds() -> None:
    referee = Referee(Table(dense_board(), 2, {}), 3)
    assert len(referee.game.lanes) > CLASS_LANES
    choices = RandomPolicy(referee.game, seeded(4))
    while not referee.state.over:
        if referee.state.turns % 20 == 0:
            referee.sweep()
        referee.play(1, choices)
    referee.replay()


NEUTRAL = next(board for board in map(load, board_ids()) if any(use.rule == "neutral_player" for use in board.rules))


@pytest.mark.parametrize(("change", "reason"), [
    (lambda board: replace(board, ticket_deal=replace(board.ticket_deal, face_up_discard=False)), "face_up"),
    (lambda board: replace(board, lanes=tuple(replace(lane, cards=1 + i % 5) for i, lane in enumerate(board.lanes))),
     "differ in length"),
], ids=["tickets under the deck", "lanes of unequal length"])  # fmt: skip
def test_the_neutral_player_refuses_boards_it_can_not_play_on(change: Callable[[Board], Board], reason: str) -> None:
    """On the first determinize would look for tickets in the wrong batch, on the second it would run into debt."""
    params = next(use.params for use in NEUTRAL.rules if use.rule == "neutral_player")
    assert NeutralPlayer.check(NEUTRAL, params) == []
    assert any(reason in problem[3] for problem in NeutralPlayer.check(change(NEUTRAL), params))
