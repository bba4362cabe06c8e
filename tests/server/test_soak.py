"""A thin slice of `make soak`: a few tables for some seconds, on both databases, with a kill on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from checkout import ROOT


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_mixed_play_loses_nothing(database: str) -> None:
    options = ["--minutes", "0.1", "--tables", "7", "--think", "0.02", "--database", database, "--json"]
    done = subprocess.run(
        [sys.executable, "bench/soak.py", *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)[database]
    assert seen["kills"] >= 1
    assert seen["moves"] > 0
    assert len(seen["memory_mb"]) == len(seen["handles"]) == 2
