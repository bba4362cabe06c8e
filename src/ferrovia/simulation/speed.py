"""How fast this machine plays: beside the same engine interpreted and, if asked, beside another kernel."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from shutil import copy
from statistics import median
from time import perf_counter
from types import ModuleType

import ferrovia
from ferrovia.boards import board_ids, load, new_game
from ferrovia.bots.planner import atlas_of
from ferrovia.bots.thinking.search import Search
from ferrovia.engine.chance import seeded
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.game import Game
from ferrovia.engine.phases import FIRST_TICKETS, OVER
from ferrovia.engine.series import play_series, play_series_listed
from ferrovia.view import observe

SEATS = (2, 4)
ROUNDS = 5
SECONDS = 0.4
SEED = 1

Play = Callable[[int, int], int]
"""Plays games `start` … `start + count − 1` and returns the number of decisions."""


class BenchError(FerroviaError):
    """The other kernel can't be built."""


@dataclass
class Rate:
    games: float
    decisions: float


@dataclass
class Row:
    name: str
    games_per_second: float
    decisions_per_second: float
    vs_interpreted: float | None
    vs_prototype: float | None


# --- what is played ---------------------------------------------------------------------------------------
def sampled(game: Game) -> Play:
    """Every choice made without listing what there is to choose from."""
    return lambda start, count: play_series(game, SEED, start, count).decisions


def listed(game: Game) -> Play:
    """Every choice made from the list of legal actions."""
    return lambda start, count: play_series_listed(game, SEED, start, count).decisions


def from_python(game: Game) -> Play:
    """The loop in Python: `legal_actions` and `apply` called for every decision, as a bot writer would."""

    def play(start: int, count: int) -> int:
        decisions = 0
        for index in range(start, start + count):
            state = game.start(seeded(SEED, index))
            while state.phase != OVER:
                actions = state.legal_actions()
                state.apply(actions[decisions * 7919 % len(actions)])
                decisions += 1
        return decisions

    return play


def search(game: Game) -> Play:
    """The expert's search at the first turn of a game: each of its iterations is a game played to its end."""

    def play(start: int, count: int) -> int:
        state = game.start(seeded(SEED, start))
        while state.phase == FIRST_TICKETS:
            state.apply(state.legal_actions()[0])
        mind = Search(atlas_of(game), state.seat, seeded(SEED))
        mind.choose(observe(state, state.seat), count, float("inf"))
        return mind.decisions

    return play


MODES: dict[str, Callable[[Game], Play]] = {
    "random": sampled,
    "listed": listed,
    "python": from_python,
    "search": search,
}


def row_names() -> list[str]:
    """Every board at each number of seats by sampling; lists, Python loops and searches at the smallest table."""
    ids = board_ids()
    names = [f"{id}-{seats}p-random" for id in ids for seats in SEATS]
    return names + [f"{id}-{SEATS[0]}p-{mode}" for mode in ("listed", "python", "search") for id in ids]


def game_of(name: str) -> Game:
    board, seats, _ = name.split("-")
    return new_game(load(board), int(seats.removesuffix("p")))


def play_of(name: str) -> Play:
    return MODES[name.split("-")[2]](game_of(name))


# --- measuring --------------------------------------------------------------------------------------------
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


# --- another kernel beside ours ---------------------------------------------------------------------------
def build_beside(folder: Path) -> tuple[str, ModuleType]:
    """Compiles `<board>_kernel.py` of a folder in a temporary copy; returns the board's id and the module."""
    kernels = sorted(folder.glob("*_kernel.py"))
    if not kernels:
        raise BenchError("bench.no_kernel", {"folder": str(folder)})
    workshop = Path(tempfile.mkdtemp(prefix="ferrovia-bench-"))
    for file in folder.glob("*.py"):
        copy(file, workshop)
    command = [sys.executable, "-m", "mypyc", kernels[0].name]
    done = subprocess.run(command, cwd=workshop, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BenchError("bench.build", {"folder": str(folder), "why": (done.stderr or done.stdout)[-300:]})
    sys.path.insert(0, str(workshop))
    module = import_module(kernels[0].stem)
    if str(module.__file__).endswith(".py"):
        raise BenchError("bench.build", {"folder": str(folder), "why": "it was imported uncompiled"})
    return kernels[0].stem.removesuffix("_kernel"), module


def plays_too(board: str, name: str) -> bool:
    """Whether the other kernel has games of this row's kind; it has no bots."""
    return name.startswith(f"{board}-") and not name.endswith("-search")


def play_beside(kernel: ModuleType, name: str) -> Play:
    """The other kernel's games of the same kind."""
    seats, mode = int(name.split("-")[1].removesuffix("p")), name.split("-")[2]
    if mode == "random":
        return lambda start, count: int(kernel.run_games_sampled(start + 1, count, seats)[0])
    if mode == "listed":
        return lambda start, count: int(kernel.run_games(start + 1, count, seats)[0])

    def play(start: int, count: int) -> int:
        decisions = 0
        for index in range(start, start + count):
            state = kernel.new_game(index, seats)
            while state.phase != kernel.OVER:
                actions = state.legal_actions()
                state.step(actions[decisions * 7919 % len(actions)])
                decisions += 1
        return decisions

    return play


# --- the table --------------------------------------------------------------------------------------------
def rows(beside: Path | None, names: list[str] | None = None, seconds: float = SECONDS) -> Iterator[Row]:
    """One row after the other. What is compared is measured in turns, so that a noisy machine disturbs both alike."""
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
        yield Row(
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
