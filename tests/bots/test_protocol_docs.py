"""docs/bots.md tells the truth: its example is short and plays, and every bot is in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bots.tables_of_bots import LIGHT, play_out
from cli.running import invoke
from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.guard import guard
from ferrovia.engine.chance import seeded

DOCS = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path: Path) -> str:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 20
    (tmp_path / "magpie.py").write_text(code)
    return f"{tmp_path}/magpie.py:Magpie"


@pytest.mark.parametrize("board", board_ids())
def test_the_example_plays_on_every_board(example: str, board: str) -> None:
    players = [guard(example, seeded(1)), guard("random", seeded(2))]
    assert play_out(new_game(load(board), 2), players, 1).over
    assert [player.faults for player in players] == [[], []]


def test_the_example_plays_by_the_commands_shown(example: str) -> None:
    done = invoke("simulate", "usa", "--bot", example, "--bot", "greedy", "--games", "1", "--jobs", "1")
    assert done.code == 0
    assert "1 game between Magpie, greedy on usa" in done.out


@pytest.mark.parametrize("name", LIGHT)
def test_every_scripted_bot_is_described(name: str) -> None:
    assert f"| `{name}` |" in DOCS
