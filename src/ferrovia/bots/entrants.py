"""An entrant of a tournament, a simulation or a data set is a bot's spec, with a budget of its own if it names one:
`expert@0.2s`, `expert@500`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from ferrovia.bots.protocol import Budget
from ferrovia.bots.registry import find_maker, label

OWN_BUDGET: Final = re.compile(r"(?P<bot>.+)@(?P<amount>\d+(\.\d+)?)(?P<unit>s?)")


def bot_of(entrant: str) -> str:
    """What `make_bot` understands."""
    own = OWN_BUDGET.fullmatch(entrant)
    return own["bot"] if own else entrant


def budget_of(entrant: str, common: Budget) -> Budget:
    own = OWN_BUDGET.fullmatch(entrant)
    if own is None:
        return common
    return Budget(seconds=float(own["amount"])) if own["unit"] else Budget(iterations=int(float(own["amount"])))


def name_of(entrant: str) -> str:
    """In short, as people read it."""
    bot = bot_of(entrant)
    return label(bot) + entrant.removeprefix(bot)


def names_of(entrants: Iterable[str]) -> dict[str, str]:
    """What each is called where people read it: in short, unless two would have one name."""
    short = {entrant: name_of(entrant) for entrant in entrants}
    taken = Counter(short.values())
    return {entrant: name if taken[name] == 1 else entrant for entrant, name in short.items()}


def check(entrant: str) -> None:
    """Raises if there is no such bot."""
    find_maker(bot_of(entrant))
