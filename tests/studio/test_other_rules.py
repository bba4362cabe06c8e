"""Rules that the other editor's files speak of: read as rules of ours, changed here, and written as theirs again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boards.toy import TOY
from ferrovia.boards import source_files
from ferrovia.boards.document import from_files, to_files
from ferrovia.boards.loader import load_folder
from ferrovia.boards.package import folder_of
from ferrovia.studio import document_of, draft_of
from ferrovia.studio.checks import check_draft
from ferrovia.studio.other_csv import to_csv
from ferrovia.studio.other_editor import read_other, to_other
from ferrovia.studio.other_terms import closing_lanes, usable_lanes
from studio.test_other_editor import CHECKOUT

NAMES = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Knot")
STOPS = [
    {"id": f"s{number}", "name": name, "x": 120 + 180 * (number % 3), "y": 120 + 200 * (number // 3),
     "type": "knot" if name == "Knot" else "town"}
    for number, name in enumerate(NAMES)
]  # fmt: skip
PAIRS = [(0, 1), (0, 1), (0, 1), (1, 2), (2, 5), (5, 4), (4, 3), (3, 0), (1, 4)]
ROUTES: list[dict[str, Any]] = [
    {"id": f"e{number}", "a": f"s{a}", "b": f"s{b}", "length": 3, "type": "rail", "color": "neutral"}
    for number, (a, b) in enumerate(PAIRS)
]
ROUTES[3] |= {"type": "hole"}
ROUTES[4] |= {"type": "boat", "locomotiveSlots": [2, 0]}
ROUTES[6] |= {"wagonStyle": "w1"}
ROUTES.insert(2, {"id": "line", "a": "s0", "b": "s4", "type": "tram", "color": "red"})
MAP = {
    "name": "Wood", "wagonsPerPlayer": 12, "startingTickets": 1, "keptTickets": 1, "players": {"min": 2, "max": 3},
    "lanesUsableByPlayers": {"2": 1, "3": 2, "4+": "all"}, "stops": STOPS, "routes": ROUTES,
    "stopTypeStyles": [{"id": "town", "fill": "#fff"}, {"id": "knot", "fill": "#000", "junction": True}],
    "routeTypeStyles": [
        {"id": "rail", "shape": "plain"}, {"id": "hole", "shape": "serrated"}, {"id": "boat", "shape": "oval"},
        {"id": "tram", "infrastructure": True},
    ],
    "wagonStyles": [{"id": "w1", "label": "Tunnel"}],
    "tickets": [
        {"id": f"t{number}", "a": f"s{a}", "b": f"s{b}", "points": 6, **({"long": True} if number < 3 else {})}
        for number, (a, b) in enumerate([(0, 2), (0, 4), (3, 2), (0, 3), (1, 3), (1, 2), (2, 4), (3, 4)])
    ],
}  # fmt: skip


def read(payload: dict[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    file = {"format": "ticket-to-ride-map", "version": 3, "kind": "map", "payload": payload}
    draft, notes = read_other(json.dumps(file))
    return draft, {note["code"]: note["count"] for note in notes}


def written(draft: dict[str, Any], list: str, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in to_other(draft)["payload"][list] if row["id"] == id)
    return found


def test_their_rules_are_played() -> None:
    draft, notes = read(MAP)
    assert notes == {"infrastructure": 1}  # a line without cards is the one thing there is no rule for
    errors = [finding for finding in check_draft(draft)["findings"] if finding["weight"] == "error"]
    assert not errors
    board = load_folder(folder_of(to_files(document_of(draft))))
    assert [use.rule for use in board.rules] == ["ferries", "tunnels"]
    assert [lane.columns["tunnel"] for lane in board.lanes].count("yes") == 2
    assert [lane.columns["ferry"] for lane in board.lanes].count("2") == 1
    assert [place.name for place in board.places if place.junction] == ["Knot"]
    assert sum(ticket.long for ticket in board.tickets) == 3
    assert (board.doubles_close_up_to, board.third_lanes_close_up_to) == (2, 3)
    assert board.ticket_deal.long_deal == 1


def test_unchanged_they_go_back_as_they_came() -> None:
    draft, _ = read(MAP)
    payload = to_other(draft)["payload"]
    for ticket in payload["tickets"]:
        ticket.pop("aName"), ticket.pop("bName")
    assert {name: payload[name] for name in MAP} == MAP


@pytest.mark.parametrize(
    ("key", "value", "list", "id", "field", "expected"),
    [
        ("r/r5/ferry", "1", "routes", "e3", "locomotiveSlots", [0]),
        ("r/r6/ferry", None, "routes", "e4", "locomotiveSlots", None),
        ("r/r5/tunnel", None, "routes", "e3", "type", "rail"),
        ("r/r1/tunnel", "yes", "routes", "e0", "type", "hole"),
        ("r/r8/tunnel", None, "routes", "e6", "wagonStyle", None),
        ("p/p6/junction", None, "stops", "s5", "type", "town"),
        ("p/p1/junction", "yes", "stops", "s0", "type", "knot"),
        ("t/t1/long", None, "tickets", "t0", "long", None),
        ("t/t4/long", "yes", "tickets", "t3", "long", True),
    ],
)
def test_what_is_changed_here_is_changed_there(
    key: str, value: str | None, list: str, id: str, field: str, expected: object
) -> None:
    draft, _ = read(MAP)
    if value is None:
        assert draft.pop(key)
    else:
        draft[key] = value
    assert written(draft, list, id).get(field) == expected


def test_ours_are_theirs_in_a_new_file() -> None:
    """Skerries has every rule: each is written in their words, with the types that it refers to."""
    draft = draft_of(from_files(source_files(str(CHECKOUT / "tests" / "rulings" / "skerries"))))
    payload = to_other(draft)["payload"]
    shapes = {style["id"]: style["shape"] for style in payload["routeTypeStyles"]}
    told = [(shapes[route["type"]], len(route.get("locomotiveSlots", []))) for route in payload["routes"]]
    assert told[3:7] == [("oval", 1), ("oval", 2), ("serrated", 0), ("serrated", 0)]
    junctions = {style["id"] for style in payload["stopTypeStyles"] if style.get("junction")}
    assert [stop["name"] for stop in payload["stops"] if stop["type"] in junctions] == ["Knut"]
    assert payload["lanesUsableByPlayers"] == {"2": 1, "3": 2, "4": 2, "5+": "all"}
    assert payload["players"] == {"min": 2, "max": 6}
    assert any(ticket.get("long") for ticket in payload["tickets"])
    stops = {stop["id"] for stop in payload["stops"]}
    assert all({ticket["a"], ticket["b"]} <= stops for ticket in payload["tickets"])  # of several goals the first


def test_stops_lie_in_the_frame() -> None:
    for board in ("usa", "nederland"):
        file = to_other(draft_of(from_files(source_files(board))))
        width, height = file["board"]["width"], file["board"]["height"]
        assert (file["version"], file["payload"].get("orientation")) == (
            (4, "portrait") if height > width else (3, None)
        )
        assert all(0 < stop["x"] < width and 0 < stop["y"] < height for stop in file["payload"]["stops"]), board


def test_bends_go_over_and_come_back() -> None:
    draft, _ = read(MAP)
    draft["l/bends/p2/p3"] = [0.2, 0.2, 1, 0]
    route = written(draft, "routes", "e3")
    assert route["curved"] is True
    assert len(route["points"]) == 1
    again, _ = read({**MAP, "routes": [route if row["id"] == "e3" else row for row in ROUTES]})
    assert again["l/bends/p2/p3"][0] == pytest.approx(0.2, abs=0.005)


def test_a_stop_that_is_gone_here_takes_nothing_else_along() -> None:
    """Ids are told apart even where rows are numbered anew."""
    draft, _ = read(MAP)
    draft = {key: value for key, value in draft.items() if not key.startswith(("t/t5/", "t/t10/"))}
    draft["t/t6/note"] = "mine"
    again, _ = read_other(json.dumps(to_other(draft)))
    assert again["t/t6/note"] == "mine"
    assert again["t/t6/to"] == draft["t/t6/to"]
    assert "t/t5/points" not in again


def test_a_picture_too_large_to_keep_is_said() -> None:
    draft, notes = read({**MAP, "backgroundImage": {"dataUrl": "data:image/png;base64," + "A" * 500_000}})
    assert notes["image_dropped"] == 1
    assert "backgroundImage" not in to_other(draft)["payload"]


@pytest.mark.parametrize(("doubles", "thirds"), [(0, 0), (2, 0), (3, 0), (2, 4), (3, 5), (6, 0), (0, 4)])
def test_lanes_by_players_both_ways(doubles: int, thirds: int) -> None:
    assert closing_lanes(usable_lanes(doubles, thirds)) == (doubles, thirds)


def test_lanes_by_players_from_a_number_on() -> None:
    assert closing_lanes({"2+": 1}) == (6, 0)
    assert closing_lanes({"2": 1, "3+": 2}) == (2, 6)
    assert closing_lanes({"4+": "all", "odd": 7, "3": None}) == (0, 0)


# --- tables -----------------------------------------------------------------------------------------------
def test_tables_say_the_rules_too() -> None:
    draft, _ = read(MAP)
    tables = to_csv(draft)
    assert tables["routes.csv"].splitlines()[0] == "From,To,Length,Colour,Type,Wagon style,Locomotives"
    routes, _ = read_other(tables["routes.csv"])
    for column in ("ferry", "tunnel", "length", "colour"):
        assert cells(routes, "r", column) == cells(draft, "r", column)
    assert routes["s/rules/tunnels/turned_up"] == 3
    stops, _ = read_other(tables["stops.csv"])
    assert cells(stops, "p", "junction") == ["yes"]
    tickets, _ = read_other(tables["tickets.csv"])
    assert len(cells(tickets, "t", "long")) == 3


def cells(draft: dict[str, Any], letter: str, column: str) -> list[str]:
    return [value for key, value in draft.items() if key.startswith(f"{letter}/") and key.endswith(f"/{column}")]


def test_a_spreadsheet_runs_no_formula() -> None:
    draft = draft_of(from_files({name: text.encode() for name, text in TOY.items()}))
    draft["p/p1/name"] = "=HYPERLINK(1)"
    assert "\n'=HYPERLINK(1)," in to_csv(draft)["stops.csv"].replace("\r", "")
    stops, _ = read_other(to_csv(draft)["stops.csv"])
    assert stops["p/p1/name"] == "=HYPERLINK(1)"
