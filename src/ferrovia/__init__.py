"""Ferrovia: an open engine for a family of train board games."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if os.environ.get("FERROVIA_INTERPRETED", "0") not in ("", "0"):
    from ferrovia._source import prefer_source

    prefer_source(__path__)  # before anything else of the package is imported

COMPILED: bool
"""Whether the engine really runs compiled."""

# What `import ferrovia` offers is fetched when first asked for, so that the import itself stays fast.
# Each name stands twice: here for Python, and under TYPE_CHECKING (`from … import Name as Name`) for type checkers.
LAZY: dict[str, str] = {}


def engine_is_compiled() -> bool:
    from types import FunctionType

    from ferrovia.engine.state import State

    # Files beside the module prove nothing: what counts is whether its methods are C or Python.
    return not isinstance(State.apply, FunctionType)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name == "COMPILED":
            value = engine_is_compiled()
        elif name in LAZY:
            value = getattr(import_module(LAZY[name]), name)
        else:
            raise AttributeError(f"module 'ferrovia' has no attribute {name!r}")
        globals()[name] = value
        return value
