"""Tables of the other editor: stops, routes or tickets as CSV, with any separator; in as rows of a draft, and out."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Mapping
from math import cos, radians
from typing import Any, Final

from ferrovia.boards.limits import MOST_ROWS
from ferrovia.studio.draft import Draft, name_places, rows_of
from ferrovia.studio.other_terms import FERRY, JUNCTION, LONG, LONG_DEAL, TUNNEL, YES, rules_that_read

SEPARATORS: Final = ",;\t"
COLUMNS: Final = {
    "p": {
        "name": "name", "x": "x", "y": "y", "lat": "lat", "latitude": "lat", "lon": "lon", "lng": "lon", "long": "lon",
        "longitude": "lon", "type": "type", "kind": "kind", "junction": "junction",
    },
    "r": {
        "from": "from", "a": "from", "to": "to", "b": "to", "length": "length", "colour": "colour", "color": "colour",
        "type": "type", "wagon style": "wagon_style", "locomotives": FERRY, "ferrylocomotives": FERRY,
        "ferry": FERRY, "tunnel": TUNNEL,
    },
    "t": {
        "from": "from", "a": "from", "to": "to", "b": "to", "points": "points", "deck": "deck",
        "long deck": LONG, "long": LONG,
    },
}  # fmt: skip
"""Their headings in any case, and what the column is called here."""
COLOURS: Final = {"neutral": "grey", "gray": "grey", "purple": "pink"}
TO_THEM: Final = {"pink": "Purple"}
AFFIRMED: Final = ("yes", "true", "1", "ja", "oui")
FORMULA: Final = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet would run; an apostrophe before it keeps it text."""
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
    placed = {COLUMNS["p"].get(heading, heading) for heading in header}
    if ends and "length" in known:
        return "r"
    if ends and "points" in known:
        return "t"
    return "p" if "name" in known and ({"x", "y"} <= placed or {"lat", "lon"} <= placed) else None


def read_csv(text: str) -> Draft:
    """Rows of a draft, their places by name, and the rules that play them. What stands in other columns is kept under
    its own heading."""
    text = text.lstrip("\ufeff")
    line = text.split("\n", 1)[0]
    separator = max(SEPARATORS, key=line.count)
    records = [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]
    header = [cell.strip() for cell in records[0]]
    kind = kind_of([cell.lower() for cell in header]) or "p"
    columns = [COLUMNS[kind].get(cell.lower(), cell) for cell in header]
    rows = [dict(zip(columns, map(plain, row), strict=False)) for row in records[1 : MOST_ROWS + 1]]
    if kind == "p":
        rows = project(rows)
    draft: Draft = {}
    for number, row in enumerate(rows, 1):
        cells = {column: cell[:300] for column, cell in understood(row).items() if column and cell}
        draft |= {f"{kind}/{kind}{number}/{column}": cell for column, cell in cells.items()}
        draft |= rules_for(kind, cells)
    return draft


def plain(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def understood(row: dict[str, str]) -> dict[str, str]:
    """Cells in our words: colours, tunnels, junctions, long tickets, and no wilds where none are asked for."""
    if row.get("colour"):
        row["colour"] = COLOURS.get(row["colour"].lower(), row["colour"].lower())
    if row.get("wagon_style", "").casefold() == TUNNEL:
        row |= {"wagon_style": "", TUNNEL: YES}
    if row.get("type", "").casefold() == JUNCTION or row.get("kind", "").casefold() == "waypoint":
        row[JUNCTION] = YES
    for column in (TUNNEL, JUNCTION, LONG):
        if column in row:
            row[column] = YES if row[column].casefold() in AFFIRMED else ""
    if row.get(FERRY) == "0":
        row[FERRY] = ""
    return row


def rules_for(kind: str, cells: Mapping[str, str]) -> Draft:
    """What plays a column that only some boards have."""
    if kind == "t":
        return {LONG_DEAL: 1} if LONG in cells else {}
    return {key: value for settings in rules_that_read(cells).values() for key, value in settings.items()}


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


SHAPES: Final = {
    "stops.csv": ("p", {"Name": "name", "Type": "type", "X": "x", "Y": "y"}),
    "routes.csv": (
        "r",
        {
            "From": "from", "To": "to", "Length": "length", "Colour": "colour", "Type": "type",
            "Wagon style": "wagon_style", "Locomotives": FERRY,
        },
    ),
    "tickets.csv": ("t", {"Deck": "deck", "From": "from", "To": "to", "Points": "points", "Long deck": LONG}),
}  # fmt: skip
"""Headings as the other editor writes them, and our columns."""
SAID: Final = {"p": (JUNCTION,), "r": (TUNNEL,), "t": ()}
"""Columns that another one says."""


def to_csv(draft: Mapping[str, Any]) -> dict[str, str]:
    """Three tables, by the name of their file, with the headings that the other editor writes."""
    names = name_places(draft)
    found: dict[str, str] = {}
    for file, (letter, columns) in SHAPES.items():
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\r\n")
        rows = [told(cells) for _, cells in rows_of(draft, letter, names)]
        known = {*columns.values(), *SAID[letter]}
        others = list(dict.fromkeys(column for cells in rows for column in cells if column not in known))
        writer.writerow([*columns, *others])
        for cells in rows:
            writer.writerow([harmless(cells.get(column, "")) for column in (*columns.values(), *others)])
        found[file] = stream.getvalue()
    return found


def zipped_tables(draft: Mapping[str, Any]) -> bytes:
    """All three in one file, with the mark by which spreadsheets know UTF-8."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in to_csv(draft).items():
            archive.writestr(zipfile.ZipInfo(name), text.encode("utf-8-sig"))
    return stream.getvalue()


def told(cells: dict[str, str]) -> dict[str, str]:
    """Cells in their words."""
    if cells.get(TUNNEL) == YES:
        cells["wagon_style"] = "Tunnel"
    if cells.get(JUNCTION) == YES:
        cells["type"] = "Junction"
    if "colour" in cells:
        cells["colour"] = TO_THEM.get(cells["colour"], cells["colour"].capitalize())
    return cells


def harmless(cell: str) -> str:
    """Text that a spreadsheet would run is text; a number with a sign stays one."""
    try:
        float(cell)
    except ValueError:
        return f"'{cell}" if cell.startswith(FORMULA) else cell
    return cell
