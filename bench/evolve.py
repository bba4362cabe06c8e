"""Looks for better weights of the light policy, by which playouts end, or of the planner's plan: two policies with
slightly other weights play against each other, and all weights move a little towards those of the winner (SPSA).

    python bench/evolve.py build/weights.json --seconds 150      # call it again to go on
    python bench/tune.py --light $(python bench/evolve.py build/weights.json --seconds 0)
    python bench/evolve.py build/plan.json --careful --seconds 150      # the plan, without playouts

It prints the weights as `bench/tune.py` takes them, which measures what they are worth on deals of its own. They begin
with the ones in use. The same calls give the same weights only if they play as many games."""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.bots.search.win_probability import shares
from ferrovia.bots.tables import PLAN_WEIGHTS, PLAYOUT_WEIGHTS, board_tables, changed_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.setup import deal

STEP: Final = 0.1  # of a weight: how far the two policies are from the middle
LEAST_STEP: Final = 1.0
SMALL: Final = 20.0  # a weight below this is rounded up or down by chance, or no step would ever show
DEALS: Final = 12  # on each board before the weights move
RATE: Final = 1.2  # how far they move for a whole victory, in steps
HALVED: Final = 4000  # rounds after which they move half as far


@dataclass
class Search:
    weights: dict[str, float]
    rounds: int = 0

    def step(self, name: str) -> float:
        return max(abs(self.weights[name]) * STEP, LEAST_STEP)


def begin(file: Path, careful: bool) -> Search:
    if file.exists():
        return Search(**json.loads(file.read_text(encoding="utf-8")))
    weights = PLAN_WEIGHTS if careful else PLAYOUT_WEIGHTS
    return Search({name: float(value) for name, value in weights.items()})


def one_round(search: Search, games: list[Game], careful: bool) -> None:
    """Two policies, each weight a step up in the one and down in the other, play all deals in both seats."""
    random = Random(search.rounds)
    now = search.weights
    signs = {name: random.choice((-1, 1)) for name in now}
    sides = [
        {name: rounded(value + side * signs[name] * search.step(name), random) for name, value in now.items()}
        for side in (1, -1)
    ]
    lead = sum(lead_of(game, sides, search.rounds, careful) for game in games) / len(games)
    rate = RATE / (1 + search.rounds / HALVED)
    for name in now:
        now[name] = max(0.0, now[name] + rate * lead * signs[name] * search.step(name))
    search.rounds += 1


def rounded(value: float, random: Random) -> int:
    return math.floor(value + random.random()) if value < SMALL else round(value)


def lead_of(game: Game, sides: list[dict[str, int]], number: int, careful: bool) -> float:
    """What the first side wins more than the second, from -1 to 1."""
    tables = [changed_tables(board_tables(game), weights) for weights in sides]
    policies = [[PlayoutPolicy(table, seat, careful) for seat in range(game.seats)] for table in tables]
    lead = 0.0
    for index in range(DEALS):
        for turned in range(2):
            state = deal(game, seeded(number, index))
            play_out(state, [policies[(seat + turned) % 2][seat] for seat in range(game.seats)])
            won = shares(state)
            lead += sum(share if (seat + turned) % 2 == 0 else -share for seat, share in enumerate(won))
    return lead / (2 * DEALS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="keeps what was found, to go on from")
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--seats", type=int, choices=(2, 4), default=2)
    parser.add_argument("--careful", action="store_true", help="the planner's plan instead of the policy of playouts")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    search = begin(wanted.file, wanted.careful)
    games = [new_game(load(board), wanted.seats) for board in board_ids()]
    end = monotonic() + wanted.seconds
    while monotonic() < end:
        one_round(search, games, wanted.careful)
    wanted.file.parent.mkdir(parents=True, exist_ok=True)
    wanted.file.write_text(json.dumps(vars(search), indent=2) + "\n", encoding="utf-8")
    found = {name: round(value) for name, value in search.weights.items()}
    print(json.dumps(found) if wanted.json else " ".join(f"{name}={value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
