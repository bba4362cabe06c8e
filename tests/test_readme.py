"""The examples of the README run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_library_example_runs_and_is_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in example.splitlines() if line.strip()]) <= 10
    exec(compile(example, str(README), "exec"), {})
    assert capsys.readouterr().out.startswith("[")


def test_the_readme_says_that_nobody_is_behind_it() -> None:
    assert "not affiliated" in README.read_text(encoding="utf-8")


def test_the_readme_says_where_the_command_is_before_it_uses_it() -> None:
    text = README.read_text(encoding="utf-8")
    first = re.search(r"^ferrovia \w|`ferrovia [a-z]", text, re.MULTILINE)
    assert first is not None
    assert text.index(".venv/bin/ferrovia") < first.start()
