"""A board that is being drawn: a flat map from keys to values, so that any number of people can edit it.

An edit is a list of (key, value); None takes a key away. Whoever is later wins a key, and everything else of both edits
stays. Keys name one cell or one setting each:

| key                  | value                                                                       |
|----------------------|-----------------------------------------------------------------------------|
| `p/ID/COLUMN`        | a cell of locations.csv                                                     |
| `r/ID/COLUMN`        | a cell of routes.csv; a place is `[ID]`, so that renaming it changes nothing |
| `t/ID/COLUMN`        | the same of tickets.csv; `to` may be `[ID, ID, …]`, one of which is enough  |
| `s/…`                | what stands in board.toml: the sections and the key                         |
| `l/labels/ID`        | where the name of a place stands                                            |
| `l/bends/ID/ID`      | how the route between two places bends                                      |
| `l/…`                | whatever else look.toml says                                                |
| `licence`            | the text of LICENSE                                                         |

Rows stand in the order in which their first keys came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ferrovia.boards.csv_table import NAME_JOINER
from ferrovia.boards.document import Cells, Document
from ferrovia.boards.row_reader import ONE_OF
from ferrovia.engine.errors import FerroviaError
from ferrovia.rules import find as find_rule

Draft = dict[str, Any]
Change = Sequence[Any]
"""A key and its new value."""

TABLES: Final = {"p": "places", "r": "routes", "t": "tickets"}
LICENCE: Final = "licence"
KEY: Final = re.compile(r"(?:[prt]/[A-Za-z0-9_-]{1,24}|[sl])/[^\x00-\x1f\x7f]{1,300}|licence")
LONGEST_CELL: Final = 300
LONGEST_VALUE: Final = 400_000
MOST_KEYS: Final = 30_000
MOST_BYTES: Final = 1_200_000
MOST_CHANGES: Final = 5_000
DEEPEST: Final = 12
MOST_GOALS: Final = 40
ENDS: Final = ("from", "to")


class DraftError(FerroviaError):
    """An edit that no draft can take."""


# --- from a board and back --------------------------------------------------------------------------------
def draft_of(document: Document) -> Draft:
    draft: Draft = {}
    ids: dict[str, str] = {}
    for number, row in enumerate(document["places"], 1):
        ids.setdefault(row.get("name", ""), f"p{number}")
        draft |= {f"p/p{number}/{column}": cell for column, cell in row.items() if keeps(column, cell)}
    for letter, rows in (("r", document["routes"]), ("t", document["tickets"])):
        for number, row in enumerate(rows, 1):
            for column, cell in row.items():
                if keeps(column, cell):
                    key = f"{letter}/{letter}{number}/{column}"
                    draft[key] = referring(cell, ids, takes_several(key))
    draft |= {f"s/{path}": value for path, value in flat(document["settings"])}
    look = dict(document["look"])
    draft |= look_keys(look.pop("labels", {}), look.pop("bends", {}), ids)
    draft |= {f"l/{path}": value for path, value in flat(look)}
    if document["licence"].strip():
        draft[LICENCE] = document["licence"]
    return draft


def keeps(column: str, cell: str) -> bool:
    """An empty cell is one that is not there, but for the name that makes a row one."""
    return bool(cell) or column in ("name", *ENDS)


def takes_several(key: str) -> bool:
    """A ticket may have several goals, of which one is enough (R30)."""
    return key.startswith("t/") and key.endswith("/to")


def referring(cell: str, ids: Mapping[str, str], several: bool) -> str | list[str]:
    """A cell that names places as their ids, so that renaming one changes nothing; any other as it stands."""
    if cell in ids:
        return [ids[cell]]
    names = [name.strip() for name in cell.split(ONE_OF)]
    return [ids[name] for name in names] if several and all(name in ids for name in names) else cell


def look_keys(labels: object, bends: object, ids: Mapping[str, str]) -> Draft:
    found: Draft = {}
    if isinstance(labels, Mapping):
        found |= {f"l/labels/{ids.get(name, name)}": value for name, value in labels.items()}
    if isinstance(bends, Mapping):
        for name, value in bends.items():
            a, _, b = str(name).partition(NAME_JOINER)
            found[f"l/bends/{ids.get(a, a)}/{ids.get(b, b)}"] = value
    return found


def document_of(draft: Mapping[str, Any]) -> Document:
    names = name_places(draft)
    rows = {letter: [cells for _, cells in rows_of(draft, letter, names)] for letter in TABLES}
    for letter, column in played_columns(draft):
        for cells in rows[letter][:1]:
            cells.setdefault(column, "")  # a rule wants its column, even before anything stands in it
    look = nested((key[2:], value) for key, value in draft.items() if key.startswith("l/") and not is_placed(key))
    labels, bends = placed_look(draft, names)
    if labels:
        look["labels"] = labels
    if bends:
        look["bends"] = bends
    return {
        "settings": nested((key[2:], value) for key, value in draft.items() if key.startswith("s/")),
        "places": rows["p"],
        "routes": rows["r"],
        "tickets": rows["t"],
        "look": look,
        "licence": str(draft.get(LICENCE, "")),
    }


def played_columns(draft: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The columns that the rules of a draft read, each with the letter of its table."""
    for id in dict.fromkeys(key.split("/")[2] for key in draft if key.startswith("s/rules/")):
        rule = find_rule(unescape(id))
        if rule is not None:
            yield from (("r", column) for column in rule.LANE_COLUMNS)
            yield from (("t", column) for column in rule.TICKET_COLUMNS)


