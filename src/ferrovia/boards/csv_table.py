"""The CSV files: rows of named cells, and reading one cell as what it has to be."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from ferrovia.boards.limits import LONGEST_NAME, MOST_ROWS
from ferrovia.boards.problems import Problems, meant, quote

WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
DECIMAL: Final = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")
NAME_JOINER: Final = "\N{EN DASH}"
LANE_MARK: Final = "#"


class Row:
    """One row. A reader that finds a cell wrong says so and returns a stand-in, so that reading can go on."""

    def __init__(self, file: str, line: int, cells: Mapping[str, str], problems: Problems) -> None:
        self.file = file
        self.line = line
        self.cells = cells
        self.problems = problems

    def wrong(self, column: str, reason: str) -> None:
        self.problems.spoil_cell(self.file, self.line, column, reason)

    def text(self, column: str) -> str:
        return self.cells.get(column, "")

    def whole(self, column: str, least: int, most: int) -> int:
        text = self.text(column)
        if WHOLE.fullmatch(text) and least <= int(text) <= most:
            return int(text)
        self.wrong(column, f"{quote(text)} is not a whole number from {least} to {most}")
        return least

    def decimal(self, column: str) -> float:
        text = self.text(column)
        if DECIMAL.fullmatch(text):
            return float(text)
        self.wrong(column, f"{quote(text)} is not a number")
        return 0.0

    def known(self, column: str, what: str, words: Iterable[str]) -> str:
        """The cell, which has to be one of some words; the first of them if it is not."""
        text, words = self.text(column), list(words)
        if text in words:
            return text
        self.wrong(column, f"{quote(text)} is no {what} of this board{meant(text, words)}")
        return words[0]

    def name(self, column: str) -> str:
        """A name that fits on a sign and in the notation of moves."""
        text = self.text(column)
        if not text:
            self.wrong(column, "a name is missing")
        elif len(text) > LONGEST_NAME:
            self.wrong(column, f"{quote(text)} is longer than {LONGEST_NAME} characters")
        elif NAME_JOINER in text or any(unicodedata.category(character)[0] == "C" for character in text):
            self.wrong(column, f"{quote(text)} has a {NAME_JOINER} or an invisible character in it")
        elif LANE_MARK in text:
            self.wrong(column, f"{quote(text)} has a {LANE_MARK} in it, which numbers the lanes of a double route")
        elif text != " ".join(text.split()):
            self.wrong(column, f"{quote(text)} has a space in it that is no single plain one")
        return text


def read_table(file: str, text: str, columns: Iterable[str], problems: Problems) -> list[Row]:
    """Its rows, blank ones left out. A row with too many or too few cells is there too, marked as spoilt."""
    records = read_records(file, text, problems)
    if not records:
        problems.spoil_file(file, 1, "there is no header line")
        return []
    if len(records) > MOST_ROWS:
        problems.spoil_file(file, 0, f"this table has more than {MOST_ROWS} rows")
        return []
    top, header = records[0]
    check_header(file, top, header, columns, problems)
    rows: list[Row] = []
    for line, cells in records[1:]:
        if len(cells) != len(header):
            problems.spoil_row(file, line, f"this row has {len(cells)} cells, the header has {len(header)}")
        padded = cells + [""] * (len(header) - len(cells))
        rows.append(Row(file, line, dict(zip(header, padded, strict=False)), problems))
    return rows


def read_records(file: str, text: str, problems: Problems) -> list[tuple[int, list[str]]]:
    """The line each record begins on, and its cells without the spaces around them."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    records: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                # Composed letters: programs that write é as two characters name the same place.
                records.append((line, [unicodedata.normalize("NFC", cell.strip()) for cell in cells]))
            line = reader.line_num + 1
    except csv.Error as error:
        problems.spoil_file(file, line, f"this is no CSV table from here on: {error}")
        return []
    return records


def check_header(file: str, line: int, header: list[str], columns: Iterable[str], problems: Problems) -> None:
    if len(header) == 1 and ";" in header[0]:
        problems.spoil_file(file, line, "cells are separated by semicolons; they have to be by commas")
    if "" in header:
        problems.add(file, line, f"column {header.index('') + 1}", "this column has no name")
    for number, column in enumerate(header, start=1):
        if not column.isprintable():
            problems.add(file, line, f"column {number}", "the name of this column has characters that can't be shown")
    for column in sorted({column for column in header if column.isprintable() and header.count(column) > 1} - {""}):
        problems.spoil_column(file, line, column, "this column is there twice")
    for column in columns:
        if column not in header:
            problems.spoil_column(file, line, column, f"this column is missing{meant(column, header)}")
