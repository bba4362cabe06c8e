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
LAZY: dict[str, str] = {
    "Budget": "ferrovia.bots",
    "FerroviaError": "ferrovia.engine.errors",
    "Refusal": "ferrovia.engine.errors",
    "Simulation": "ferrovia.simulation",
    "board_ids": "ferrovia.boards",
    "determinize": "ferrovia.view",
    "format_action": "ferrovia.record",
    "from_secret": "ferrovia.engine.chance",
    "load": "ferrovia.boards",
    "make_bot": "ferrovia.bots",
    "new_game": "ferrovia.boards",
    "observe": "ferrovia.view",
    "parse_action": "ferrovia.record",
    "seeded": "ferrovia.engine.chance",
    "simulate": "ferrovia.simulation",
}


if TYPE_CHECKING:
    from ferrovia.boards import board_ids as board_ids
    from ferrovia.boards import load as load
    from ferrovia.boards import new_game as new_game
    from ferrovia.bots import Budget as Budget
    from ferrovia.bots import make_bot as make_bot
    from ferrovia.engine.chance import from_secret as from_secret
    from ferrovia.engine.chance import seeded as seeded
    from ferrovia.engine.errors import FerroviaError as FerroviaError
    from ferrovia.engine.errors import Refusal as Refusal
    from ferrovia.record import format_action as format_action
    from ferrovia.record import parse_action as parse_action
    from ferrovia.simulation import Simulation as Simulation
    from ferrovia.simulation import simulate as simulate
    from ferrovia.view import determinize as determinize
    from ferrovia.view import observe as observe


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
