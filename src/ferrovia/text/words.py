"""Texts by key, in the user's language. They live in messages/; none is in code but those that somebody else's rule
brings along.

A template names its parameters in braces. `{count:card|cards}` is the word that goes with a number."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final

from ferrovia.text import french
from ferrovia.text.sanitize import sanitize

LANGUAGES: Final = ("en", "fr")
DEFAULT: Final = "en"
HARD_SPACE: Final = "\N{NO-BREAK SPACE}"


class Phrases(Formatter):
    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" not in format_spec:
            said = str(super().format_field(value, format_spec))
            return french.MARK + said if self.language == "fr" and isinstance(value, str) else said
        one, many = format_spec.split("|")
        return one if is_singular(self.language, value) else many

    def fill(self, text: str, params: Mapping[str, object]) -> str:
        return french.join(self.vformat(text, (), params))


def is_singular(language: str, value: object) -> bool:
    if not isinstance(value, int):
        return False
    return abs(value) < 2 if language == "fr" else value == 1


class Words:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.phrases = Phrases(language)
        self.texts = catalogue(language)

    def find(self, key: str) -> str | None:
        return self.texts[key] if key in self.texts else brought_along(self.language).get(key)

    def knows(self, key: str) -> bool:
        return self.find(key) is not None

    def say(self, key: str, **params: object) -> str:
        """The text of a key, its parameters filled in: numbers as they are, all else without control characters."""
        text = self.find(key)
        if text is None:
            raise KeyError(key)
        filled = {name: value if isinstance(value, int) else sanitize(str(value)) for name, value in params.items()}
        return self.phrases.fill(text, filled)

    def name(self, section: str, word: str) -> str:
        """The name of something that code calls `word`; somebody else's rules may bring words nobody has translated."""
        return self.find(f"{section}.{word}") or sanitize(word)

    def listed(self, items: Sequence[str]) -> str:
        """A, B and C."""
        return self.texts["word.and"].join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)

    def of(self, names: Mapping[str, str]) -> str:
        """A board's own text, in this language or in English."""
        return sanitize(names.get(self.language, names.get(DEFAULT, "")))


@cache
def catalogue(language: str) -> dict[str, str]:
    """`section.key` → text."""
    return {key: typeset(text, language) for key, text in written(language).items()}


def written(language: str) -> dict[str, str]:
    """The texts of messages/<language>.toml and messages/<subject>.<language>.toml, as they stand there."""
    texts: dict[str, str] = {}
    for file in sorted(files(__package__).joinpath("messages").iterdir(), key=lambda file: file.name):
        if f".{file.name}".endswith(f".{language}.toml"):
            sections = tomllib.loads(file.read_text(encoding="utf-8"))
            texts |= {f"{section}.{key}": text for section, part in sections.items() for key, text in part.items()}
    return texts


def brought_along(language: str) -> dict[str, str]:
    """The words of rules that are not ours; in English where they have no others."""
    from ferrovia.rules import FACTORIES

    texts: dict[str, str] = {}
    for rule in FACTORIES.values():
        texts |= rule.WORDS.get(DEFAULT, {})
        texts |= rule.WORDS.get(language, {})
    return {key: typeset(text, language) for key, text in texts.items()}


def typeset(text: str, language: str) -> str:
    """In French no line ends before : ; ! ? or inside guillemets."""
    if language != "fr":
        return text
    return re.sub(r" ([:;!?»])", rf"{HARD_SPACE}\1", text).replace("« ", f"«{HARD_SPACE}")
