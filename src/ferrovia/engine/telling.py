"""What the rules say of themselves, in keys and numbers: sentences of a rulebook, the terms of a claim, the marks of a
lane, and what their counters mean to whoever learns by playing.

Words are found by key in the user interface, under `rulebook.`, `terms.`, `mark.` and `counter.`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Condition = tuple[str, bool]
"""An option that has to be on (True) or off (False)."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a rulebook. Parameters are numbers, names by language, or lists of these.

    One with `figures` is the row of a table: its words are the row's head."""

    key: str
    params: Mapping[str, object] = field(default_factory=dict)
    rulings: tuple[str, ...] = ()
    """What it tells, by the ids of docs/RULINGS.md."""
    players: tuple[int, int] | None = None
    """True of tables with so many players only."""
    when: tuple[Condition, ...] = ()
    figures: tuple[int, ...] = ()


@dataclass(frozen=True)
class Term:
    """What claiming a lane now costs or brings a seat besides its cards. Numbers of things are named as in events.

    A warning is told before the claim is confirmed, in the words of `terms.<key>/before`."""

    key: str
    params: Mapping[str, int] = field(default_factory=dict)
    warning: bool = False
    glyph: str = ""
    """As a mark's: what stands on the map, on the `place` and in the colour of the `seat` that the term names."""
    cards: tuple[int, ...] = ()
    """Cards that lie open before everybody while the term holds."""


@dataclass(frozen=True)
class Mark:
    """What a rule prints on a lane: a badge with a number, or with a small drawing."""

    id: str
    """Its words are `mark.<id>`."""
    number: int = 0
    """0: the badge says yes and no more, by its glyph."""
    glyph: str = ""
    """The data of an SVG path drawn with a pen, from −1 to 1 both ways; a dot if there is none."""
    spaces: int = 0
    """How many of the lane's spaces bear the glyph, each by itself."""
    broken: bool = False
    """Whether the lane's spaces have a heavy, broken edge."""


@dataclass(frozen=True)
class Component:
    """What a rule puts on a real table besides map, cards and tickets: one sort of cards, or of tokens."""

    id: str
    """Its words are `component.<id>`, and `component.<id>.text` for what a card says."""
    copies: int
    number: int = 0
    """Printed on it; 0: none, its glyph says what it is."""
    glyph: str = ""
    """As a mark's."""
    token: bool = False
    """A round token instead of a card."""


@dataclass(frozen=True)
class Extra:
    """What a player of the printed game has at its end, and no route or ticket tells: cards, tokens, debts."""

    id: str
    """Its words are `counter.<id>`."""
    most: int
    """That one player can have."""
    together: int = 0
    """That all players can have together; 0: that many each."""
    mark: str = ""
    """The mark of lanes that bring one each, as far as there were any left: a proposal."""
    places: tuple[int, ...] = ()
    """Where one of it can stand, each on a place of its own: players say where, not how many; (): it is a number."""


@dataclass(frozen=True)
class Observed:
    """What a counter means: how it stands in an observation, whose seats are numbered from the observer on."""

    counter: str
    """Its name in `game.add_counter`."""
    most: int
    least: int = 0
    each: str = ""
    """"seat" or "place": it has one number for each; "": one number, or several in an order of their own."""
    names: str = ""
    """What each is the number of, "seat", "lane", "place", "ticket" or "card"; "": it is a quantity."""
    first: int = 0
    """How the first of those is numbered; numbers below are for none."""
