"""Reads the Containerfile: its stages and their instructions, as far as ours uses them."""

from __future__ import annotations

import json
import os
import shlex
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "Containerfile"
IGNORED: Final = ROOT / ".dockerignore"
KNOWN: Final = frozenset(
    (
        "FROM",
        "RUN",
        "WORKDIR",
        "COPY",
        "ENV",
        "USER",
        "VOLUME",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "ENTRYPOINT",
        "CMD",
    )
)


class Instruction(NamedTuple):
    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """A JSON list, or words as a shell splits them; without options."""
        text = self.text[self.text.index("[") :] if self.text.endswith("]") else self.text
        words: list[str] = json.loads(text) if text.startswith("[") else shlex.split(text)
        return [word for word in words if not word.startswith("--")]

    def option(self, name: str) -> str | None:
        begin = f"--{name}="
        return next((w.removeprefix(begin) for w in self.text.split() if w.startswith(begin)), None)


class Stage(NamedTuple):
    base: str
    name: str
    steps: list[Instruction]

    def last(self, name: str) -> Instruction:
        return [step for step in self.steps if step.name == name][-1]

    @property
    def environment(self) -> dict[str, str]:
        pairs = [word.partition("=") for step in self.steps if step.name == "ENV" for word in step.words]
        return {name: value for name, _, value in pairs}


def read_stages(file: Path = FILE) -> list[Stage]:
    stages: list[Stage] = []
    for line in file.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, text = line.partition(" ")
        if name not in KNOWN:
            raise SystemExit(f"{file}: {name} is not understood here")
        if name == "FROM":
            base, *named = text.split()
            stages.append(Stage(base, named[-1] if named else "final", []))
        else:
            stages[-1].steps.append(Instruction(name, text.strip()))
    return stages


def is_ignored(path: str, patterns: list[str]) -> bool:
    """By the last line of .dockerignore that fits the path or a folder that it is in."""
    parts = path.split("/")
    prefixes = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    ignored = False
    for pattern in patterns:
        wanted = pattern.removeprefix("!").removeprefix("**/")
        names = parts if pattern.startswith("**/") else prefixes
        if any(fnmatch(name, wanted) and name.count("/") == wanted.count("/") for name in names):
            ignored = not pattern.startswith("!")
    return ignored


def context_files(root: Path = ROOT) -> list[str]:
    """What `COPY . .` takes, relative to the checkout."""
    patterns = [line for line in IGNORED.read_text().splitlines() if line and not line.startswith("#")]
    found: list[str] = []
    for folder, folders, files in os.walk(root):
        here = "" if Path(folder) == root else f"{Path(folder).relative_to(root).as_posix()}/"
        folders[:] = [name for name in folders if not is_ignored(here + name, patterns)]
        found += [here + name for name in files if not is_ignored(here + name, patterns)]
    return sorted(found)
