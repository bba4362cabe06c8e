"""A board as an editor has it: the cells and keys of its files as they are, sound or not, known or not.

`to_files` writes what `from_files` has read: columns that nobody knows and the section `x` come back unchanged.
Checking it is the loader's business."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Final

from typing_extensions import TypedDict

from ferrovia.boards.limits import MOST_ROWS
from ferrovia.boards.package import LICENCE, PACKAGE
from ferrovia.boards.problems import LOCATIONS, LOOK, ROUTES, SETTINGS, TICKETS, BoardError, Problem
from ferrovia.boards.row_reader import LANE_COLUMNS, PLACE_COLUMNS, TICKET_COLUMNS
from ferrovia.boards.toml_writer import to_toml

MOST_COLUMNS: Final = 60
DEEPEST: Final = 12

Cells = dict[str, str]


class Document(TypedDict):
    """Rows are cells by column; `settings` and `look` are the two TOML files."""

    settings: dict[str, object]
    places: list[Cells]
    routes: list[Cells]
    tickets: list[Cells]
    look: dict[str, object]
    licence: str


TABLES: Final = {
    LOCATIONS: ("places", PLACE_COLUMNS),
    ROUTES: ("routes", LANE_COLUMNS),
    TICKETS: ("tickets", TICKET_COLUMNS),
}


def from_files(files: Mapping[str, bytes]) -> Document:
    """What stands in the files of a board. Raises a BoardError if one can't be read at all."""
    return {
        "settings": read_toml(SETTINGS, files),
        "places": read_rows(LOCATIONS, files),
        "routes": read_rows(ROUTES, files),
        "tickets": read_rows(TICKETS, files),
        "look": read_toml(LOOK, files),
        "licence": text_of(LICENCE, files),
    }


def to_files(document: Document) -> dict[str, bytes]:
    """The files of a board. Raises a BoardError if a value has no place in them."""
    texts = {
        SETTINGS: write_toml(SETTINGS, document["settings"]),
        LOCATIONS: write_rows(document["places"], PLACE_COLUMNS),
        ROUTES: write_rows(document["routes"], LANE_COLUMNS),
        TICKETS: write_rows(document["tickets"], TICKET_COLUMNS),
    }
    if document["look"]:
        texts[LOOK] = write_toml(LOOK, document["look"])
    if document["licence"].strip():
        texts[LICENCE] = document["licence"].rstrip() + "\n"
    try:
        return {name: text.encode() for name, text in texts.items()}
    except UnicodeEncodeError:
        raise unreadable(PACKAGE, "there is half a character in it") from None


# --- reading ----------------------------------------------------------------------------------------------
def unreadable(file: str, reason: str) -> BoardError:
    return BoardError(PACKAGE, [Problem(file, 0, "", reason)])


def text_of(file: str, files: Mapping[str, bytes]) -> str:
    try:
        return files.get(file, b"").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise unreadable(file, "this is not UTF-8 text") from None


def read_toml(file: str, files: Mapping[str, bytes]) -> dict[str, object]:
    try:
        return {name: plain(value) for name, value in tomllib.loads(text_of(file, files)).items()}
    except (ValueError, RecursionError) as error:
        raise unreadable(file, f"this is no TOML: {' '.join(str(error).split())[:100]}") from None


def plain(value: object) -> object:
    """As JSON has it. A date becomes its text: an editor could not show it as anything else."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value.isoformat() if isinstance(value, datetime | date | time) else value


def read_rows(file: str, files: Mapping[str, bytes]) -> list[Cells]:
    try:
        records = list(csv.reader(io.StringIO(text_of(file, files), newline=""), strict=True))
    except csv.Error as error:
        raise unreadable(file, f"this is no CSV table: {error}") from None
    filled = [[cell.strip() for cell in record] for record in records if any(cell.strip() for cell in record)]
    if not filled:
        return []
    header, rows = filled[0], filled[1:]
    if len(rows) > MOST_ROWS or len(header) > MOST_COLUMNS:
        raise unreadable(file, f"this table has more than {MOST_ROWS} rows or {MOST_COLUMNS} columns")
    return [dict(zip(header, [*cells, *[""] * len(header)], strict=False)) for cells in rows]


# --- writing ----------------------------------------------------------------------------------------------
def write_toml(file: str, values: Mapping[str, object]) -> str:
    if depth_of(values) > DEEPEST:
        raise unreadable(file, "it is nested too deeply")
    try:
        return to_toml(values)
    except TypeError as error:
        raise unreadable(file, str(error)) from None


def depth_of(value: object, above: int = 0) -> int:
    if above > DEEPEST or not isinstance(value, Mapping | list):
        return above
    parts = value.values() if isinstance(value, Mapping) else value
    return max((depth_of(part, above + 1) for part in parts), default=above + 1)


def write_rows(rows: Sequence[Cells], known: Sequence[str]) -> str:
    """The columns that every board has, then the others in the order in which rows bring them."""
    columns = list(dict.fromkeys([*known, *(column for row in rows for column in row)]))
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row.get(column, "") for column in columns] for row in rows)
    return stream.getvalue()
