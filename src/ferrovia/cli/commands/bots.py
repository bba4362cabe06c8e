"""`ferrovia bots`: who can be played against."""

from __future__ import annotations

from ferrovia.bots import bot_names
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.registry import BOTS
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import Json, Lang
from ferrovia.text.words import Words


def command(json: Json = False, lang: Lang = None) -> None:
    """Lists the bots: five levels for people, bots to measure others by, and those that installed packages bring.

    A bot in a file needs no entry here: mine.py:Mine is its name.
    """
    words = Language.words()
    rows = [info(words, name) for name in in_order()]
    if json:
        print_json({"bots": rows})
        return
    from rich.table import Table

    table = Table(*(words.say(f"bots.{column}") for column in ("name", "level", "about")), box=None, pad_edge=False)
    for row in rows:
        table.add_row(str(row["name"]), "" if row["level"] is None else str(row["level"]), str(row["about"]))
    console().print(table)
    console().print(words.say("bots.file"))


def in_order() -> list[str]:
    """Levels from the weakest on, then our other bots, then those of other packages."""
    levels = [name for name, _ in LEVELS]
    ours = [name for name in BOTS if name not in levels]
    return [*levels, *ours, *(name for name in bot_names() if name not in BOTS)]


def info(words: Words, name: str) -> dict[str, object]:
    levels = [level for level, _ in LEVELS]
    key = f"bots.about.{name}"
    return {
        "name": name,
        "level": levels.index(name) + 1 if name in levels else None,
        "about": words.say(key if words.knows(key) else "bots.about.other"),
        "built_in": name in BOTS,
    }
