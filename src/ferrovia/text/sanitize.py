"""Text from files and from other people, made safe for a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
BREAKS: Final = "\n\r\t\v\f\x85\u2028\u2029"


def sanitize(text: str) -> str:
    """The text on one line, without characters that control a terminal or can't be seen (Cc, Cf, Cs, Co, Cn)."""
    return "".join(" " if letter in BREAKS else REPLACEMENT if is_command(letter) else letter for letter in text)


def is_command(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn")
