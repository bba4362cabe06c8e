"""The other editor's files: what goes in comes out, theirs and ours, and what nobody plays by is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ferrovia.boards import BoardError, board_ids, source_files
from ferrovia.boards.document import from_files
from ferrovia.studio import draft_of
from ferrovia.studio.checks import check_draft
from ferrovia.studio.other_csv import to_csv
from ferrovia.studio.other_editor import KEPT, read_other, to_other

PAYLOAD: dict[str, Any] = {
    "name": "Lakes", "format": "board-2x3", "wagonsPerPlayer": 20, "startingTickets": 1, "keptTickets": 1,
    "players": {"min": 2, "max": 3}, "lanesUsableByPlayers": {"2": 1, "3": 1, "4+": "all"}, "rules": "# Ice\nSlip.",
    "stops": [
        {"id": "s-1", "name": "Ash", "x": 100, "y": 100, "type": "city", "labelAngle": 90, "halo": {"deep": [1, None]}},
        {"id": "s-2", "name": "Birch", "x": 300.5, "y": 100, "type": "town", "locked": True},
        {"id": "s-3", "name": "Cedar", "x": 200, "y": 260, "type": "city", "symbol": "★"},
    ],
    "stopTypeStyles": [{"id": "city", "label": "City", "fill": "#fff", "stroke": "#000"}],
    "routes": [
        {"id": "e1", "a": "s-1", "b": "s-2", "length": 4, "type": "rail", "color": "purple"},
        {"id": "e2", "a": "s-1", "b": "s-2", "length": 4, "type": "rail", "color": "neutral"},
        {"id": "e3", "a": "s-2", "b": "s-3", "length": 3, "type": "boat", "color": "red", "locomotiveSlots": [1],
         "points": [{"x": 270, "y": 190}], "curved": True},
        {"id": "e4", "a": "s-3", "b": "s-1", "length": 3, "type": "rail", "color": "teal"},
    ],
    "routeTypeStyles": [{"id": "rail", "shape": "plain"}, {"id": "boat", "shape": "oval"}],
    "tickets": [
        {"id": "t1", "a": "s-1", "b": "s-3", "points": 3},
        {"id": "t2", "a": "s-2", "b": "s-3", "points": 3, "long": True},
        {"id": "t3", "a": "s-1", "b": "s-2", "points": 4, "set": "x", "adjust": 1},
    ],
    "background": [
        {"id": "b1", "type": "area", "points": [{"x": 9, "y": 9}, {"x": 90, "y": 9}, {"x": 9, "y": 80}],
         "fill": "#b8ddea", "opacity": 0.6},
        {"id": "b2", "type": "label", "label": "Lake", "points": [{"x": 30, "y": 30}]},
    ],
    "notes": [], "mapVersion": 7,
}  # fmt: skip


def file_of(version: int, payload: dict[str, Any] | None = None) -> str:
    payload = PAYLOAD if payload is None else payload
    if version == 1:
        return json.dumps(payload)
    frame = {"width": 1100, "height": 731}
    around = {
        "format": "ticket-to-ride-map",
        "version": version,
        "kind": "map",
        "written": "2026-10-01",
        "board": frame,
    }
    return json.dumps({**around, "app": {"name": "editor", "version": "2"}, "odd": True, "payload": payload})


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_theirs_comes_back_whole(version: int) -> None:
    draft, _ = read_other(file_of(version))
    written = to_other(draft)
    payload = {name: value for name, value in written["payload"].items() if name != "ferrovia"}
    for ticket in payload["tickets"]:
        ticket.pop("aName"), ticket.pop("bName")
    assert payload == PAYLOAD
    if version > 1:
        assert (written["version"], written["odd"], written["app"]["name"]) == (version, True, "editor")


def test_it_is_a_board_here() -> None:
    draft, notes = read_other(file_of(3))
    checked = check_draft(draft)
    assert not [finding for finding in checked["findings"] if finding["weight"] == "error"], checked["findings"]
    assert draft["r/r1/colour"] == "pink"
    assert draft["s/doubles_close_up_to"] == 3
    assert draft["l/bends/p2/p3"][0] != 0
    counts = {note["code"]: note["count"] for note in notes}
    assert counts == {"colour": 1, "long": 1, "sets": 1, "rules": 1, "background": 1, "labels": 1}
    assert draft["l/backdrop/layers"] == [{"kind": "water", "path": "M9 9L90 9L9 80Z"}]
    assert draft["r/r3/ferry"] == "1"  # a space that asks for a locomotive is a ferry here


CHECKOUT = Path(__file__).resolve().parents[2]
OWN = [CHECKOUT / "tests" / "rulings" / "skerries", *sorted((CHECKOUT / "examples" / "boards").glob("*/"))]


@pytest.mark.parametrize("id", [*board_ids(), *map(str, OWN)])
def test_ours_comes_back_whole(id: str) -> None:
    """Twice: what came back goes out again."""
    draft = draft_of(from_files(source_files(id)))
    again, notes = read_other(json.dumps(to_other(draft)))
    assert not notes
    assert {key: value for key, value in again.items() if key != KEPT} == draft
    once_more, _ = read_other(json.dumps(to_other(again)))
    assert {key: value for key, value in once_more.items() if key != KEPT} == draft


def test_what_was_changed_there_is_changed_here() -> None:
    draft = draft_of(from_files(source_files("berlin")))
    file = to_other(draft)
    file["payload"]["stops"][0]["name"] = "Elsewhere"
    gone = file["payload"]["tickets"].pop()
    file["payload"]["routes"].append({**file["payload"]["routes"][0], "id": "new", "color": "green"})
    again, _ = read_other(json.dumps(file))
    assert again["p/p1/name"] == "Elsewhere"
    assert f"t/{gone['id']}/points" not in again
    assert sum(key.startswith("r/") and key.endswith("/length") for key in again) == 56


def test_newer_files_are_refused_with_both_numbers() -> None:
    with pytest.raises(BoardError, match=r"version 5; 4 is the newest"):
        read_other(file_of(5))


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "{}", '{"payload":{}}', '{"stops":3}', '{"stops":[3]}', "[" * 99999, "a,b\n"]
)
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(BoardError):
        read_other(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.sampled_from(sorted(PAYLOAD)), inside, max_size=4),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(sorted(PAYLOAD)), JSON, max_size=5))
def test_anything_is_read_or_refused(odd: dict[str, object]) -> None:
    try:
        draft, _ = read_other(file_of(3, {**PAYLOAD, **odd}))
    except BoardError:
        return
    to_other(draft)


# --- tables -----------------------------------------------------------------------------------------------
def test_tables_in_any_dress() -> None:
    stops, _ = read_other("\ufeffNAME;Type;X;Y\nAsh;city;1;2\n")
    assert stops == {"p/p1/name": "Ash", "p/p1/type": "city", "p/p1/x": "1", "p/p1/y": "2"}
    routes, _ = read_other("a\tb\tlength\tcolor\tferryLocomotives\nAsh\tBirch\t3\tpurple\t1\n")
    assert routes == {
        "r/r1/from": "Ash", "r/r1/to": "Birch", "r/r1/length": "3", "r/r1/colour": "pink", "r/r1/ferry": "1",
        "s/rules/ferries": {},
    }  # fmt: skip
    tickets, _ = read_other("Deck,From,To,Points,Long deck\nmain,Ash,Birch,3,\n")
    assert tickets["t/t1/points"] == "3"
    places, _ = read_other("name,lat,lon\nNorth,52,5\nSouth,51,5\n")
    assert float(places["p/p1/y"]) < float(places["p/p2/y"])


def test_tables_go_out_and_in() -> None:
    draft = draft_of(from_files(source_files("berlin")))
    tables = to_csv(draft)
    routes, _ = read_other(tables["routes.csv"])
    lengths = [value for key, value in routes.items() if key.endswith("/length")]
    assert lengths == [value for key, value in draft.items() if key.startswith("r/") and key.endswith("/length")]
