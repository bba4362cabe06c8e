"""How many iterations the expert makes in a second of processor time, over a game against planners:

    python bench/iterations.py                      # all boards, two players, 2000 iterations a choice
    python bench/iterations.py --board usa --seats 4

Processor time, not the clock, so that other programs disturb little. A choice at the beginning is the slowest, for its
playouts are longest; it is printed beside the mean."""

from __future__ import annotations

import argparse
import json
from time import process_time
from typing import Final

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots import Bot, Budget, make_bot
from ferrovia.bots.expert import Expert
from ferrovia.engine.chance import seeded
from ferrovia.view import observe

SEED: Final = 3


def measure(board: str, seats: int, budget: Budget) -> dict[str, object]:
    """Seat 0 is the expert."""
    game = new_game(load(board), seats)
    expert = Expert(seeded(SEED))
    bots: list[Bot] = [expert, *(make_bot("planner", seeded(SEED, seat)) for seat in range(1, seats))]
    state = game.start(seeded(SEED))
    speeds: list[tuple[int, float]] = []
    while not state.over:
        seat = int(state.seat)
        view, actions = observe(state, seat), list(state.legal_actions())
        began = process_time()
        action = bots[seat].choose(view, actions, budget if seat == 0 else Budget())
        if seat == 0 and expert.search is not None and len(actions) > 1:
            speeds.append((int(expert.search.iterations), process_time() - began))
        state.apply(action)
    iterations, seconds = sum(row[0] for row in speeds), sum(row[1] for row in speeds)
    return {
        "board": board,
        "seats": seats,
        "choices": len(speeds),
        "per_second": round(iterations / seconds),
        "at_the_beginning": round(speeds[0][0] / speeds[0][1]),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--board", action="append", choices=board_ids(), help="may be given again; all if not")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    budget = Budget(iterations=wanted.iterations)
    rows = [measure(board, wanted.seats, budget) for board in wanted.board or board_ids()]
    if wanted.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(
            f"{row['board']}: {row['per_second']} iterations a second over {row['choices']} choices, "
            f"{row['at_the_beginning']} in the first"
        )


if __name__ == "__main__":
    main()
