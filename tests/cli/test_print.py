"""`ferrovia print`."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from cli.running import invoke, refused
from ferrovia.boards import load


def size_of(png: Path) -> tuple[int, int]:
    data = png.read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_a_part_of_a_board_in_words_and_as_json(tmp_path: Path) -> None:
    file = tmp_path / "berlin.pdf"
    done = invoke("print", "berlin", "--out", file, "--what", "rules", "--lang", "fr")
    assert (done.code, done.err) == (0, "")
    assert file.read_bytes().startswith(b"%PDF")
    assert "feuille" in done.out
    told = invoke("print", "berlin", "--out", file, "--what", "rules", "--json", "--paper", "letter").json()
    assert isinstance(told, dict)
    assert told["digest"] == load("berlin").digest
    assert told["kinds"] == {"rules": told["sheets"]}
    assert told["bytes"] == file.stat().st_size


@pytest.mark.parametrize(
    "wrong",
    [
        ("--paper", "b9"),
        ("--paper", "10x10"),
        ("--what", "board,hats"),
        ("--what", ""),
        ("--scale", "7"),
        ("--scale", "nan"),
        ("--card", "44"),
        ("--card", "1x1000"),
        ("--address", "javascript:alert(1)"),
        ("--out", "no/such/folder/usa.pdf"),
    ],
)
def test_what_can_not_be_printed_is_refused_in_words(wrong: tuple[str, str]) -> None:
    for language in ("en", "fr"):
        assert refused(invoke("print", "usa", *wrong, "--lang", language))


def test_pictures_for_a_virtual_table_with_the_measures_to_type_in(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    told = invoke("print", "berlin", "--tabletop", folder, "--what", "tickets", "--json").json()
    assert isinstance(told, dict)
    (deck,) = [picture for picture in told["pictures"] if "columns" in picture]
    assert deck["cards"] == len(load("berlin").tickets) < deck["columns"] * deck["rows"]
    width, height = size_of(folder / deck["file"])
    assert max(width, height) == 4096
    assert width / deck["columns"] / (height / deck["rows"]) == pytest.approx(68 / 44, rel=0.01)
    assert size_of(folder / deck["back"])[0] == 512
    assert f"{deck['columns']}" in (folder / "measures.txt").read_text()
