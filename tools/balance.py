"""Measures the boards that come with Ferrovia and writes what reports lay beside a maker's figures (`make balance`).

    .venv/bin/python tools/balance.py --games 20000 --planner-games 10000 --keep build/balance

With --keep, every finished batch is on disk, and the same command goes on where it was stopped. The results depend on
the boards, the rules and the numbers of games alone; src/ferrovia/balance/builtin.json names them all, and a test says
when a board or the rules have changed since."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from ferrovia.balance import PLANNER, RANDOM, BalancePlan, Measurement, figures_of
from ferrovia.balance.counting.layout import VERSION
from ferrovia.balance.summary import FILE, summary_of
from ferrovia.boards import board_ids, load
from ferrovia.boards.digest import digest
from ferrovia.engine.version import RULES_VERSION

TARGET = Path(__file__).parents[1] / "src" / "ferrovia" / "balance" / FILE


def measured(board: str, plan: BalancePlan, keep: Path | None, jobs: int | None) -> dict[str, Any]:
    journal = None if keep is None else keep / f"{board}.jsonl"
    with Measurement(plan, journal) as measurement:
        for _ in measurement.play(jobs):
            left = sum(batch.games for batch in measurement.left)
            print(f"\r{board}: {left} games left  ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
    figures = figures_of(measurement)
    found: dict[str, Any] = {}
    for players in plan.tables:
        for by in (RANDOM, PLANNER):
            summary = summary_of(figures, players, by)
            plain = {key: figure.to_dict() if figure is not None else None for key, figure in summary.items()}
            found.setdefault(str(players), {})[by] = plain
    games = {RANDOM: plan.games, PLANNER: plan.planner_games}
    return {"digest": digest(plan.board), "games": games, "players": found}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=20_000, help="random ones, for each number of players")
    reader.add_argument("--planner-games", type=int, default=10_000)
    reader.add_argument("--jobs", type=int, default=None)
    reader.add_argument("--keep", type=Path, default=None, metavar="FOLDER", help="where finished batches are kept")
    reader.add_argument("--only", nargs="*", default=[], metavar="BOARD", help="measure these; the others stay")
    given = reader.parse_args()
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    known = json.loads(TARGET.read_text(encoding="utf-8"))["boards"] if TARGET.exists() else {}
    boards: dict[str, Any] = {board: known[board] for board in board_ids() if board in known}
    for board in given.only or board_ids():
        plan = BalancePlan(load(board), (), given.games, given.planner_games, 0)
        boards[board] = measured(board, plan, given.keep, given.jobs)
        data = {"counts": VERSION, "rules": RULES_VERSION, "seed": 1, "boards": dict(sorted(boards.items()))}
        TARGET.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
