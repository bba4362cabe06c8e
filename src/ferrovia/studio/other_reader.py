"""The other editor's JSON as a draft. What has no place here is kept, and what nobody plays by is said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ferrovia.boards.limits import SEATS
from ferrovia.studio.blank import blank_draft
from ferrovia.studio.draft import LONGEST_VALUE, Draft, restored_rows
from ferrovia.studio.other_background import LABEL, LAYERS, is_generated, layers_of, tints_of
from ferrovia.studio.other_frame import Shift
from ferrovia.studio.other_terms import (
    FERRY,
    GREY,
    JUNCTION,
    KEPT,
    LISTS,
    LONG,
    LONG_DEAL,
    NUMBERS,
    OURS,
    OVAL,
    PLAIN,
    SERRATED,
    STRAIGHT,
    TO_OURS,
    TUNNEL,
    YES,
    Note,
    Styles,
    closing_lanes,
    number_of,
    rows_in,
    rules_that_read,
    wilds_of,
)
from ferrovia.studio.other_writer import ENDS, Writer, bend_by

NOBODY: Final = "-"
"""For an end whose place is not in the file."""
IDS: Final = "ids"
SHIFT: Final = "shift"
THIRDS: Final = "s/third_lanes_close_up_to"


class Reader:
    def __init__(self, payload: dict[str, Any], envelope: dict[str, Any], frame: tuple[float, float]) -> None:
        self.payload = payload
        self.frame = frame
        self.notes: Counter[str] = Counter()
        self.rest: dict[str, Any] = {"envelope": envelope, **{name: {} for name in LISTS.values()}, "lines": []}
        self.styles = Styles(payload)
        ours = payload.get(OURS)
        self.made: Draft | None = None
        self.known_ids: dict[str, dict[str, str]] = {letter: {} for letter in LISTS}
        """Rows here, by their ids there, if the file was written here."""
        self.shift = Shift()
        if isinstance(ours, dict):
            self.made = {key: value for key, value in ours.items() if key not in (IDS, SHIFT)}
            self.remember(ours.get(IDS), ours.get(SHIFT))
        name = str(payload.get("name") or "Board")[:60]
        self.found: Draft = dict(self.made) if self.made else blank_draft("my-board", {"en": name, "fr": name})
        self.echo = Writer(self.made, self.shift) if self.made else None
        """What we would write of our own: where the file says the same, nothing was changed there."""
        self.ids: dict[str, str] = {}
        """Of places here, by the ids of stops there."""

    def remember(self, ids: object, shift: object) -> None:
        for letter, known in self.known_ids.items():
            given = ids.get(letter) if isinstance(ids, dict) else None
            known |= {id: id for id in restored_rows(self.made or {}, letter)}
            if isinstance(given, dict):
                known |= {str(there): str(here) for there, here in given.items() if here in known}
        if isinstance(shift, list) and len(shift) == 3 and number_of(shift[0], 0.0) > 0:
            self.shift = Shift(*(number_of(part, 0.0) for part in shift))

    def draft(self) -> tuple[Draft, list[Note]]:
        before = {letter: set(restored_rows(self.found, letter)) for letter in LISTS}
        self.stops()
        self.routes()
        self.numbers()
        self.tickets()
        seen = {letter: set(self.rest[name]) for letter, name in LISTS.items()}
        gone = {f"{letter}/{id}/" for letter in LISTS for id in before[letter] - seen[letter]}
        self.found = {key: value for key, value in self.found.items() if not key.startswith(tuple(gone or {"\0"}))}
        self.sheet()
        self.land()
        self.play_by_rules()
        self.unplayed()
        self.keep_rest()
        return self.found, [{"code": code, "count": count} for code, count in sorted((+self.notes).items())]

    def keep_rest(self) -> None:
        known = {*LISTS.values(), OURS}
        rest = {name: value for name, value in self.payload.items() if name not in known}
        if isinstance(rest.get("background"), list):
            rest["background"] = [item for item in rest["background"] if not is_generated(item)]
        self.rest["payload"] = rest
        kept = packed(self.rest)
        if len(kept) > LONGEST_VALUE and rest.pop("backgroundImage", None) is not None:
            self.notes["image_dropped"] = 1
            del self.notes["backgroundImage"]
            kept = packed(self.rest)
        self.found[KEPT] = kept

    # --- rows
    def keep(self, list: str, id: str, row: Mapping[str, Any], known: Sequence[str]) -> None:
        self.rest[list][id] = {name: value for name, value in row.items() if name not in known}

    def row_id(self, letter: str, row: Mapping[str, Any], number: int) -> str:
        """Its own id where a board of ours went there and came back; else a new one."""
        known, taken = self.known_ids[letter], self.rest[LISTS[letter]]
        id = known.get(str(row.get("id", "")), f"{letter}{number}")
        while id in taken or (id in known.values() and str(row.get("id", "")) not in known):
            number += 1000
            id = f"{letter}{number}"
        return id

    def take(self, now: Draft, echo: Draft | None) -> None:
        """What the file says, where it differs from what we wrote ourselves."""
        for key in dict.fromkeys([*now, *(echo or ())]):
            if echo is not None and echo.get(key) == now.get(key):
                continue
            if key in now:
                self.found[key] = now[key]
            else:
                self.found.pop(key, None)

    def own(self, letter: str, id: str) -> Writer | None:
        """Whoever writes our own rows, if this is one of them."""
        return self.echo if id in self.known_ids[letter].values() else None

    def stops(self) -> None:
        for number, stop in enumerate(rows_in(self.payload, "stops"), 1):
            id = self.row_id("p", stop, number)
            self.ids[str(stop.get("id"))] = id
            writer = self.own("p", id)
            echo = None if writer is None else self.stop_keys(id, writer.stop(id), writer.own_styles())
            self.take(self.stop_keys(id, stop, self.styles), echo)
            self.keep("stops", id, stop, ("name", "x", "y", "labelAngle"))

    def stop_keys(self, id: str, stop: Mapping[str, Any], styles: Styles) -> Draft:
        x, y = self.shift.back(*(number_of(stop.get(axis), 0.0) for axis in "xy"))
        keys: Draft = {f"p/{id}/name": str(stop.get("name", ""))[:60]}
        keys |= {f"p/{id}/x": f"{round(x, 3):.10g}", f"p/{id}/y": f"{round(y, 3):.10g}"}
        if styles.is_junction(stop):
            keys[f"p/{id}/{JUNCTION}"] = YES
        angle = stop.get("labelAngle")
        if isinstance(angle, int | float) and not isinstance(angle, bool) and abs(angle) <= 360:
            label = self.found.get(f"l/labels/{id}")
            away = label[1] if isinstance(label, list) and len(label) > 1 else 0
            keys[f"l/labels/{id}"] = [angle, away]
        return keys

    def routes(self) -> None:
        for number, route in enumerate(rows_in(self.payload, "routes"), 1):
            if self.styles.is_infrastructure(route):
                self.notes["infrastructure"] += 1
                self.rest["lines"].append([number - 1, route])
                continue
            id = self.row_id("r", route, number)
            writer = self.own("r", id)
            echo = writer.route(id) if writer else None
            known = {place: place for place in self.ids.values()}
            then = None if writer is None or echo is None else self.route_keys(id, echo, writer.own_styles(), known)
            self.take(self.route_keys(id, route, self.styles, self.ids), then)
            self.bend(id, route, echo)
            colour = str(route.get("color", GREY))
            self.notes["colour"] += colour not in TO_OURS
            self.keep("routes", id, route, ("a", "b", "length", *(("color",) if colour in TO_OURS else ())))
            shape = self.styles.shape(route)
            self.notes["shape"] += shape not in (PLAIN, SERRATED) and not (shape == OVAL and wilds_of(route))

    def route_keys(self, id: str, route: Mapping[str, Any], styles: Styles, ids: Mapping[str, str]) -> Draft:
        a, b = (ids.get(str(route.get(end)), NOBODY) for end, _ in ENDS)
        keys: Draft = {f"r/{id}/from": [a], f"r/{id}/to": [b], f"r/{id}/length": str(route.get("length", ""))[:9]}
        keys[f"r/{id}/colour"] = TO_OURS.get(str(route.get("color", GREY)), "grey")
        if wilds := wilds_of(route):
            keys[f"r/{id}/{FERRY}"] = str(wilds)
        if styles.is_tunnel(route):
            keys[f"r/{id}/{TUNNEL}"] = YES
        return keys

    def bend(self, id: str, route: Mapping[str, Any], echo: Mapping[str, Any] | None) -> None:
        """Twins bend as the first of them does."""
        a, b = (str(self.found[f"r/{id}/{end}"][0]) for _, end in ENDS)
        if NOBODY in (a, b):
            return
        there = self.off_line(route, a, b)
        if echo is not None:
            if there == self.off_line(echo, a, b):
                return
        elif not there or f"l/bends/{a}/{b}" in self.found or f"l/bends/{b}/{a}" in self.found:
            return
        for key in (f"l/bends/{a}/{b}", f"l/bends/{b}/{a}"):
            self.found.pop(key, None)
        if abs(there) >= STRAIGHT:
            self.found[f"l/bends/{a}/{b}"] = [there, there, 1.0, 0.0]

    def off_line(self, route: Mapping[str, Any], a: str, b: str) -> float:
        points = route.get("points")
        points = [point for point in points if isinstance(point, dict)] if isinstance(points, list) else []
        ends = self.there(a), self.there(b)
        return bend_by(points, ends) if points else 0.0

    def there(self, place: str) -> tuple[float, float]:
        return self.shift.there(*(float(self.found[f"p/{place}/{axis}"]) for axis in "xy"))

    def tickets(self) -> None:
        rows = rows_in(self.payload, "tickets")
        long = sum(bool(ticket.get(LONG)) for ticket in rows)
        deals_long = LONG_DEAL in self.found or long >= self.found["s/players"][1]
        if long and deals_long:
            self.found.setdefault(LONG_DEAL, 1)
        self.notes["long"] += 0 if deals_long else long
        known = {place: place for place in self.ids.values()}
        for number, ticket in enumerate(rows, 1):
            id = self.row_id("t", ticket, number)
            writer = self.own("t", id)
            echo = None if writer is None else self.ticket_keys(id, writer.ticket(id), known, deals_long=deals_long)
            self.take(self.ticket_keys(id, ticket, self.ids, deals_long=deals_long), echo)
            self.keep("tickets", id, ticket, ("a", "b", "points", *(("aName", "bName") if writer else ())))
            self.notes["sets"] += bool(ticket.get("set"))

    def ticket_keys(self, id: str, ticket: Mapping[str, Any], ids: Mapping[str, str], *, deals_long: bool) -> Draft:
        a, b = (ids.get(str(ticket.get(end)), NOBODY) for end, _ in ENDS)
        keys: Draft = {f"t/{id}/from": [a], f"t/{id}/to": [b], f"t/{id}/points": str(ticket.get("points", ""))[:9]}
        if deals_long and ticket.get(LONG):
            keys[f"t/{id}/{LONG}"] = YES
        return keys

    # --- the game
    def numbers(self) -> None:
        payload = self.payload
        for name, key in NUMBERS.items():
            if isinstance(payload.get(name), int) and not isinstance(payload[name], bool):
                self.found[key] = payload[name]
        players = payload.get("players")
        if isinstance(players, dict):
            least, most = number_of(players.get("min"), 2), number_of(players.get("max"), 4)
            least = min(max(SEATS[0], least), SEATS[1])
            self.found["s/players"] = [int(least), int(min(SEATS[1], max(most, least)))]
            self.notes["seats"] += most > SEATS[1]
        seats = self.found.get("s/players")
        if not isinstance(seats, list) or len(seats) != 2 or not all(isinstance(number, int) for number in seats):
            self.found["s/players"] = [2, 4]
        usable = payload.get("lanesUsableByPlayers")
        if isinstance(usable, dict):
            doubles, thirds = closing_lanes(usable)
            self.found["s/doubles_close_up_to"] = doubles
            if thirds or THIRDS in self.found:
                self.found[THIRDS] = thirds

    def play_by_rules(self) -> None:
        """Columns that a rule reads bring the rule along."""
        columns = {key.rsplit("/", 1)[1] for key in self.found if key.startswith("r/")}
        played = {key.split("/")[2] for key in self.found if key.startswith("s/rules/")}
        for id, settings in rules_that_read(columns).items():
            if id not in played:
                self.found |= settings

    # --- the look
    def sheet(self) -> None:
        width, height = self.frame
        places = [tuple(float(self.found[f"p/{id}/{axis}"]) for axis in "xy") for id in self.ids.values()]
        if places and not self.made and all(0 < x < width and 0 < y < height for x, y in places):
            sheet = {"left": 0.0, "top": 0.0, "width": width, "height": height}
            self.found |= {f"l/sheet/{name}": value for name, value in sheet.items()}
        elif not self.made:  # a sheet of another size would leave places beside it
            self.found = {key: value for key, value in self.found.items() if not key.startswith("l/sheet/")}

    def land(self) -> None:
        background = self.payload.get("background")
        layers = layers_of(background)
        self.notes["background"] += len(layers)
        if layers and not self.made:
            self.found |= {**tints_of(self.found), LAYERS: layers}

    def unplayed(self) -> None:
        """What is kept and shown by nobody here."""
        background = self.payload.get("background")
        items = [item for item in background if isinstance(item, dict)] if isinstance(background, list) else []
        self.notes["labels"] += sum(bool(item.get("type") == LABEL or item.get("label")) for item in items)
        notes = self.payload.get("notes")
        self.notes["notes"] += len(notes) if isinstance(notes, list) else 0
        for name in ("backgroundImage", "rules"):
            self.notes[name] += bool(self.payload.get(name))


def packed(rest: Mapping[str, Any]) -> str:
    return json.dumps(rest, ensure_ascii=False, separators=(",", ":"))
