"""What single fields of the other editor's files mean here, both ways: colours, tunnels, ferries, junctions, lanes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import hypot
from typing import Any, Final

from typing_extensions import TypedDict

from ferrovia.boards import BoardError, Problem
from ferrovia.boards.limits import SEATS
from ferrovia.boards.schema import COLOURS
from ferrovia.rules import FACTORIES
from ferrovia.studio.draft import Draft, flat

FORMAT: Final = "ticket-to-ride-map"
VERSION: Final = 3
STANDING: Final = 4
"""The version of boards that stand; the newest that is read."""
FRAME: Final = (1100.0, 731.0)
OURS: Final = "ferrovia"
"""The field in which goes along what only we know."""
KEPT: Final = "s/x/map_editor/json"
"""The setting that keeps what only they know."""
GREY: Final = "neutral"
TO_OURS: Final = {GREY: "grey", "gray": "grey", "grey": "grey", "purple": "pink", **{name: name for name in COLOURS}}
TO_OTHER: Final = {"grey": GREY, "pink": "purple"}
YES: Final = "yes"
TUNNEL: Final = "tunnel"
FERRY: Final = "ferry"
JUNCTION: Final = "junction"
LONG: Final = "long"
LONG_DEAL: Final = "s/tickets/long/deal"
PLAIN: Final = "plain"
SERRATED: Final = "serrated"
OVAL: Final = "oval"
ALL: Final = "all"
LISTS: Final = {"p": "stops", "r": "routes", "t": "tickets"}
NUMBERS: Final = {
    "wagonsPerPlayer": "s/pieces/wagon/supply",
    "startingTickets": "s/tickets/first/deal",
    "keptTickets": "s/tickets/first/keep",
}
STYLED: Final = ("wagonStyle", "lineStyle")
"""Fields of a route that may make it a tunnel in versions 1 and 2, beside its type."""
MOST_BEND: Final = 0.6
STRAIGHT: Final = 0.02

INK: Final = "#292b2f"
ROUTE_STYLES: Final[dict[str, dict[str, Any]]] = {
    PLAIN: {"id": "ferrovia-rail", "label": "Railway", "shape": PLAIN},
    SERRATED: {"id": "ferrovia-tunnel", "label": "Tunnel", "shape": SERRATED},
    OVAL: {"id": "ferrovia-boat", "label": "Boat", "shape": OVAL},
}
"""Types of our own for files that have none of that shape: a file carries what it refers to."""
STOP_STYLES: Final[dict[bool, dict[str, Any]]] = {
    False: {"id": "ferrovia-place", "label": "Regular", "fill": "#fffdf5", "stroke": INK},
    True: {"id": "ferrovia-junction", "label": "Junction", "fill": INK, "stroke": INK, "junction": True},
}

Row = Mapping[str, Any]


class Note(TypedDict):
    """Something that was kept, though nobody plays by it here."""

    code: str
    count: int


def refuse(reason: str) -> BoardError:
    return BoardError("package", [Problem("package", 0, "", reason)])


def number_of(value: object, otherwise: float) -> float:
    sound = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
    return float(value) if sound else otherwise  # type: ignore[arg-type]


def rows_in(payload: Row, name: str) -> list[dict[str, Any]]:
    rows = payload.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise refuse(f"{name} is no list of things")
    return rows


class Styles:
    """The types of stops and routes that a map brings along."""

    def __init__(self, payload: Row) -> None:
        self.routes = {str(style.get("id")): style for style in rows_in(payload, "routeTypeStyles")}
        self.stops = {str(style.get("id")): style for style in rows_in(payload, "stopTypeStyles")}
        self.others = {
            field: {str(style.get("id")): style for style in rows_in(payload, f"{field}s")} for field in STYLED
        }

    def is_junction(self, stop: Row) -> bool:
        return bool(self.stops.get(str(stop.get("type")), {}).get("junction"))

    def is_infrastructure(self, route: Row) -> bool:
        """A line that costs no cards and only joins: there is no such thing here."""
        return self.routes.get(str(route.get("type")), {}).get("infrastructure") is True

    def shape(self, route: Row) -> str:
        return str(self.routes.get(str(route.get("type")), {}).get("shape", PLAIN))

    def is_tunnel(self, route: Row) -> bool:
        return self.shape(route) == SERRATED or any(self.tunnels_by(route, field) for field in STYLED)

    def tunnels_by(self, route: Row, field: str) -> bool:
        style = self.others[field].get(str(route.get(field)), {})
        return style.get("shape") == SERRATED or str(style.get("label")).strip().casefold() == TUNNEL


def wilds_of(route: Row) -> int:
    """How many of a route's spaces ask for a wild."""
    slots = route.get("locomotiveSlots")
    return len({str(slot) for slot in slots}) if isinstance(slots, list) else 0


# --- lanes side by side -----------------------------------------------------------------------------------
def closing_lanes(usable: Row) -> tuple[int, int]:
    """Up to how many players one lane of several is used, and up to how many at most two."""
    lanes = {seats: lanes_for(usable, seats) for seats in range(SEATS[0], SEATS[1] + 1)}
    doubles = max((seats for seats, most in lanes.items() if most <= 1), default=0)
    thirds = max((seats for seats, most in lanes.items() if most <= 2), default=0)
    return doubles, thirds if thirds > doubles else 0


def lanes_for(usable: Row, seats: int) -> float:
    """As the table says for this many players: by their number, or by the nearest `N+` below."""
    from_on = [int(key[:-1]) for key in usable if key.endswith("+") and key[:-1].isdecimal() and len(key) < 5]
    nearest = max((start for start in from_on if start <= seats), default=None)
    value = usable.get(str(seats), usable.get(f"{nearest}+"))
    return float("inf") if value == ALL else number_of(value, float("inf"))


def usable_lanes(doubles: int, thirds: int) -> dict[str, Any]:
    """The table that says so."""
    most = max(doubles, thirds)
    told: dict[str, Any] = {str(seats): 1 if seats <= doubles else 2 for seats in range(SEATS[0], most + 1)}
    return {**told, f"{max(most + 1, SEATS[0])}+": ALL}


# --- bends ------------------------------------------------------------------------------------------------
Ends = Sequence[tuple[float, float]]


def aside(ends: Ends, point: Sequence[float]) -> float:
    """How far a point lies to the right of the line between two ends, as a share of its length."""
    (ax, ay), (bx, by) = ends
    length = hypot(bx - ax, by - ay) or 1.0
    off = ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length**2
    return round(min(max(off, -MOST_BEND), MOST_BEND), 3)


def beside(ends: Ends, off: float) -> dict[str, float]:
    """The point that lies so far beside the middle."""
    (ax, ay), (bx, by) = ends
    x, y = (ax + bx) / 2 - off * (by - ay), (ay + by) / 2 + off * (bx - ax)
    return {"x": round(x, 1), "y": round(y, 1)}


def rules_that_read(columns: Collection[str]) -> dict[str, Draft]:
    """The settings of every rule that reads one of these columns of routes that they know too, by the rule's id."""
    known = {FERRY, TUNNEL}.intersection(columns)
    return {
        id: {f"s/{path}": value for path, value in flat({"rules": {id: rule.USUAL}})}
        for id, rule in FACTORIES.items()
        if known.intersection(rule.LANE_COLUMNS)
    }
