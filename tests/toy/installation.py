"""Ferrovia as somebody has it who dropped the toy board among the others and installed the package with its rule.

Nothing of Ferrovia is changed for it: the board is a folder more, the rule an entry point."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import ferrovia
from ferrovia.rules import GROUP

HERE: Final = Path(__file__).parent
BOARD: Final = HERE / "board"
TESTS: Final = HERE.parent


def install_toy(folder: Path) -> dict[str, str]:
    """Puts a copy of Ferrovia, with the board and the rule, into a new folder; the environment that runs it."""
    boards = shutil.copytree(Path(ferrovia.__file__).parent, folder / "ferrovia") / "boards"
    shutil.copytree(BOARD, boards / "alps")
    package = folder / "toy-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n", encoding="utf-8")
    (package / "entry_points.txt").write_text(f"[{GROUP}]\ncuttings = toy.cuttings:Cuttings\n", encoding="utf-8")
    return {"PYTHONPATH": os.pathsep.join(map(str, (folder, TESTS)))}
