"""Looks for better weights of the light policy, by which playouts end, or of the planner's plan: two policies with
slightly other weights play against each other, and all weights move a little towards those of the winner (SPSA).

    python bench/evolve.py build/weights.json --seconds 150      # call it again to go on
    python bench/tune.py --light $(python bench/evolve.py build/weights.json --seconds 0)
    python bench/evolve.py build/plan.json --careful --seconds 150      # the plan, without playouts
    python bench/evolve.py build/usa.json --board usa --adopt           # one board alone, kept among the sources

It prints the weights as `bench/tune.py` takes them, which measures what they are worth on deals of its own. They begin
with the ones in use; a mean over about the last hundred rounds is handed out. The same calls give the same weights only
if they play as many games."""

from __future__ import annotations

import argparse
import json
import math
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.search.playout_policy import PlayoutPolicy, play_out
from ferrovia.bots.search.win_probability import shares
from ferrovia.bots.tables import (
    PLAN_WEIGHTS,
    PLAYOUT_WEIGHTS,
    TUNED,
    board_tables,
    changed_tables,
    plan_weights,
    playout_weights,
    seats_of,
)
from ferrovia.engine.chance import seeded
from ferrovia.engine.game import Game
from ferrovia.engine.setup import deal

SOURCE: Final = Path(__file__).parent.parent / "src/ferrovia/bots" / TUNED.name
STEP: Final = 0.1  # of a weight: how far the two policies are from the middle
LEAST_STEP: Final = 1.0
SMALL: Final = 20.0  # a weight below this is rounded up or down by chance, or no step would ever show
DEALS: Final = 12  # on each board before the weights move; on one board alone twice as many
RATE: Final = 1.2  # how far they move for a whole victory, in steps
HALVED: Final = 4000  # rounds after which they move half as far
HALVED_ALONE: Final = 1500  # the same on one board alone
MEMORY: Final = 0.01  # how much the last round counts in the mean that is handed out


@dataclass
class Search:
    weights: dict[str, float]
    rounds: int = 0
    mean: dict[str, float] = field(default_factory=dict)

    def step(self, name: str) -> float:
        return max(abs(self.weights[name]) * STEP, LEAST_STEP)

    def add_to_mean(self) -> None:
        share = max(MEMORY, 1 / (self.rounds + 1))
        for name, value in self.weights.items():
            before = self.mean.get(name, value)
            self.mean[name] = before + (value - before) * share

    def found(self) -> dict[str, int]:
        return {name: round(value) for name, value in (self.mean or self.weights).items()}


def begin(file: Path, careful: bool, games: list[Game]) -> Search:
    if file.exists():
        return Search(**json.loads(file.read_text(encoding="utf-8")))
    weights = dict(PLAN_WEIGHTS if careful else PLAYOUT_WEIGHTS)
    if len(games) == 1:
        weights = plan_weights(games[0]) if careful else playout_weights(games[0])
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
    alone = len(games) == 1
    deals = 2 * DEALS if alone else DEALS
    lead = sum(lead_of(game, sides, search.rounds, careful, deals) for game in games) / len(games)
    rate = RATE / (1 + search.rounds / (HALVED_ALONE if alone else HALVED))
    for name in now:
        now[name] = max(0.0, now[name] + rate * lead * signs[name] * search.step(name))
    search.rounds += 1
    search.add_to_mean()


def rounded(value: float, random: Random) -> int:
    return math.floor(value + random.random()) if value < SMALL else round(value)


def lead_of(game: Game, sides: list[dict[str, int]], number: int, careful: bool, deals: int) -> float:
    """What the first side wins more than the second, from -1 to 1."""
    tables = [changed_tables(board_tables(game), weights) for weights in sides]
    policies = [[PlayoutPolicy(table, seat, careful) for seat in range(game.seats)] for table in tables]
    lead = 0.0
    for index in range(deals):
        for turned in range(2):
            state = deal(game, seeded(number, index))
            play_out(state, [policies[(seat + turned) % 2][seat] for seat in range(game.seats)])
            won = shares(state)
            lead += sum(share if (seat + turned) % 2 == 0 else -share for seat, share in enumerate(won))
    return lead / (2 * deals)


def adopt(game: Game, careful: bool, found: dict[str, int]) -> None:
    """Puts what was found for one board among the sources; its bots play by it once these are built."""
    tables = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    ours = {**tables.get(game.board.digest, {}), "board": game.board.id}
    seats = {**ours.get(seats_of(game), {}), "plan" if careful else "playouts": found}
    tables[game.board.digest] = {**ours, seats_of(game): seats}
    lines = ["# Weights that games on one board alone have found: `bench/evolve.py` writes them, by --adopt.", ""]
    for digest, parts in sorted(tables.items(), key=lambda item: item[1]["board"]):
        lines += [f"[{digest}]", f'board = "{parts["board"]}"']
        for part in ("two", "more"):
            for use, weights in sorted(parts.get(part, {}).items()):
                values = ", ".join(f"{name} = {value}" for name, value in sorted(weights.items()))
                lines.append(f"{part}.{use} = {{ {values} }}")
        lines.append("")
    SOURCE.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="keeps what was found, to go on from")
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--board", action="append", choices=board_ids(), help="may be given again; all if not")
    parser.add_argument("--adopt", action="store_true", help="keep what is found for one board in the package")
    parser.add_argument("--seats", type=int, choices=(2, 4), default=2)
    parser.add_argument("--careful", action="store_true", help="the planner's plan instead of the policy of playouts")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    games = [new_game(load(board), wanted.seats) for board in wanted.board or board_ids()]
    if wanted.adopt and len(games) > 1:
        parser.error("--adopt is for one --board")
    search = begin(wanted.file, wanted.careful, games)
    end = monotonic() + wanted.seconds
    while monotonic() < end:
        one_round(search, games, wanted.careful)
    wanted.file.parent.mkdir(parents=True, exist_ok=True)
    wanted.file.write_text(json.dumps(vars(search), indent=2) + "\n", encoding="utf-8")
    found = search.found()
    if wanted.adopt:
        adopt(games[0], wanted.careful, found)
    print(json.dumps(found) if wanted.json else " ".join(f"{name}={value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
