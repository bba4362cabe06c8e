"""The facts of a view as plain data: one table says what each is called and how it is shaped, for both directions."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.actions import SLOTS
from ferrovia.engine.game import Game

NUMBER: Final = "number"
TABLE: Final = "table"  # numbers, one for each of something
ROWS: Final = "rows"  # a flat table of the engine, told as one list per seat
PILE: Final = "pile"  # numbers, as many as there are
LIST: Final = "list"  # the same, a list in the view too
LISTS: Final = "lists"
FLAGS: Final = "flags"  # one for each seat


class Fact(NamedTuple):
    """`name` is its key in the facts, `field` the attribute of the view."""

    name: str
    field: str
    shape: str
    each: str = ""
    """What a table has one number for; in a table of rows, what each row has."""


FACTS: Final = (
    Fact("phase", "phase", NUMBER),
    Fact("waiting", "waiting", FLAGS),
    Fact("turn", "turn", NUMBER),
    Fact("first", "first", NUMBER),
    Fact("turns", "turns", NUMBER),
    Fact("passes", "passes", NUMBER),
    Fact("turns_left", "turns_left", NUMBER),
    Fact("held", "held", NUMBER),
    Fact("row", "market", TABLE, "slots"),
    Fact("deck_size", "deck_total", NUMBER),
    Fact("discard", "discard", TABLE, "cards"),
    Fact("known", "known", ROWS, "cards"),
    Fact("hand_sizes", "hand_sizes", TABLE, "seats"),
    Fact("pieces", "pieces", ROWS, "kinds"),
    Fact("points", "points", TABLE, "seats"),
    Fact("owner", "owner", TABLE, "lanes"),
    Fact("ticket_batches", "held_batches", LISTS),
    Fact("offer_batches", "offer_batches", LISTS),
    Fact("ticket_batch", "ticket_batch", TABLE, "tickets"),
    Fact("batches", "batches", NUMBER),
    Fact("ticket_discard", "ticket_discard", PILE),
    Fact("put_under", "put_under", PILE),
    Fact("hand", "hand", LIST),
    Fact("tickets", "tickets", LIST),
    Fact("offer", "offer", LIST),
    Fact("choice", "choice", NUMBER),
    Fact("returned", "returned", LIST),
    Fact("boxed", "boxed", LIST),
    Fact("revealed", "revealed", LISTS),
)
"""Those that are told as they are. `View.facts` adds the few that need a word more, `from_facts` reads them back."""


def how_many(game: Game, each: str) -> i64:
    sizes = {
        "slots": SLOTS,
        "seats": game.seats,
        "cards": game.cards,
        "kinds": game.kinds,
        "lanes": len(game.lane_a),
        "tickets": game.tickets,
    }
    return sizes[each]


# --- telling --------------------------------------------------------------------------------------------
def tell_fact(fact: Fact, game: Game, value: object) -> object:
    """Numbers, booleans and lists of them."""
    if fact.shape in (TABLE, PILE):
        return list(cast(vec[i64], value))
    if fact.shape == ROWS:
        return rows(cast(vec[i64], value), game.seats)
    return value


def rows(table: vec[i64], count: i64) -> list[list[int]]:
    width = len(table) // count
    return [list(table[row * width : (row + 1) * width]) for row in range(count)]


# --- reading --------------------------------------------------------------------------------------------
def read_fact(fact: Fact, game: Game, value: object) -> object:
    """What the view holds, or a TypeError or ValueError: facts come from anywhere."""
    if fact.shape == NUMBER:
        return whole(value)
    if fact.shape == TABLE:
        return numbers(value, how_many(game, fact.each))
    if fact.shape == ROWS:
        return flat(value, game.seats, how_many(game, fact.each))
    if fact.shape == PILE:
        return vec[i64](wholes(value))
    if fact.shape == LISTS:
        return [wholes(item) for item in items(value)]
    return flags(value, game.seats) if fact.shape == FLAGS else wholes(value)


def items(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise TypeError("a list is needed")
    return list(value)


def whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a whole number is needed")
    return value


def wholes(value: object) -> list[int]:
    return [whole(item) for item in items(value)]


def numbers(value: object, width: i64) -> vec[i64]:
    found = wholes(value)
    if len(found) != width:
        raise ValueError("another length is needed")
    return vec[i64](found)


def flat(value: object, count: i64, width: i64) -> vec[i64]:
    found = [number for row in items(value) for number in numbers(row, width)]
    if len(found) != count * width:
        raise ValueError("another length is needed")
    return vec[i64](found)


def flags(value: object, width: i64) -> list[bool]:
    found = items(value)
    if len(found) != width:
        raise ValueError("another length is needed")
    return [item is True for item in found]
