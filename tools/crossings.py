"""Tells which routes of a board cross which water, and whether a map that was moved still has it so.

    python tools/crossings.py BOARD_FOLDER                 what crosses what, routes being straight, as JSON
    python tools/crossings.py BOARD_FOLDER KNOWN.json      the routes that, as drawn, differ from what a file says

`tests/draw/crossings.json` is such a file for the boards of the package.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ferrovia.boards import load, look
from ferrovia.draw.bends import lay_out
from ferrovia.draw.crossings import Crossings, crossings, crossings_as_drawn
from ferrovia.draw.layout import survey


def show(folder: Path) -> None:
    board = load(folder)
    found = crossings(board, look(folder))
    lines = [f"  {json.dumps(route, ensure_ascii=False)}: {json.dumps(met)}" for route, met in found.items()]
    print(f"{json.dumps(board.id)}: {{\n" + ",\n".join(lines) + "\n}")


def compare(folder: Path, known: Path) -> int:
    """How many routes cross other water than they should."""
    board = load(folder)
    wanted = json.loads(known.read_text(encoding="utf-8"))[board.id]
    found = crossings_as_drawn(lay_out(survey(board, look(folder))))
    count = 0
    for route, lanes in found.items():
        before = Crossings(*wanted[route])
        others = [lane for lane in lanes if not lane.agrees(before)]
        count += len(others) > 0
        for after in others:
            print(f"{board.id}: {route}: {before} → {after}")
    print(f"{board.id}: {len(found)} routes, {count} differ")
    return count


if __name__ == "__main__":
    if len(sys.argv) == 2:
        show(Path(sys.argv[1]))
    else:
        sys.exit(compare(Path(sys.argv[1]), Path(sys.argv[2])) > 0)
