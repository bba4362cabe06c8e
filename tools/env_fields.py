"""Writes the table of fields in docs/env.md, from the list that the encoder reads.

python tools/env_fields.py"""

from __future__ import annotations

import re
from pathlib import Path

from ferrovia.boards import load, new_game
from ferrovia.env.fields import CORE, FACE_UP_ONLY, Draft
from ferrovia.env.spec import spec

PAGE = Path(__file__).parents[1] / "docs" / "env.md"
BOARD = "usa"
FACE_UP_BOARD = "nederland"


def table() -> str:
    """A row per field of the engine, with the sizes of a two-player game."""
    rows = ["| field | shape | range | what it says |\n", "|---|---|---|---|\n"]
    return "".join([*rows, *map(row, CORE)])


def row(draft: Draft) -> str:
    board = FACE_UP_BOARD if draft.name in FACE_UP_ONLY else BOARD
    field = spec(new_game(load(board), 2)).field(draft.name)
    axes = " × ".join(f"{axis} {width}" for axis, width in zip(field.axes, field.shape, strict=True))
    return f"| `{field.name}` | {axes or '1'} | {field.low} … {field.high} | {field.told} |\n"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    parts = re.split(r"(<!-- /?fields -->)", text)
    parts[2] = f"\n{table()}"
    PAGE.write_text("".join(parts), encoding="utf-8")
