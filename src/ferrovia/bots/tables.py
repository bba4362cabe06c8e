"""The tables that all bots of a game share."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.calibration import calibrated_tables
from ferrovia.bots.search.weights import Weights
from ferrovia.engine.game import Game

PLAYOUT_WEIGHTS: Final[Mapping[str, int]] = {
    "turn": 320, "effort": 129, "card": 17, "wild": 25, "spare": 9, "piece": 3, "join": 21, "hold": 158, "hurry": 118,
    "lure": 32, "gain": 117, "risk": 18, "room": 62, "later": 31, "draw": 45, "rare": 67, "calm": 246, "side": 68,
    "take": 22, "rich": 109, "near": 9, "point_lanes": 6, "late": 9, "wish": 132, "wish_turns": 9, "lull": 19,
    "haste": 159, "scrape": 1, "bonus": 100,
}  # fmt: skip
"""What the light policies have, by which playouts end, in place of the usual weights. A million games of such policies
against each other found them, two players on all boards; docs/bots.md tells what they are worth."""

PLAN_WEIGHTS: Final[Mapping[str, int]] = {
    "turn": 307, "effort": 96, "card": 29, "wild": 58, "spare": 21, "piece": 4, "join": 27, "hold": 166, "hurry": 65,
    "lure": 45, "gain": 87, "risk": 103, "room": 71, "later": 30, "draw": 59, "rare": 102, "calm": 359, "side": 69,
    "take": 28, "rich": 119, "near": 10, "point_lanes": 4, "late": 3, "lull": 46, "haste": 166, "scrape": 1,
    "guard": 33, "eager": 117, "bonus": 100,
}  # fmt: skip
"""What planner and expert plan by, found in the same way by games of careful policies."""

TUNED: Final = Path(__file__).with_name("tuned.toml")
"""Weights that games on one board alone have found, by the digest of its facts (bench/evolve.py)."""


@lru_cache(maxsize=16)
def board_tables(game: Game) -> BoardTables:
    """The tables of a game. Calibrating takes some games, and they never change."""
    return calibrated_tables(game)


@lru_cache(maxsize=16)
def playout_tables(game: Game) -> BoardTables:
    """The same for playouts."""
    return changed_tables(board_tables(game), playout_weights(game))


@lru_cache(maxsize=16)
def plan_tables(game: Game) -> BoardTables:
    """The same for plans."""
    return changed_tables(board_tables(game), plan_weights(game))


def playout_weights(game: Game) -> dict[str, int]:
    """What the light policies of a game have in place of the usual weights."""
    return {**PLAYOUT_WEIGHTS, **tuned_weights(game, "playouts")}


def plan_weights(game: Game) -> dict[str, int]:
    """What planner and expert plan a game by."""
    return {**PLAN_WEIGHTS, **tuned_weights(game, "plan")}


def tuned_weights(game: Game, use: str) -> Mapping[str, int]:
    """What was found for this board and about so many seats; nothing for boards that nobody looked for."""
    found: Mapping[str, int] = all_tuned().get(game.board.digest, {}).get(seats_of(game), {}).get(use, {})
    return found


def seats_of(game: Game) -> str:
    """The part of a board's tuned weights that a game plays by: two who only have each other, or more."""
    return "two" if game.seats == 2 else "more"


@cache
def all_tuned() -> dict[str, Any]:
    return tomllib.loads(TUNED.read_text(encoding="utf-8"))


def changed_tables(usual: BoardTables, changes: Mapping[str, int]) -> BoardTables:
    """Tables with other weights; a name that is no weight raises an AttributeError."""
    weights = Weights(usual.weights.pace)
    for name, value in changes.items():
        getattr(weights, name)
        setattr(weights, name, value)
    weights.scale()
    return BoardTables(usual.game, weights)
