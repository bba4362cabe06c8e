"""Sentences of a rulebook in words, and with which options and players they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ferrovia.engine.board import Board
from ferrovia.engine.telling import Condition, Sentence
from ferrovia.text.words import Words

Players = tuple[int, int]


def said(words: Words, sentence: Sentence) -> str:
    return words.say(
        f"rulebook.{sentence.key}", **{name: worded(words, value) for name, value in sentence.params.items()}
    )


def worded(words: Words, value: object) -> object:
    """A number, a name in several languages, or a list of these."""
    if isinstance(value, Mapping):
        return words.of(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return words.listed([str(worded(words, item)) for item in value])
    return value


def condition(words: Words, board: Board, when: Sequence[Condition], players: Players | None) -> str:
    """With which options and how many players something holds; empty if always."""
    parts: list[str] = []
    for id, on in when:
        option = board.option(id)
        name = words.of(option.names) if option else id
        parts.append(words.say("rulebook.with" if on else "rulebook.without", option=name))
    if players is not None:
        least, most = players
        key = "rulebook.only" if least == most else "rulebook.only_range"
        parts.append(words.say(key, players=least, least=least, most=most))
    return ", ".join(parts)
