"""Text from files and from other people, made safe for a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
BREAKS: Final = "\n\r\t\v\f\x85\u2028\u2029"


def sanitize(text: str) -> str:
    """On one line and without characters that command a terminal or hide (controls, surrogates, direction marks)."""
    return "".join(" " if letter in BREAKS else REPLACEMENT if is_command(letter) else letter for letter in text)


def is_command(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn")
