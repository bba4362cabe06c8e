"""Colours that stay apart: cards, players, pieces from free spaces they could be taken for, routes from the ground."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.draw.palette import PLAYERS

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.mark.parametrize(
    "tool",
    [
        pytest.param("colour_blind.py", id="cards, players and pieces stay apart to every sight"),
        pytest.param("contrast.py", id="free routes stand out from every board's ground by day and night"),
    ],
)
def test_colours_stay_apart(tool: str) -> None:
    done = subprocess.run([sys.executable, str(TOOLS / tool)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_a_look_for_a_sixth_player_and_no_two_share_a_trait() -> None:
    assert len(PLAYERS) == 6
    for trait in ("fill", "pattern", "outline"):
        assert len({getattr(look, trait) for look in PLAYERS}) == len(PLAYERS), trait
