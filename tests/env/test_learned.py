"""Learned bots: saved, loaded, seated where bots sit, and refused in words if the file is none."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import ferrovia
from cli.running import invoke
from ferrovia.bots.registry import BadBot, label, make_bot
from ferrovia.env import spec
from ferrovia.env.learned import Learned, Network, facts_of, scale_of


def network(board: str = "amsterdam", seats: int = 2, seed: int = 1) -> Network:
    layout, luck = spec(ferrovia.new_game(ferrovia.load(board), seats)), np.random.default_rng(seed)

    def dense(below: int, above: int) -> tuple[np.ndarray, np.ndarray]:
        return luck.normal(0, 0.1, (below, above)).astype(np.float32), luck.normal(0, 1, above).astype(np.float32)

    layers = [dense(layout.size, 16), dense(16, 8)]
    return Network(scale_of(layout), layers, dense(8, layout.actions), dense(8, 1), facts_of(layout, made="here"))


def test_saved_and_loaded_it_judges_the_same(tmp_path: Path) -> None:
    made = network()
    made.save(tmp_path / "agent.npz")
    again = Network.load(tmp_path / "agent.npz")
    rows = np.random.default_rng(2).integers(0, 9, (5, len(made.scale))).astype(np.int16)
    for one, other in zip(made.judge(rows), again.judge(rows), strict=True):
        assert np.array_equal(one, other)
    assert made.judge(rows)[0].shape == (5, spec(ferrovia.new_game(ferrovia.load("amsterdam"), 2)).actions)
    assert made.judge(rows)[1].shape == (5,)
    assert again.facts["made"] == "here"
    assert [file.name for file in tmp_path.iterdir()] == ["agent.npz"]


def test_it_does_what_its_network_thinks_best(tmp_path: Path) -> None:
    made = network()
    game = ferrovia.new_game(ferrovia.load("amsterdam"), 2)
    state, layout = game.start(ferrovia.seeded(3)), spec(game)
    bot = pickle.loads(pickle.dumps(Learned(ferrovia.seeded(1), made)))
    while not state.over:
        view, legal = ferrovia.observe(state, state.seat), list(state.legal_actions())
        action = bot.choose(view, legal, ferrovia.Budget())
        logits = made.judge(np.asarray(layout.encode(view)))[0]
        assert action in legal
        assert logits[action] == max(logits[other] for other in legal)
        state.apply(action)


def test_its_file_is_its_name_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "agent.npz"
    network().save(file)
    assert label(str(file)) == "agent"
    assert isinstance(make_bot(str(file), ferrovia.seeded(1)), Learned)
    arena = invoke("arena", "--board", "amsterdam", "--bots", f"{file},greedy", "--games", "4", "--jobs", "2", "--json")
    told = json.loads(arena.out)
    assert {row["bot"]: row["faults"] for row in told["rows"]} == {"agent": 0, "greedy": 0}
    assert told["seed"] == 1
    assert told["digest"] == ferrovia.load("amsterdam").digest
    assert {"seats", "options", "rules", "ferrovia"} <= told.keys()
    played = json.loads(invoke("simulate", "amsterdam", "--bot", file, "--games", "2", "--jobs", "1", "--json").out)
    assert (played["bots"], played["faults"]) == (["agent", "agent"], 0)


def test_at_another_table_it_is_no_use_and_says_so(tmp_path: Path) -> None:
    bot = Learned(ferrovia.seeded(1), network())
    state = ferrovia.new_game(ferrovia.load("berlin"), 2).start(ferrovia.seeded(1))
    with pytest.raises(ferrovia.SetupError) as error:
        bot.choose(ferrovia.observe(state, state.seat), state.legal_actions(), ferrovia.Budget())
    assert error.value.code == "learned.other_game"


def spoil(file: Path, how: str) -> None:
    made = network()
    if how == "shapes":
        made.layers[1] = (made.layers[1][0].T, made.layers[1][1])
    elif how == "value":
        made.value = (made.value[0].T, made.value[1])
    elif how == "infinite":
        made.layers[0][0][0, 0] = np.inf
    made.save(file)
    if how == "torn":
        file.write_bytes(file.read_bytes()[:5000])
    elif how == "text":
        file.write_text("import os")
    elif how == "pickle":
        np.savez(file, facts=np.array([{"a": 1}], object))
    elif how == "other":
        np.savez(file, numbers=np.zeros(3))


@pytest.mark.parametrize("how", ["shapes", "value", "infinite", "torn", "text", "pickle", "other", "missing"])
def test_what_is_no_network_is_refused_in_words(tmp_path: Path, how: str) -> None:
    file = tmp_path / "agent.npz"
    if how != "missing":
        spoil(file, how)
    with pytest.raises(BadBot):
        make_bot(str(file), ferrovia.seeded(1))
    done = invoke("simulate", "amsterdam", "--bot", file, "--games", "2")
    assert done.code == 2
    assert done.err.startswith("ferrovia: ")
