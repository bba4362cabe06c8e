"""Names as people type them, and what is refused because nobody could tell it apart that way."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from ferrovia.boards.csv_table import Row
from ferrovia.boards.problems import ROUTES, Problems, quote
from ferrovia.engine.board import Lane, Place

PRINTED: Final = ""
"""Stands for the language in which a board is printed."""
QUOTES: Final = "’‘ʼ´`"


def fold(name: str) -> str:
    """A name as careless typing would have it: no case, no accents, no spaces, plain dashes and quotes."""
    plain = unicodedata.normalize("NFKD", name.strip().casefold())
    return "".join(map(fold_letter, plain))


def fold_letter(letter: str) -> str:
    if letter in QUOTES:
        return "'"
    if unicodedata.category(letter) == "Pd":
        return "-"
    return "" if letter == " " or unicodedata.combining(letter) else letter


def languages(places: Sequence[Place]) -> list[str]:
    return [PRINTED, *sorted({language for place in places for language in place.names})]


def name_column(language: str) -> str:
    return f"name_{language}" if language else "name"


def check_names(rows: Sequence[Row], places: Sequence[Place], problems: Problems) -> None:
    """In no language do two places have names that only accents, case, ß or signs tell apart."""
    alike: set[tuple[int, int]] = set()
    for language in languages(places):
        seen: dict[str, tuple[Row, str]] = {}
        for row, place in zip(rows, places, strict=True):
            label = place.label(language)
            first, other = seen.setdefault(fold(label), (row, label))
            if first is row or (first.line, row.line) in alike:
                continue
            alike.add((first.line, row.line))
            reason = f"{quote(label)} can't be told from {quote(other)} (row {first.line}) when it is typed"
            problems.add(row.file, row.line, name_column(language), reason)


def check_spots(rows: Sequence[Row], places: Sequence[Place], problems: Problems) -> None:
    """No place lies on another."""
    seen: dict[tuple[float, float], Row] = {}
    for row, place in zip(rows, places, strict=True):
        if any(problems.is_spoilt(row.file, row.line, column) for column in ("x", "y")):
            continue
        first = seen.setdefault((place.x, place.y), row)
        if first is not row:
            problems.add(row.file, row.line, "x", f"this is the spot of {quote(first.text('name'))} (row {first.line})")


def check_route_names(lanes: Sequence[Lane], places: Sequence[Place], problems: Problems) -> None:
    """With names like Aix, Aix-Bex, Bex-Aix and Bex, who types Aix-Bex-Aix could mean either of two routes."""
    seen: dict[str, tuple[frozenset[str], Lane]] = {}
    for lane in lanes:
        for a, b in typed_ends(lane, places):
            ends, first = seen.setdefault(f"{a}-{b}", (frozenset((a, b)), lane))
            if ends != {a, b}:
                reason = f"typed with a plain dash, this route can't be told from the one in row {first.row}"
                problems.add(ROUTES, lane.row, "to", reason)


def typed_ends(lane: Lane, places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    """Its places in every language, from either end."""
    for language in languages((places[lane.a], places[lane.b])):
        a, b = (fold(places[end].label(language)) for end in (lane.a, lane.b))
        yield a, b
        yield b, a
