"""Builds wheels for every Python from 3.11 that is found here, and tries the installation of each.

    python tools/wheels.py FOLDER [SOURCE]      (make wheels)

A wheel is built from the sdist, compiled, and named for every Linux it runs on (auditwheel). Then, in environments that
hold nothing but the locked packages: every wheel without a compiler in reach; with the oldest Python, the sdist with a
compiler and without. Each must play a game and serve a page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from profile_build import plain_wheel, profiled_wheel

ROOT: Final = Path(__file__).parents[1]
WORK: Final = ROOT / "build" / "wheels"
OLDEST, NEWEST = (3, 11), (3, 14)
NO_COMPILER: Final = {"CC": "/nowhere/cc", "PATH": "/nowhere"}
QUIET: Final = ("--disable-pip-version-check", "--quiet")
LOCKS: Final = ("--requirement", str(ROOT / "requirements" / "play.txt"))


def say(text: str) -> None:
    print(f"ferrovia: {text}", flush=True)


def run(*command: str | Path, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> str:
    """What a command prints; if it fails, all of it is shown."""
    done = subprocess.run(
        [str(word) for word in command], env={**os.environ, **(env or {})}, cwd=cwd,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"ferrovia: {' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


# --- which Pythons ----------------------------------------------------------------------------------------
def find_pythons() -> dict[str, str]:
    """Version → program, one for each minor version: on the path, or where pyenv keeps them."""
    found: dict[str, str] = {}
    pyenv = sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3"))
    for minor in range(OLDEST[1], NEWEST[1] + 1):
        named = shutil.which(f"python3.{minor}")
        kept = [str(path) for path in pyenv if path.parts[-3].startswith(f"3.{minor}.")]
        for program in (*kept, *([named] if named else [])):
            if can_build(program):
                found.setdefault(f"3.{minor}", program)
    return found


def can_build(program: str) -> bool:
    code = (
        "import ensurepip, pathlib, sysconfig; assert pathlib.Path(sysconfig.get_path('include'), 'Python.h').exists()"
    )
    return subprocess.run([program, "-c", code], capture_output=True, check=False).returncode == 0


def make_environment(program: str, folder: Path) -> Path:
    """A new environment with pip; its Python."""
    shutil.rmtree(folder, ignore_errors=True)
    run(program, "-m", "venv", folder)
    return folder / "bin" / "python"


# --- building ---------------------------------------------------------------------------------------------
def build_sdist(source: Path, target: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", target, cwd=source)
    (made,) = target.glob("ferrovia-*.tar.gz")
    return made


def unpack(sdist: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (root,) = folder.iterdir()
    return root


def build_wheel(version: str, program: str, source: Path, target: Path) -> Path:
    """Compiled, from the unpacked sdist, with the locked builders; named by auditwheel. With FERROVIA_PROFILED=1 it is
    compiled by a profile of real games."""
    python = make_environment(program, WORK / f"build-{version}")
    run(python, "-m", "pip", *QUIET, "install", "--requirement", ROOT / "requirements" / "build.txt")
    wanted = os.environ.get("FERROVIA_PROFILED", "0") not in ("", "0")
    made = (profiled_wheel if wanted else plain_wheel)(python, source, WORK / f"plain-{version}")
    if made.name.endswith("-any.whl"):
        sys.exit(f"ferrovia: {made.name} was not compiled")
    return name_for_linux(made, target)


def name_for_linux(wheel: Path, target: Path) -> Path:
    """The same wheel, called manylinux_…: it needs no library that such a Linux lacks."""
    before = set(target.glob("*.whl"))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", target, wheel, env={"PATH": path})
    (named,) = set(target.glob("*.whl")) - before
    return named


# --- trying -----------------------------------------------------------------------------------------------
def try_wheel(version: str, program: str, wheel: Path) -> None:
    python = make_environment(program, WORK / f"try-{version}")
    run(python, "-m", "pip", *QUIET, "install", *LOCKS)
    run(python, "-m", "pip", *QUIET, "install", "--no-index", "--no-deps", wheel, env=NO_COMPILER)
    try_out(f"Python {version}, wheel, no compiler", python, "compiled")


def try_sdist(version: str, program: str, sdist: Path, env: Mapping[str, str], wanted: str) -> None:
    """As pip installs it: with a build environment that it makes for itself."""
    how = "with a compiler" if wanted == "compiled" else "no compiler"
    python = make_environment(program, WORK / f"try-{version}")
    run(python, "-m", "pip", *QUIET, "install", *LOCKS)
    locked = {"PIP_CONSTRAINT": str(ROOT / "requirements" / "build.txt"), **env}
    run(python, "-m", "pip", *QUIET, "install", "--no-deps", sdist, env=locked)
    try_out(f"Python {version}, sdist, {how}", python, wanted)


def try_out(what: str, python: Path, wanted: str) -> None:
    """Away from the checkout: it plays, and it serves its page."""
    folder = python.parents[1]
    command = folder / "bin" / "ferrovia"
    told = run(command, "--version", cwd=folder, env=NO_COMPILER)
    if f"({wanted})" not in told:
        sys.exit(f"ferrovia: {what}: {told.strip()}, not {wanted}")
    run(command, "simulate", "amsterdam", "--games", "3", "--jobs", "1", cwd=folder, env=NO_COMPILER)
    serving = [str(command), "serve", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(serving, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            (url,) = re.findall(r"http://\S+", server.stdout.readline())
            page = wait_for(url)
        finally:
            server.terminate()
    if "<base href" not in page:
        sys.exit(f"ferrovia: {what}: the page is not in it")
    say(f"ok: {what}: {told.strip()}, plays and serves")


def wait_for(url: str) -> str:
    for _ in range(300):
        try:
            with urlopen(url, timeout=5) as answer:
                text: str = answer.read().decode()
                return text
        except OSError:
            time.sleep(0.1)
    sys.exit(f"ferrovia: nothing answers at {url}")


def make_wheels(source: Path, target: Path) -> list[Path]:
    """The sdist and the wheels in `target`, each tried."""
    pythons = find_pythons()
    say(f"found {', '.join(f'Python {version} ({program})' for version, program in pythons.items())}")
    target.mkdir(parents=True, exist_ok=True)
    sdist = build_sdist(source, target)
    unpacked = unpack(sdist, WORK / "source")
    made = [sdist]
    for version, program in pythons.items():
        say(f"Python {version}: building, compiling and naming the wheel, about three minutes")
        made.append(build_wheel(version, program, unpacked, target))
        say(f"made {made[-1].name}")
        try_wheel(version, program, made[-1])
    oldest = min(pythons, key=lambda version: int(version.partition(".")[2]))
    try_sdist(oldest, pythons[oldest], sdist, {}, "compiled")
    try_sdist(oldest, pythons[oldest], sdist, {"CC": NO_COMPILER["CC"]}, "not compiled")
    return made


if __name__ == "__main__":
    make_wheels(Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else ROOT, Path(sys.argv[1]).resolve())
