"""What `make quick` leaves out is there to be left out."""

from __future__ import annotations

import ast

import pytest

from checkout import ROOT
from conftest import CHEAP, LONG


@pytest.mark.parametrize("name", LONG)
def test_what_is_left_out_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    tests = {node.name for node in ast.walk(ast.parse((ROOT / file).read_text())) if isinstance(node, ast.FunctionDef)}
    assert not test or test in tests


@pytest.mark.parametrize("folder", CHEAP)
def test_what_is_taken_whole_is_there(folder: str) -> None:
    assert list((ROOT / folder).glob("test_*.py"))
