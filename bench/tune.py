"""What a weight of the plan is worth: policies with changed weights against the usual ones, in thousands of games.

    python bench/tune.py turn=251 calm=170                 # the planner's plan, without playouts, on all boards
    python bench/tune.py --temper gambler --seats 4
    python bench/tune.py --light --deals 3000 hold=244     # the policy of the playouts

One seat plays by the changed weights, the others as usual; every deal is played with it in every
seat. The share of victories comes with its 95 % interval over deals; 50 % (with four seats 25 %) is no difference."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from math import sqrt
from typing import Final

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.bots.search.win_probability import shares
from ferrovia.bots.tables import (
    board_tables,
    changed_tables,
    plan_tables,
    playout_tables,
    playout_weights,
)
from ferrovia.bots.tempers import STEADY, TEMPERS, tempered_weights
from ferrovia.engine.chance import seeded
from ferrovia.engine.setup import deal

SURE: Final = 1.96


def measure(
    board: str, seats: int, changes: Mapping[str, int], temper: str, deals: int, seed: int, careful: bool
) -> dict[str, object]:
    game = new_game(load(board), seats)
    usual = plan_tables(game) if careful else playout_tables(game)
    weights = tempered_weights(game, temper) if careful else playout_weights(game)
    ours = changed_tables(board_tables(game), {**weights, **changes})
    new = [PlayoutPolicy(ours, seat, careful) for seat in range(seats)]
    old = [PlayoutPolicy(usual, seat, careful) for seat in range(seats)]
    total = squares = 0.0
    for index in range(deals):
        won = 0.0
        for mine in range(seats):
            state = deal(usual.game, seeded(seed, index))
            play_out(state, [new[seat] if seat == mine else old[seat] for seat in range(seats)])
            won += shares(state)[mine] / seats
        total += won
        squares += won * won
    mean = total / deals
    error = SURE * sqrt(max(0.0, squares / deals - mean * mean) / deals)
    return {
        "board": board,
        "seats": seats,
        "share": mean,
        "low": mean - error,
        "high": mean + error,
        "games": deals * seats,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", nargs="*", metavar="WEIGHT=NUMBER")
    parser.add_argument("--temper", choices=list(TEMPERS), default=STEADY.name)
    parser.add_argument("--light", action="store_true", help="the policy of the playouts instead of the planner's")
    parser.add_argument("--board", action="append", choices=board_ids(), help="may be given again; all if not")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--deals", type=int, default=700)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    changes: dict[str, int] = {}
    for change in wanted.changes:
        name, _, value = change.partition("=")
        if not value.lstrip("-").isdecimal():
            parser.error(f"{change}: it should be WEIGHT=NUMBER")
        changes[name] = int(value)
    rows = []
    for board in wanted.board or board_ids():
        row = measure(board, wanted.seats, changes, wanted.temper, wanted.deals, wanted.seed, not wanted.light)
        rows.append(row)
        if not wanted.json:
            low, share, high = (f"{100 * float(str(row[key])):.1f}" for key in ("low", "share", "high"))
            print(f"{board}: {share} % ({low}–{high}; {row['games']} games)", flush=True)
    if wanted.json:
        print(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