def is_placed(key: str) -> bool:
    return key.startswith(("l/labels/", "l/bends/"))


def placed_look(draft: Mapping[str, Any], names: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Labels by name and bends by route; those of places and routes that are gone are left out."""
    labels: dict[str, Any] = {}
    bends: dict[str, Any] = {}
    joined = {frozenset(ends_of(cells)) for _, cells in rows_of(draft, "r", {id: id for id in names})}
    for key, value in draft.items():
        if not is_placed(key):
            continue
        _, kind, *ends = key.split("/")
        if any(end not in names for end in ends):
            continue
        if kind == "labels" and len(ends) == 1:
            labels[names[ends[0]]] = value
        elif kind == "bends" and len(ends) == 2 and frozenset(ends) in joined:
            bends[f"{names[ends[0]]}{NAME_JOINER}{names[ends[1]]}"] = value
    return labels, bends


def ends_of(cells: Cells) -> tuple[str, str]:
    return cells.get("from", ""), cells.get("to", "")


def restored_rows(draft: Mapping[str, Any], letter: str) -> list[str]:
    """The ids of the rows of a table, in their order: row n of the file is the n-th of them."""
    return [id for id, _ in rows_of(draft, letter, {})]


def rows_of(draft: Mapping[str, Any], letter: str, names: Mapping[str, str]) -> list[tuple[str, Cells]]:
    rows: dict[str, Cells] = {}
    for key, value in draft.items():
        if key.startswith(f"{letter}/"):
            _, id, column = key.split("/", 2)
            rows.setdefault(id, {})[column] = named(value, names) if isinstance(value, list) else str(value)
    return list(rows.items())


def named(ids: Sequence[str], names: Mapping[str, str]) -> str:
    """The names of these places, those that are gone left out."""
    return ONE_OF.join(names[id] for id in ids if id in names)


def name_places(draft: Mapping[str, Any]) -> dict[str, str]:
    """The name of every place, by its id."""
    return {id: cells.get("name", "") for id, cells in rows_of(draft, "p", {})}


# --- sections as keys -------------------------------------------------------------------------------------
def flat(values: Mapping[str, object], path: str = "") -> Iterator[tuple[str, object]]:
    """Every value with the way that leads to it. An empty section is a value, too."""
    for name, value in values.items():
        key = f"{path}{escape(name)}"
        if isinstance(value, Mapping) and value:
            yield from flat(value, f"{key}/")
        else:
            yield key, value


def nested(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path, value in pairs:
        *above, last = [unescape(part) for part in path.split("/")]
        section = found
        for name in above:
            inner = section.get(name)
            if not isinstance(inner, dict):
                inner = section[name] = {}
            section = inner
        if not (isinstance(section.get(last), dict) and value == {}):
            section[last] = dict(value) if isinstance(value, dict) else value
    return found


def escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def unescape(name: str) -> str:
    return name.replace("~1", "/").replace("~0", "~")


# --- editing ----------------------------------------------------------------------------------------------
def apply_changes(draft: Draft, changes: Sequence[Change]) -> Draft:
    """A draft with the changes made. Raises a DraftError, and changes nothing, if one of them can't be."""
    if len(changes) > MOST_CHANGES:
        raise DraftError("studio.edit", {"key": ""})
    after = dict(draft)
    for change in changes:
        key, value = check_change(change)
        if value is None:
            after.pop(key, None)
        else:
            after[key] = value
    if len(after) > MOST_KEYS:
        raise DraftError("studio.too_large", {"most": MOST_KEYS})
    return after


def check_change(change: Change) -> tuple[str, Any]:
    key, value = change if len(change) == 2 else (None, None)
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise DraftError("studio.edit", {"key": str(key)[:60]})
    several = MOST_GOALS if takes_several(key) else 1
    sound = value is None or (is_cell(value, several) if key[:2] in ("p/", "r/", "t/") else is_plain(value, 0))
    if not sound or (key == LICENCE and not isinstance(value, str | None)):
        raise DraftError("studio.edit", {"key": key[:60]})
    return key, value


def is_cell(value: object, most: int) -> bool:
    """A text, or the ids of as many places as it may refer to."""
    if isinstance(value, list):
        return 0 < len(value) <= most and all(isinstance(id, str) and 0 < len(id) <= 24 for id in value)
    return isinstance(value, str) and len(value) <= LONGEST_CELL and value.isprintable() and is_whole_text(value)


def is_plain(value: object, depth: int) -> bool:
    """Whether TOML and JSON both have such a value, and it is no larger than any that is needed."""
    if depth > DEEPEST:
        return False
    if isinstance(value, str):
        return len(value) <= LONGEST_VALUE and is_whole_text(value)
    if isinstance(value, list):
        return all(is_plain(part, depth + 1) for part in value)
    if isinstance(value, dict):
        return all(is_whole_text(name) and is_plain(part, depth + 1) for name, part in value.items())
    return isinstance(value, bool | float) or (isinstance(value, int) and abs(value) < 2**53)


def is_whole_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def to_json(draft: Mapping[str, Any]) -> str:
    """As it is stored. Raises a DraftError if it is too large."""
    text = json.dumps(draft, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    if len(text) > MOST_BYTES:
        raise DraftError("studio.too_large", {"most": MOST_BYTES})
    return text
