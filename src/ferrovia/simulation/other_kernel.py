"""Another kernel to be timed beside ours: `<board>_kernel.py` of a folder, compiled in a temporary copy."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from shutil import copy
from types import ModuleType

from ferrovia.engine.errors import FerroviaError
from ferrovia.simulation.workloads import Play


class KernelError(FerroviaError):
    """The other kernel can't be built."""


def build_beside(folder: Path) -> tuple[str, ModuleType]:
    """Compiles `<board>_kernel.py` of a folder in a temporary copy; returns the board's id and the module."""
    kernels = sorted(folder.glob("*_kernel.py"))
    if not kernels:
        raise KernelError("bench.no_kernel", {"folder": str(folder)})
    workshop = Path(tempfile.mkdtemp(prefix="ferrovia-bench-"))
    for file in folder.glob("*.py"):
        copy(file, workshop)
    command = [sys.executable, "-m", "mypyc", kernels[0].name]
    done = subprocess.run(command, cwd=workshop, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise KernelError("bench.build", {"folder": str(folder), "why": (done.stderr or done.stdout)[-300:]})
    sys.path.insert(0, str(workshop))
    module = import_module(kernels[0].stem)
    if str(module.__file__).endswith(".py"):
        raise KernelError("bench.build", {"folder": str(folder), "why": "it was imported uncompiled"})
    return kernels[0].stem.removesuffix("_kernel"), module


def plays_too(board: str, name: str) -> bool:
    """Whether the other kernel has games of this row's kind; it has no bots and no batches."""
    return name.startswith(f"{board}-") and name.split("-", 2)[2] in ("random", "listed", "python")


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
