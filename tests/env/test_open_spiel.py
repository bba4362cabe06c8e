"""OpenSpiel: its own simulation tests on every table, its IS-MCTS at a table, and CFR on the tiny board."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

import ferrovia
from ferrovia.env import open_spiel_games
from properties.tables import Table, tables

BUILT_IN = [table for table in tables() if table.board.id in ferrovia.board_ids()]


def load(table: Table) -> pyspiel.Game:
    switches = ";".join(f"{name}={'on' if value else 'off'}" for name, value in table.options.items())
    return pyspiel.load_game("ferrovia", {"board": table.board.id, "seats": table.seats, "options": switches})


@pytest.mark.parametrize("table", BUILT_IN, ids=str)
def test_the_simulation_tests_of_open_spiel(table: Table) -> None:
    game = load(table)
    assert game.num_players() == table.seats
    pyspiel.random_sim_test(game, 1, False, False)


def test_the_simulation_tests_with_serialisation_where_chance_is_explicit() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("ferrovia_crossing"), 20, True, False)


def begun(name: str, deal: int, decisions: int) -> pyspiel.State:
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(deal)
    for turn in range(decisions):
        legal = state.legal_actions()
        state.apply_action(legal[turn * 7919 % len(legal)])
    return state


def test_a_deal_is_a_game_of_the_series() -> None:
    state = begun("ferrovia(board=berlin,seats=3,series=4)", 17, 0)
    game = ferrovia.new_game(ferrovia.load("berlin"), 3)
    assert state.position.digest() == game.start(ferrovia.seeded(4, 17)).digest()


def test_resampled_states_look_the_same_to_the_player_and_differ() -> None:
    state = begun("ferrovia(board=nederland)", 3, 30)
    sampler, player = pyspiel.UniformProbabilitySampler(0.0, 1.0), state.current_player()
    others = [state.resample_from_infostate(player, sampler) for _ in range(5)]
    for other in others:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({other.position.digest() for other in others}) > 1


def test_the_information_state_remembers_what_was_seen() -> None:
    """Two ways to the same position are two information states, and one observation."""
    states = [begun("ferrovia", 5, 4).clone() for _ in range(2)]
    assert states[0].information_state_string(0) == states[1].information_state_string(0)
    before = states[0].information_state_string(0)
    states[0].apply_action(states[0].legal_actions()[0])
    assert states[0].information_state_string(0) != before
    assert states[1].information_state_string(0) == before


def test_is_mcts_plays_a_whole_game() -> None:
    state = begun("ferrovia(board=amsterdam)", 11, 0)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, luck), 2.0, 5, random_state=np.random.RandomState(2)
    )
    while not state.is_terminal():
        if state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[luck.randint(len(legal))])
    assert sum(state.returns()) == pytest.approx(0)
    place = {standing.seat: standing.place for standing in state.position.standings()}
    assert state.returns()[0] == np.sign(place[1] - place[0])


def test_cfr_solves_the_tiny_board() -> None:
    game = pyspiel.load_game("ferrovia_crossing")
    solver = cfr.CFRPlusSolver(game)
    start = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(5):
        solver.evaluate_and_update_policy()
    assert start > 0.5
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.15


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0), (2, 1, 0)])
def test_every_deal_of_the_tiny_board_is_dealt_as_chance_says(order: tuple[int, ...]) -> None:
    state = pyspiel.load_game("ferrovia_crossing").new_initial_state()
    for ticket in order:
        assert ticket in dict(state.chance_outcomes())
        state.apply_action(ticket)
    offers = [ferrovia.observe(state.position, seat).offer for seat in range(2)]
    assert [*offers[0], *offers[1], *state.position.ticket_deck] == list(order)
    assert open_spiel_games.crossing().id == "crossing"
