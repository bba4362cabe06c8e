"""Tables of the other editor: stops, routes or tickets as CSV, with any separator; in as rows of a draft, and out."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from math import cos, radians
from typing import Any, Final

from ferrovia.boards.limits import MOST_ROWS
from ferrovia.studio.draft import Draft, name_places, rows_of

SEPARATORS: Final = ",;\t"
COLUMNS: Final = {
    "p": {"name": "name", "x": "x", "y": "y", "lat": "lat", "lon": "lon", "type": "type"},
    "r": {
        "from": "from", "a": "from", "to": "to", "b": "to", "length": "length", "colour": "colour", "color": "colour",
        "type": "type", "wagon style": "wagon_style", "locomotives": "locomotives",
        "ferrylocomotives": "locomotives", "tunnel": "tunnel",
    },
    "t": {
        "from": "from", "a": "from", "to": "to", "b": "to", "points": "points", "deck": "deck",
        "long deck": "long_deck",
    },
}  # fmt: skip
"""Their headings in any case, and what the column is called here."""
COLOURS: Final = {"neutral": "grey", "gray": "grey", "purple": "pink"}
DEGREE: Final = 100.0
"""Units of a board to a degree of latitude."""


def is_csv(text: str) -> bool:
    return kind_of(header_of(text)) is not None


def header_of(text: str) -> list[str]:
    line = text.lstrip("\ufeff").split("\n", 1)[0]
    separator = max(SEPARATORS, key=line.count)
    return [cell.strip().strip('"').lower() for cell in line.split(separator)]


def kind_of(header: list[str]) -> str | None:
    """p, r or t, by the columns that only one of them has."""
    known = set(header)
    ends = bool(known & {"from", "a"}) and bool(known & {"to", "b"})
    if ends and "length" in known:
        return "r"
    if ends and "points" in known:
        return "t"
    return "p" if "name" in known and ({"x", "y"} <= known or {"lat", "lon"} <= known) else None


def read_csv(text: str) -> Draft:
    """Rows of a draft, their places by name. What stands in other columns is kept under its own heading."""
    text = text.lstrip("\ufeff")
    line = text.split("\n", 1)[0]
    separator = max(SEPARATORS, key=line.count)
    records = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
    header = [cell.strip() for cell in records[0]]
    kind = kind_of([cell.lower() for cell in header]) or "p"
    columns = [COLUMNS[kind].get(cell.lower(), cell) for cell in header]
    rows = [dict(zip(columns, (cell.strip() for cell in row), strict=False)) for row in records[1 : MOST_ROWS + 1]]
    if kind == "p":
        rows = project(rows)
    draft: Draft = {}
    for number, row in enumerate(rows, 1):
        if row.get("colour"):
            row["colour"] = COLOURS.get(row["colour"].lower(), row["colour"].lower())
        draft |= {f"{kind}/{kind}{number}/{column}": cell[:300] for column, cell in row.items() if column and cell}
    return draft


def project(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Latitude and longitude as a flat map; north is up."""
    if not rows or "lat" not in rows[0]:
        return rows
    places: list[tuple[float, float] | None] = []
    for row in rows:
        try:
            places.append((float(row.get("lat", "")), float(row.get("lon", ""))))
        except ValueError:
            places.append(None)
    sound = [place for place in places if place is not None]
    if not sound:
        return rows
    middle = sum(lat for lat, _ in sound) / len(sound)
    west, north = min(lon for _, lon in sound), max(lat for lat, _ in sound)
    for row, place in zip(rows, places, strict=True):
        if place is not None:
            row["x"] = f"{(place[1] - west) * DEGREE * cos(radians(middle)):.1f}"
            row["y"] = f"{(north - place[0]) * DEGREE:.1f}"
    return rows


def to_csv(draft: Mapping[str, Any]) -> dict[str, str]:
    """Three tables, by the name of their file, with the headings that the other editor writes."""
    names = name_places(draft)
    shapes = {
        "stops.csv": ("p", {"Name": "name", "Type": "type", "X": "x", "Y": "y"}),
        "routes.csv": ("r", {"From": "from", "To": "to", "Length": "length", "Colour": "colour", "Type": "type"}),
        "tickets.csv": (
            "t",
            {"Deck": "deck", "From": "from", "To": "to", "Points": "points", "Long deck": "long_deck"},
        ),
    }
    found: dict[str, str] = {}
    for file, (letter, columns) in shapes.items():
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        rows = [cells for _, cells in rows_of(draft, letter, names)]
        known = set(columns.values())
        others = list(dict.fromkeys(column for cells in rows for column in cells if column not in known))
        writer.writerow([*columns, *others])
        for cells in rows:
            writer.writerow([cells.get(column, "") for column in (*columns.values(), *others)])
        found[file] = stream.getvalue()
    return found
