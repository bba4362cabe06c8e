"""The rule modules a board file may name. Other people's rules join by `register`."""

from __future__ import annotations

from ferrovia.engine.rule import Rule
from ferrovia.rules.longest_path import LongestPath
from ferrovia.rules.merchandise import Merchandise
from ferrovia.rules.neutral_player import NeutralPlayer
from ferrovia.rules.tolls import Tolls

FACTORIES: dict[str, type[Rule]] = {
    "longest_path": LongestPath,
    "merchandise": Merchandise,
    "neutral_player": NeutralPlayer,
    "tolls": Tolls,
}


def register(id: str, rule: type[Rule]) -> None:
    """Makes a rule known to board files under `id`."""
    if FACTORIES.get(id, rule) is not rule:
        raise ValueError(f"a rule called {id!r} is there already")
    FACTORIES[id] = rule
