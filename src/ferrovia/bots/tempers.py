"""Tempers: how a bot differs from the next one of the same level. None is much stronger; docs/bots.md has figures.

A temper changes some weights of the plan, and has its favourites among moves that ended almost alike in the playouts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from ferrovia.bots.search.board_tables import BoardTables
from ferrovia.bots.search.playout_policy import PlayoutPolicy
from ferrovia.bots.search.search import Search
from ferrovia.bots.search.weights import USUAL_PACE, Weights
from ferrovia.bots.tables import board_tables, changed_tables, plan_weights
from ferrovia.engine.chance import Chance
from ferrovia.engine.game import Game


@dataclass(frozen=True)
class Temper:
    name: str
    weights: Mapping[str, int] = field(default_factory=dict)
    """Of the plan, in percent of the usual ones (search/weights.py)."""
    likings: Mapping[str, float] = field(default_factory=dict)
    """What a kind of move counts for beside its result, which is between 0 and 1 (search/search.py)."""


STEADY: Final = Temper("steady")
TEMPERS: Final = {
    temper.name: temper
    for temper in (
        STEADY,
        Temper("builder", {"calm": 50, "point_lanes": 150, "lure": 140}, {"likes_claims": 0.015}),
        Temper("blocker", {"hurry": 400, "guard": 500}, {"likes_blocks": 0.01}),
        Temper("gambler", {"eager": 0, "risk": 125, "tempted": 200}, {"likes_tickets": 0.02}),
        Temper("collector", {"hold": 60, "take": 70, "wild": 130}, {"likes_cards": 0.01}),
    )
}
"""By name."""


def draw_temper(chance: Chance) -> Temper:
    """One of them, all equally likely."""
    return list(TEMPERS.values())[chance.below(len(TEMPERS))]


@lru_cache(maxsize=64)
def tempered_tables(game: Game, name: str) -> BoardTables:
    """What a bot of a temper plans by."""
    return changed_tables(board_tables(game), tempered_weights(game, name))


def tempered_weights(game: Game, name: str) -> dict[str, int]:
    """The weights of the plan, those a temper changes being changed."""
    found = plan_weights(game)
    usual = Weights(USUAL_PACE)
    for weight, percent in TEMPERS[name].weights.items():
        found[weight] = found.get(weight, int(getattr(usual, weight))) * percent // 100
    return found


def give_temper(search: Search, temper: Temper) -> None:
    """To the seat that searches; the playouts go on as usual."""
    search.careful = PlayoutPolicy(tempered_tables(search.game, temper.name), search.seat, True)
    for name, value in temper.likings.items():
        setattr(search, name, value)
