"""Shapes as SVG paths, so that no font is needed: a symbol per colour, figures, a dot.

Symbols lie around 0,0 and reach about 1 in each direction; figures are 10 wide and 16 high, drawn with a pen."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final


def star() -> str:
    corners = []
    for corner in range(10):
        reach, angle = (1.08, 0.46)[corner % 2], pi * corner / 5 - pi / 2
        corners.append(f"{reach * cos(angle):.3f} {reach * sin(angle) + 0.06:.3f}")
    return f"M{'L'.join(corners)}Z"


SYMBOLS: Final = {
    "pink": "M0-1L.82 0 0 1-.82 0Z",
    "white": "M0-.86A.86.86 0 1 1 0 .86.86.86 0 1 1 0-.86ZM0-.48A.48.48 0 1 0 0 .48.48.48 0 1 0 0-.48Z",
    "blue": "M-.95-.74H.95L0 .9Z",
    "yellow": star(),
    "orange": "M-.42-.76H.42Q.76-.76 .76-.42V.42Q.76 .76 .42 .76H-.42Q-.76 .76-.76 .42V-.42Q-.76-.76-.42-.76Z",
    "black": "M0-.82A.82.82 0 1 1 0 .82.82.82 0 1 1 0-.82Z",
    "red": "M-.3-.92H.3V-.3H.92V.3H.3V.92H-.3V.3H-.92V-.3H-.3Z",
    "green": "M-.95 .74H.95L0-.9Z",
    "lilac": "M-.78-.86H.78L.18 0 .78 .86H-.78L-.18 0Z",
    "mint": "M.34-.9A.92.92 0 1 0 .34 .9 1.06 1.06 0 0 1 .34-.9Z",
}

SIZES: Final = {
    "pink": (2.0, 1.0),
    "white": (1.72, 0.86),
    "blue": (1.9, 1.21),
    "yellow": (2.06, 1.13),
    "orange": (1.52, 0.94),
    "black": (1.64, 0.82),
    "red": (1.84, 0.97),
    "green": (1.9, 1.21),
    "lilac": (1.72, 1.16),
    "mint": (1.8, 0.97),
}
"""Of each symbol: the longer of its width and height, and how far it reaches from 0,0."""

DOT: Final = "M-.3 0A.3.3 0 1 0 .3 0A.3.3 0 1 0-.3 0Z"
"""For a mark without a drawing of its own."""

FIGURE_WIDTH: Final = 10.0
FIGURE_HEIGHT: Final = 16.0
FIGURES: Final = (
    "M5 1C1.7 1 1 4.8 1 8s.700 7 4 7 4-3.8 4-7-.700-7-4-7Z",
    "M2.2 4.2 5.6 1V15",
    "M1.2 4.6C1.2 2.5 2.8 1 5 1S8.7 2.5 8.7 4.7C8.7 8.2 1 11 1 15H9",
    "M1.3 3.4C2 1.8 3.4 1 5 1c2.2 0 3.7 1.3 3.7 3.3S7.2 7.6 4.6 7.6C7.4 7.6 9 9 9 11.3S7.3 15 5 15 1.5 14 1 12.3",
    "M7 15V1L1 11H9.4",
    "M8.5 1H2.4L1.7 7.3C2.5 6.5 3.6 6 5 6c2.4 0 4 1.9 4 4.5S7.3 15 4.8 15C3 15 1.6 14.2 1 12.8",
    "M8 2.2C7.2 1.4 6.2 1 5.3 1 2.4 1 1 4.5 1 9.4 1 13 2.6 15 5 15s4-1.8 4-4.4S7.4 6.3 5 6.3 1 8 1 10.6",
    "M1 1H9L4 15",
    "M5 7.5C2.9 7.5 1.6 6.2 1.6 4.3S2.9 1 5 1 8.4 2.4 8.4 4.3 7.1 7.5 5 7.5ZM5 7.5"
    "C2.6 7.5 1 9 1 11.2S2.6 15 5 15 9 13.5 9 11.2 7.4 7.5 5 7.5Z",
    "M2 13.8C2.8 14.6 3.8 15 4.7 15 7.6 15 9 11.5 9 6.6 9 3 7.4 1 5 1S1 2.8 1 5.4 2.6 9.7 5 9.7 9 8 9 5.4",
)
