"""`ferrovia analyse`: a recorded game, move by move, as the expert sees it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from ferrovia.analysis import Analysis, analyse
from ferrovia.analysis.examiner import DEFAULT
from ferrovia.bots import Budget
from ferrovia.cli.commands.replay import in_words, open_table
from ferrovia.cli.files import EVERYBODY, board_in, check_output, read_record, write_whole
from ferrovia.cli.output.analysis_table import show
from ferrovia.cli.output.console import print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import (
    BoardFolder,
    Jobs,
    Json,
    Lang,
    RecordFile,
    Report,
    iterations_option,
    read_budget,
    seconds_option,
    whole,
)
from ferrovia.engine.board import Board
from ferrovia.engine.errors import FerroviaError
from ferrovia.record import Record
from ferrovia.report import analysis_page, check_report
from ferrovia.report.analysis_text import distinct
from ferrovia.text.names import Table

MOST_MOVES = 10**9


def command(
    file: RecordFile,
    iterations: Annotated[
        int | None, iterations_option(f"Games played on per move; {DEFAULT.iterations} if nothing is said.")
    ] = None,
    seconds: Annotated[
        float | None, seconds_option("Time per move instead; then results depend on the machine.")
    ] = None,
    first: Annotated[
        int,
        typer.Option("--from", metavar="MOVE", help="Begin with this move.", parser=whole("--from", 1, MOST_MOVES)),
    ] = 1,
    last: Annotated[
        int | None,
        typer.Option(
            "--to",
            metavar="MOVE",
            help="End with this move.",
            parser=whole("--to", 1, MOST_MOVES),
            show_default=False,
        ),
    ] = None,
    jobs: Jobs = None,
    report: Report = None,
    board: BoardFolder = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Tells for every move what the expert would have done, knowing only what the player knew, and what the move gave
    away; shows how the chances of winning went, the turning points and the worst mistakes.

    Of a game that is not over, you get the chances as a spectator would see them, and nothing else.
    """
    budget = read_budget(iterations, seconds)
    check_output(report)
    if report is not None:
        check_report()
    record = read_record(file)
    own_board = board_in(board)
    table = replace(open_table(record, own_board), names=distinct(record.seats))
    try:
        analysis = look(table, record, own_board, budget, (first, last), jobs)
    except FerroviaError as error:
        raise in_words(error, table) from None
    if report is not None:
        write_whole(report, analysis_page(analysis, table.words.language, file.name), EVERYBODY)
    if json:
        print_json(analysis.to_dict())
    else:
        show(table, analysis)


def look(
    table: Table, record: Record, board: Board | None, budget: Budget, span: tuple[int, int | None], jobs: int | None
) -> Analysis:
    title = table.words.say("analyse.progress", board=table.words.of(table.game.board.names))
    total = max((span[1] or len(record.moves)) - span[0] + 2, 1)
    with bar(title, total) as advance:
        return analyse(record, budget, board, span, jobs, advance)
