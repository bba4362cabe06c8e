"""Builds a wheel guided by a profile: compiled once to count what games do, played with, and compiled again for that.

    build/env/bin/python tools/profile_build.py FOLDER      (FERROVIA_PROFILED=1 make release)

gcc finds a profile by the path of the object file, so that both builds compile in folders of the same names. A file
without a profile ends the build, and so do games that have other checksums than before."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COUNT: Final = "-fprofile-generate={folder} -fprofile-update=single"
USE: Final = "-fprofile-use={folder} -fprofile-correction -Werror=missing-profile"
PLAYED: Final = """
from ctypes import CDLL
from pathlib import Path
import ferrovia
from ferrovia.env.core.games import LONGEST, Games
for file in Path().rglob("*.so"):  # whatever was compiled leaves a profile: most files are only loaded by others
    CDLL(str(file.resolve()))
for board in ferrovia.board_ids():
    least, most = ferrovia.load(board).players
    for seats in sorted({least, min(4, most)}):
        print(board, seats, ferrovia.simulate(board, seats, 2000).checksum)
    print(board, "planner", ferrovia.simulate(board, least, 5, bots=["planner"]).checksum)
    games = Games(ferrovia.new_game(ferrovia.load(board), least), 16, 1, True, LONGEST, None)
    games.play_random(2000)
    print(board, "batch", games.decisions, games.next_number)
"""
"""What the profile is made of: random games at small and large tables, planners, batches. It prints checksums."""


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    words = [str(word) for word in command]
    told = {**os.environ, **(env or {})}
    done = subprocess.run(words, env=told, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"ferrovia: {' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def has_gcc() -> bool:
    compiler = shlex.split(os.environ.get("CC") or "cc")
    told = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in told


def build(python: Path, source: Path, target: Path, env: Mapping[str, str]) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    run(python, "-m", "hatchling", "build", "--target", "wheel", "--directory", target, cwd=source, env=env)
    (made,) = target.glob("*.whl")
    return made


def play(python: Path, wheel: Path, folder: Path) -> list[str]:
    """The checksums of games by the package in a wheel, unpacked where nothing else is."""
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    return run(python, "-c", PLAYED, env={"PYTHONPATH": str(folder)}, cwd=folder).splitlines()


def library_size(wheel: Path) -> int:
    with zipfile.ZipFile(wheel) as files:
        return max(part.file_size for part in files.infolist() if part.filename.endswith(".so"))


def plain_wheel(python: Path, source: Path, target: Path) -> Path:
    """As ever."""
    return build(python, source, target, {})


def profiled_wheel(python: Path, source: Path, target: Path) -> Path:
    """The wheel in `target`. With another compiler than gcc it is built as ever, and that is said."""
    if not has_gcc():
        print("ferrovia: no profile: the compiler is not gcc", flush=True)
        return plain_wheel(python, source, target)
    work = target.with_name(f"{target.name}-profile")
    shutil.rmtree(work, ignore_errors=True)
    counts = work / "counts"
    fixed = {"FERROVIA_WORKSHOP": str(work / "workshop"), "HATCH_MYPYC_BUILD_DIR": str(work / "objects")}
    flags = COUNT.format(folder=counts)
    (work / "objects").mkdir(parents=True)
    counted = {**fixed, "CFLAGS": flags, "LDFLAGS": flags, "FERROVIA_WEB": "0"}  # games are all it is for
    counting = build(python, source, work / "counting", counted)
    before = play(python, counting, work / "played")
    found = sum(file.stat().st_size for file in counts.rglob("*.gcda"))
    if not found:
        sys.exit("ferrovia: the games left no profile")
    shutil.rmtree(work / "objects")
    (work / "objects").mkdir()
    made = build(python, source, target, {**fixed, "CFLAGS": USE.format(folder=counts)})
    after = play(python, made, work / "played")
    if before != after:
        sys.exit(f"ferrovia: with the profile games have other checksums:\n{before}\n{after}")
    size = library_size(made)
    print(f"ferrovia: a profile of {found} bytes, a library of {size} bytes, {len(after)} checksums alike", flush=True)
    return made


if __name__ == "__main__":
    print(profiled_wheel(Path(sys.executable), ROOT, Path(sys.argv[1]).resolve()))
