"""Maps of boards that Hypothesis makes up: what the page writes on them can be read at every zoom, and touches nothing.

The page places names itself, in TypeScript: one process of Node looks at all examples, in
web/tests/drawing/any_plan.test.ts."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from checkout import ROOT
from ferrovia.boards.look import PLAIN
from ferrovia.draw.plan import board_plan
from ferrovia.engine.board import Board, Place
from properties.any_board import any_boards
from properties.profiles import examples

WEB = ROOT / "web"
NODE = ROOT / "build" / "env" / "bin" / "node"
WORDS = ("Ulm", "Bad Homburg", "Saint-Rambert-d'Albon", "Ö", "Noordermarkt", "Wwwww Mmmmm", "Aix")


@st.composite
def boards_with_places(draw: st.DrawFn) -> Board:
    """Any board with its places anywhere on a sheet, none on another, under names short and long."""
    board = draw(any_boards())
    count = len(board.places)
    spot = st.tuples(st.integers(0, 24), st.integers(0, 24))
    spots = draw(st.lists(spot, min_size=count, max_size=count, unique=True))
    names = [f"{draw(st.sampled_from(WORDS))} {number}" for number in range(count)]
    places = tuple(Place(name, float(x), float(y)) for name, (x, y) in zip(names, spots, strict=True))
    return replace(board, places=places)


def test_maps_of_any_board_can_be_read(tmp_path: Path) -> None:
    made: list[dict[str, Any]] = []

    @examples(40)
    @given(boards_with_places())
    def collect(board: Board) -> None:
        lanes = list(board.lanes)
        made.append({"plan": board_plan(board, PLAIN, lanes, "en"), "colours": [lane.colour for lane in lanes]})

    collect()
    file = tmp_path / "plans.json"
    file.write_text(json.dumps(made))
    command = [str(NODE), "node_modules/.bin/vitest", "run", "tests/drawing/any_plan.test.ts"]
    env = {**os.environ, "FERROVIA_PLANS": str(file), "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=WEB, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
