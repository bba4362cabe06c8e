"""How much faster the arena plays with two workers than with one: `python bench/arena.py`, printed as JSON.

Both are measured in turns in one run, starting of processes included, and the best of each counts: whatever else the
machine does meanwhile can only slow them down. On a machine with a load of its own the ratio says nothing.
"""

from __future__ import annotations

import argparse
import json
import os
from time import perf_counter

import ferrovia
from ferrovia.arena import Tournament, TournamentPlan


def games_per_second(plan: TournamentPlan, jobs: int) -> float:
    tournament = Tournament(plan)
    begin = perf_counter()
    tournament.finish(jobs)
    return len(tournament.results) / (perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="usa")
    parser.add_argument("--bots", default="planner,greedy")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    wanted = parser.parse_args()
    plan = TournamentPlan(boards=(wanted.board,), bots=tuple(wanted.bots.split(",")), games=wanted.games)
    load = os.getloadavg()[0]
    speeds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(wanted.rounds):
        for jobs, measured in speeds.items():
            measured.append(games_per_second(plan, jobs))
    one, two = max(speeds[1]), max(speeds[2])
    print(
        json.dumps(
            {
                "board": wanted.board,
                "bots": list(plan.bots),
                "games": wanted.games,
                "compiled": ferrovia.COMPILED,
                "load_before": round(load, 2),
                "one_worker": round(one, 1),
                "two_workers": round(two, 1),
                "ratio": round(two / one, 2),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
