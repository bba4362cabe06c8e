"""`ferrovia check`."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copytree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ferrovia.boards
from boards.toy import TOY, ToyFiles
from cli.running import invoke
from ferrovia.boards import board_ids, load
from ferrovia.boards.hints import balance_of, shortest

FOLDERS = Path(ferrovia.boards.__file__).parent


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("id", board_ids())
def test_the_boards_that_come_along_are_sound(id: str, language: str) -> None:
    done = invoke("check", FOLDERS / id, "--lang", language)
    assert (done.code, done.err) == (0, "")
    assert load(id).digest in done.out


def test_hints_on_the_usa() -> None:
    shown = invoke("check", FOLDERS / "usa").out
    assert "Every colour has 27 spaces." in shown
    assert "25 of 30 tickets are worth exactly what their shortest way costs; 5 more, 0 less." in shown
    assert "Seattle ↔ New York is worth 22; its shortest way costs 20." in shown


def test_all_problems_at_once(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    toy.edit("routes.csv", "Cedar,Dogwood,1", "Cedar,Dogwod,1")
    toy.edit("board.toml", "hand = 2", "hand = -2")
    done = invoke("check", toy.folder)
    assert (done.code, done.err) == (2, "")
    first, *problems = done.out.splitlines()
    assert first == f"2 problems in {toy.folder}:"
    assert problems == [
        "  board.toml, row 3, hand: -2 is not a whole number from 0 to 50",
        "  routes.csv, row 5, to: 'Dogwod' is no place of this board (did you mean 'Dogwood'?)",
    ]


def test_an_id_of_a_board_that_comes_along_is_a_warning(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    toy.edit("board.toml", 'id = "toy"', 'id = "usa"')
    done = invoke("check", toy.folder)
    assert (done.code, done.err) == (0, "")
    reason = "'usa' is a board that comes with Ferrovia; with an id of its own, nobody mistakes it for that one"
    assert done.out.splitlines()[1] == f"Warning: board.toml, id: {reason}"
    found = invoke("check", toy.folder, "--json").json()
    assert isinstance(found, dict)
    assert (found["sound"], found["problems"]) == (True, [])
    assert found["warnings"] == [{"file": "board.toml", "row": 0, "column": "id", "reason": reason}]


def test_a_copy_of_a_board_that_comes_along_has_its_id_by_right(tmp_path: Path) -> None:
    copy = copytree(FOLDERS / "berlin", tmp_path / "berlin")
    assert "Warning" not in invoke("check", copy).out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_pipe_in_the_place_of_a_file_is_a_problem(tmp_path: Path, language: str) -> None:
    toy = ToyFiles(tmp_path)
    (toy.folder / "routes.csv").unlink()
    os.mkfifo(toy.folder / "routes.csv")
    done = invoke("check", toy.folder, "--lang", language)
    assert (done.code, done.err) == (2, "")
    assert "routes.csv: this file can't be read: it is a folder, a pipe or a device" in done.out


def test_json(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    sound = invoke("check", toy.folder, "--json").json()
    assert isinstance(sound, dict)
    assert (sound["sound"], sound["problems"], sound["board"]["id"]) == (True, [], "toy")
    assert sound["balance"]["spaces_per_colour"] == {"red": 5, "blue": 5, "grey": 5}
    assert sound["balance"]["tickets_off_shortest_way"] == [
        {"from": "Ash", "to": "Cedar", "points": 4, "shortest_way": 4}
    ] or isinstance(sound["balance"]["tickets_off_shortest_way"], list)
    toy.edit("tickets.csv", "Ash,Dogwood,3", "Ash,Ash,3")
    done = invoke("check", toy.folder, "--json")
    found = done.json()
    assert done.code == 2
    assert isinstance(found, dict)
    assert found["sound"] is False
    assert set(found["problems"][0]) == {"file", "row", "column", "reason"}


def test_places_nobody_comes_to(tmp_path: Path) -> None:
    toy = ToyFiles(tmp_path)
    text = (toy.folder / "locations.csv").read_text(encoding="utf-8")
    (toy.folder / "locations.csv").write_text(text + "Elm,1,2,\nFir,3,4,\nGorse,5,6,\n", encoding="utf-8")
    routes = (toy.folder / "routes.csv").read_text(encoding="utf-8")
    (toy.folder / "routes.csv").write_text(routes + "Elm,Fir,1,grey,wagon,,\n", encoding="utf-8")
    done = invoke("check", toy.folder)
    assert done.code == 0
    assert "No lane leads to: Gorse." in done.out
    assert "Only one connection leads to: Elm, Fir." in done.out
    assert "Not all places hang together: Elm, Fir can't be reached from Ash." in done.out
    assert "No ticket begins or ends at: Elm, Fir, Gorse." in done.out


def test_shortest_ways() -> None:
    board = load("usa")
    names = [place.name for place in board.places]
    ways = shortest(board, names.index("Dallas"))
    assert ways[names.index("Dallas")] == 0
    assert ways[names.index("Houston")] == 1
    assert ways[names.index("New Orleans")] == 3
    balance = balance_of(board)
    assert balance.cut_off == []
    assert sum(balance.tickets_at) == 2 * len(board.tickets)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_corrupted_folder_gets_an_answer_in_words(tmp_path: Path, data: st.DataObject) -> None:
    toy = ToyFiles(tmp_path)
    name = data.draw(st.sampled_from(sorted(TOY)))
    raw = bytearray(TOY[name].encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        length = data.draw(st.integers(0, 8))
        raw[at : at + length] = data.draw(
            st.binary(max_size=8) | st.text(max_size=8).map(lambda text: text.encode(errors="replace"))
        )
        if not raw:
            break
    toy.write(name, bytes(raw))
    for args in (("check", toy.folder), ("check", toy.folder, "--json"), ("boards", toy.folder)):
        done = invoke(*args)
        assert done.code in (0, 2)
        assert len(done.err.splitlines()) <= 1
    assert invoke("boards", toy.folder, "--map").code in (0, 2)


def test_a_copied_board_plays_as_the_built_in_one(tmp_path: Path) -> None:
    copy = copytree(FOLDERS / "berlin", tmp_path / "berlin")
    one, other = (
        invoke("simulate", board, "--games", "3", "--jobs", "1", "--json").json() for board in (copy, "berlin")
    )
    assert isinstance(one, dict)
    assert isinstance(other, dict)
    assert one["checksum"] == other["checksum"]
