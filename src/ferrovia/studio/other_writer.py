"""A draft as the other editor's JSON. What came from there and has no place here goes back as it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ferrovia.boards.row_reader import ONE_OF
from ferrovia.studio.draft import name_places, restored_rows
from ferrovia.studio.other_background import background_of
from ferrovia.studio.other_frame import WIDE, Shift, cell, fitted, frame_of, number_in, place_of, sheet_of
from ferrovia.studio.other_terms import (
    FERRY,
    FORMAT,
    INK,
    JUNCTION,
    KEPT,
    LISTS,
    LONG,
    NUMBERS,
    OURS,
    OVAL,
    PLAIN,
    ROUTE_STYLES,
    SERRATED,
    STANDING,
    STOP_STYLES,
    STRAIGHT,
    STYLED,
    TO_OTHER,
    TUNNEL,
    VERSION,
    YES,
    Styles,
    aside,
    beside,
    closing_lanes,
    number_of,
    usable_lanes,
    wilds_of,
)

ENDS: Final = (("a", "from"), ("b", "to"))


class Writer:
    def __init__(self, draft: Mapping[str, Any], shift: Shift | None = None) -> None:
        self.draft = draft
        self.rest: dict[str, Any] = json.loads(draft.get(KEPT, "{}"))
        self.payload: dict[str, Any] = dict(self.rest.get("payload", {}))
        self.styles = Styles(self.payload)
        self.names = name_places(draft)
        self.added: dict[str, dict[str, Any]] = {}
        """Types of our own that something refers to, by their ids."""
        sheet = sheet_of(draft, is_theirs=bool(self.rest))
        self.frame = frame_of(self.rest, sheet)
        self.shift = fitted(sheet, self.frame) if shift is None else shift
        self.kept_bends = self.bends_there()

    def there(self, id: str) -> tuple[float, float]:
        x, y = self.shift.there(*place_of(self.draft, id))
        return round(x, 3), round(y, 3)

    # --- the whole file
    def file(self) -> dict[str, Any]:
        envelope: dict[str, Any] = {"format": FORMAT, "version": VERSION, "kind": "map"}
        kept = self.rest.get("envelope", {})
        stands = self.frame[1] > self.frame[0]
        if kept.get("version", VERSION) > 1:
            envelope |= kept
        else:
            envelope["version"] = 2  # the same with an envelope: its styles are those of version 1
        if stands and not kept:
            envelope["version"] = STANDING
        envelope.setdefault("board", {"width": whole(self.frame[0]), "height": whole(self.frame[1])})
        return {**envelope, "payload": self.whole_payload(stands=stands)}

    def whole_payload(self, *, stands: bool) -> dict[str, Any]:
        draft = self.draft
        rows = {letter: restored_rows(draft, letter) for letter in LISTS}
        shape = "board-2x4" if max(self.frame) / min(self.frame) > WIDE else "board-2x3"
        payload: dict[str, Any] = {
            "name": draft.get("s/names/en", ""),
            "format": shape,
            **({"orientation": "portrait"} if stands else {}),
            **self.payload,
            "stops": [self.stop(id) for id in rows["p"]],
            "routes": self.with_lines([self.route(id) for id in rows["r"]]),
            "tickets": [self.ticket(id) for id in rows["t"]],
        }
        self.numbers(payload)
        background = background_of(draft, self.payload.get("background"), self.shift.there)
        if background or "background" in self.payload:
            payload["background"] = background
        for name, is_stop in (("stopTypeStyles", True), ("routeTypeStyles", False)):
            new = [style for style in self.added.values() if ("fill" in style) == is_stop]
            if new:
                payload[name] = [*payload.get(name, []), *new]
        ids = {letter: {self.other_id(name, id): id for id in rows[letter]} for letter, name in LISTS.items()}
        own = {key: value for key, value in draft.items() if key != KEPT}
        payload[OURS] = {**own, "ids": ids, "shift": list(self.shift)}
        return payload

    def numbers(self, payload: dict[str, Any]) -> None:
        draft = self.draft
        for name, key in NUMBERS.items():
            if key in draft:
                payload[name] = draft[key]
        players = draft.get("s/players")
        if isinstance(players, list) and len(players) == 2:
            payload["players"] = {**as_dict(payload.get("players")), "min": players[0], "max": players[1]}
        closing = (draft.get("s/doubles_close_up_to", 0), draft.get("s/third_lanes_close_up_to", 0))
        kept = payload.get("lanesUsableByPlayers")
        if all(isinstance(seats, int) for seats in closing) and (
            not isinstance(kept, dict) or closing_lanes(kept) != closing
        ):
            payload["lanesUsableByPlayers"] = usable_lanes(*closing)

    def with_lines(self, routes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Lines without cards stand again where they stood, unless one of their stops is gone."""
        stops = {self.other_id("stops", id) for id in self.names}
        for index, line in self.rest.get("lines", []):
            if {str(line.get("a")), str(line.get("b"))} <= stops:
                routes.insert(index, line)
        return routes

    def other_id(self, list: str, id: str) -> str:
        """The id that a thing had there."""
        return str(self.rest.get(list, {}).get(id, {}).get("id", id))

    # --- types
    def complete(self, styles: Mapping[Any, dict[str, Any]]) -> list[dict[str, Any]]:
        line = {"stroke": INK, "dash": "", "strokeWidth": 4, "infrastructure": False}
        return [{**style, **({} if "fill" in style else line)} for style in styles.values()]

    def use(self, own: dict[str, Any], styles: Mapping[Any, dict[str, Any]], known: Mapping[str, object]) -> str:
        """The id of a type of our own, which goes along with the file."""
        id = str(own["id"])
        if id not in known:
            self.added[id] = next(style for style in self.complete(styles) if style["id"] == id)
        return id

    def own_styles(self) -> Styles:
        """The types that rows written so far brought along."""
        added = list(self.added.values())
        return Styles(
            {
                "stopTypeStyles": [style for style in added if "fill" in style],
                "routeTypeStyles": [style for style in added if "fill" not in style],
            }
        )

    def route_type(self, shape: str) -> str:
        """One that the map has, or ours."""
        for id, style in self.styles.routes.items():
            if style.get("shape", PLAIN) == shape and style.get("infrastructure") is not True:
                return id
        return self.use(ROUTE_STYLES[shape], ROUTE_STYLES, self.styles.routes)

    def stop_type(self, *, is_junction: bool) -> str:
        for id, style in self.styles.stops.items():
            if bool(style.get("junction")) == is_junction:
                return id
        return self.use(STOP_STYLES[is_junction], STOP_STYLES, self.styles.stops)

    # --- rows
    def stop(self, id: str) -> dict[str, Any]:
        x, y = self.there(id)
        kept = self.rest.get("stops", {}).get(id)
        stop = {"id": id, "name": cell(self.draft, f"p/{id}/name"), "x": whole(x), "y": whole(y), **(kept or {})}
        is_junction = cell(self.draft, f"p/{id}/{JUNCTION}") == YES
        if kept is None or self.styles.is_junction(kept) != is_junction:
            stop["type"] = self.stop_type(is_junction=is_junction)
        label = self.draft.get(f"l/labels/{id}")
        return {**stop, "labelAngle": label[0]} if isinstance(label, list) and label else stop

    def route(self, id: str) -> dict[str, Any]:
        ends = {end: self.other_id("stops", cell(self.draft, f"r/{id}/{ours}")) for end, ours in ENDS}
        colour = str(cell(self.draft, f"r/{id}/colour"))
        kept = self.rest.get("routes", {}).get(id)
        route = {"id": id, **ends, "length": number_in(self.draft, f"r/{id}/length")}
        route |= {"color": TO_OTHER.get(colour, colour), **(kept or {})}
        self.set_type(route, kept, is_tunnel=cell(self.draft, f"r/{id}/{TUNNEL}") == YES, wilds=self.wilds(id))
        self.set_bend(id, route)
        return route

    def wilds(self, id: str) -> int:
        wilds = number_in(self.draft, f"r/{id}/{FERRY}")
        return wilds if isinstance(wilds, int) and 0 < wilds <= 99 else 0

    def set_type(self, route: dict[str, Any], kept: Mapping[str, Any] | None, *, is_tunnel: bool, wilds: int) -> None:
        if kept is None or self.styles.is_tunnel(kept) != is_tunnel:
            for field in STYLED:
                if self.styles.tunnels_by(route, field):
                    del route[field]
            route["type"] = self.route_type(SERRATED if is_tunnel else OVAL if wilds else PLAIN)
        if wilds_of(route) != wilds:
            route.pop("locomotiveSlots", None)
            if wilds:
                route["locomotiveSlots"] = list(range(wilds))

    # --- bends
    def ends_of(self, id: str) -> tuple[str, str]:
        a, b = (cell(self.draft, f"r/{id}/{ours}") for _, ours in ENDS)
        return str(a), str(b)

    def bends_there(self) -> dict[frozenset[str], tuple[str, float]]:
        """For each two places the first of them, and how far their route bent when it came."""
        found: dict[frozenset[str], tuple[str, float]] = {}
        for id, kept in self.rest.get("routes", {}).items():
            a, b = self.ends_of(id)
            points = [point for point in kept.get("points") or [] if isinstance(point, dict)]
            if points and a in self.names and b in self.names and frozenset((a, b)) not in found:
                off = bend_by(points, (self.there(a), self.there(b)))
                found[frozenset((a, b))] = (a, off)
        return found

    def set_bend(self, id: str, route: dict[str, Any]) -> None:
        a, b = self.ends_of(id)
        if a not in self.names or b not in self.names:
            return
        off = self.bend(a, b)
        first, before = self.kept_bends.get(frozenset((a, b)), (a, 0.0))
        if abs(off - (before if first == a else -before)) < STRAIGHT / 10:
            return
        for field in ("points", "curved"):
            route.pop(field, None)
        if abs(off) >= STRAIGHT:
            route |= {"points": [beside((self.there(a), self.there(b)), off)], "curved": True}

    def bend(self, a: str, b: str) -> float:
        """How far the middle of a route lies beside the line, to the right of who goes from a to b."""
        for key, sign in ((f"l/bends/{a}/{b}", 1.0), (f"l/bends/{b}/{a}", -1.0)):
            given = self.draft.get(key)
            if isinstance(given, list) and len(given) >= 2 and all(isinstance(n, int | float) for n in given[:2]):
                return sign * (float(given[0]) + float(given[1])) / 2
        return 0.0

    # --- tickets
    def goal(self, id: str, end: str) -> str:
        """The place of an end; of several goals the first."""
        value = self.draft.get(f"t/{id}/{end}", "")
        if isinstance(value, list):
            return str(value[0])
        ids = {name: place for place, name in self.names.items()}
        return next((ids[name] for part in str(value).split(ONE_OF) if (name := part.strip()) in ids), "")

    def ticket(self, id: str) -> dict[str, Any]:
        ends = {end: self.goal(id, ours) for end, ours in ENDS}
        told = {f"{end}Name": self.names.get(place, "") for end, place in ends.items()}
        there = {end: self.other_id("stops", place) for end, place in ends.items()}
        kept = self.rest.get("tickets", {}).get(id, {})
        ticket = {"id": id, **there, "points": number_in(self.draft, f"t/{id}/points"), **told, **kept}
        if "s/tickets/long/deal" in self.draft and bool(ticket.get(LONG)) != (
            cell(self.draft, f"t/{id}/{LONG}") == YES
        ):
            ticket.pop(LONG, None)
            if cell(self.draft, f"t/{id}/{LONG}") == YES:
                ticket[LONG] = True
        return ticket


def bend_by(points: list[dict[str, Any]], ends: tuple[tuple[float, float], tuple[float, float]]) -> float:
    middle = points[len(points) // 2]
    return aside(ends, [number_of(middle.get(axis), 0.0) for axis in "xy"])


def whole(number: float) -> float | int:
    return int(number) if number.is_integer() else number


def as_dict(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, dict) else {}
