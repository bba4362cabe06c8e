"""Errors in words: the one place where a code becomes a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ferrovia.cli.words import Words
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.params import REFUSALS

if TYPE_CHECKING:
    from ferrovia.cli.table import Table


class UserError(FerroviaError):
    """What a user of the command line can do wrong."""


class Explained(FerroviaError):
    """An error said in words already, by somebody who knew the names of what it is about."""

    def __init__(self, error: FerroviaError, text: str) -> None:
        super().__init__(error.code, error.params)
        self.text = text


def explain(words: Words, error: FerroviaError, table: Table | None = None) -> str:
    """One line that says what is wrong and, where there is something, what can be done."""
    if isinstance(error, Explained):
        return error.text
    key = f"error.{error.code}"
    if not words.knows(key):
        return words.say("error.other", error=error)
    params = table.fill(error.params, REFUSALS.get(error.code)) if table is not None else dict(error.params)
    params.update(sentences(words, error, table))
    try:
        return words.say(key, **{name: plain(value) for name, value in params.items()})
    except KeyError:  # a parameter is missing: a server of another version said it
        return words.say("error.other", error=error)


def sentences(words: Words, error: FerroviaError, table: Table | None) -> Mapping[str, object]:
    """Parameters that are sentences themselves."""
    if error.code == "board.invalid":
        problems = getattr(error, "problems", [])
        return {"count": len(problems), "first": str(problems[0]) if problems else ""}
    if "why" in error.params and isinstance(error.__context__, FerroviaError):
        return {"why": explain(words, error.__context__, table)}
    return {}


def plain(value: object) -> object:
    """Lists as people write them."""
    return ", ".join(str(item) for item in value) if isinstance(value, list | tuple) else value
