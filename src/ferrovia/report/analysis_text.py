"""An analysis in words: moves with the cards and tickets they are about, chances, and what made them change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ferrovia.analysis import Analysis, Judged
from ferrovia.bots.explain import Reason
from ferrovia.engine.actions import decode_action
from ferrovia.text.move_text import spoken
from ferrovia.text.names import Table
from ferrovia.text.numbers import give_or_take, number, percent
from ferrovia.text.reason_text import reason_text
from ferrovia.text.words import HARD_SPACE, Words

BLUNDER = 0.15
"""A loss from which a mistake has two question marks."""


def action(table: Table, move: Judged, chosen: int) -> str:
    """As it would be typed, and what that was: the card in that place of the row, the tickets of these numbers."""
    said = spoken(table, chosen)
    done = decode_action(table.game, chosen)
    if done.kind == "slot":
        return f"{said} ({table.card(move.row[done.slot])})"
    if done.kind == "keep" and move.offer:
        return f"{said} – {table.tickets([move.offer[place] for place in done.kept])}"
    return said


def distinct(names: Sequence[str]) -> list[str]:
    """Two bots of one kind have one name: then the number of the seat is added."""
    taken = Counter(names)
    return [name if taken[name] == 1 else f"{name} {seat}" for seat, name in enumerate(names, 1)]


def chance(words: Words, value: float) -> str:
    return percent(words, value, 0)


def loss(words: Words, move: Judged) -> str:
    """Points of a hundred, with how unsure they are, on one line."""
    return give_or_take(words, 100 * (move.loss or 0.0), 100 * (move.error or 0.0)).replace(" ", HARD_SPACE)


def mark(move: Judged) -> str:
    if not move.mistake:
        return ""
    return "??" if (move.loss or 0.0) >= BLUNDER else "?"


def headline(table: Table, analysis: Analysis) -> str:
    """Who won; of a game that is not over, how everybody stands."""
    words = table.words
    if analysis.result is None:
        last = analysis.moves[-1].chances
        stands = [f"{table.seat(seat)} {chance(words, value)}" for seat, value in enumerate(last)]
        return words.say("analyse.stands", chances=", ".join(stands))
    names = words.say("word.and").join(table.seat(seat) for seat in analysis.winners)
    key = "final.winner" if len(analysis.winners) == 1 else "final.winners"
    return words.say(key, names=names, score=analysis.result[analysis.winners[0]])


def facts(table: Table, analysis: Analysis) -> Iterator[str]:
    words, budget = table.words, analysis.budget
    first, last = analysis.moves[0].number, analysis.moves[-1].number
    yield words.say("analyse.moves", first=first, last=last)
    if budget.iterations is not None:
        yield words.say("analyse.iterations", count=budget.iterations)
    if budget.seconds is not None:
        yield words.say("analyse.seconds", seconds=number(words, budget.seconds, 1))


def swing(table: Table, analysis: Analysis, move: Judged) -> str:
    """The seat whose chances changed most, and how: those of two seats change alike, so the one to gain is named."""
    steps = analysis.steps(move)
    seat = max(range(len(steps)), key=lambda seat: (round(abs(steps[seat]), 9), steps[seat]))
    before, after = analysis.before(move).chances[seat], move.chances[seat]
    words = table.words
    return words.say("analyse.swing", name=table.seat(seat), before=chance(words, before), after=chance(words, after))


def instead(table: Table, move: Judged) -> str:
    """What the expert would have done, and what it would have saved."""
    assert move.best is not None
    return table.words.say("analyse.instead", best=action(table, move, move.best), loss=loss(table.words, move))


def why(table: Table, reason: Reason | None) -> str:
    """What speaks for a move, in a sentence; "" of a game that is not over."""
    return "" if reason is None else reason_text(table, reason.code, reason.params)


def record_of(table: Table, analysis: Analysis, seat: int) -> str:
    """How often a seat and the expert agreed."""
    count = sum(move.seat == seat for move in analysis.moves)
    return table.words.say("analyse.agreement", agreed=analysis.agreed(seat), count=count)
