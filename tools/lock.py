"""Writes requirements/*.txt: the exact version of everything, for every Python we support, and no address.

What the project needs is said once, in pyproject.toml; `make lock` runs this.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

HEADER = "# Exact versions, written by `make lock`. Change pyproject.toml, not this file.\n"


def lock(target: str, wanted: list[str], constraints: list[str]) -> None:
    command = [sys.executable, "-m", "uv", "pip", "compile", "-", "--upgrade", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--no-header", "--no-annotate", "--no-emit-index-url"]
    for file in constraints:
        command += ["--constraint", file]
    done = subprocess.run(command, input="\n".join(wanted), text=True, stdout=subprocess.PIPE, check=True)
    if "://" in done.stdout:
        sys.exit(f"{target}: a lock must name no address:\n{done.stdout}")
    Path(target).write_text(HEADER + done.stdout)


project = tomllib.loads(Path("pyproject.toml").read_text())
runtime = project["project"]["dependencies"]
development = runtime + project["build-system"]["requires"] + project["dependency-groups"]["dev"]

lock("requirements/runtime.txt", runtime, constraints=[])
lock("requirements/dev.txt", development, constraints=["requirements/runtime.txt"])
for extra, wanted in project["project"]["optional-dependencies"].items():
    lock(f"requirements/{extra}.txt", wanted, constraints=["requirements/dev.txt"])
