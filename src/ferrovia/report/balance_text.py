"""What was measured of a board in words: findings, changes and advice, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ferrovia.balance.advice import Advice, Trade
from ferrovia.balance.comparison import Change
from ferrovia.balance.findings import Finding
from ferrovia.balance.intervals import Figure
from ferrovia.balance.wishes import Distance
from ferrovia.engine.board import Board
from ferrovia.text.numbers import number, percent
from ferrovia.text.words import Words

SHARES: Final = (
    "win", "completed", "claimed", "lacking", "best", "worst", "spread", "kept", "short", "wilds", "surprises",
    "resets", "empty_decks", "bare", "passes", "fair", "usual", "first", "offers", "untaken",
)  # fmt: skip
"""Figures that are told in percent."""
TIMES: Final = ("lacked", "lost", "snatched")
"""Figures that are told per hundred games."""
INTERVALS: Final = ("win", "worth", "completed", "lacked", "claimed", "share", "lacking")
"""The figure of a finding whose interval is told."""
RATIOS: Final = ("short", "idle")
"""Findings whose share is a ratio and no percentage."""


def place_name(words: Words, board: Board, name: str) -> str:
    place = next((place for place in board.places if place.name == name), None)
    return name if place is None else place.label(words.language)


def route(words: Words, board: Board, facts: Mapping[str, Any]) -> str:
    """Of a ticket or a lane: the places it joins."""
    ends = {key: place_name(words, board, str(facts[key])) for key in ("from", "to")}
    return words.say("balance.ticket", **ends)


def value(words: Words, key: str, amount: float, *, ratio: bool = False) -> str:
    """A number as its kind is told."""
    if ratio:
        return number(words, amount, 2)
    if key in SHARES or key == "share":
        return percent(words, amount, 1)
    if key in TIMES:
        return number(words, 100 * amount, 1)
    return number(words, amount, 2 if key in ("when", "used", "idle", "scarce") else 1)


def interval(words: Words, key: str, figure: Figure, *, ratio: bool = False) -> str:
    """Its unit stands once, behind the second number; a dash before a minus would not be told from it."""
    low, high = (value(words, key, bound, ratio=ratio) for bound in (figure.low, figure.high))
    unit = high.lstrip("+−-0123456789.,")
    dashed = "interval" if figure.low >= 0 else "interval_signed"
    return words.say(f"balance.{dashed}", low=low.removesuffix(unit), high=high)


# --- findings ---------------------------------------------------------------------------------------------
def finding_text(words: Words, board: Board, finding: Finding) -> str:
    ratio = finding.code in RATIOS
    told: dict[str, object] = {"players": finding.players}
    for key, param in finding.params.items():
        if isinstance(param, Figure):
            told[key] = value(words, key, param.value, ratio=ratio)
        elif isinstance(param, float):
            told[key] = value(words, key, param, ratio=ratio)
        elif key == "colour":
            told[key] = words.name("colour", str(param))
        else:
            told[key] = param
    if "from" in finding.params:
        told["ticket"] = route(words, board, finding.params)
    if finding.code == "turn":
        told["ordinal"] = words.say(f"balance.ordinal_{finding.params['number']}")
    main = next((key for key in INTERVALS if isinstance(finding.params.get(key), Figure)), None)
    if main is not None:
        figure = finding.params[main]
        assert isinstance(figure, Figure)
        told["interval"] = interval(words, main, figure, ratio=ratio)
    return words.say(f"balance.find_{finding.code}", **told)


def finding_mark(words: Words, finding: Finding) -> str:
    """How much it matters, in two or three words."""
    mark = "out" if finding.weight >= 1 else "some" if finding.weight > 0 else "usual"
    return words.say(f"balance.look_{mark}")


# --- what if ----------------------------------------------------------------------------------------------
def change_subject(words: Words, board: Board, change: Change) -> str:
    """Which seat, ticket, lane or colour."""
    what = change.what
    if "from" in what:
        return route(words, board, what)
    if "colour" in what:
        return words.name("colour", str(what["colour"]))
    if "turn" in what:
        return words.say(f"balance.ordinal_{what['turn']}")
    return words.say("balance.section_length")


# --- advice -----------------------------------------------------------------------------------------------
def advice_lines(words: Words, advice: Advice) -> Iterator[str]:
    changes = advice.alteration.differences(advice.board)
    if not changes:
        yield words.say("balance.advice_none")
    for change in changes:
        yield alteration_text(words, advice.board, change)
    for kind, before in advice.before.items():
        limit = number(words, before.limit, 0 if before.limit == int(before.limit) else 1)
        wish = words.say(f"balance.advice_wish_{kind}", limit=limit)
        if kind not in advice.wishes:
            wish = f"{wish} ({words.say('balance.advice_unwished')})"
        measured = {"before": distance_text(words, before), "after": distance_text(words, advice.after[kind])}
        yield words.say("balance.advice_measure", wish=wish, **measured)
    yield from (trade_text(words, advice, trade) for trade in advice.trades)
    yield words.say("balance.advice_players", players=advice.players, games=advice.games)


def alteration_text(words: Words, board: Board, change: Mapping[str, Any]) -> str:
    if change["what"] == "ticket":
        ticket = route(words, board, change)
        return words.say("balance.advice_ticket", ticket=ticket, before=change["before"], after=change["after"])
    if change["what"] == "lane":
        colours = {key: words.name("colour", change[key]) for key in ("before", "after")}
        return words.say("balance.advice_lane", lane=route(words, board, change), **colours)
    lists = {key: ", ".join(map(str, change[key])) or "0" for key in ("before", "after")}
    return words.say("balance.advice_start", **lists)


def distance_text(words: Words, distance: Distance) -> str:
    worst = number(words, distance.worst, 1)
    return words.say(f"balance.advice_measure_{distance.kind}", outside=distance.outside, worst=worst)


def trade_text(words: Words, advice: Advice, trade: Trade) -> str:
    changes = [alteration_text(words, advice.board, change) for change in trade.alteration.differences(advice.board)]
    limit = number(words, advice.before[trade.farther].limit, 0)
    wish = words.say(f"balance.advice_wish_{trade.farther}", limit=limit)
    return words.say("balance.advice_trade", wish=wish, change="; ".join(changes))
