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
from ferrovia.bots.tables import PLAN_WEIGHTS, board_tables, changed_tables
from ferrovia.engine.chance import Chance
from ferrovia.engine.game import Game


@dataclass(frozen=True)
class Temper:
    name: str
    weights: Mapping[str, int] = field(default_factory=dict)
    """Of the plan, in place of the usual ones (search/weights.py)."""
    likings: Mapping[str, float] = field(default_factory=dict)
    """What a kind of move counts for beside its result, which is between 0 and 1 (search/search.py)."""


STEADY: Final = Temper("steady")
TEMPERS: Final = {
    temper.name: temper
    for temper in (
        STEADY,
        Temper("builder", {"calm": 320, "point_lanes": 6, "lure": 52}, {"likes_claims": 0.015}),
        Temper("blocker", {"hurry": 200, "guard": 120}, {"likes_blocks": 0.01}),
        Temper("gambler", {"eager": 0, "risk": 120, "tempted": 200}, {"likes_tickets": 0.02}),
        Temper("collector", {"hold": 140, "take": 24}, {"likes_cards": 0.01}),
    )
}
"""By name."""


def draw_temper(chance: Chance) -> Temper:
    """One of them, all equally likely."""
    return list(TEMPERS.values())[chance.below(len(TEMPERS))]


@lru_cache(maxsize=64)
def tempered_tables(game: Game, name: str) -> BoardTables:
    """What a bot of a temper plans by."""
    return changed_tables(board_tables(game), {**PLAN_WEIGHTS, **TEMPERS[name].weights})


def give_temper(search: Search, temper: Temper) -> None:
    """To the seat that searches; the playouts go on as usual."""
    search.careful = PlayoutPolicy(tempered_tables(search.game, temper.name), search.seat, True)
    for name, value in temper.likings.items():
        setattr(search, name, value)
