"""What is installed with what: the base package alone plays, every extra adds its part, and nothing is imported that is
not declared (pyproject.toml)."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import ferrovia
from checkout import ROOT
from ferrovia._extras import EXTRAS

PACKAGE = Path(ferrovia.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BASE: list[str] = PROJECT["dependencies"]
OPTIONAL: dict[str, list[str]] = PROJECT["optional-dependencies"]
OF_LAYER = {
    "client": {"client"},
    "server": {"server", "postgres", "notices"},
    "arena": {"arena", "parquet", "ray"},
    "report": {"arena"},
    "printing": {"print"},
    "studio": {"print"},
    "env": {"env", "openspiel"},
    "dataset": {"env", "parquet"},
    "cli": {"mcp", "client"},
}
"""Layer → the extras it may use. All others make do with the base package."""
PROVIDERS = {"PIL": "pillow", "pyspiel": "open_spiel"}
"""Modules that are not called like the package that brings them."""


def packages(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(text).name) for text in requirements}


def provider(module: str) -> str:
    return canonicalize_name(PROVIDERS.get(module, module))


def foreign_imports(folder: Path) -> Iterator[tuple[str, str]]:
    """(where, package) of everything in a folder that is neither Python's nor ours."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names = [node.module]
            for name in {name.partition(".")[0] for name in names} - {"ferrovia", *sys.stdlib_module_names}:
                yield f"{file.relative_to(folder)}:{node.lineno}", name  # type: ignore[attr-defined]


def declared_for(layer: str) -> set[str]:
    return packages([*BASE, *(text for extra in OF_LAYER.get(layer, ()) for text in OPTIONAL[extra])])


@pytest.mark.parametrize(
    "layer", sorted(folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists())
)
def test_every_import_is_declared_where_it_is_needed(layer: str) -> None:
    declared = declared_for(layer)
    missing = [
        f"{where} imports {name}" for where, name in foreign_imports(PACKAGE / layer) if provider(name) not in declared
    ]
    assert missing == []


def test_every_import_beyond_the_base_has_an_extra_to_name() -> None:
    base = packages(BASE)
    imported = {name for _, name in foreign_imports(PACKAGE) if provider(name) not in base}
    assert imported <= EXTRAS.keys()
    for name, extra in EXTRAS.items():
        assert provider(name) in packages(OPTIONAL[extra]), f"{name} is not in [{extra}]"


@pytest.mark.parametrize("text", [*BASE, *(text for texts in OPTIONAL.values() for text in texts)])
def test_every_dependency_is_bounded(text: str) -> None:
    requirement = Requirement(text)
    if requirement.name == PROJECT["name"]:
        return
    assert {"<", ">="} <= {bound.operator for bound in requirement.specifier}, f"{text} may become anything"


def test_all_is_every_extra() -> None:
    (everything,) = map(Requirement, OPTIONAL["all"])
    assert everything.name == PROJECT["name"]
    assert everything.extras == OPTIONAL.keys() - {"all"}


# --- with the base package alone --------------------------------------------------------------------------
BLOCKED = """
import runpy, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
blocked = set(sys.argv.pop(1).split(","))
sys.meta_path.insert(0, Blocked())
"""
IN_THE_COMMAND = BLOCKED + 'runpy.run_module("ferrovia", run_name="__main__", alter_sys=True)'


@cache
def beyond_the_base() -> str:
    """The modules of everything that is installed here and is not installed with the base package."""
    lines = (ROOT / "requirements" / "base.txt").read_text().splitlines()
    base = {canonicalize_name(line.partition("==")[0]) for line in lines} | {PROJECT["name"]}
    found = packages_distributions()
    return ",".join(name for name, owners in found.items() if not base & {canonicalize_name(owner) for owner in owners})


def run(
    code: str, *args: str, lang: str = "en_GB.UTF-8", blocked: str | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, beyond_the_base() if blocked is None else blocked, *args]
    environment = {**os.environ, "LANG": lang, "LC_ALL": lang}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_the_library_needs_the_base_alone() -> None:
    play = """
import ferrovia
game = ferrovia.new_game(ferrovia.load("amsterdam"), seats=2)
bots = [ferrovia.make_bot(name, ferrovia.seeded(1)) for name in ("greedy", "planner")]
state = game.start(ferrovia.seeded(7))
for _ in range(12):
    view = ferrovia.observe(state, state.seat)
    state.apply(bots[state.seat].choose(view, state.legal_actions(), ferrovia.Budget()))
print("played")
"""
    done = run(BLOCKED + play)
    assert (done.stdout, done.stderr) == ("played\n", "")


@pytest.mark.parametrize(
    "command",
    [
        "--version",
        "boards",
        "boards berlin --map",
        "simulate amsterdam --games 2 --jobs 1",
        "simulate amsterdam --games 1 --bot greedy --bot random --jobs 1",
        "replay tests/golden/usa-2p.txt --to 3",
        "verify tests/golden/usa-2p.txt",
        "check src/ferrovia/boards/lyon",
        "arena --help",
        "join --help",
        "serve --help",
        "games --help",
        "doctor --help",
        "print --help",
    ],
)
def test_commands_that_need_the_base_alone(command: str) -> None:
    done = run(IN_THE_COMMAND, *command.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve --port 0", "server"),
        ("doctor", "server"),
        ("backup file", "server"),
        ("restore file", "server"),
        ("games list", "server"),
        (f"join http://localhost/t/{'A' * 22}#{'A' * 43}", "client"),
        ("print berlin --what rules", "print"),
        ("arena --board amsterdam --bots greedy,random --games 2", "arena"),
    ],
)
def test_a_command_without_its_extra_says_which(command: str, extra: str) -> None:
    done = run(IN_THE_COMMAND, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ferrovia: This needs the package ")
    assert done.stderr.endswith(f", which is not installed: pip install 'ferrovia[{extra}]'\n")
    assert done.stderr.count("\n") == 1


def test_it_says_so_in_french() -> None:
    done = run(IN_THE_COMMAND, "doctor", lang="fr_FR.UTF-8")
    assert done.returncode == 2
    assert done.stderr.startswith("ferrovia: Il faut pour cela le paquet ")
    assert done.stderr.endswith("qui n'est pas installé : pip install 'ferrovia[server]'\n")


def test_postgresql_without_its_driver_says_which() -> None:
    done = run(IN_THE_COMMAND, "doctor", "--database", "postgresql://localhost/none", blocked="psycopg")
    assert done.returncode == 2
    assert "pip install 'ferrovia[postgres]'" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_module_that_no_extra_brings_is_a_bug_of_ours() -> None:
    done = run(IN_THE_COMMAND, "boards", blocked="csv")
    assert done.returncode == 1
    assert "No module named 'csv'" in done.stderr
