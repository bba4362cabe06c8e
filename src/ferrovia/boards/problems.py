"""What is wrong with a board's files: all of it at once, each problem with the place to look."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final, NamedTuple

from ferrovia.engine.errors import FerroviaError

SETTINGS: Final = "board.toml"
LOCATIONS: Final = "locations.csv"
ROUTES: Final = "routes.csv"
TICKETS: Final = "tickets.csv"
LOOK: Final = "look.toml"
FILES: Final = (SETTINGS, LOCATIONS, ROUTES, TICKETS, LOOK)

ANY_ROW: Final = 0
WHOLE_ROW: Final = ""
SHOWN: Final = 40


class Problem(NamedTuple):
    """`row` counts lines as a text editor does, 0 for none; `column` is one of a table or a key of a TOML file."""

    file: str
    row: int
    column: str
    reason: str

    def __str__(self) -> str:
        where = self.file
        if self.row:
            where += f", row {self.row}"
        if self.column:
            where += f", {self.column}"
        return f"{where}: {self.reason}"


class BoardError(FerroviaError):
    """A board that can't be used. `problems` are all that were found, in the order of the files."""

    def __init__(self, board: str, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("board.invalid", {"board": board, "problems": [found._asdict() for found in self.problems]})

    def __reduce__(self) -> tuple[type[BoardError], tuple[object, list[Problem]]]:
        return BoardError, (self.params["board"], self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class Problems:
    """Collects problems, so that a board is refused once. What is spoilt as a whole is not blamed in parts."""

    def __init__(self) -> None:
        self.found: dict[Problem, None] = {}
        self.spoilt: set[tuple[str, int, str]] = set()

    def add(self, file: str, row: int, column: str, reason: str) -> None:
        if not self.is_spoilt(file, row, column):
            self.found[Problem(file, row, column, reason)] = None

    def is_spoilt(self, file: str, row: int, column: str) -> bool:
        """Whether this cell could not be read: by itself, or with its row, its column or its file."""
        around = {(file, row, column), (file, row, WHOLE_ROW), (file, ANY_ROW, column), (file, ANY_ROW, WHOLE_ROW)}
        return not around.isdisjoint(self.spoilt)

    def spoil_cell(self, file: str, row: int, column: str, reason: str) -> None:
        self.add(file, row, column, reason)
        self.spoilt.add((file, row, column))

    def spoil_file(self, file: str, row: int, reason: str) -> None:
        self.add(file, row, WHOLE_ROW, reason)
        self.spoilt.add((file, ANY_ROW, WHOLE_ROW))

    def spoil_row(self, file: str, row: int, reason: str) -> None:
        self.add(file, row, WHOLE_ROW, reason)
        self.spoilt.add((file, row, WHOLE_ROW))

    def spoil_column(self, file: str, row: int, column: str, reason: str) -> None:
        self.add(file, row, column, reason)
        self.spoilt.add((file, ANY_ROW, column))

    def readable(self, file: str) -> bool:
        return (file, ANY_ROW, WHOLE_ROW) not in self.spoilt

    def about(self, file: str, column: str) -> bool:
        """Whether something is wrong with this column, or with a key of this section of board.toml."""
        return not self.readable(file) or any(
            found.file == file and f"{found.column}.".startswith(f"{column}.") for found in self.found
        )

    def refuse(self, board: str) -> None:
        """Raises a BoardError if anything was found."""
        if self.found:
            raise BoardError(board, sorted(self.found, key=reading_order))


def reading_order(problem: Problem) -> tuple[int, int]:
    """Files that only a rule knows come last."""
    return (FILES.index(problem.file) if problem.file in FILES else len(FILES), problem.row)


def quote(value: object) -> str:
    """A value as a reason shows it: on one line, not too long."""
    try:
        shown = repr(value)
    except ValueError:  # Python refuses to write out integers of thousands of digits
        shown = "a huge number"
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}…"


def meant(word: str, known: Iterable[str]) -> str:
    """` (did you mean …?)` where a known word is close, or nothing."""
    close = get_close_matches(word[:SHOWN], list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
