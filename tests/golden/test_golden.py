"""Whole games played once and kept: they have to play the same for ever, to the last bit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ferrovia.engine.board import Board
from ferrovia.engine.chance import commitment
from ferrovia.engine.version import OLDEST_VERSION, RULES_VERSION
from ferrovia.record import from_text, to_text, verify
from golden.make import SEEDED, counts, golden_tables
from properties.tables import all_boards, tables

FOLDER = Path(__file__).parent
TABLES = golden_tables()
AGAIN = "missing or out of date: PYTHONPATH=tests python -m golden.make"


def stored(name: str) -> Mapping[str, object]:
    content = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    assert isinstance(content, dict)
    return content


def test_every_table_has_a_golden_game_and_every_golden_game_a_table() -> None:
    assert {str(table) for table in tables()} <= TABLES.keys()
    assert {file.stem for file in FOLDER.glob("*.txt")} == TABLES.keys(), AGAIN
    assert stored("digests.json").keys() == TABLES.keys(), AGAIN
    assert stored("counts.json").keys() == {board.id for board in all_boards()}, AGAIN


@pytest.mark.parametrize("name", TABLES)
def test_golden_games_verify_to_the_last_bit(name: str) -> None:
    table = TABLES[name]
    text = (FOLDER / f"{name}.txt").read_bytes().decode()
    record = from_text(text)
    assert to_text(record) == text
    assert (record.board, len(record.seats), record.options) == (table.board.id, table.seats, table.options)
    end = verify(record, board=table.board)
    assert end.state.digest() == stored("digests.json")[name]
    assert end.moves == len(record.moves)
    if name.endswith(SEEDED):
        assert record.seed is not None
    else:
        assert record.secret is not None
        assert commitment(bytes.fromhex(record.secret)) == record.commitment


def test_every_version_that_can_still_be_played_has_golden_games() -> None:
    records = [from_text(file.read_bytes().decode()) for file in FOLDER.glob("*.txt")]
    assert {record.rules_version for record in records} == set(range(OLDEST_VERSION, RULES_VERSION + 1))


@pytest.mark.parametrize("board", all_boards(), ids=lambda board: board.id)
def test_counts_and_order_of_actions_stay(board: Board) -> None:
    assert counts(board) == stored("counts.json")[board.id]
