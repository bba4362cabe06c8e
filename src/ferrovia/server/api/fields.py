"""What single fields of a request may hold: names, words, tokens, numbers. `requests` puts them together."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field

from ferrovia.server.core.tokens import TOKEN, is_token

LONGEST_NAME = 30
MOST_ACCENTS = 4
"""On one letter: a name with so many is refused. No language needs more than three."""
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Characters that show nothing, though Unicode counts them among the visible ones."""
LONGEST_SAYING = 200
JOINER = "\u200d"
"""Joins what makes up one picture sign."""
LONGEST_KEY = 64


def clean_name(name: str) -> str:
    """A name as people see it: one line, no odd spaces, nothing invisible or overlong."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"a name has 1 to {LONGEST_NAME} letters")
    if any(unicodedata.category(letter)[0] == "C" or letter in BLANKS for letter in name):
        raise ValueError("a name has visible letters only")
    kinds = "".join(unicodedata.category(letter)[0] for letter in unicodedata.normalize("NFD", name))
    if kinds.startswith("M") or "M" * MOST_ACCENTS in kinds:
        raise ValueError("a name has no towers of accents")
    return name


def clean_words(text: str) -> str:
    """What somebody says, as people see it: one line, nothing invisible, nothing that turns the line around."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(text) <= LONGEST_SAYING:
        raise ValueError(f"1 to {LONGEST_SAYING} letters")
    if all(letter in BLANKS for letter in text if letter != " "):
        raise ValueError("something to be seen")
    if any(unicodedata.category(letter)[0] == "C" and letter != JOINER for letter in text):
        raise ValueError("visible letters only")
    kinds = "".join(unicodedata.category(letter)[0] for letter in unicodedata.normalize("NFD", text))
    if kinds.startswith("M") or "M" * MOST_ACCENTS in kinds:
        raise ValueError("no towers of accents")
    return text


def whole(text: str) -> str:
    """JSON can name half a character, which no database keeps and no answer can repeat."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("half a character") from None
    return text


def strong(token: str) -> str:
    if not is_token(token):
        raise ValueError("a token has 256 random bits")
    return token


Name = Annotated[str, Field(max_length=4 * LONGEST_NAME), AfterValidator(clean_name)]
Words = Annotated[str, Field(max_length=4 * LONGEST_SAYING), AfterValidator(clean_words)]
Token = Annotated[str, Field(pattern=f"^{TOKEN.pattern}$"), AfterValidator(strong)]
"""32 random bytes in URL-safe base64, made up by the client and kept by it."""
Text = Annotated[str, AfterValidator(whole)]
OptionId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,60}$")]
Number = Annotated[int, Field(ge=0, le=10_000, strict=True)]
TableId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}$")]
Key = Annotated[str, Field(pattern=f"^[A-Za-z0-9_-]{{8,{LONGEST_KEY}}}$")]
"""What the client calls a move. The same move sent twice under one key happens once."""
