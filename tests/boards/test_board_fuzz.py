"""Whatever happens to a board's files, the loader gives a board or a BoardError, never anything else."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ferrovia.boards import BoardError, board_ids, load
from ferrovia.boards.registry import shipped

TABLES = ("locations.csv", "routes.csv", "tickets.csv")
FILES = ("board.toml", *TABLES)
ODD_NUMBERS = ["", "0", "-1", "1.5", "9" * 20, "9" * 5000, "nan", "inf", "1e9", "\N{SUPERSCRIPT TWO}"]
ODD_CELLS = [*ODD_NUMBERS, " ", "grey", "wild", '"', "\0", "é", "a,b"]
ODD_VALUES = ["0", "-1", "1.5", "nan", "9" * 30, f"0x{'f' * 9000}", "1979-05-27", "true"]
ODD_VALUES += ["[]", "[[1]]", "{}", "{ a = 1 }", '""', '"x"', "["]

boards = st.sampled_from(board_ids())
files = st.sampled_from(FILES)
tables = st.sampled_from(TABLES)
cells = st.sampled_from(ODD_CELLS) | st.text(max_size=8)


def board_files(id: str) -> dict[str, bytes]:
    return {name: shipped()[id].joinpath(name).read_bytes() for name in FILES}


def read_rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def write_rows(rows: list[list[str]]) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue().encode("utf-8", "surrogatepass")


def refusal(contents: dict[str, bytes]) -> BoardError | None:
    with tempfile.TemporaryDirectory() as folder:
        for name, data in contents.items():
            (Path(folder) / name).write_bytes(data)
        try:
            load(folder)
        except BoardError as error:
            return error
    return None


def loads_or_is_refused(contents: dict[str, bytes]) -> None:
    error = refusal(contents)
    if error is not None:
        assert len(str(error).splitlines()) == len(error.problems) > 0
        assert all(problem.file in FILES and problem.row >= 0 and problem.reason for problem in error.problems)


@settings(deadline=None)
@given(st.data())
def test_cells_replaced(data: st.DataObject) -> None:
    contents = board_files(data.draw(boards))
    name = data.draw(tables)
    rows = read_rows(contents[name])
    for _ in range(data.draw(st.integers(1, 3))):
        row = data.draw(st.sampled_from(rows))
        row[data.draw(st.integers(0, len(row) - 1))] = data.draw(cells)
    contents[name] = write_rows(rows)
    loads_or_is_refused(contents)


@settings(deadline=None)
@given(st.data())
def test_rows_dropped_doubled_and_cut(data: st.DataObject) -> None:
    contents = board_files(data.draw(boards))
    name = data.draw(tables)
    rows = read_rows(contents[name])
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, max(0, len(rows) - 1)))
        change = data.draw(st.sampled_from(["drop", "double", "cut", "empty"]))
        if not rows:
            break
        if change == "drop":
            del rows[index]
        elif change == "double":
            rows.insert(index, list(rows[index]))
        elif change == "cut":
            rows[index] = rows[index][:-1]
        else:
            del rows[index:]
    contents[name] = write_rows(rows)
    loads_or_is_refused(contents)


@settings(deadline=None)
@given(st.data())
def test_bytes_flipped(data: st.DataObject) -> None:
    contents = board_files(data.draw(boards))
    name = data.draw(files)
    changed = bytearray(contents[name])
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] ^= data.draw(st.integers(1, 255))
    contents[name] = bytes(changed)
    loads_or_is_refused(contents)


@settings(deadline=None)
@given(st.data())
def test_settings_replaced(data: st.DataObject) -> None:
    contents = board_files(data.draw(boards))
    lines = contents["board.toml"].decode().splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(lines) - 1))
        key, equals, _ = lines[index].partition("=")
        lines[index] = f"{key}{equals} {data.draw(st.sampled_from(ODD_VALUES))}" if equals else ""
    contents["board.toml"] = "\n".join(lines).encode()
    loads_or_is_refused(contents)


@settings(deadline=None)
@given(boards, files, st.binary(max_size=200))
def test_any_bytes(id: str, name: str, content: bytes) -> None:
    loads_or_is_refused(board_files(id) | {name: content})


@settings(deadline=None)
@given(boards, boards, files)
def test_files_of_two_boards_mixed(id: str, other: str, name: str) -> None:
    loads_or_is_refused(board_files(id) | {name: board_files(other)[name]})
