"""Whether bots keep to the seconds they are given: the longest choice of each, on every board.

    python bench/budgets.py                                  # compiled
    FERROVIA_INTERPRETED=1 python bench/budgets.py           # about sixty times slower: playouts take long there

Quick bots play a game on, so that every phase of it is met; at some of its decisions, and at every choice of tickets,
the bot is asked with its budget. The first answer at a table counts, too: the board is measured there. Exits with 1 if
a choice took longer than it may."""

from __future__ import annotations

import argparse
import json
import sys
from time import perf_counter

import ferrovia
from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Bot, Budget, make_bot
from ferrovia.bots.tables import board_tables, playout_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS
from ferrovia.engine.state import State
from ferrovia.view import observe


def decisions(board: str, seats: int, every: int) -> list[State]:
    """Positions of one quick game: all choices of tickets, and every so many others."""
    state = new_game(load(board), seats).start(seeded(5))
    bots = [make_bot("hungry", seeded(6, seat)) for seat in range(seats)]
    found: list[State] = []
    number = 0
    while not state.over:
        seat = int(state.seat)
        actions = list(state.legal_actions())
        if len(actions) > 1 and (state.phase in (FIRST_TICKETS, KEEP_TICKETS) or number % every == 0):
            found.append(state.clone())
        number += 1
        state.apply(bots[seat].choose(observe(state, seat), actions, Budget()))
    return found


def longest(name: str, positions: list[State], seconds: float) -> tuple[float, float]:
    """Seconds of the longest and of the mean choice."""
    board_tables.cache_clear()
    playout_tables.cache_clear()
    bots: dict[int, Bot] = {}
    took: list[float] = []
    for state in positions:
        seat = int(state.seat)
        bot = bots.setdefault(seat, make_bot(name, seeded(7, seat)))
        view, actions = observe(state, seat), list(state.legal_actions())
        began = perf_counter()
        bot.choose(view, actions, Budget(seconds=seconds))
        took.append(perf_counter() - began)
    return max(took), sum(took) / len(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", action="append", help="may be given again; planner and expert if not")
    parser.add_argument("--board", action="append", choices=board_ids(), help="may be given again; all if not")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--every", type=int, default=10, help="so many decisions, one is asked for")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    rows = []
    for board in wanted.board or board_ids():
        positions = decisions(board, wanted.seats, wanted.every)
        for name in wanted.bot or ["planner", "expert"]:
            most, mean = longest(name, positions, wanted.seconds)
            row = {"board": board, "bot": name, "seconds": wanted.seconds, "choices": len(positions), "longest": most}
            rows.append({**row, "mean": mean, "compiled": ferrovia.COMPILED})
            if not wanted.json:
                print(
                    f"{board} {name}: longest {most:.3f} s, mean {mean:.3f} s of {len(positions)} choices", flush=True
                )
    if wanted.json:
        print(json.dumps(rows, indent=2))
    sys.exit(any(row["longest"] > wanted.seconds for row in rows))


if __name__ == "__main__":
    main()
