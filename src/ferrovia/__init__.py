"""Ferrovia: an open engine for a family of train board games.

    game = ferrovia.new_game(ferrovia.load("usa"), seats=2)
    state = game.start(ferrovia.seeded(7))
    state.apply(state.legal_actions()[0])

A `Board` is what is printed; `new_game` lays it for a number of seats; the `Game` starts any number of states.
A `State` is a position: `legal_actions` lists what may be done, `apply` does it. A `View` is what one seat may know of
it, and all that a `Bot` gets. `help(ferrovia.State)` tells the details, and so on for every name."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "SPECTATOR",
    "Action",
    "Actions",
    "Board",
    "Bot",
    "Budget",
    "Chance",
    "Event",
    "FerroviaError",
    "Game",
    "Lane",
    "LedgerLine",
    "Place",
    "Record",
    "Refusal",
    "Rule",
    "SeatError",
    "SetupError",
    "Simulation",
    "Standing",
    "State",
    "Ticket",
    "View",
    "__version__",
    "board_ids",
    "board_svg",
    "bot_names",
    "decode_action",
    "determinize",
    "encode_action",
    "format_action",
    "from_facts",
    "from_secret",
    "load",
    "make_bot",
    "new_game",
    "new_secret",
    "observe",
    "parse_action",
    "proposals",
    "replay",
    "seeded",
    "simulate",
    "verify",
]

# What the package offers is fetched when first asked for, so that the import itself stays fast. A new name stands in
# `__all__`, here, and under TYPE_CHECKING; a test compares the three.
LAZY: dict[str, tuple[str, ...]] = {
    "ferrovia.boards": ("board_ids", "load", "new_game"),
    "ferrovia.bots": ("Actions", "Bot", "Budget", "bot_names", "make_bot"),
    "ferrovia.draw": ("board_svg",),
    "ferrovia.engine.actions": ("decode_action", "encode_action"),
    "ferrovia.engine.board": ("Board", "Lane", "Place", "Ticket"),
    "ferrovia.engine.chance": ("Chance", "from_secret", "new_secret", "seeded"),
    "ferrovia.engine.errors": ("FerroviaError", "Refusal", "SeatError", "SetupError"),
    "ferrovia.engine.events": ("Event",),
    "ferrovia.engine.game": ("Game",),
    "ferrovia.engine.proposals": ("proposals",),
    "ferrovia.engine.rule": ("Rule",),
    "ferrovia.engine.state": ("State",),
    "ferrovia.engine.values": ("Action", "LedgerLine", "Standing"),
    "ferrovia.record": ("Record", "format_action", "parse_action", "replay", "verify"),
    "ferrovia.simulation": ("Simulation", "simulate"),
    "ferrovia.view": ("SPECTATOR", "View", "determinize", "from_facts", "observe"),
}

if os.environ.get("FERROVIA_INTERPRETED", "0") not in ("", "0"):
    from ferrovia._source import prefer_source

    prefer_source(__path__)  # before anything else of the package is imported

COMPILED: bool
"""Whether the engine really runs compiled."""

if TYPE_CHECKING:
    from ferrovia.boards import board_ids, load, new_game
    from ferrovia.bots import Actions, Bot, Budget, bot_names, make_bot
    from ferrovia.draw import board_svg
    from ferrovia.engine.actions import decode_action, encode_action
    from ferrovia.engine.board import Board, Lane, Place, Ticket
    from ferrovia.engine.chance import Chance, from_secret, new_secret, seeded
    from ferrovia.engine.errors import FerroviaError, Refusal, SeatError, SetupError
    from ferrovia.engine.events import Event
    from ferrovia.engine.game import Game
    from ferrovia.engine.proposals import proposals
    from ferrovia.engine.rule import Rule
    from ferrovia.engine.state import State
    from ferrovia.engine.values import Action, LedgerLine, Standing
    from ferrovia.record import Record, format_action, parse_action, replay, verify
    from ferrovia.simulation import Simulation, simulate
    from ferrovia.view import SPECTATOR, View, determinize, from_facts, observe


def engine_is_compiled() -> bool:
    from types import FunctionType

    from ferrovia.engine.state import State

    # Files beside the module prove nothing: what counts is whether its methods are C or Python.
    return not isinstance(State.apply, FunctionType)


def fetch(name: str) -> object:
    """What the package offers under a name, from where it lives."""
    module = next((module for module, names in LAZY.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module 'ferrovia' has no attribute {name!r}")
    value = getattr(import_module(module), name)
    let_boards_be_drawn()
    return value


def let_boards_be_drawn() -> None:
    """Boards and games show themselves in a notebook: the engine knows no drawing, so it is told here who draws."""
    from ferrovia.engine.picture import DRAWERS

    if not DRAWERS:
        DRAWERS.append(lambda board: str(import_module("ferrovia.draw.notebook").picture(board)))


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        value = engine_is_compiled() if name == "COMPILED" else fetch(name)
        globals()[name] = value
        return value
