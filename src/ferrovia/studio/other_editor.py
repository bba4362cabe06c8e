"""The files of another board editor (ticket-to-ride-map-editor): JSON of versions 1 to 4, in and out.

What it knows and we don't is kept as it was, in the section `x.map_editor` of the draft, and written back. What we know
and it doesn't goes along in a field of its own, `ferrovia`. What we have no rule for is said."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ferrovia.boards.document import from_files, to_files
from ferrovia.studio.draft import Draft, document_of, draft_of
from ferrovia.studio.other_csv import is_csv, read_csv
from ferrovia.studio.other_reader import Reader
from ferrovia.studio.other_terms import (
    FORMAT,
    FRAME,
    KEPT,
    LISTS,
    LONG,
    LONG_DEAL,
    STANDING,
    YES,
    Note,
    number_of,
    refuse,
    rows_in,
)
from ferrovia.studio.other_writer import Writer

__all__ = ["KEPT", "Note", "files_of_other", "read_other", "to_other", "write_other"]


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
    if not any(isinstance(payload.get(name), list) for name in LISTS.values()):
        raise refuse("there are no stops, routes or tickets in this file")
    if kind == "tickets":
        return read_tickets_alone(payload)
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
    if version > STANDING:
        raise refuse(f"this file has version {version}; {STANDING} is the newest that is read here")
    envelope = {name: value for name, value in file.items() if name != "payload"}
    board = file.get("board")
    size = (board.get("width"), board.get("height")) if isinstance(board, dict) else FRAME
    width, height = (number_of(side, usual) for side, usual in zip(size, FRAME, strict=True))
    frame = (width, height) if min(width, height) >= 1 else FRAME
    return str(file.get("kind", "map")), dict(file["payload"]), envelope, frame


def read_tickets_alone(payload: Mapping[str, Any]) -> tuple[Draft, list[Note]]:
    draft: Draft = {}
    rows = rows_in(payload, "tickets")
    for number, row in enumerate(rows, 1):
        ends = (str(row.get("aName", row.get("a", ""))), str(row.get("bName", row.get("b", ""))))
        draft |= {f"t/t{number}/from": ends[0][:60], f"t/t{number}/to": ends[1][:60]}
        draft[f"t/t{number}/points"] = str(row.get("points", ""))[:9]
        if row.get(LONG):
            draft |= {f"t/t{number}/{LONG}": YES, LONG_DEAL: 1}
    sets = sum(bool(row.get("set")) for row in rows)
    return draft, [{"code": "sets", "count": sets}] if sets else []


def files_of_other(data: bytes) -> dict[str, bytes]:
    """The files of the board in a file of the other editor. Raises a BoardError if it is none."""
    try:
        draft, _ = read_other(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise refuse("this is not UTF-8 text") from None
    return to_files(document_of(draft))


def to_other(draft: Mapping[str, Any]) -> dict[str, Any]:
    """The board as the other editor's JSON, of the version that it came in, or of the usual one."""
    return Writer(draft).file()


def write_other(files: Mapping[str, bytes]) -> bytes:
    """The file of the other editor for the board in these files."""
    return json.dumps(to_other(draft_of(from_files(files))), ensure_ascii=False, indent=1).encode()
