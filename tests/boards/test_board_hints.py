"""Hints for board makers: what they say, how much it matters, and in which order."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.toy import ToyFiles
from cli.running import invoke
from ferrovia.boards import board_ids, load
from ferrovia.boards.hints import Weight, balance_data, hints


def lonely(folder: Path) -> ToyFiles:
    """A toy board with a place that no lane leads to, and two that hang together but with nothing else."""
    toy = ToyFiles(folder)
    for name, rows in (
        ("locations.csv", "Elm,1,2,\nFir,3,4,\nGorse,5,6,\n"),
        ("routes.csv", "Elm,Fir,1,grey,wagon,,\n"),
    ):
        path = toy.folder / name
        path.write_text(path.read_text(encoding="utf-8") + rows, encoding="utf-8")
    return toy


def test_what_can_hardly_be_meant_so_comes_first(tmp_path: Path) -> None:
    found = hints(load(lonely(tmp_path).folder))
    assert [hint.weight for hint in found] == sorted((hint.weight for hint in found), reverse=True)
    by_code = {hint.code: hint for hint in found}
    assert by_code["no_lane"] == ("no_lane", Weight.WARNING, {"places": ["Gorse"]})
    assert by_code["cut_off"] == ("cut_off", Weight.WARNING, {"places": ["Elm", "Fir"], "start": "Ash"})
    assert by_code["dead_end"].weight == Weight.NOTICE
    assert by_code["per_place"].weight == Weight.INFO


def test_colours_and_tickets_weigh_more_where_they_are_uneven() -> None:
    weights = {hint.code: hint.weight for hint in hints(load("usa"))}
    assert (weights["spaces"], weights["ticket_values"]) == (Weight.INFO, Weight.NOTICE)
    uneven = {hint.code: hint.weight for hint in hints(load("nederland"))}
    assert uneven["spaces"] == Weight.NOTICE


@pytest.mark.parametrize("id", board_ids())
def test_no_board_that_comes_along_has_a_warning(id: str) -> None:
    assert [hint.code for hint in hints(load(id)) if hint.weight == Weight.WARNING] == []


def test_the_command_prints_them_in_words_and_as_json(tmp_path: Path) -> None:
    folder = lonely(tmp_path).folder
    shown = invoke("check", folder).out
    assert "Warning: No lane leads to: Gorse." in shown
    assert shown.index("Gorse.") < shown.index("tickets per place")
    assert "Attention\N{NO-BREAK SPACE}: Aucune voie" in invoke("check", folder, "--lang", "fr").out
    data = invoke("check", folder, "--json").json()
    assert isinstance(data, dict)
    assert data["hints"][0] == {"code": "no_lane", "weight": "warning", "places": ["Gorse"]}
    assert data["balance"] == balance_data(load(folder))
