"""Where a draft lies in the frame of the other editor's coordinates: its sheet in the middle, as large as it gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ferrovia.studio.draft import restored_rows
from ferrovia.studio.other_terms import FRAME

SIDES: Final = ("left", "top", "width", "height")
LOW: Final = 549.0
"""The height of a lying board with four columns."""
WIDE: Final = 1.75
"""Boards wider than this have four columns."""
MARGIN: Final = 0.05

Sheet = tuple[float, float, float, float]


class Shift(NamedTuple):
    """From units of the draft to those of the file."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def there(self, x: float, y: float) -> tuple[float, float]:
        return self.scale * x + self.x, self.scale * y + self.y

    def back(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.x) / self.scale, (y - self.y) / self.scale


def cell(draft: Mapping[str, Any], key: str) -> Any:
    value = draft.get(key, "")
    return value[0] if isinstance(value, list) else value


def number_in(draft: Mapping[str, Any], key: str) -> float | int | str:
    text = str(cell(draft, key))
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def place_of(draft: Mapping[str, Any], id: str) -> tuple[float, float]:
    x, y = (number_in(draft, f"p/{id}/{axis}") for axis in "xy")
    return (0.0 if isinstance(x, str) else float(x)), (0.0 if isinstance(y, str) else float(y))


def sheet_of(draft: Mapping[str, Any], *, is_theirs: bool) -> Sheet | None:
    """Left, top, width and height: as the draft says, or around its places; None for a board of theirs without one."""
    given = [draft.get(f"l/sheet/{side}") for side in SIDES]
    left, top, width, height = (float(side) if isinstance(side, int | float) else 0.0 for side in given)
    if width > 0 and height > 0:
        return left, top, width, height
    places = [place_of(draft, id) for id in restored_rows(draft, "p")]
    if is_theirs or not places:
        return None
    xs, ys = [x for x, _ in places], [y for _, y in places]
    margin = MARGIN * max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
    return min(xs) - margin, min(ys) - margin, max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin


def frame_of(rest: Mapping[str, Any], sheet: Sheet | None) -> tuple[float, float]:
    """Theirs as it came; else the one of their boards that has the shape of the sheet."""
    board = rest.get("envelope", {}).get("board")
    if isinstance(board, dict) and all(is_length(board.get(side)) for side in SIDES[2:]):
        return float(board["width"]), float(board["height"])
    if rest or sheet is None:
        return FRAME
    _, _, width, height = sheet
    long, short = FRAME if max(width, height) / min(width, height) < WIDE else (FRAME[0], LOW)
    return (short, long) if height > width else (long, short)


def is_length(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 1 <= value < 1e6


def fitted(sheet: Sheet | None, frame: tuple[float, float]) -> Shift:
    if sheet is None:
        return Shift()
    left, top, width, height = sheet
    scale = min(frame[0] / width, frame[1] / height)
    x, y = (frame[0] - scale * width) / 2, (frame[1] - scale * height) / 2
    return Shift(scale, x - scale * left, y - scale * top)
