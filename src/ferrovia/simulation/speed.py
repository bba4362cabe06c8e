"""How fast this machine plays, compared with the same engine interpreted and, if asked, with another kernel.

for row in rows(names=["usa-2p-random"]):
    print(row.name, row.games_per_second)
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import ferrovia
from ferrovia.engine.chance import seeded
from ferrovia.simulation.other_kernel import build_beside, play_beside, plays_too
from ferrovia.simulation.workloads import SEED, Play, game_of, play_of, row_names

ROUNDS: Final = 5
SECONDS: Final = 0.4
"""The shortest run of games that is timed."""


@dataclass
class Rate:
    """How many in a second."""

    games: float
    decisions: float


@dataclass
class Speed:
    """One row of the table: how fast a workload runs, and how many times as fast as what it is compared with."""

    name: str
    games_per_second: float
    decisions_per_second: float
    vs_interpreted: float | None
    vs_prototype: float | None


def measure(play: Play, seconds: float = SECONDS) -> Rate:
    """Plays ever larger batches until one has taken long enough to be believed."""
    count = 1
    while True:
        begin = perf_counter()
        decisions = play(0, count)
        spent = perf_counter() - begin
        if spent >= seconds:
            return Rate(count / spent, decisions / spent)
        count = max(count + 1, min(count * 8, int(count * 1.3 * seconds / max(spent, 1e-6))))


def measure_interpreted(name: str, seconds: float) -> Rate:
    """The same measurement by the same installed files, uncompiled, in a process of its own."""
    code = f"from ferrovia.simulation.speed import print_rate; print_rate({name!r}, {seconds})"
    env = {**os.environ, "FERROVIA_INTERPRETED": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return Rate(**json.loads(done.stdout))


def print_rate(name: str, seconds: float) -> None:
    print(json.dumps(asdict(measure(play_of(name), seconds))))


def rows(beside: Path | None = None, names: list[str] | None = None, seconds: float = SECONDS) -> Iterator[Speed]:
    """Measures one workload after the other. `beside` is a folder with another kernel.

    What is compared is measured in turns, so that a noisy machine disturbs both alike."""
    other = build_beside(beside) if beside is not None else None
    for name in names or row_names():
        play = play_of(name)
        rival = play_beside(other[1], name) if other is not None and plays_too(other[0], name) else None
        own: list[Rate] = []
        slow: list[float] = []
        rivals: list[float] = []
        for _ in range(ROUNDS):
            own.append(measure(play, seconds))
            if rival is not None:
                rivals.append(own[-1].decisions / measure(rival, seconds).decisions)
        if ferrovia.COMPILED:
            slow.append(own[-1].decisions / measure_interpreted(name, seconds).decisions)
        best = max(own, key=lambda rate: rate.games)
        yield Speed(
            name,
            round(best.games, 1),
            round(best.decisions),
            round(median(slow), 1) if slow else None,
            round(median(rivals), 2) if rivals else None,
        )


def clone_microseconds() -> float:
    """What `clone()` costs a Python caller in the middle of a game."""
    state = game_of(row_names()[-1]).start(seeded(SEED))
    for _ in range(60):
        state.apply(state.legal_actions()[-1])
    best = float("inf")
    for _ in range(ROUNDS):
        begin = perf_counter()
        for _ in range(10_000):
            state.clone()
        best = min(best, (perf_counter() - begin) / 10_000)
    return round(best * 1e6, 3)


def import_seconds() -> float:
    """`import ferrovia` in a new interpreter, the interpreter's own start taken off."""

    def best(code: str) -> float:
        spent = []
        for _ in range(ROUNDS):
            begin = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            spent.append(perf_counter() - begin)
        return min(spent)

    return round(max(0.0, best("import ferrovia") - best("pass")), 3)


def machine() -> str:
    """The processor, the number of cores and the Python these numbers were seen on."""
    model = platform.processor() or platform.machine()
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = next(line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"
