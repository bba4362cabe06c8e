"""The scripts in examples/ run, each in a process of its own as a reader would run it.

That they pass `mypy --strict` is held by tests/test_library.py."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
PRINTS = {
    "custom_rule": (r"seat \d: \d+ night trains, \d+ points", []),
    "play_game": (r"2\. seat \d, -?\d+ points", []),
    "process_pool": (r"[+-]\d+\.\d  keep 1", ["1"]),
    "running_rights": (r"seat 1: tickets over \d+ lanes of the other, -?\d+ points", []),
    "simulate": (r"usa: -?\d+\.\d, -?\d+\.\d points on average", ["2"]),
    "write_bot": (r"\[-?\d+, -?\d+\]", []),
}
"""What each prints, and the arguments that keep it short."""


def test_every_example_is_run() -> None:
    assert sorted(PRINTS) == sorted(file.stem for file in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", PRINTS)
def test_the_example_runs(name: str) -> None:
    pattern, arguments = PRINTS[name]
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.search(pattern, done.stdout), done.stdout
