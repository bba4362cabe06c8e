"""Imports go one way (design.md): each layer knows those before it, and none after it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ferrovia

RANKS = [
    ("engine",),
    ("rules",),
    ("boards",),
    ("record", "view"),
    ("bots", "draw", "text"),
    (
        "env",
        "simulation",
        "dataset",
        "arena",
        "balance",
        "analysis",
        "puzzles",
        "report",
        "printing",
        "studio",
        "testing",
    ),
    ("client", "server"),
    ("cli",),
]
"""Those of the design, the lowest first. Layers of one rank stand in the order in which they may know each other."""
LAYERS = [layer for rank in RANKS for layer in rank]

PACKAGE = Path(ferrovia.__file__).parent
PRESENT = [layer for layer in LAYERS if any((PACKAGE / layer).glob("*.py"))]
ANYWHERE = {"ferrovia", "ferrovia._extras", "ferrovia._source", "ferrovia._workers"}
WEB = {"fastapi", "h11", "http.server", "httpx", "starlette", "uvicorn", "websockets"}
"""What only the server may bring along, and its client in part."""
CLIENT = {"httpx", "websockets"}


def files(layer: str) -> list[Path]:
    return sorted((PACKAGE / layer).rglob("*.py"))


def forbidden_to(layer: str) -> set[str]:
    return set(LAYERS[LAYERS.index(layer) + 1 :])


def layer_of(module: str) -> str:
    return module.split(".")[1] if module.startswith("ferrovia.") else ""


def modules_after_importing(layer: str) -> set[str]:
    """Imports every module of the layer in a fresh process."""
    names = [".".join(("ferrovia", *file.relative_to(PACKAGE).with_suffix("").parts)) for file in files(layer)]
    names = [name.removesuffix(".__init__") for name in names if not name.endswith(".__main__")]
    names = [name for name in names if ".migrations." not in name]  # Alembic runs these, nobody imports them
    code = "import importlib, json, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\n"
    command = [sys.executable, "-c", code + "print(json.dumps(list(sys.modules)))", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def written_imports(file: Path) -> Iterator[tuple[int, str]]:
    """(line, module) of every import in the file, under TYPE_CHECKING and inside functions too."""
    package = ("ferrovia", *file.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield node.lineno, module
            if module == "ferrovia":  # `from ferrovia import boards`
                yield from ((node.lineno, f"ferrovia.{alias.name}") for alias in node.names)


def test_documents_name_the_layers_there_are() -> None:
    """Every line of layers and arrows in a document is the one of this file, without those that are yet to come."""
    root = Path(__file__).parents[1]
    ranks = [", ".join(layer for layer in rank if layer in PRESENT) for rank in RANKS]
    files = [root / "README.md", root / "CONTRIBUTING.md", *root.glob("docs/**/*.md")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if "rules ←" in line]
    assert lines
    assert {" ".join(line.split()) for line in lines} == {" ← ".join(ranks)}


def test_every_folder_of_the_package_is_a_layer() -> None:
    folders = {file.parent.name for file in PACKAGE.glob("*/*.py")}
    assert folders <= set(LAYERS), "a new layer takes its place in LAYERS and in the design"
    assert {file.parent.name for file in PACKAGE.glob("*/__init__.py")} == folders


@pytest.mark.parametrize("layer", PRESENT)
def test_importing_a_layer_brings_no_higher_one(layer: str) -> None:
    loaded = modules_after_importing(layer)
    assert f"ferrovia.{layer}" in loaded
    assert sorted(name for name in loaded if layer_of(name) in forbidden_to(layer)) == []


@pytest.mark.parametrize("layer", PRESENT)
def test_no_import_is_written_upwards(layer: str) -> None:
    upwards = [
        f"{file.relative_to(PACKAGE)}:{line} imports {module}"
        for file in files(layer)
        for line, module in written_imports(file)
        if layer_of(module) in forbidden_to(layer)
    ]
    assert upwards == []


@pytest.mark.parametrize("layer", PRESENT)
def test_layers_do_not_use_the_front_door(layer: str) -> None:
    """What `ferrovia` itself offers comes from all layers, so a layer imports from where a thing lives."""
    known = {f"ferrovia.{name}" for name in (*LAYERS, "__version__", "COMPILED")}
    through_it = [
        f"{file.relative_to(PACKAGE)}:{line} imports {module}"
        for file in files(layer)
        for line, module in written_imports(file)
        if module.startswith("ferrovia.") and ".".join(module.split(".")[:2]) not in known | ANYWHERE
    ]
    assert through_it == []


@pytest.mark.parametrize("layer", [layer for layer in PRESENT if layer not in ("server", "cli")])
def test_nothing_below_the_server_knows_the_web(layer: str) -> None:
    allowed = CLIENT if layer == "client" else set()
    assert sorted(modules_after_importing(layer) & (WEB - allowed)) == []


def board_names() -> set[str]:
    return {file.parent.name for file in PACKAGE.glob("boards/*/board.toml")}


@pytest.mark.parametrize("layer", [layer for layer in PRESENT if layer in ("engine", "rules")])
def test_nothing_below_the_boards_knows_a_board(layer: str) -> None:
    named = []
    for file in files(layer):
        for node in ast.walk(ast.parse(file.read_text())):
            word = node.value if isinstance(node, ast.Constant) else node.id if isinstance(node, ast.Name) else None
            if isinstance(word, str) and word.lower() in board_names():
                named.append(f"{file.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)} says {word!r}")
    assert named == []


def test_importing_the_package_brings_no_layer() -> None:
    command = [sys.executable, "-c", "import ferrovia, json, sys; print(json.dumps(list(sys.modules)))"]
    loaded = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert [name for name in loaded if layer_of(name) in LAYERS] == []
