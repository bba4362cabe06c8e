"""What the program can take, whatever the board. Numbers of a board stand in its own files."""

from __future__ import annotations

from typing import Final

SEATS: Final = (2, 6)  # the page has room and looks for no more
MOST_LANES_ABREAST: Final = 3
MOST_DEALT: Final = 8  # every set of offered tickets is an action of its own
MOST_LENGTH: Final = 20
MOST_POINTS: Final = 1000
MOST_COPIES: Final = 1000
MOST_HAND: Final = 50
MOST_PIECES: Final = 1000
MOST_KINDS: Final = 8
MOST_ROWS: Final = 1000
MOST_BYTES: Final = 1_000_000
MOST_PACKED: Final = 2_000_000  # bytes of a package
MOST_PACKED_FILES: Final = 20
LONGEST_NAME: Final = 60
LONGEST_TEXT: Final = 2000
HUGE: Final = 1_000_000_000
FARTHEST: Final = 100_000.0  # coordinates of a drawing
MOST_LAYERS: Final = 100
MOST_PICTURE: Final = 280_000  # bytes of the picture in a backdrop
MOST_PIXELS: Final = 1600 * 1600
