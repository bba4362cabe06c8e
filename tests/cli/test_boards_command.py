"""`ferrovia boards`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from boards.toy import ToyFiles
from cli.running import invoke, refused
from ferrovia.boards import board_ids, load
from ferrovia.boards.info import board_info


def test_the_json_list_has_the_promised_form() -> None:
    data = invoke("boards", "--json").json()
    assert isinstance(data, list)
    assert [board["id"] for board in data] == list(board_ids())
    for found in data:
        board = load(found["id"])
        assert set(found) == {
            "id", "names", "players", "locations", "lanes", "tickets", "provenance", "options",
        }  # fmt: skip
        assert found["names"] == dict(board.names)
        assert found["players"] == [board.players[0], board.players[1]]
        assert (found["locations"], found["lanes"], found["tickets"]) == (
            len(board.places), len(board.lanes), len(board.tickets),
        )  # fmt: skip
        assert found["provenance"] == dict(board.provenance)
        for option in found["options"]:
            assert set(option) == {"id", "names", "texts", "default", "players", "requires"}


def test_one_board_as_json_tells_the_same_and_more() -> None:
    listed = invoke("boards", "--json").json()
    one = invoke("boards", "nederland", "--json").json()
    assert isinstance(listed, list)
    assert isinstance(one, dict)
    short = next(board for board in listed if board["id"] == "nederland")
    assert short.items() <= one.items()
    assert one["connections"] == 53
    assert one["deck"]["wild"] == 14
    assert one["rules"] == ["tolls", "neutral_player"]


@pytest.mark.parametrize("id", board_ids())
def test_one_board_as_json_tells_all_that_the_api_tells(id: str) -> None:
    """Under the same names, but for the places: their number was called `locations` here first."""
    one = invoke("boards", id, "--json").json()
    told = json.loads(json.dumps(board_info(load(id))))
    assert isinstance(one, dict)
    assert one["location_list"] == told.pop("locations")
    assert one["locations"] == told["places"] == len(one["location_list"])
    assert (one["lanes"], one["tickets"]) == (len(one["routes"]), len(one["ticket_list"]))
    for option in told["options"]:
        del option["knobs"]
    assert told.items() <= one.items()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_in_words(language: str) -> None:
    done = invoke("boards", "--lang", language)
    assert done.code == 0
    for id in board_ids():
        board = load(id)
        line = next(line for line in done.out.splitlines() if line.startswith(f"{id} "))
        assert board.names[language] in line
        assert f" {len(board.lanes)} " in line


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("id", board_ids())
def test_one_board_in_words(id: str, language: str) -> None:
    board = load(id)
    done = invoke("boards", id, "--lang", language)
    assert done.code == 0
    for text in (board.names["en"], board.names["fr"], board.texts[language], board.digest):
        assert text in done.out
    provenance = board.provenance["texts"]
    assert isinstance(provenance, dict)
    assert provenance[language] in done.out
    for option in board.options:
        assert option.texts[language] in done.out
    for kind in board.kinds:
        assert f"{kind.supply} {kind.names[language]}" in done.out


def test_provenance_is_told_for_each_part() -> None:
    english = invoke("boards", "amsterdam").out
    assert "carts: published" in english
    assert "tickets: 4 printed, 20 reconstructed" in english
    assert (
        "billets\N{NO-BREAK SPACE}: jeu imprimé (27), reconstitution (9)"
        in invoke("boards", "lyon", "--lang", "fr").out
    )


def test_a_folder_is_as_good_as_an_id(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    assert "Four trees and a pond." in invoke("boards", toy.folder).out
    data = invoke("boards", toy.folder, "--json").json()
    assert isinstance(data, dict)
    assert data["id"] == "toy"


def test_a_bad_folder_gets_its_first_problem(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    toy.edit("routes.csv", "Cedar,Dogwood,1", "Cedar,Dogwod,1")
    said = refused(invoke("boards", toy.folder))
    assert "routes.csv, row 5, to: 'Dogwod' is no place of this board" in said
    assert "ferrovia check" in said


# --- the map --------------------------------------------------------------------------------------------
def test_the_map_goes_to_standard_output_or_a_file(tmp_path: Path) -> None:
    printed = invoke("boards", "berlin", "--map")
    file = tmp_path / "berlin.svg"
    written = invoke("boards", "berlin", file, "--map")
    assert (printed.code, written.code) == (0, 0)
    assert str(file) in written.out
    assert file.read_text(encoding="utf-8") == printed.out
    assert ElementTree.fromstring(printed.out).tag == "{http://www.w3.org/2000/svg}svg"


def test_the_map_speaks_the_language(tmp_path: Path) -> None:
    assert ">Gare centrale<" in invoke("boards", "berlin", "--map", "--lang", "fr").out
    assert ">Central Station<" in invoke("boards", "berlin", "--map").out


def test_a_map_that_can_not_be_written(tmp_path: Path) -> None:
    assert "can't be written" in refused(invoke("boards", "berlin", tmp_path / "no" / "map.svg", "--map"))
    assert "can't be written" in refused(invoke("boards", "berlin", tmp_path, "--map"))
