"""The notebooks run, cell by cell, as a reader would run them; none is kept with outputs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from checkout import ROOT

FOLDER = ROOT / "examples" / "notebooks"


def run_cells(name: str) -> dict[str, Any]:
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    known: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec(compile("".join(cell["source"]), f"{name}: {cell['id']}", "exec"), known)
    return known


def test_there_are_three() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.ipynb")) == ["a_bot", "first_game", "learning"]


def test_a_first_game() -> None:
    known = run_cells("first_game")
    assert known["state"].over
    assert known["picture"].startswith("<svg")
    assert known["board"]._repr_svg_().startswith("<svg")


def test_a_bot() -> None:
    assert len(run_cells("a_bot")["scores"]) == 20


def test_learning() -> None:
    known = run_cells("learning")
    assert known["agreed"][-1] > known["agreed"][0] + 0.1
    assert known["result"].faults == 0
    assert known["result"].mean_scores[0] > known["result"].mean_scores[1]


@pytest.mark.parametrize("name", ["a_bot", "first_game", "learning"])
def test_they_are_notebooks_that_readers_know(name: str) -> None:
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
