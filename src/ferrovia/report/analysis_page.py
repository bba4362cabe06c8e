"""An analysis as one HTML page: the chances as bands, the turning points, the mistakes, and every move."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ferrovia.analysis import Analysis, Judged
from ferrovia.report import analysis_text as say
from ferrovia.report.chance_bands import Bands, bands
from ferrovia.report.page import render
from ferrovia.report.plots import Scale
from ferrovia.text.names import Table
from ferrovia.text.numbers import number
from ferrovia.text.words import DEFAULT, Words

READING: Final = ("read_chances", "read_expert", "read_loss", "read_sure")
READING_UNFINISHED: Final = ("unfinished",)
COLUMNS: Final = ("move", "player", "played")
COLUMNS_FINISHED: Final = ("expert", "loss")


@dataclass(frozen=True)
class MoveRow:
    """A move with what there is to say about it."""

    number: int
    seat: int
    player: str
    played: str
    mark: str
    """Question marks of a mistake."""
    agreed: bool
    best: str | None
    """What the expert would have done; None while the game is not over."""
    loss: str
    chances: Sequence[str]
    """Of all seats after it, as parts of 1."""
    standing: str
    """The same in words."""


@dataclass(frozen=True)
class Turn:
    """A turning point, or a mistake: the move, how it is told, and what stands below it."""

    move: MoveRow
    told: str
    swing: str
    instead: str
    """What the expert would have done; empty if it was no mistake."""
    why: str
    """What speaks for that, or else for the move; empty while the game is not over."""


@dataclass(frozen=True)
class SeatSummary:
    name: str
    score: str
    """Empty while the game is not over."""
    agreement: str
    mistakes: Sequence[Turn]


def analysis_page(analysis: Analysis, language: str = DEFAULT, file: str = "game.txt") -> str:
    """The HTML of an analysis. `file` is what the command to make it again names."""
    words = Words(language)
    table = Table(analysis.game, say.distinct(analysis.seats), words)
    seats = [seat_of(table, analysis, seat) for seat in range(len(analysis.seats))]
    reading = READING if analysis.finished else READING_UNFINISHED
    return render(
        "analysis",
        words,
        board=words.of(table.game.board.names),
        names=", ".join(seat.name for seat in seats),
        facts=[", ".join(seat.name for seat in seats), *say.facts(table, analysis)],
        finished=analysis.finished,
        headline=say.headline(table, analysis),
        decided=decided(table, analysis),
        bands=bands_of(table, analysis),
        half=say.chance(words, 0.5),
        seats=seats,
        turns=[turn_of(table, analysis, move, "analyse.turn_line") for move in analysis.turning_points()],
        columns=[*COLUMNS, *(COLUMNS_FINISHED if analysis.finished else ()), "chances"],
        moves=[move_row(table, move) for move in analysis.moves],
        reading=[words.say(f"analyse.{key}") for key in reading],
        command="ferrovia analyse",
        options=[shlex.quote(file), *(f"--{name} {value}" for name, value in arguments(analysis))],
    )


def arguments(analysis: Analysis) -> Iterator[tuple[str, str]]:
    if analysis.budget.iterations is not None:
        yield "iterations", str(analysis.budget.iterations)
    if analysis.budget.seconds is not None:
        yield "seconds", str(analysis.budget.seconds)
    yield from (("from", str(analysis.moves[0].number)), ("to", str(analysis.moves[-1].number)))


def decided(table: Table, analysis: Analysis) -> str:
    """When the game was decided: the largest of the turning points, if there are any."""
    turns = analysis.turning_points()
    if not turns:
        return ""
    most = max(turns, key=analysis.change)
    return table.words.say("analyse.turn", move=most.number, swing=say.swing(table, analysis, most))


def bands_of(table: Table, analysis: Analysis) -> Bands:
    scale = Scale(analysis.start.number, analysis.moves[-1].number, 1)
    names = [table.seat(seat) for seat in range(len(analysis.seats))]
    titles = [table.words.say("analyse.start"), *(move_title(table, move) for move in analysis.moves)]
    chances = [evaluation.chances for evaluation in analysis.evaluations]
    return bands(chances, scale, names, titles, [move.number for move in analysis.turning_points()])


def move_title(table: Table, move: Judged) -> str:
    return f"{table.words.say('analyse.turn_line', **named(table, move))} · {standing(table, move)}"


def named(table: Table, move: Judged) -> dict[str, object]:
    return {"move": move.number, "name": table.seat(move.seat), "played": say.action(table, move, move.played)}


def standing(table: Table, move: Judged) -> str:
    return ", ".join(f"{table.seat(seat)} {say.chance(table.words, value)}" for seat, value in enumerate(move.chances))


def move_row(table: Table, move: Judged) -> MoveRow:
    best = None if move.best is None else say.action(table, move, move.best)
    return MoveRow(
        number=move.number,
        seat=move.seat,
        player=table.seat(move.seat),
        played=say.action(table, move, move.played),
        mark=say.mark(move),
        agreed=move.agreed,
        best=table.words.say("analyse.same") if move.agreed else best,
        loss="" if move.agreed else say.loss(table.words, move),
        chances=[f"{value:.4f}" for value in move.chances],
        standing=standing(table, move),
    )


def turn_of(table: Table, analysis: Analysis, move: Judged, key: str) -> Turn:
    """`key` is that of the sentence in which the move is told."""
    return Turn(
        move=move_row(table, move),
        told=table.words.say(key, **named(table, move)),
        swing=say.swing(table, analysis, move),
        instead=say.instead(table, move) if move.mistake else "",
        why=say.why(table, move.best_why if move.mistake else move.why),
    )


def seat_of(table: Table, analysis: Analysis, seat: int) -> SeatSummary:
    return SeatSummary(
        name=table.seat(seat),
        score="" if analysis.result is None else number(table.words, analysis.result[seat], 0),
        agreement=say.record_of(table, analysis, seat),
        mistakes=[turn_of(table, analysis, move, "analyse.mistake_line") for move in analysis.mistakes(seat)],
    )
