"""The files of another board editor (ticket-to-ride-map-editor): JSON of versions 1 to 4, in and out.

What it knows and we don't is kept as it was, in the section `x.map_editor` of the draft, and written back. What we know
and it doesn't goes along in a field of its own, `ferrovia`. What we have no rule for is said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final

from typing_extensions import TypedDict

from ferrovia.boards import BoardError, Problem
from ferrovia.boards.document import from_files, to_files
from ferrovia.boards.limits import SEATS
from ferrovia.boards.schema import COLOURS
from ferrovia.studio.blank import blank_draft
from ferrovia.studio.draft import Draft, document_of, draft_of, name_places, restored_rows
from ferrovia.studio.other_csv import is_csv, read_csv

FORMAT: Final = "ticket-to-ride-map"
VERSION: Final = 3
NEWEST: Final = 4
FRAME: Final = (1100, 731)
SIDES: Final = ("width", "height")
OURS: Final = "ferrovia"
KEPT: Final = "s/x/map_editor/json"
GREY: Final = "neutral"
TO_OURS: Final = {GREY: "grey", "gray": "grey", "grey": "grey", "purple": "pink", **{name: name for name in COLOURS}}
TO_OTHER: Final = {"grey": GREY, "pink": "purple"}
MOST_BEND: Final = 0.6
PLAIN: Final = "plain"
LISTS: Final = ("stops", "routes", "tickets")
NUMBERS: Final = {
    "wagonsPerPlayer": "s/pieces/wagon/supply",
    "startingTickets": "s/tickets/first/deal",
    "keptTickets": "s/tickets/first/keep",
}


class Note(TypedDict):
    """Something that was kept, though nobody plays by it here."""

    code: str
    count: int


def refuse(reason: str) -> BoardError:
    return BoardError("package", [Problem("package", 0, "", reason)])


# --- reading ----------------------------------------------------------------------------------------------
def read_other(text: str) -> tuple[Draft, list[Note]]:
    """A draft of the board in a file of the other editor, JSON or CSV. One that holds tickets alone, or is a table,
    gives a part of a draft: rows that name their places. Raises a BoardError with the reason if it can't be read."""
    if is_csv(text):
        return read_csv(text), []
    try:
        file = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse("this is neither JSON nor a table with a header that is known here") from None
    if not isinstance(file, dict):
        raise refuse("there is no board in this JSON")
    kind, payload, envelope, frame = opened(file)
    if not any(isinstance(payload.get(name), list) for name in LISTS):
        raise refuse("there are no stops, routes or tickets in this file")
    if kind == "tickets":
        return read_tickets_alone(payload), []
    return Reader(payload, envelope, frame).draft()


def opened(file: Mapping[str, Any]) -> tuple[str, dict[str, Any], dict[str, Any], tuple[float, float]]:
    """What kind of file it is, what is in it, what stands around it, and the frame of its coordinates."""
    if not isinstance(file.get("payload"), dict):
        return "map", dict(file), {"version": 1}, FRAME  # version 1 has no envelope
    version = file.get("version")
    if file.get("format") != FORMAT:
        raise refuse(f"this is no {FORMAT} file")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise refuse("this file does not say its version")
    if version > NEWEST:
        raise refuse(f"this file has version {version}; {NEWEST} is the newest that is read here")
    envelope = {name: value for name, value in file.items() if name != "payload"}
    board = file.get("board")
    size = (board.get("width"), board.get("height")) if isinstance(board, dict) else FRAME
    frame = (number_of(size[0], FRAME[0]), number_of(size[1], FRAME[1]))
    return str(file.get("kind", "map")), dict(file["payload"]), envelope, frame


def number_of(value: object, otherwise: float) -> float:
    sound = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
    return float(value) if sound else otherwise  # type: ignore[arg-type]


