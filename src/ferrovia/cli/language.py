"""The language in which this run of the command speaks."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from ferrovia.text.words import DEFAULT, LANGUAGES, Words

VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, if there are texts in it."""
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return next((language for language in LANGUAGES if wanted.lower().startswith(language)), DEFAULT)


class Language:
    """The language of this run: --lang, or else the environment's."""

    chosen: str | None = None

    @classmethod
    def words(cls) -> Words:
        return Words(cls.chosen or language_of(os.environ))
