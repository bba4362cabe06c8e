"""docs/boards.md is true: its example plays, and no key, column or rule is left out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ferrovia.boards import board_ids, load, look
from ferrovia.boards.look import KINDS
from ferrovia.boards.provenance import PROVENANCE
from ferrovia.boards.registry import shipped
from ferrovia.boards.schema import COLOURS, REJECTED
from ferrovia.rules import FACTORIES

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
OWN_WORDS = {
    "cards",
    "pieces",
    "options",
    "rules",
    "names",
    "texts",
    "points",
    "rank",
    "words",
}  # their keys are the board's


@pytest.fixture
def example(tmp_path: Path) -> Path:
    for name, text in re.findall(r"\*\*([\w.]+)\*\*\n\n```\w+\n(.*?)```", PAGE, re.DOTALL):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def keys(section: dict[str, object], own: bool) -> Iterator[str]:
    for key, value in section.items():
        if not own:
            yield key
        if isinstance(value, dict):
            yield from keys(value, key in OWN_WORDS)


def test_the_example_is_a_board(example: Path) -> None:
    assert load(example).id == "orchard"


def test_the_example_has_a_look(example: Path) -> None:
    found = look(example)
    assert found.sheet is not None
    assert found.backdrop is not None
    assert [layer.kind for layer in found.backdrop.layers] == ["water", "hatch"]
    assert (len(found.bends), len(found.labels)) == (1, 1)


def test_the_example_plays(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code is not None
    exec(code[1], {"folder": example})
    assert re.fullmatch(r"\[-?\d+, -?\d+\]\n", capsys.readouterr().out)


@pytest.mark.parametrize("id", board_ids())
def test_every_key_is_documented(id: str) -> None:
    settings = tomllib.loads(shipped()[id].joinpath("board.toml").read_text(encoding="utf-8"))
    assert {key for key in keys(settings, own=False) if not re.search(rf"`\[?{key}", PAGE)} == set()


@pytest.mark.parametrize("id", board_ids())
def test_every_key_of_a_look_is_documented(id: str) -> None:
    settings = tomllib.loads(shipped()[id].joinpath("look.toml").read_text(encoding="utf-8"))
    own = settings.pop("bends"), settings.pop("labels", {})
    assert all(isinstance(part, dict) for part in own)
    layers = [key for layer in settings["backdrop"].pop("layers") for key in layer]
    told = [key for key in (*keys(settings, own=False), *layers) if re.search(rf"`(backdrop\.)?{key}[`.]", PAGE)]
    assert told == [*keys(settings, own=False), *layers]
    assert [kind for kind in KINDS if f"`{kind}`" not in PAGE] == []


@pytest.mark.parametrize("id", board_ids())
def test_every_column_is_documented(id: str) -> None:
    for name in ("locations.csv", "routes.csv", "tickets.csv"):
        header = shipped()[id].joinpath(name).read_text(encoding="utf-8").splitlines()[0]
        assert [column for column in header.split(",") if f"`{column}`" not in PAGE] == []


def test_every_word_a_file_may_use_is_documented() -> None:
    assert [word for word in (*REJECTED, *PROVENANCE) if f'`"{word}"`' not in PAGE] == []
    assert [colour for colour in COLOURS if colour not in PAGE] == []


def test_every_rule_is_documented() -> None:
    own = [id for id, rule in FACTORIES.items() if rule.__module__.startswith("ferrovia.rules.")]
    assert [id for id in own if f"| `{id}` |" not in PAGE] == []
