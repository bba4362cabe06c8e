"""An analysis in the terminal: every move, a curve of chances per seat, turning points and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from ferrovia.analysis import Analysis
from ferrovia.cli.output.console import console
from ferrovia.report import analysis_text as say
from ferrovia.text.names import Table

BLOCKS: Final = " ▁▂▃▄▅▆▇█"
ROWS: Final = 2  # of text in a curve
WIDEST: Final = 100


def show(table: Table, analysis: Analysis) -> None:
    out, words = console(), table.words
    board = words.of(table.game.board.names)
    out.print(Text(" · ".join([board, *say.facts(table, analysis)]), style="bold"))
    out.print(say.headline(table, analysis))
    if not analysis.finished:
        out.print(words.say("analyse.unfinished"))
    out.print()
    out.print(moves_grid(table, analysis))
    out.print()
    out.print(Text(words.say("analyse.chances_title"), style="bold"))
    for line in curves(table, analysis, room(out, table)):
        out.print(line, no_wrap=True)
    out.print()
    out.print(Text(words.say("analyse.turns_title"), style="bold"))
    for line in turning_lines(table, analysis):
        out.print(line)
    if analysis.finished:
        out.print()
        out.print(Text(words.say("analyse.mistakes_title"), style="bold"))
        for line in mistake_lines(table, analysis):
            out.print(line)


def moves_grid(table: Table, analysis: Analysis) -> Grid:
    words = table.words
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column(words.say("analyse.move"), justify="right", no_wrap=True)
    grid.add_column(words.say("analyse.player"))
    grid.add_column(words.say("analyse.played"))
    if analysis.finished:
        grid.add_column(words.say("analyse.expert"))
        grid.add_column(words.say("analyse.loss"), justify="right", no_wrap=True)
    for seat in range(len(analysis.seats)):
        grid.add_column(table.seat(seat), justify="right")
    for move in analysis.moves:
        cells = [str(move.number), table.seat(move.seat), f"{say.action(table, move, move.played)} {say.mark(move)}"]
        if move.best is not None:
            cells += ["=", ""] if move.agreed else [say.action(table, move, move.best), say.loss(words, move)]
        grid.add_row(*cells, *(say.chance(words, value) for value in move.chances))
    return grid


# --- curves -----------------------------------------------------------------------------------------------
def room(out: Console, table: Table) -> int:
    """Columns for a curve, beside the names and the last number."""
    names = max(len(table.seat(seat)) for seat in range(table.game.seats))
    return max(10, min(out.width, WIDEST) - names - 8)


def curves(table: Table, analysis: Analysis, most: int) -> Iterator[str]:
    """For every seat a curve of its chance from 0 to 100 %; below them the numbers of the turning points."""
    evaluations = analysis.evaluations
    width = min(most, len(evaluations))
    names = max(len(table.seat(seat)) for seat in range(table.game.seats))
    for seat in range(table.game.seats):
        lines = curve([evaluation.chances[seat] for evaluation in evaluations], width)
        last = say.chance(table.words, evaluations[-1].chances[seat])
        for row, line in enumerate(lines):
            name, value = (table.seat(seat), last) if row == ROWS - 1 else ("", "")
            yield f"{name:<{names}}  {line}  {value}".rstrip()
        yield f"{'':<{names}}  {'─' * width}"
    turns = [move.number - analysis.start.number for move in analysis.turning_points()]
    if turns:
        yield f"{'':<{names}}  {feet(turns, len(evaluations), width)}".rstrip()


def curve(values: Sequence[float], width: int) -> list[str]:
    """Rows of blocks, the top one first."""
    steps = len(BLOCKS) - 1
    heights = [round(value * ROWS * steps) for value in thinned(values, width)]
    rows = range(ROWS - 1, -1, -1)
    return ["".join(BLOCKS[max(0, min(steps, height - row * steps))] for height in heights) for row in rows]


def thinned(values: Sequence[float], width: int) -> list[float]:
    """As many values as there are columns, each the mean of those it stands for; the last stands for itself."""
    edges = [column * len(values) // width for column in range(width + 1)]
    parts = [values[low:high] for low, high in pairwise(edges)]
    means = [sum(part) / len(part) for part in parts]
    return [*means[:-1], values[-1]]


def feet(turns: Sequence[int], count: int, width: int) -> str:
    """▲ and the number of each turning point under its column; one without room is left out."""
    line = ""
    for number, turn in enumerate(turns, 1):
        column = next(column for column in range(width) if (column + 1) * count // width > turn)
        if column >= len(line):
            line = f"{line:<{column}}▲{number}"
    return line


# --- what mattered ----------------------------------------------------------------------------------------
def turning_lines(table: Table, analysis: Analysis) -> Iterator[str]:
    words = table.words
    turns = analysis.turning_points()
    if not turns:
        yield words.say("analyse.no_turns")
    for number, move in enumerate(turns, 1):
        played = say.action(table, move, move.played)
        told = words.say("analyse.turn_line", move=move.number, name=table.seat(move.seat), played=played)
        yield f"▲{number} {told}"
        yield f"   {say.swing(table, analysis, move)}"
        if move.why is not None:
            yield f"   {say.why(table, move.why)}"


def mistake_lines(table: Table, analysis: Analysis) -> Iterator[str]:
    words = table.words
    for seat in range(len(analysis.seats)):
        yield f"{table.seat(seat)} – {say.record_of(table, analysis, seat)}"
        worst = analysis.mistakes(seat)
        if not worst:
            yield f"   {words.say('analyse.no_mistakes')}"
        for move in worst:
            played = say.action(table, move, move.played)
            yield f"   {words.say('analyse.mistake_line', move=move.number, played=played)} {say.mark(move)}"
            yield f"      {say.instead(table, move)}"
            if move.best_why is not None:
                yield f"      {say.why(table, move.best_why)}"
