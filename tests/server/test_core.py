"""The core of the server knows no web, no database and no pydantic: it could run in a browser (design.md)."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import ferrovia.server.core
from ferrovia.record import from_text, verify
from ferrovia.server.core import commands

CORE = Path(ferrovia.server.core.__path__[0])
SERVER = CORE.parent
TESTS = Path(__file__).parent.parent
NAMES = [
    ".".join(("ferrovia.server.core", *file.relative_to(CORE).with_suffix("").parts)).removesuffix(".__init__")
    for file in sorted(CORE.rglob("*.py"))
]
FORBIDDEN = (
    "aiosqlite", "alembic", "annotated_types", "anyio", "concurrent.futures.process", "fastapi", "h11", "http.server",
    "httptools", "httpx", "multiprocessing", "prometheus_client", "psycopg", "pydantic", "pydantic_core", "rich",
    "sqlalchemy", "sqlite3", "starlette", "typer", "uvicorn", "websockets",
)  # fmt: skip
"""The web, databases, and what a browser has not got: other processes."""
BLOCK = "import sys\nfor name in sys.argv[1:]: sys.modules[name] = None\n"
"""From then on, whoever imports one of the named modules fails."""


def run(*arguments: str) -> Any:
    found = os.pathsep.join([str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": found}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def is_forbidden(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in FORBIDDEN)


def test_the_core_brings_nothing_of_the_web_or_of_databases() -> None:
    code = "import importlib, json, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\n"
    loaded = run("-c", code + "print(json.dumps(list(sys.modules)))", *NAMES)
    assert set(NAMES) <= set(loaded)
    assert [name for name in loaded if is_forbidden(name)] == []
    others = [name for name in loaded if name.startswith("ferrovia.server.")]
    assert [name for name in others if not name.startswith("ferrovia.server.core")] == []


@pytest.mark.parametrize("file", sorted(CORE.rglob("*.py")), ids=lambda file: file.relative_to(CORE).as_posix())
def test_no_file_of_the_core_asks_for_it_later(file: Path) -> None:
    """Not inside a function, and not for its types alone."""
    written = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in written:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for name in names:
            assert not is_forbidden(name)
            assert name.startswith("ferrovia.server.core") or not name.startswith(
                ("ferrovia.server", "ferrovia.client")
            )


def calls(file: Path) -> set[str]:
    """The last names of everything that is called in a file."""
    found = [node.func for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    return {call.attr if isinstance(call, ast.Attribute) else ast.unparse(call) for call in found}


@pytest.mark.parametrize("file", sorted((SERVER / "api").glob("*.py")), ids=lambda file: file.name)
def test_a_table_is_changed_by_commands_alone(file: Path) -> None:
    """Routes hand commands to `Tables.act`; only there are drafts made and written."""
    assert not calls(file) & {"Draft", "draft", "write", "apply", "publish"}


def test_every_command_may_be_sent_to_a_table() -> None:
    """By somebody or by the server itself: a command that nobody sends would be dead."""
    for file in Path(ferrovia.server.core.__file__).parent.glob("*.py"):
        import_module(f"ferrovia.server.core.{file.stem}")  # only what is loaded is counted
    kinds = {kind.__name__ for kind in commands.Command.__subclasses__()}
    sent = {name for file in sorted(SERVER.rglob("*.py")) for name in calls(file)}
    assert len(kinds) == 20
    assert kinds <= sent


def test_the_core_plays_a_whole_game_by_itself() -> None:
    """With bots and a clock of its own, where nothing else can be imported."""
    told = run("-c", BLOCK + 'import runpy; runpy.run_module("server.core_game", run_name="__main__")', *FORBIDDEN)
    seen = told["seen"]
    assert seen["status"] == "over"
    assert seen["entries"] == seen["moves"] + 2  # created, started
    assert seen["updates"] > 0
    assert sorted(seen["places"])[0] == 1
    record = from_text(seen["record"])
    verify(record)
    assert len(record.moves) == seen["moves"]
    assert [name for name in told["loaded"] if is_forbidden(name)] == []
