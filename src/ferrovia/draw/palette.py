"""Colours of a map on paper. No colour is ever alone: symbols.py has a shape for each."""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import dataclass
from typing import Final
from zlib import crc32

INK: Final = "#2b2926"
FAINT_INK: Final = "#8d8575"
PLATE: Final = "#fffdf6"
OPEN_EDGE: Final = "#544d40"
BRASS: Final = "#b08a3e"
BRASS_LIGHT: Final = "#f3e2b3"
CREAM: Final = (0.96, 0.93, 0.86)
GOLDEN: Final = 0.6180339887


@dataclass(frozen=True)
class Tone:
    fill: str
    edge: str
    symbol: str
    lit: str
    """Its edge by night, when the ground is dark."""


TONES: Final = {
    "pink": Tone("#dc8fb6", "#8f4468", "#5d1f3f", "#f3c3da"),
    "white": Tone("#fffefa", "#4d4940", "#5a554b", "#fffefa"),
    "blue": Tone("#3066ad", "#183d69", "#ffffff", "#7fa8e0"),
    "yellow": Tone("#fbd640", "#7a5f08", "#5c4700", "#fff0a6"),
    "orange": Tone("#e0801f", "#8a4509", "#4d2500", "#f7b573"),
    "black": Tone("#38363a", "#131215", "#ffffff", "#aab8b0"),
    "red": Tone("#bb2a23", "#6b1511", "#ffffff", "#ee7f74"),
    "green": Tone("#45a15b", "#1f5227", "#ffffff", "#8fdca0"),
    "lilac": Tone("#aaa6fb", "#4f47a0", "#2f2870", "#d3d0ff"),
    "mint": Tone("#abe398", "#35692a", "#235016", "#d6f7cb"),
}
"""Apart in lightness as well as in hue, so that they stay apart to those who see fewer hues."""


@dataclass(frozen=True)
class PlayerLook:
    """A player is known by colour, pattern and outline."""

    fill: str
    edge: str
    pattern: str
    outline: str


PLAYERS: Final = (
    PlayerLook("#b01c85", "#4d0839", "plain", "round"),
    PlayerLook("#00b7dd", "#05475a", "stripe", "square"),
    PlayerLook("#9fd63c", "#45590b", "dots", "hexagon"),
    PlayerLook("#652d15", "#2a1006", "hatch", "diamond"),
    PlayerLook("#5e2db4", "#240d52", "chevron", "shield"),
    PlayerLook("#ac8053", "#3f2a12", "rail", "teeth"),
)
"""By seat. Hues between those of the routes, so that no piece is taken for a free space (tools/colour_blind.py)."""
NEUTRAL: Final = PlayerLook("#aaa79f", "#4b483f", "plain", "square")


def paper(board_id: str) -> str:
    """Each board is printed on paper of its own: cream with a tint, light and far from any card's colour."""
    tint = hls_to_rgb(crc32(board_id.encode()) * GOLDEN % 1, 0.92, 0.45)
    mixed = [round(255 * (0.6 * part + 0.4 * cream)) for part, cream in zip(tint, CREAM, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)
