"""How fast this tree plays beside another commit: every row of `ferrovia bench`, both measured in turns.

    python bench/before.py COMMIT [--rounds 10] [--only usa-2p] [--instructions] [--json]

The other commit is checked out and built in `build/before/COMMIT`, once. A round plays the same games in a new process
of each, first the one, then the other, and then the other way round; what counts is the time of the processor, so that
other programs disturb little. A row's ratio is the median of its rounds: above 1, this tree is faster. The interval
holds the median with at least 95 % (order statistics). A row whose games differ says so.

With --instructions nothing is timed: valgrind counts the instructions of one round of each, the set-up taken off. That
is the same on an idle machine and on a busy one, but knows nothing of caches.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from statistics import median
from typing import Final

TOP: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = 0.25
"""What a round of one row takes, about."""

COUNTED_GAMES: Final = 300

PLAYER: Final = """
import json, sys, time
try:
    from ferrovia.simulation.workloads import play_of, row_names
except ImportError:  # before the simulation was a library
    from ferrovia.cli.measure import play_of, row_names
import ferrovia
assert ferrovia.COMPILED, "not compiled"
print(json.dumps(row_names()), flush=True)
for line in sys.stdin:
    name, count = line.split()
    play = play_of(name)
    play(0, int(count) // 10)
    begin = time.process_time()
    decisions = play(0, int(count))
    print(json.dumps([time.process_time() - begin, decisions]), flush=True)
"""


@dataclass(frozen=True)
class Row:
    name: str
    ratio: float
    low: float
    high: float
    games: int
    same_games: bool
    """Whether both made the same number of decisions in the same games."""


class Player:
    """Plays what it is asked to with the Ferrovia of one environment, in a process for every question: where things lie
    in memory is luck, and a process has the same luck all its life."""

    def __init__(self, python: Path) -> None:
        self.python = python

    def rows(self) -> list[str]:
        return list(json.loads(self.answers("")[0]))

    def play(self, name: str, count: int) -> tuple[float, int]:
        """(seconds of the processor, decisions)."""
        seconds, decisions = json.loads(self.answers(f"{name} {count}\n")[1])
        return seconds, decisions

    def answers(self, question: str) -> list[str]:
        done = subprocess.run(
            [str(self.python), "-c", PLAYER], input=question, capture_output=True, text=True, check=False, cwd="/"
        )
        if done.returncode != 0:
            raise SystemExit(f"{self.python} can't play; is its Ferrovia compiled?\n{done.stderr}")
        return done.stdout.splitlines()


class CountedPlayer:
    """Plays under valgrind, in a process for every question, and counts instructions instead of seconds."""

    def __init__(self, python: Path) -> None:
        self.python = python

    def play(self, name: str, count: int) -> tuple[float, int]:
        """(instructions of `count` games, decisions)."""
        most, decisions = self.run(name, 2 * count)
        least, before = self.run(name, count)
        return most - least, decisions - before

    def run(self, name: str, count: int) -> tuple[float, int]:
        valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
        env = {"PYTHONHASHSEED": "0", "PATH": "/usr/bin:/bin"}
        done = subprocess.run(
            [*valgrind, str(self.python), "-c", PLAYER],
            input=f"{name} {count}\n",
            capture_output=True,
            text=True,
            check=True,
            cwd="/",
            env=env,
        )
        collected = next(line for line in done.stderr.splitlines() if "Collected :" in line)
        return float(collected.rpartition(":")[2]), json.loads(done.stdout.splitlines()[-1])[1]


def build(commit: str) -> Path:
    """The Python in whose environment a commit is installed."""
    name = git("rev-parse", "--short=12", f"{commit}^{{commit}}")
    folder = TOP / "build" / "before" / name
    if not folder.exists():
        git("worktree", "add", "--detach", str(folder), name)
    subprocess.run(["make", "build"], cwd=folder, check=True, stdout=sys.stderr)
    return folder / ".venv/bin/python"


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=TOP, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip())
    return done.stdout.strip()


def enough(player: Player, name: str) -> int:
    """How many games take about `SECONDS`."""
    count = 1
    while True:
        spent, _ = player.play(name, count)
        if spent >= SECONDS / 3:
            return max(1, round(count * SECONDS / spent))
        count *= 4


def interval(ratios: list[float]) -> tuple[float, float]:
    """The narrowest pair of order statistics that holds the median with 95 %, or all of them."""
    ordered = sorted(ratios)
    count = len(ordered)
    tail, outer = 0.0, 0
    while outer < count // 2:
        tail += comb(count, outer) / 2**count
        if 2 * tail > 0.05:
            break
        outer += 1
    skip = max(0, outer - 1)
    return ordered[skip], ordered[count - 1 - skip]


def rate(spent: float, decisions: int) -> float:
    """By decisions: where rules or boards have changed, the same number of games is not the same work."""
    return decisions / spent


def compare(
    now: Player | CountedPlayer, before: Player | CountedPlayer, counts: dict[str, int], rounds: int
) -> Iterator[Row]:
    for name, count in counts.items():
        ratios: list[float] = []
        same = True
        for number in range(rounds):
            order = (now, before) if number % 2 == 0 else (before, now)
            played = {player: player.play(name, count) for player in order}
            ratios.append(rate(*played[now]) / rate(*played[before]))
            same = same and played[before][1] == played[now][1]
        low, high = interval(ratios)
        yield Row(name, round(median(ratios), 3), round(low, 3), round(high, 3), count, same)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "commit", help="a commit, or the Python of an environment in which another Ferrovia is installed"
    )
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("--instructions", action="store_true", help="count instructions (valgrind), one round")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    other = Path(given.commit) if "/" in given.commit else build(given.commit)
    now, before = Player(Path(sys.executable)), Player(other)
    common = set(before.rows())
    names = [name for name in now.rows() if name in common and given.only in name]
    if given.instructions:
        pair: tuple[Player | CountedPlayer, Player | CountedPlayer] = (
            CountedPlayer(Path(sys.executable)),
            CountedPlayer(other),
        )
        rounds, counts = 1, dict.fromkeys(names, COUNTED_GAMES)
    else:
        pair, rounds = (now, before), given.rounds
        counts = {name: enough(now, name) for name in names}
    found: list[Row] = []
    if not given.json:
        print("| row | × before | 95 % | games a round | same games |\n|---|--:|--:|--:|---|")
    for row in compare(*pair, counts, rounds):
        found.append(row)
        if not given.json:
            said = "yes" if row.same_games else "no"
            print(f"| `{row.name}` | {row.ratio} | {row.low}–{row.high} | {row.games:,} | {said} |", flush=True)
    if given.json:
        print(json.dumps([asdict(row) for row in found], indent=2))


if __name__ == "__main__":
    main()
