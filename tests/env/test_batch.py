"""Many games at once: the same games as one by one, what each step tells, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import ferrovia
from ferrovia._workers import WorkerDied
from ferrovia.bots import Budget
from ferrovia.bots.guard import guard
from ferrovia.bots.registry import UnknownBot
from ferrovia.engine.errors import Refusal, SetupError
from ferrovia.env import spec
from ferrovia.env.batch import BOT_STREAM, Batch
from ferrovia.env.shared_batch import SharedBatch
from ferrovia.view import observe
from properties.tables import Table, tables


def amsterdam() -> ferrovia.Game:
    return ferrovia.new_game(ferrovia.load("amsterdam"), seats=2)


@pytest.mark.parametrize("table", tables(), ids=str)
def test_a_batch_plays_the_games_that_are_played_alone(table: Table) -> None:
    """Every row is the observation and the mask of the seat to move, in the game that `numbers` names."""
    game = table.game()
    layout, batch = spec(game), Batch(game, 3, seed=11)
    step = batch.reset()
    alone = {int(number): game.start(ferrovia.seeded(11, int(number))) for number in batch.numbers}
    ended = turn = 0
    while not ended or turn < 100:
        turn += 1
        numbers = [int(number) for number in batch.numbers]
        if turn % 13 == 0:
            for row, number in enumerate(numbers):
                state = alone[number]
                assert state.seat == step.seats[row]
                assert bytes(layout.encode(observe(state, state.seat))) == step.observations[row].tobytes()
                assert layout.mask(state.legal_actions()) == step.masks[row].tobytes()
        actions = batch.sample()
        step = batch.step(actions)
        for row, number in enumerate(numbers):
            state = alone[number]
            state.apply(int(actions[row]))
            assert state.over == step.done[row]
            if state.over:
                ended += 1
                check_end(state, step.rewards[row].tolist(), batch.scores[row].tolist())
                alone[int(batch.numbers[row])] = game.start(ferrovia.seeded(11, int(batch.numbers[row])))
            else:
                assert not step.rewards[row].any()
    assert ended


def check_end(state: ferrovia.State, rewards: list[float], scores: list[int]) -> None:
    assert scores == state.scores()
    assert sum(rewards) == pytest.approx(0)
    order = sorted(state.standings(), key=lambda standing: standing.place)
    told = [rewards[standing.seat] for standing in order]
    assert told == sorted(told, reverse=True)
    if order[0].place < order[1].place:
        assert told[0] == 1


def test_arrays_are_windows_that_nobody_else_writes() -> None:
    batch = Batch(amsterdam(), 4, seed=1)
    first = batch.reset()
    before = first.observations.copy()
    second = batch.step(batch.sample())
    assert second.observations is first.observations
    assert (before != second.observations).any()
    for array in first:
        assert not array.flags.writeable
        assert not array.flags.owndata


def test_a_seed_gives_the_same_batch_again() -> None:
    def play(batch: Batch) -> list[bytes]:
        return [batch.step(batch.sample()).observations.tobytes() for _ in range(40)]

    batch = Batch(amsterdam(), 5, seed=3)
    told = play(batch)
    batch.reset()
    assert play(batch) == told
    batch.reset(seed=4)
    assert play(batch) != told


def test_an_illegal_action_is_refused_and_nothing_has_changed() -> None:
    batch = Batch(amsterdam(), 3, seed=1)
    step = batch.reset()
    before = step.observations.tobytes()
    actions = batch.sample()
    for wrong in (int(np.flatnonzero(step.masks[1] == 0)[0]), -1, batch.spec.actions, 2**40):
        tried = actions.copy()
        tried[1] = wrong
        with pytest.raises(Refusal, match=r"batch\.illegal"):
            batch.step(tried)
    with pytest.raises(Refusal, match=r"batch\.actions"):
        batch.step(actions[:2])
    assert step.observations.tobytes() == before
    assert batch.decisions == 0


def test_bots_inside_the_batch_play_as_they_do_anywhere() -> None:
    game = amsterdam()
    batch = Batch(game, 2, seed=9, opponents=[None, "greedy"])
    step, ended = batch.reset(), 0
    alone = game.start(ferrovia.seeded(9, 1))
    bot = guard("greedy", ferrovia.seeded(9 ^ BOT_STREAM, 3))
    while not ended:
        assert set(step.seats.tolist()) == {0}
        actions = batch.sample()
        step = batch.step(actions)
        alone.apply(int(actions[1]))
        while not alone.over and alone.seat == 1:
            alone.apply(bot.choose(observe(alone, 1), alone.legal_actions(), Budget()))
        ended = int(step.done[1])
        assert ended == alone.over
    assert batch.scores[1].tolist() == alone.scores()
    assert (batch.finals[1] == np.asarray(batch.spec.encode(observe(alone, 0)))).all()


def test_a_long_game_is_cut_short() -> None:
    batch = Batch(amsterdam(), 2, seed=1, longest=10)
    for _ in range(9):
        assert not batch.step(batch.sample()).truncated.any()
    step = batch.step(batch.sample())
    assert step.truncated.all()
    assert not step.done.any()
    assert not step.rewards.any()
    assert batch.numbers.tolist() == [2, 3]
    assert not batch.step(batch.sample()).truncated.any()


def test_without_masks_there_are_only_games() -> None:
    batch = Batch(amsterdam(), 8, seed=1, masks=False)
    ended = 0
    for _ in range(120):
        ended += int(batch.step(batch.sample()).done.sum())
    assert ended > 4
    assert batch.shown.observations.size == batch.shown.masks.size == 0
    assert batch.decisions == 8 * 120


def test_what_makes_no_batch() -> None:
    with pytest.raises(UnknownBot):
        Batch(amsterdam(), 2, opponents=[None, "nobody"])
    with pytest.raises(SetupError):
        Batch(amsterdam(), 2, opponents=[None, "greedy", "greedy"])
    with pytest.raises(ValueError, match="outside"):
        Batch(amsterdam(), 2, opponents=["greedy", "greedy"])
    with pytest.raises(ValueError, match="at least 1"):
        Batch(amsterdam(), 0)


def test_processes_play_the_games_of_one_batch() -> None:
    """Each game is the one of its number, whoever plays it, opponents too; all of it is in shared memory."""
    game = amsterdam()
    with SharedBatch(game, 5, seed=11, processes=2, opponents=[None, "greedy"]) as batch:
        step = batch.reset()
        assert sorted(batch.numbers) == [0, 1, 2, 3, 5]  # the second process has three games: 1, 3, 5
        alone = Batch(game, 6, seed=11, opponents=[None, "greedy"])
        shown = alone.reset()
        for _ in range(30):
            rows = [list(alone.numbers).index(number) for number in batch.numbers]
            assert np.array_equal(step.observations, shown.observations[rows])
            assert np.array_equal(step.masks, shown.masks[rows])
            first = [int(np.flatnonzero(mask)[0]) for mask in shown.masks]
            shown = alone.step(first)
            step = batch.step([first[row] for row in rows])
            if step.done.any() or shown.done.any():
                break
        assert not any(array.flags.writeable for array in (*step, batch.finals, batch.scores, batch.numbers))


def test_a_shared_batch_ends_games_and_refuses_before_anything_is_done() -> None:
    with SharedBatch(amsterdam(), 4, seed=3, processes=2) as batch:
        step = batch.reset()
        before = step.observations.copy()
        actions = batch.sample()
        for wrong in (-1, 10**6, int(np.flatnonzero(step.masks[3] == 0)[0])):
            with pytest.raises(Refusal) as error:
                batch.step([*actions[:3], wrong])
            assert error.value.code == "batch.illegal"
            assert error.value.params["place"] == 3
        with pytest.raises(Refusal):
            batch.step(actions[:3])
        assert np.array_equal(before, step.observations)
        ended = 0
        while ended < 3:
            step = batch.step(batch.sample())
            ended += int(step.done.sum())
            assert (step.rewards[step.done].sum(axis=1) == 0).all()
        assert batch.scores.any()
        assert batch.numbers.max() >= 4
    with pytest.raises(WorkerDied):
        batch.reset()
    with SharedBatch(amsterdam(), 4, seed=3, processes=2, masks=False) as bare:
        assert bare.reset().observations.size == 0
        assert bare.step(bare.sample()).seats.shape == (4,)