def rows_in(payload: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    rows = payload.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise refuse(f"{name} is no list of things")
    return rows


def read_tickets_alone(payload: Mapping[str, Any]) -> Draft:
    draft: Draft = {}
    for number, row in enumerate(rows_in(payload, "tickets"), 1):
        ends = (str(row.get("aName", row.get("a", ""))), str(row.get("bName", row.get("b", ""))))
        draft |= {f"t/t{number}/from": ends[0][:60], f"t/t{number}/to": ends[1][:60]}
        draft[f"t/t{number}/points"] = str(row.get("points", ""))[:9]
    return draft


class Reader:
    def __init__(self, payload: dict[str, Any], envelope: dict[str, Any], frame: tuple[float, float]) -> None:
        self.payload = payload
        self.frame = frame
        self.notes: Counter[str] = Counter()
        self.rest: dict[str, Any] = {"envelope": envelope, **{name: {} for name in LISTS}}
        self.ids: dict[str, str] = {}
        """Of places here, by the ids of stops there."""
        self.types = {str(style.get("id")): style for style in rows_in(payload, "routeTypeStyles")}
        self.made = payload.get(OURS) if isinstance(payload.get(OURS), dict) else None
        name = str(payload.get("name") or "Board")[:60]
        self.found: Draft = dict(self.made) if self.made else blank_draft("my-board", {"en": name, "fr": name})

    def draft(self) -> tuple[Draft, list[Note]]:
        before = {letter: set(restored_rows(self.found, letter)) for letter in "prt"}
        self.stops()
        self.routes()
        self.tickets()
        seen = {"p": set(self.rest["stops"]), "r": set(self.rest["routes"]), "t": set(self.rest["tickets"])}
        gone = {f"{letter}/{id}/" for letter in "prt" for id in before[letter] - seen[letter]}
        self.found = {key: value for key, value in self.found.items() if not key.startswith(tuple(gone or {"\0"}))}
        self.numbers()
        self.unplayed()
        known = {*LISTS, OURS}
        self.rest["payload"] = {name: value for name, value in self.payload.items() if name not in known}
        self.found[KEPT] = json.dumps(self.rest, ensure_ascii=False, separators=(",", ":"))
        return self.found, [{"code": code, "count": count} for code, count in sorted(self.notes.items())]

    def keep(self, list: str, id: str, row: Mapping[str, Any], known: Sequence[str]) -> None:
        self.rest[list][id] = {name: value for name, value in row.items() if name not in known}

    def row_id(self, letter: str, row: Mapping[str, Any], number: int) -> str:
        """Its own id where a board of ours went there and came back; else a new one."""
        id = str(row.get("id", ""))
        return id if self.made and f"{letter}/{id}/" in self.prefixes(letter) else f"{letter}{number}"

    def prefixes(self, letter: str) -> set[str]:
        return {f"{letter}/{id}/" for id in restored_rows(self.made or {}, letter)}

    def stops(self) -> None:
        for number, stop in enumerate(rows_in(self.payload, "stops"), 1):
            id = self.row_id("p", stop, number)
            self.ids[str(stop.get("id"))] = id
            self.found[f"p/{id}/name"] = str(stop.get("name", ""))[:60]
            for axis in "xy":
                where = number_of(stop.get(axis), 0.0)
                if number_in(self.found, f"p/{id}/{axis}") != where:  # as it was written, unless it moved
                    self.found[f"p/{id}/{axis}"] = f"{where:g}"
            angle = stop.get("labelAngle")
            if isinstance(angle, int | float) and not isinstance(angle, bool) and abs(angle) <= 360:
                away = (self.found.get(f"l/labels/{id}") or [0, 0])[1]
                self.found[f"l/labels/{id}"] = [angle, away]
            self.keep("stops", id, stop, ("name", "x", "y", "labelAngle"))

    def routes(self) -> None:
        for number, route in enumerate(rows_in(self.payload, "routes"), 1):
            id = self.row_id("r", route, number)
            a, b = (self.ids.get(str(route.get(end)), "") for end in "ab")
            self.found |= {f"r/{id}/from": [a or "-"], f"r/{id}/to": [b or "-"]}
            self.found[f"r/{id}/length"] = str(route.get("length", ""))[:9]
            colour = str(route.get("color", GREY))
            if colour not in TO_OURS:
                self.notes["colour"] += 1
            self.found[f"r/{id}/colour"] = TO_OURS.get(colour, "grey")
            self.bend(id, a, b, route)
            known = ("a", "b", "length") if colour not in TO_OURS else ("a", "b", "length", "color")
            self.keep("routes", id, route, known)
            self.note_type(route)

    def bend(self, id: str, a: str, b: str, route: Mapping[str, Any]) -> None:
        points = [point for point in route.get("points") or [] if isinstance(point, dict)]
        if not points or not a or not b or f"l/bends/{a}/{b}" in self.found:
            return
        ends = [[float(self.found[f"p/{place}/{axis}"]) for axis in "xy"] for place in (a, b)]
        middle = points[len(points) // 2]
        off = aside(ends, [number_of(middle.get(axis), 0.0) for axis in "xy"])
        self.found[f"l/bends/{a}/{b}"] = [off, off, 1.0, 0.0]

    def note_type(self, route: Mapping[str, Any]) -> None:
        style = self.types.get(str(route.get("type")), {})
        if style.get("infrastructure") is True:
            self.notes["infrastructure"] += 1
        elif style.get("shape", PLAIN) != PLAIN:
            self.notes["shape"] += 1
        if route.get("locomotiveSlots"):
            self.notes["locomotives"] += 1

    def tickets(self) -> None:
        for number, ticket in enumerate(rows_in(self.payload, "tickets"), 1):
            id = self.row_id("t", ticket, number)
            a, b = (self.ids.get(str(ticket.get(end)), "-") for end in "ab")
            self.found |= {f"t/{id}/from": [a], f"t/{id}/to": [b]}
            self.found[f"t/{id}/points"] = str(ticket.get("points", ""))[:9]
            self.keep("tickets", id, ticket, ("a", "b", "points"))
            self.notes["long"] += bool(ticket.get("long"))
            self.notes["sets"] += bool(ticket.get("set"))

    def numbers(self) -> None:
        payload = self.payload
        for name, key in NUMBERS.items():
            if isinstance(payload.get(name), int):
                self.found[key] = payload[name]
        players = payload.get("players")
        if isinstance(players, dict):
            least, most = number_of(players.get("min"), 2), number_of(players.get("max"), 4)
            self.found["s/players"] = [int(max(SEATS[0], least)), int(min(SEATS[1], max(most, SEATS[0])))]
            self.notes["seats"] += most > SEATS[1]
        lanes = payload.get("lanesUsableByPlayers")
        if isinstance(lanes, dict):
            closed = [int(seats) for seats, usable in lanes.items() if str(seats).isdecimal() and usable == 1]
            self.found["s/doubles_close_up_to"] = min(max(closed, default=0), SEATS[1])
        width, height = self.frame
        places = [(float(self.found[f"p/{id}/x"]), float(self.found[f"p/{id}/y"])) for id in self.ids.values()]
        if places and not self.made and all(0 < x < width and 0 < y < height for x, y in places):
            sheet = {"left": 0.0, "top": 0.0, "width": width, "height": height}
            self.found |= {f"l/sheet/{name}": value for name, value in sheet.items()}

    def unplayed(self) -> None:
        """What is kept and shown by nobody here."""
        for name in ("background", "notes"):
            self.notes[name] += len(self.payload.get(name) or []) if isinstance(self.payload.get(name), list) else 0
        for name in ("backgroundImage", "rules"):
            self.notes[name] += bool(self.payload.get(name))
        junctions = {str(style.get("id")) for style in rows_in(self.payload, "stopTypeStyles") if style.get("junction")}
        self.notes["junctions"] += sum(str(stop.get("type")) in junctions for stop in rows_in(self.payload, "stops"))
        self.notes = +self.notes


def aside(ends: Sequence[Sequence[float]], point: Sequence[float]) -> float:
    """How far a point lies to the right of the line between two ends, as a share of its length."""
    (ax, ay), (bx, by) = ends
    length = hypot(bx - ax, by - ay) or 1.0
    off = ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length**2
    return round(min(max(off, -MOST_BEND), MOST_BEND), 3)


def files_of_other(data: bytes) -> dict[str, bytes]:
    """The files of the board in a file of the other editor. Raises a BoardError if it is none."""
    try:
        draft, _ = read_other(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise refuse("this is not UTF-8 text") from None
    return to_files(document_of(draft))


# --- writing ----------------------------------------------------------------------------------------------
def to_other(draft: Mapping[str, Any]) -> dict[str, Any]:
    """The board as the other editor's JSON, of the version that it came in, or of the usual one."""
    rest = json.loads(draft.get(KEPT, "{}"))
    envelope = {"format": FORMAT, "version": VERSION, "kind": "map"}
    kept = rest.get("envelope", {})
    if kept.get("version", 1) > 1:
        envelope |= kept
    width, height = (
        float(draft.get(f"l/sheet/{side}", size)) for side, size in zip(("width", "height"), FRAME, strict=True)
    )
    envelope.setdefault("board", {"width": width, "height": height})
    names = name_places(draft)
    payload: dict[str, Any] = {
        "name": draft.get("s/names/en", ""),
        "format": "board-2x3",
        **rest.get("payload", {}),
        "stops": [stop_of(draft, id, rest) for id in restored_rows(draft, "p")],
        "routes": [route_of(draft, id, rest, names) for id in restored_rows(draft, "r")],
        "tickets": [ticket_of(draft, id, rest, names) for id in restored_rows(draft, "t")],
    }
    for name, key in NUMBERS.items():
        if key in draft:
            payload[name] = draft[key]
    payload[OURS] = {key: value for key, value in draft.items() if key != KEPT}
    return {**envelope, "payload": payload}


def write_other(files: Mapping[str, bytes]) -> bytes:
    """The file of the other editor for the board in these files."""
    return json.dumps(to_other(draft_of(from_files(files))), ensure_ascii=False, indent=1).encode()


def cell(draft: Mapping[str, Any], key: str) -> Any:
    value = draft.get(key, "")
    return value[0] if isinstance(value, list) else value


def number_in(draft: Mapping[str, Any], key: str) -> float | int | str:
    text = str(cell(draft, key))
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def stop_of(draft: Mapping[str, Any], id: str, rest: Mapping[str, Any]) -> dict[str, Any]:
    stop = {"id": id, "name": cell(draft, f"p/{id}/name"), "x": number_in(draft, f"p/{id}/x")}
    stop |= {"y": number_in(draft, f"p/{id}/y"), "type": "city", **rest.get("stops", {}).get(id, {})}
    label = draft.get(f"l/labels/{id}")
    return {**stop, "labelAngle": label[0]} if isinstance(label, list) and label else stop


def other_id(rest: Mapping[str, Any], list: str, id: str) -> str:
    """The id that a thing had there."""
    return str(rest.get(list, {}).get(id, {}).get("id", id))


def route_of(draft: Mapping[str, Any], id: str, rest: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    ends = {end: other_id(rest, "stops", cell(draft, f"r/{id}/{ours}")) for end, ours in (("a", "from"), ("b", "to"))}
    colour = str(cell(draft, f"r/{id}/colour"))
    kept = rest.get("routes", {}).get(id, {})
    route = {"id": id, **ends, "length": number_in(draft, f"r/{id}/length"), "type": "rail"}
    return {**route, "color": TO_OTHER.get(colour, colour), **kept}


def ticket_of(draft: Mapping[str, Any], id: str, rest: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    ends = {end: cell(draft, f"t/{id}/{ours}") for end, ours in (("a", "from"), ("b", "to"))}
    told = {f"{end}Name": names.get(place, "") for end, place in ends.items()}
    there = {end: other_id(rest, "stops", place) for end, place in ends.items()}
    kept = rest.get("tickets", {}).get(id, {})
    return {"id": id, **there, "points": number_in(draft, f"t/{id}/points"), **told, **kept}
