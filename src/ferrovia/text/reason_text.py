"""Why a bot did something, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ferrovia.engine.params import CARD, LANE, NUMBER, SEAT, TICKETS, Meanings
from ferrovia.text.names import Table

MEANINGS: Final[Meanings] = {"lane": LANE, "card": CARD, "tickets": TICKETS, "seat": SEAT, "points": NUMBER}


def reason_text(table: Table, code: str, params: Mapping[str, object]) -> str:
    """A sentence for a reason of `ferrovia.bots.explain`; its code where there are no words for it."""
    key = f"why.{code}"
    return table.words.say(key, **table.fill(params, MEANINGS)) if table.words.knows(key) else code
