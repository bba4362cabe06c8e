"""How well a seat guesses the tickets of others: careful policies play, and at some moments of each game the weights of
ferrovia.bots.search.beliefs are compared with what the other seat holds.

    python bench/beliefs.py               # of what it holds, how unlikely it seemed, in nats; even odds beside it
    python bench/beliefs.py --fit         # looks for better numbers first, and prints them

Less is better: 1.0 means that the right ticket was as hard to guess as one of 2.7. Numbers are fitted to other games
than those they are measured by."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.search.beliefs import FEATURES, ticket_features, ticket_weights
from ferrovia.bots.search.pathfinder import PathFinder
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.tables import plan_tables
from ferrovia.engine.chance import seeded
from ferrovia.engine.phases import OVER, TURN
from ferrovia.engine.setup import deal
from ferrovia.view import View, observe

MOMENTS: Final = 3
STEPS: Final = 300
RATE: Final = 0.1


@dataclass(frozen=True)
class Guess:
    """At one moment of a game, for every ticket the seat can't see."""

    features: np.ndarray
    held: np.ndarray
    weights: np.ndarray


def guesses(board: str, games: int, seed: int) -> list[Guess]:
    game = new_game(load(board), 2)
    tables = plan_tables(game)
    finder = PathFinder(tables)
    random = Random(seed)
    found = []
    for number in range(games):
        state = deal(game, seeded(seed, number))
        policies = [PlayoutPolicy(tables, seat, True) for seat in range(2)]
        moments = sorted(random.random() for _ in range(MOMENTS))
        while state.phase != OVER:
            spent = 1 - sum(state.pieces[:]) / (2 * sum(game.supply))
            if state.phase == TURN and moments and spent >= moments[0]:
                moments.pop(0)
                found.append(guess(observe(state, int(state.seat)), finder, list(state.holder)))
            state.apply(policies[state.seat].choose(state))
    return [one for one in found if one.held.any()]


def guess(view: View, finder: PathFinder, holder: list[int]) -> Guess:
    other = 1 - view.seat
    unseen = [ticket for ticket in range(view.game.tickets) if holder[ticket] != view.seat]
    weights = ticket_weights(view, finder)
    features = ticket_features(view, finder, other)
    return Guess(
        np.array([features[ticket] for ticket in unseen]),
        np.array([holder[ticket] == other for ticket in unseen]),
        np.array([float(weights[other * view.game.tickets + ticket]) for ticket in unseen]),
    )


def surprise(chances: np.ndarray, held: np.ndarray) -> float:
    return float(-np.log(chances[held] / chances.sum()).mean())


def fitted(known: list[Guess]) -> np.ndarray:
    """The numbers under which what is held surprises least, by gradients (Adam)."""
    numbers = np.zeros(len(FEATURES))
    speed, spread = np.zeros_like(numbers), np.zeros_like(numbers)
    for step in range(1, STEPS + 1):
        slope = 1e-3 * numbers
        for one in known:
            chances = softmax(one.features @ numbers)
            slope = slope + one.features.T @ (chances - one.held / one.held.sum()) / len(known)
        speed, spread = 0.9 * speed + 0.1 * slope, 0.99 * spread + 0.01 * slope**2
        numbers = numbers - RATE * speed / (1 - 0.9**step) / (np.sqrt(spread / (1 - 0.99**step)) + 1e-8)
    return numbers


def softmax(logarithms: np.ndarray) -> np.ndarray:
    powers = np.exp(logarithms - logarithms.max())
    return np.asarray(powers / powers.sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="on each board")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    numbers = None
    if wanted.fit:
        numbers = fitted([one for board in board_ids() for one in guesses(board, wanted.games, 1)])
    rows = {}
    for board in board_ids():
        seen = guesses(board, wanted.games, 2)
        row = {
            "even": float(np.mean([np.log(len(one.held)) for one in seen])),
            "beliefs": float(np.mean([surprise(one.weights, one.held) for one in seen])),
        }
        if numbers is not None:
            row["fitted"] = float(np.mean([surprise(softmax(one.features @ numbers), one.held) for one in seen]))
        rows[board] = row
        if not wanted.json:
            print(f"{board}: " + ", ".join(f"{name} {value:.2f}" for name, value in row.items()), flush=True)
    told = (
        {} if numbers is None else {name: round(float(value), 2) for name, value in zip(FEATURES, numbers, strict=True)}
    )
    if wanted.json:
        print(json.dumps({"boards": rows, "fitted": told}, indent=2))
    elif told:
        print(" ".join(f"{name}={value}" for name, value in told.items()))


if __name__ == "__main__":
    main()
