"""The choices of the frozen bots stay what they were, unless a rule is changed on purpose."""

from __future__ import annotations

import json

import pytest

import ferrovia
from bots.choices import BUDGETS, FILE, POSITIONS, choices
from ferrovia.boards import board_ids, load

STEP = 1 if ferrovia.COMPILED else 40  # interpreted, a choice takes sixty times as long
STORED: dict[str, dict[str, list[str]]] = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("bot", BUDGETS)
@pytest.mark.parametrize("board", board_ids())
def test_a_bot_chooses_as_it_did(board: str, bot: str) -> None:
    numbers = range(0, POSITIONS, STEP)
    assert list(choices(load(board), bot, numbers)) == STORED[board][bot][::STEP]
