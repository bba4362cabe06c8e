"""Packages that only some uses need: which extra brings them, and what is said when one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from ferrovia.engine.errors import FerroviaError

EXTRAS: Final = {
    "httpx": "client",
    "websockets": "client",
    "alembic": "server",
    "fastapi": "server",
    "orjson": "server",
    "prometheus_client": "server",
    "pydantic": "server",
    "pydantic_core": "server",
    "sqlalchemy": "server",
    "starlette": "server",
    "uvicorn": "server",
    "jinja2": "arena",
    "openskill": "arena",
    "PIL": "print",
    "reportlab": "print",
    "resvg_py": "print",
    "psycopg": "postgres",
    "cryptography": "notices",
    "pyarrow": "parquet",
    "ray": "ray",
    "mcp": "mcp",
    "gymnasium": "env",
    "numpy": "env",
    "pettingzoo": "env",
    "pyspiel": "openspiel",
}
"""Package as it is imported → the extra of pyproject.toml that brings it."""


class MissingExtra(FerroviaError):
    """A package of an extra is not installed."""


def missing(error: ModuleNotFoundError) -> MissingExtra | None:
    """What to tell the user of an import that failed; None if no extra would help."""
    module = (error.name or "").partition(".")[0]
    if module not in EXTRAS:
        return None
    return MissingExtra("extra.missing", {"module": module, "extra": EXTRAS[module]})


def need(module: str) -> Any:
    """Imports a package of an extra, or raises MissingExtra."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        told = missing(error)
        if told is None:
            raise
        raise told from None
