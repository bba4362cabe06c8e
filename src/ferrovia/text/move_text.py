"""Moves in the user's words and back: verbs, colours and places in any language the game is told in.

The notation itself is always understood, and records hold nothing else."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from ferrovia.boards.typed_names import fold
from ferrovia.record.notation import format_action
from ferrovia.text.names import Table
from ferrovia.text.sanitize import sanitize

DASHES: Final = "-–—"


# --- understanding ----------------------------------------------------------------------------------------
def canonical(table: Table, line: str) -> str:
    """A line with the words of the notation in place of those of the user's language."""
    verb, space, rest = line.partition(" ")
    verb = code_word(table, "typed", verb)
    if verb == "draw":
        rest = code_word(table, "typed", rest)
    elif verb == "claim":
        head, gap, payment = rest.rpartition(" ")
        colour, plus, wilds = payment.partition("+")
        rest = head + gap + code_word(table, "colour", colour) + plus + wilds
    return verb + space + rest


def code_word(table: Table, section: str, word: str) -> str:
    """The code's word for one of the user's, or the word itself."""
    texts = table.words.texts
    known = {fold(text): key.partition(".")[2] for key, text in texts.items() if key.startswith(f"{section}.")}
    return known.get(fold(word), word)


def is_yes(table: Table, answer: str) -> bool:
    """Whether a question was answered with yes, or the beginning of it."""
    typed = fold(answer)
    return bool(typed) and any(fold(yes).startswith(typed) for yes in ("yes", table.words.say("typed.yes")))


def printed_names(table: Table, text: str) -> str | None:
    """A claim or a route with its places named as the board prints them, if it named them in another language."""
    known = place_names(table)
    verb, _, route = text.partition(" ") if text.startswith("claim ") else ("", "", text)
    for dash in (index for index, letter in enumerate(route) if letter in DASHES):
        first = find_name(known, route[:dash])
        for end in name_ends(route, dash):
            second = find_name(known, route[dash + 1 : end])
            if first is not None and second is not None:
                return f"{verb} {first}–{second}{route[end:]}".strip()
    return None


def place_names(table: Table) -> Mapping[str, str]:
    """Exact and careless names → printed names. Where two places share one, the user's language decides."""
    places = table.game.board.places
    labels = [(label, place.name) for place in places for label in place.names.values()]
    labels += [(place.name, place.name) for place in places]
    labels += [(place.label(table.words.language), place.name) for place in places]
    return {**{fold(label): name for label, name in labels}, **dict(labels)}


def find_name(known: Mapping[str, str], typed: str) -> str | None:
    """The exact name first."""
    return known.get(unicodedata.normalize("NFC", typed.strip()), known.get(fold(typed)))


def name_ends(route: str, dash: int) -> Iterator[int]:
    """Where the second place's name may end: a lane or a payment may follow it. The longest name is tried first."""
    yield len(route)
    yield from (index for index in range(len(route) - 1, dash + 1, -1) if route[index] in " #")


# --- speaking ---------------------------------------------------------------------------------------------
def spoken(table: Table, action: int) -> str:
    """An action as the user would type it."""
    words = table.words
    verb, space, rest = format_action(table.game, action).partition(" ")
    if verb == "draw":
        rest = words.name("typed", rest)
    elif verb == "claim":
        head, gap, payment = rest.rpartition(" ")
        colour, plus, wilds = payment.partition("+")
        rest = head + gap + words.name("colour", colour) + plus + wilds
    return sanitize(words.name("typed", verb) + space + rest)
