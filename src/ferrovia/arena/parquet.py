"""Results for other people's tools: a Parquet file with a row per seat of every game."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ferrovia._extras import need
from ferrovia.arena.results import GameResult
from ferrovia.arena.tournament_plan import TournamentPlan, line_names
from ferrovia.boards import load


def check_parquet() -> None:
    """Says that the package is missing before anything is played."""
    need("pyarrow")


def write_parquet(file: Path, plan: TournamentPlan, results: Sequence[GameResult]) -> None:
    """All of it or nothing. `check_parquet` says whether it can be done."""
    from pyarrow import Table, parquet

    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        parquet.write_table(Table.from_pylist(list(seat_rows(plan, results))), draft)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def seat_rows(plan: TournamentPlan, results: Sequence[GameResult]) -> Iterator[dict[str, Any]]:
    """Every ledger line that the plan's boards know has a column; `game` is unique in the file."""
    ids = {board: load(board).id for board in plan.boards}
    told = {board: plan.table_facts(board) for board in plan.boards}
    names = list(line_names(plan))
    for game in results:
        for number, seat in enumerate(game.seats):
            yield {
                "board": ids[game.board],
                "game": game.number,
                "round": game.round,
                "seat": number,
                "bot": plan.names[seat.bot],
                "first": number == game.first,
                "place": seat.place,
                "win": seat.win,
                "score": seat.score,
                **{f"points_{name}": seat.lines.get(name, 0) for name in names},
                "tickets_kept": seat.kept,
                "tickets_completed": seat.completed,
                "turns": game.turns,
                "moves": seat.moves,
                "choices": seat.choices,
                "seconds": seat.seconds,
                "faults": seat.faults,
                **told[game.board],
                "options": json.dumps(told[game.board]["options"]),
            }
