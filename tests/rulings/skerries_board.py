"""A small board with ferries, tunnels, long tickets, a triple route, a junction and a ticket of several goals."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ferrovia.boards import load

FOLDER: Final = Path(__file__).parent / "skerries"
SKERRIES: Final = load(FOLDER)
