"""Errors in words: the one place where a code becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.params import REFUSALS
from ferrovia.text.durations import duration
from ferrovia.text.words import Words

if TYPE_CHECKING:
    from ferrovia.text.names import Table


LONGEST_WORD: Final = 60


class Explained(FerroviaError):
    """An error whose sentence was made by a caller who knew the names in it."""

    def __init__(self, error: FerroviaError, text: str) -> None:
        super().__init__(error.code, error.params)
        self.text = text


def explain(words: Words, error: FerroviaError, table: Table | None = None) -> str:
    """One line that says what is wrong and, if possible, what to do."""
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
    if isinstance(seconds := error.params.get("seconds"), int):
        return {"time": duration(words, seconds)}
    if error.params.get("known"):
        return {"known": known_words(words, error.params)}
    return {}


def known_words(words: Words, params: Mapping[str, object]) -> str:
    """The names closest to the one that nobody knows, which stands first; all of them if none is close."""
    wrong = str(next(iter(params.values())))[:LONGEST_WORD].lower()
    known = params["known"]
    names = [str(name) for name in known] if isinstance(known, Iterable) else []
    lowered = {name.lower(): name for name in names}
    close = [lowered[name] for name in get_close_matches(wrong, list(lowered), n=3)]
    return words.say("word.nearest" if close else "word.known", names=", ".join(close or names))


def plain(value: object) -> object:
    """A list as text with commas; anything else as it is."""
    return ", ".join(str(item) for item in value) if isinstance(value, list | tuple) else value
