"""Three fixed tasks to measure a bot by and to cite: the share of games won, over the same deals for everybody.

    python bench/tasks.py                          the table of docs/learning.md, by its baselines
    python bench/tasks.py --bots mine.npz --only duel

A task is a board, a number of seats, an opponent for all other seats, and a seed. Its version changes when anything of
that changes, or the rules of the board."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass

import ferrovia
from ferrovia.arena import Tournament, TournamentPlan
from ferrovia.engine.version import RULES_VERSION


@dataclass(frozen=True)
class Task:
    name: str
    board: str
    seats: int
    opponent: str
    games: int
    seed: int
    version: int = 1

    def measure(self, bot: str, games: int | None, jobs: int) -> dict[str, object]:
        """The bot alone against a table full of the opponent, every deal in every seating."""
        if bot == self.opponent:
            return {"task": self.name, "bot": bot, "win_rate": 1 / self.seats, "games": 0}
        plan = TournamentPlan(
            (self.board,), (bot, self.opponent), games or self.games, self.seats, "challenge", self.seed
        )
        tournament = Tournament(plan)
        tournament.finish(jobs)
        row = next(row for row in tournament.rows(self.board) if row.bot == plan.names[bot])
        told = {"games": row.games, "win_rate": round(row.win_rate, 4), "low": round(row.low, 4)}
        return {"task": self.name, "bot": row.bot, **told, "high": round(row.high, 4), "faults": row.faults}


TASKS = (
    Task("duel", "amsterdam", 2, "greedy", 400, 20_260),
    Task("journey", "usa", 2, "greedy", 400, 20_261),
    Task("company", "nederland", 3, "greedy", 402, 20_262),
)
BASELINES = ("random", "one-step", "planner")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default=",".join(BASELINES))
    parser.add_argument("--only", choices=[task.name for task in TASKS], action="append")
    parser.add_argument("--games", type=int, help="another number of games, for a first look")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    tasks = [task for task in TASKS if not args.only or task.name in args.only]
    found = [task.measure(bot, args.games, args.jobs) for task in tasks for bot in args.bots.split(",")]
    if args.json:
        digests = {task.board: ferrovia.load(task.board).digest for task in tasks}
        about = {"ferrovia": ferrovia.__version__, "rules": RULES_VERSION, "digests": digests}
        print(json.dumps({**about, "tasks": [asdict(task) for task in tasks], "results": found}, indent=1))
        return
    for row in found:
        span = f"({row['low']:.3f}–{row['high']:.3f})" if "low" in row else ""
        print(f"{row['task']:8} {row['bot']:12} {row['win_rate']:.3f} {span}  {row['games']} games")


if __name__ == "__main__":
    main()
