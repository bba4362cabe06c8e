"""Texts by key, in the user's language. They live in messages/<language>.toml; none is in code.

A template names its parameters in braces. `{count:card|cards}` is the word that goes with a number."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Final

from ferrovia.text.sanitize import sanitize

LANGUAGES: Final = ("en", "fr")
DEFAULT: Final = "en"
HARD_SPACE: Final = "\N{NO-BREAK SPACE}"


class Phrases(Formatter):
    def __init__(self, language: str) -> None:
        self.language = language

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        one, many = format_spec.split("|")
        return one if is_singular(self.language, value) else many


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

    def knows(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **params: object) -> str:
        """The text of a key, its parameters filled in: numbers as they are, all else without control characters."""
        filled = {name: value if isinstance(value, int) else sanitize(str(value)) for name, value in params.items()}
        return self.phrases.vformat(self.texts[key], (), filled)

    def name(self, section: str, word: str) -> str:
        """The text for a code's `word`, or the word itself: rules of other packages may have words without a text."""
        return self.texts.get(f"{section}.{word}", sanitize(word))

    def of(self, names: Mapping[str, str]) -> str:
        """A board's own text, in this language or in English."""
        return sanitize(names.get(self.language, names.get(DEFAULT, "")))


@cache
def catalogue(language: str) -> dict[str, str]:
    """`section.key` → text."""
    path = files(__package__).joinpath("messages", f"{language}.toml")
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = {f"{section}.{key}": text for section, part in sections.items() for key, text in part.items()}
    return {key: typeset(text, language) for key, text in texts.items()}


def typeset(text: str, language: str) -> str:
    """In French no line ends before : ; ! ? or inside guillemets."""
    if language != "fr":
        return text
    return re.sub(r" ([:;!?»])", rf"{HARD_SPACE}\1", text).replace("« ", f"«{HARD_SPACE}")
