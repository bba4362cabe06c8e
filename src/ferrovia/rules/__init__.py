"""The rules a board file may name: our own, those of `register`, and those that installed packages publish."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from ferrovia.engine.rule import Rule
from ferrovia.rules.ferries import Ferries
from ferrovia.rules.longest_path import LongestPath
from ferrovia.rules.merchandise import Merchandise
from ferrovia.rules.neutral_player import NeutralPlayer
from ferrovia.rules.stations import Stations
from ferrovia.rules.tolls import Tolls
from ferrovia.rules.tunnels import Tunnels

GROUP: Final = "ferrovia.rules"
"""The group of entry points by which a package publishes rules: name = "module:Class"."""

FACTORIES: dict[str, type[Rule]] = {
    "ferries": Ferries,
    "longest_path": LongestPath,
    "merchandise": Merchandise,
    "neutral_player": NeutralPlayer,
    "stations": Stations,
    "tolls": Tolls,
    "tunnels": Tunnels,
}


def register(id: str, rule: type[Rule]) -> None:
    """Makes a rule known to board files under `id`."""
    if FACTORIES.get(id, rule) is not rule:
        raise ValueError(f"a rule called {id!r} is there already")
    FACTORIES[id] = rule


def find(id: str) -> type[Rule] | None:
    """The rule of that name, loaded from the package that publishes it if need be. Our own come first."""
    if id not in FACTORIES:
        for point in entry_points(group=GROUP, name=id):
            rule = point.load()
            if not (isinstance(rule, type) and issubclass(rule, Rule)):
                raise TypeError(f"the entry point {point.value} is no rule")
            register(id, rule)
    return FACTORIES.get(id)
