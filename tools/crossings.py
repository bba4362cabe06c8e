"""Tells which routes of a board cross which water, and whether a map that was moved still has it so.

    python tools/crossings.py BOARD_FOLDER                 what crosses what, as JSON
    python tools/crossings.py BOARD_FOLDER KNOWN.json      the routes that differ from what a file says of this board

`tests/draw/crossings.json` is such a file for the boards of the package.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ferrovia.boards import load, look
from ferrovia.draw.crossings import Crossings, crossings

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    board = load(folder)
    found = crossings(board, look(folder))
    if len(sys.argv) == 2:
        lines = [f"  {json.dumps(route, ensure_ascii=False)}: {json.dumps(met)}" for route, met in found.items()]
        print(f"{json.dumps(board.id)}: {{\n" + ",\n".join(lines) + "\n}")
        sys.exit()
    known = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))[board.id]
    others = {route: (known[route], met) for route, met in found.items() if not met.agrees(Crossings(*known[route]))}
    for route, (before, after) in others.items():
        print(f"{board.id}: {route}: {Crossings(*before)} → {after}")
    print(f"{board.id}: {len(found)} routes, {len(others)} differ")
    sys.exit(len(others) > 0)
