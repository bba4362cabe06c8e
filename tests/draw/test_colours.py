"""Colours that stay apart: cards, players, and pieces from the free spaces they could be taken for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "colour_blind.py"


def test_cards_players_and_pieces_stay_apart_to_every_sight() -> None:
    done = subprocess.run([sys.executable, str(TOOL)], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
