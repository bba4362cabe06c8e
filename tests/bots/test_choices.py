"""The choices of the frozen bots stay what they were, unless a rule is changed on purpose."""

from __future__ import annotations

import json
import os

import pytest

import ferrovia
from bots.choices import BUDGETS, FILE, POSITIONS, choices
from ferrovia.boards import board_ids, load

INTERPRETED = 40  # then a choice takes sixty times as long
SLICE = {} if os.environ.get("CHOICES") == "all" else {"expert-v1": 7}  # all take minutes: `make strength`
STORED: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("bot", BUDGETS)
@pytest.mark.parametrize("board", board_ids())
def test_a_bot_chooses_as_it_did(board: str, bot: str) -> None:
    step = SLICE.get(bot, 1) if ferrovia.COMPILED else INTERPRETED
    numbers = range(0, POSITIONS, step)
    assert list(choices(load(board), bot, numbers)) == STORED[board][bot][::step]
