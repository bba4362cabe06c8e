"""Hints on a board in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ferrovia.boards.hints import Hint, Weight
from ferrovia.engine.board import GREY
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

SHOWN: Final = 5
"""Tickets and places that are named; of the others only the number is told."""


def hint_lines(words: Words, hint: Hint) -> Iterator[str]:
    """What is hinted at, with its details on lines of their own."""
    first, *details = list(told(words, hint.code, hint.params))
    yield words.say("check.warning", hint=first) if hint.weight == Weight.WARNING else first
    yield from details


def told(words: Words, code: str, params: Mapping[str, Any]) -> Iterator[str]:
    if code == "spaces":
        yield from spaces_lines(words, params["spaces"])
    elif code == "ticket_values":
        yield from ticket_lines(words, params)
    elif code == "per_place":
        yield words.say("check.per_place", **{**params, "average": f"{params['average']:.2f}"})
    elif code == "cut_off":
        yield words.say("check.cut_off", places=place_names(words, params["places"]), start=params["start"])
    else:
        yield words.say(f"check.{code}", places=place_names(words, params["places"]))


def spaces_lines(words: Words, spaces: Mapping[str, int]) -> Iterator[str]:
    listed = ", ".join(f"{words.name('colour', colour)} {count}" for colour, count in spaces.items())
    yield words.say("check.spaces", colours=listed)
    coloured = {colour: count for colour, count in spaces.items() if colour != GREY}
    fewest, commonest = min(coloured, key=lambda c: coloured[c]), max(coloured, key=lambda c: coloured[c])
    least, most = coloured[fewest], coloured[commonest]
    if least == most:
        yield words.say("check.spaces_even", count=least)
    else:
        named = {"fewest": words.name("colour", fewest), "commonest": words.name("colour", commonest)}
        yield words.say("check.spaces_uneven", least=least, most=most, **named)


def ticket_lines(words: Words, params: Mapping[str, Any]) -> Iterator[str]:
    tickets = params["tickets"]
    counts = {name: params[name] for name in ("count", "above", "below")}
    yield words.say("check.ticket_values", same=params["count"] - len(tickets), **counts)
    for ticket in tickets[:SHOWN]:
        name = f"{ticket['from']} ↔ {ticket['to']}"
        yield words.say("check.ticket_off", ticket=name, points=ticket["points"], way=ticket["shortest_way"])
    if len(tickets) > SHOWN:
        yield words.say("check.more_off", count=len(tickets) - SHOWN)


def place_names(words: Words, places: Sequence[str]) -> str:
    named = ", ".join(sanitize(place) for place in places[:SHOWN])
    rest = len(places) - SHOWN
    return named if rest <= 0 else words.say("check.more_places", places=named, count=rest)
