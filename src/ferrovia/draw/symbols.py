"""Shapes as SVG paths, so that no font is needed: a symbol per colour, figures, a cart.

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
    "orange": "M-.74-.74H.74V.74H-.74Z",
    "black": "M0-.82A.82.82 0 1 1 0 .82.82.82 0 1 1 0-.82Z",
    "red": "M-.3-.92H.3V-.3H.92V.3H.3V.92H-.3V.3H-.92V-.3H-.3Z",
    "green": "M-.95 .74H.95L0-.9Z",
}

CART: Final = "M-1-.62L-.66-.62-.42.3H.62L.92-.42H-.5M-.14.3A.3.3 0 1 0-.13.3M.4.3A.3.3 0 1 0 .41.3"
"""A handcart, drawn with a pen."""

FIGURE_WIDTH: Final = 10.0
FIGURE_HEIGHT: Final = 16.0
FIGURES: Final = (
    "M5 1C1.700 1 1 4.800 1 8s.700 7 4 7 4-3.800 4-7-.700-7-4-7Z",
    "M2.200 4.200 5.600 1V15",
    "M1.200 4.600C1.200 2.500 2.800 1 5 1S8.700 2.500 8.700 4.700C8.700 8.200 1 11 1 15H9",
    "M1.300 3.400C2 1.800 3.400 1 5 1c2.200 0 3.700 1.300 3.700 3.300S7.200 7.600 4.600 7.600C7.400 7.600 9 9 9 11.300S7.300 15 5 15 1.500 14 1 12.300",
    "M7 15V1L1 11H9.400",
    "M8.500 1H2.400L1.700 7.300C2.500 6.500 3.600 6 5 6c2.400 0 4 1.900 4 4.500S7.300 15 4.800 15C3 15 1.600 14.200 1 12.800",
    "M8 2.200C7.200 1.400 6.200 1 5.300 1 2.400 1 1 4.500 1 9.400 1 13 2.600 15 5 15s4-1.800 4-4.400S7.400 6.300 5 6.300 1 8 1 10.600",
    "M1 1H9L4 15",
    "M5 7.500C2.900 7.500 1.600 6.200 1.600 4.300S2.900 1 5 1 8.400 2.400 8.400 4.300 7.100 7.500 5 7.500ZM5 7.500"
    "C2.600 7.500 1 9 1 11.200S2.600 15 5 15 9 13.500 9 11.200 7.400 7.500 5 7.500Z",
    "M2 13.800C2.800 14.600 3.800 15 4.700 15 7.600 15 9 11.500 9 6.600 9 3 7.400 1 5 1S1 2.800 1 5.400 2.600 9.700 5 9.700 9 8 9 5.400",
)
