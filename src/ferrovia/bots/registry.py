"""Bots by name. Other people's bots join by `register`."""

from __future__ import annotations

from ferrovia.bots.greedy import Greedy
from ferrovia.bots.planner import Planner
from ferrovia.bots.protocol import Bot
from ferrovia.bots.random_bot import Random
from ferrovia.engine.chance import Chance
from ferrovia.engine.errors import FerroviaError

BOTS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy, "planner": Planner}


class UnknownBot(FerroviaError):
    """No bot of that name."""


def register(name: str, bot: type[Bot]) -> None:
    """Makes a bot known under `name`."""
    if BOTS.get(name, bot) is not bot:
        raise ValueError(f"a bot called {name!r} is there already")
    BOTS[name] = bot


def make_bot(name: str, chance: Chance) -> Bot:
    if name not in BOTS:
        raise UnknownBot("bot.unknown", {"bot": name, "known": sorted(BOTS)})
    return BOTS[name](chance)
