"""Colours of a map on paper. No colour is ever alone: symbols.py has a shape for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from zlib import crc32

INK: Final = "#2b2926"
FAINT_INK: Final = "#8d8575"
PLATE: Final = "#fffdf6"
OPEN_EDGE: Final = "#7b7465"
BRASS: Final = "#b08a3e"
BRASS_LIGHT: Final = "#f3e2b3"

TINTS: Final = ("#f3ead6", "#e9ebdc", "#f1e6da", "#e6eae8", "#efe6df", "#ece9d4")
"""Papers; each board has its own."""


@dataclass(frozen=True)
class Tone:
    fill: str
    edge: str
    symbol: str


TONES: Final = {
    "pink": Tone("#e79cc0", "#8f4468", "#5d1f3f"),
    "white": Tone("#fffefa", "#6b665c", "#6b665c"),
    "blue": Tone("#3572b8", "#183d69", "#ffffff"),
    "yellow": Tone("#f5cf45", "#8a6d0c", "#5c4700"),
    "orange": Tone("#ea8a35", "#8a4509", "#4d2500"),
    "black": Tone("#38363a", "#131215", "#ffffff"),
    "red": Tone("#c4372f", "#6b1511", "#ffffff"),
    "green": Tone("#4f9a56", "#1f5227", "#ffffff"),
}
"""Apart in lightness as well as in hue, so that they stay apart to those who see fewer hues."""


def paper(board_id: str) -> str:
    return TINTS[crc32(board_id.encode()) % len(TINTS)]
