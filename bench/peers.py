"""Random games of other open engines beside ours, in one run: `make peers`.

Different games: a ratio says how many games or decisions a researcher gets in the same time, not who is cleverer."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from statistics import median

import ferrovia
from ferrovia.boards import board_ids
from ferrovia.simulation.speed import Rate, machine, measure
from ferrovia.simulation.workloads import Play, play_of

ROUNDS = 3


def catanatron() -> Play:
    """Two random players to the end of the game."""
    from catanatron import Color, Game, RandomPlayer

    def play(start: int, count: int) -> int:
        decisions = 0
        for seed in range(start, start + count):
            game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
            game.play()
            decisions += len(game.state.actions)
        return decisions

    return play


def gin_rummy() -> Play:
    """OpenSpiel's gin rummy: uniformly random actions, chance not counted as a decision."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play(start: int, count: int) -> int:
        decisions = 0
        luck = random.Random(start)
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                state.apply_action(luck.choice(state.legal_actions()))
        return decisions

    return play


PEERS: dict[str, Callable[[], Play]] = {"catanatron-2p": catanatron, "openspiel-gin-rummy-2p": gin_rummy}


def compare(name: str, play: Play, own: Play) -> dict[str, object]:
    """Measured in turns; the ratios are medians over the rounds."""
    rounds: list[tuple[Rate, Rate]] = [(measure(own), measure(play)) for _ in range(ROUNDS)]
    best = max((peer for _, peer in rounds), key=lambda rate: rate.games)
    return {
        "name": name,
        "games_per_second": round(best.games, 1),
        "decisions_per_second": round(best.decisions),
        "games_ratio": round(median(mine.games / peer.games for mine, peer in rounds), 1),
        "decisions_ratio": round(median(mine.decisions / peer.decisions for mine, peer in rounds), 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--row", default=f"{board_ids()[-1]}-2p-random", help="our row of `ferrovia bench` to compare")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    try:
        plays = {name: make() for name, make in PEERS.items()}
    except ImportError as error:
        print(f"{error.name} is missing: pip install -r requirements/peers.txt", file=sys.stderr)
        return 2
    own = play_of(options.row)
    rows = [compare(name, play, own) for name, play in plays.items()]
    if options.json:
        print(json.dumps({"compiled": ferrovia.COMPILED, "machine": machine(), "row": options.row, "rows": rows}))
        return 0
    print(f"{options.row} against others, {machine()}")
    for row in rows:
        print(
            f"{row['name']:24} {row['games_per_second']:>10} games/s {row['decisions_per_second']:>10} decisions/s   "
            f"ours: {row['games_ratio']} × the games, {row['decisions_ratio']} × the decisions"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
