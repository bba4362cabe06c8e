"""The conformance tests that PettingZoo and Gymnasium ship, and what they leave unsaid."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import ferrovia
from ferrovia.env.gym import AgainstBots, ManyAgainstBots
from ferrovia.env.pettingzoo_envs import aec, parallel
from ferrovia.env.pictures import svg, text
from ferrovia.view import observe
from properties.tables import Table, tables

EVERY_TABLE = pytest.mark.parametrize("table", tables(), ids=str)

EXPECTED = (
    "Action mask numpy array is all zeros",  # of a seat that waits
    "Observation space for each agent probably should be",  # not a dictionary: but masks stand in one
    "Observation is not a NumPy array",
)


@contextmanager
def only_expected_advice() -> Iterator[None]:
    """What the libraries advise against and we do on purpose; any other warning fails the test."""
    with warnings.catch_warnings():
        for advice in EXPECTED:
            warnings.filterwarnings("ignore", message=advice)
        yield


@EVERY_TABLE
def test_pettingzoo_agents_one_after_the_other(table: Table) -> None:
    with only_expected_advice():
        api_test(aec(table.board, table.seats, table.options), num_cycles=60)


@EVERY_TABLE
def test_pettingzoo_agents_all_together(table: Table) -> None:
    with only_expected_advice():
        parallel_api_test(parallel(table.board, table.seats, table.options), num_cycles=60)


def test_pettingzoo_seeds() -> None:
    with only_expected_advice():
        seed_test(partial(aec, "nederland", 3), num_cycles=60)
        parallel_seed_test(partial(parallel, "nederland", 3), num_cycles=60)


def test_pettingzoo_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(aec, "berlin", 3), custom_tests={"svg": lambda picture: picture.startswith("<svg")})
    assert "berlin, 3 seats" in capsys.readouterr().out


def play(env: Any, seed: int) -> dict[str, float]:
    env.reset(seed=seed)
    luck = ferrovia.seeded(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        told, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(told["action_mask"])
        env.step(None if terminated or truncated else int(legal[luck.below(len(legal))]))
    return total


def test_rewards_come_at_the_end_and_go_by_the_standings() -> None:
    env = aec("amsterdam", seats=3)
    total = play(env, 5)
    place = {standing.seat: standing.place for standing in env.table.state.standings()}
    assert sum(total.values()) == pytest.approx(0)
    assert [total[f"seat_{seat}"] == max(total.values()) for seat in range(3)] == [
        place[seat] == 1 for seat in range(3)
    ]


def test_both_interfaces_play_the_same_game() -> None:
    one, all_at_once = aec("amsterdam"), parallel("amsterdam")
    one.reset(seed=3)
    observations, _ = all_at_once.reset(seed=3)
    luck = ferrovia.seeded(1)
    while all_at_once.agents:
        actions = {}
        for agent, told in observations.items():
            legal = np.flatnonzero(told["action_mask"])
            if len(legal):
                actions[agent] = int(legal[luck.below(len(legal))])
        for action in actions.values():
            one.step(action)
        observations, rewards, *_ = all_at_once.step(actions)
        assert one.table.state.digest() == all_at_once.table.state.digest()
    assert rewards == {agent: one.rewards[agent] for agent in one.possible_agents}


def test_what_may_not_be_done_ends_the_game() -> None:
    env = aec("amsterdam")
    env.reset(seed=3)
    loser = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(loser)["action_mask"] == 0)[0]))
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    assert all(env.terminations.values())


# --- Gymnasium ------------------------------------------------------------------------------------------
@EVERY_TABLE
def test_gymnasium_checks(table: Table) -> None:
    check_env(AgainstBots(table.board, table.seats, table.options, opponent="random"), skip_render_check=True)


def test_every_board_is_registered() -> None:
    for board in ferrovia.board_ids():
        env = gymnasium.make(f"ferrovia.env.gym:ferrovia/{board}-2p-v0", opponent="random")
        assert env.reset(seed=1)[0].shape == env.observation_space.shape
    with pytest.raises(ferrovia.FerroviaError):
        gymnasium.make("ferrovia/usa-2p-v0", opponent="nobody")


def test_gymnasium_pictures() -> None:
    env = AgainstBots("berlin", render_mode="rgb_array")
    env.reset(seed=1)
    empty = env.render()
    assert isinstance(empty, np.ndarray)
    while not env.table.terminated:
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    final = env.render()
    assert isinstance(final, np.ndarray)
    assert not np.array_equal(final, empty)


@pytest.mark.parametrize("processes", [1, 2])
def test_many_tables_play_the_games_of_one(processes: int) -> None:
    """The vector environment and the single one have the same deals, the same bots and the same rewards."""
    many = gymnasium.make_vec(
        "ferrovia/amsterdam-2p-v0", num_envs=2, vectorization_mode="vector_entry_point", processes=processes
    )
    assert isinstance(many.unwrapped, ManyAgainstBots)
    one = AgainstBots("amsterdam")
    row, info = one.reset(seed=4)
    rows, infos = many.reset(seed=4)
    ended = False
    while not ended:
        assert (rows[0] == row).all()
        assert (infos["action_mask"][0] == info["action_mask"]).all()
        actions = [int(np.flatnonzero(mask)[-1]) for mask in infos["action_mask"]]
        row, reward, ended, _, info = one.step(actions[0])
        rows, rewards, done, _, infos = many.step(np.array(actions))
        assert many.observation_space.contains(rows)
        assert (rewards[0], done[0]) == (reward, ended)
    assert (infos["final_obs"][0] == row).all()
    assert infos["scores"][0].tolist() == info["scores"] == one.table.state.scores()
    assert reward in (-1, 0, 1)
    many.close()


def test_nothing_that_is_drawn_is_hidden() -> None:
    """Pictures are made from the view of somebody who looks on."""
    state = ferrovia.new_game(ferrovia.load("berlin"), 2).start(ferrovia.seeded(3))
    other = ferrovia.determinize(observe(state, -1), ferrovia.seeded(9))
    assert text(observe(state, -1)) == text(observe(other, -1))
    assert svg(observe(state, -1)) == svg(observe(other, -1))
