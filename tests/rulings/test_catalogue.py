"""No ruling without a test, none without its place in docs/RULINGS.md."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DOCS = (ROOT / "docs" / "RULINGS.md").read_text(encoding="utf-8")
RULINGS = [
    *[f"R{number}" for number in range(1, 32)],
    *[f"A{number}" for number in range(1, 4)],
    *[f"N{number}" for number in (*range(1, 13), *range(20, 27))],
    *[f"F{number}" for number in range(1, 4)],
    *[f"T{number}" for number in range(1, 8)],
    *[f"S{number}" for number in range(1, 7)],
    *[f"L{number}" for number in range(1, 5)],
    *[f"B{number}" for number in range(1, 4)],
]
every_ruling = pytest.mark.parametrize("ruling", RULINGS)


def all_tests() -> set[str]:
    """`file::test` of every test of a ruling."""
    found = set()
    for file in HERE.glob("test_*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.add(f"{file.name}::{node.name}")
    return found


def is_about(test: str, ruling: str) -> bool:
    return ruling.lower() in test.split("_")


def section(ruling: str) -> str:
    """What the page says under the ruling's heading."""
    found = re.search(rf"^### {ruling}\n(.*?)(?=^##|\Z)", DOCS, re.MULTILINE | re.DOTALL)
    assert found, f"docs/RULINGS.md has no heading for {ruling}"
    return found[1]


@every_ruling
def test_a_ruling_has_a_test_named_after_it(ruling: str) -> None:
    assert any(is_about(test, ruling) for test in all_tests())


@every_ruling
def test_the_page_names_a_test_of_the_ruling_and_only_tests_that_exist(ruling: str) -> None:
    named = re.findall(r"`(test_\w+\.py::test_\w+)`", section(ruling))
    assert named
    assert set(named) <= all_tests()
    assert all(is_about(test, ruling) for test in named)


@every_ruling
def test_the_page_names_the_files_that_hold_the_ruling(ruling: str) -> None:
    files = re.findall(r"`((?:engine|rules)/[\w/]+\.py)`", section(ruling))
    assert files
    assert all((ROOT / "src" / "ferrovia" / file).is_file() for file in files)


def test_the_page_has_no_ruling_that_is_not_one() -> None:
    assert sorted(re.findall(r"^### (\w+)$", DOCS, re.MULTILINE)) == sorted(RULINGS)
