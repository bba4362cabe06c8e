"""`ferrovia arena`: tournaments between bots."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import typer

from ferrovia.arena import Tournament, TournamentPlan
from ferrovia.arena.backends import check_backend
from ferrovia.arena.lineups import FORMATS
from ferrovia.arena.parquet import check_parquet, write_parquet
from ferrovia.arena.ratings import check_ratings
from ferrovia.boards import board_ids, load
from ferrovia.cli.errors import UserError
from ferrovia.cli.files import EVERYBODY, check_output, reason_of, write_whole
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.output.tournament_table import show
from ferrovia.cli.params import (
    Jobs,
    Json,
    Lang,
    Report,
    Seed,
    Switches,
    backend_option,
    complete_board,
    complete_bot,
    iterations_option,
    read_budget,
    read_options,
    resume_option,
    seconds_option,
    whole,
)
from ferrovia.report import check_report, tournament_page
from ferrovia.text.words import Words

ALL: Final = "all"
MOST_GAMES: Final = 10_000_000


def complete_list(incomplete: str) -> list[str]:
    """The last bot of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in complete_bot(last)]


def complete_boards(incomplete: str) -> list[str]:
    return [*complete_board(incomplete), *([ALL] if ALL.startswith(incomplete) else [])]


def read_bots(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def read_boards(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(board for name in names for board in (board_ids() if name == ALL else (name,))))


def command(
    board: Annotated[
        list[str],
        typer.Option(
            "--board",
            metavar="BOARD",
            help="A board's id or folder, or all; may be given again.",
            autocompletion=complete_boards,
        ),
    ],
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="BOT,BOT,…",
            help="Names or FILE.py:BOT; BOT@0.2s or BOT@500 has a budget of its own.",
            autocompletion=complete_list,
        ),
    ],
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", help="Games of every line-up.", parser=whole("--games", 1, MOST_GAMES)),
    ] = 100,
    seats: Annotated[
        int, typer.Option("--seats", metavar="N", help="How many sit at a table.", parser=whole("--seats", 2, 9))
    ] = 2,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="round-robin: all with all; ladder: each with its neighbour; challenge: the first with copies of one.",
            autocompletion=lambda incomplete: [name for name in FORMATS if name.startswith(incomplete)],
        ),
    ] = "round-robin",
    seed: Seed = 1,
    option: Switches = None,
    iterations: Annotated[int | None, iterations_option("Search steps per move.")] = None,
    seconds: Annotated[float | None, seconds_option("Time per move; then results depend on the machine.")] = None,
    jobs: Jobs = None,
    backend: Annotated[str, backend_option()] = "local",
    resume: Annotated[
        Path | None,
        resume_option("Keep every finished game in FILE; the same command goes on from there after a kill."),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="FILE", help="Write a row per game and seat.", show_default=False),
    ] = None,
    report: Report = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays bots against each other and measures how good they are.

    Every line-up plays every deal once in each seating, so that neither luck nor seats favour anybody. The results
    depend on the seed alone, never on --jobs or --backend, unless bots are given --seconds.
    """
    words = Language.words()
    plan = TournamentPlan(
        boards=read_boards(board),
        bots=read_bots(bots),
        games=games,
        seats=seats,
        format=format,
        seed=seed,
        options=tuple(sorted(read_options(option or ()).items())),
        budget=read_budget(iterations, seconds),
    )
    plan.check()
    check_ratings()
    check_backend(backend)
    check_output(report)
    check_output(parquet)
    if parquet is not None:
        check_parquet()
    if report is not None:
        check_report()
    with Tournament(plan, resume) as tournament:
        play(words, tournament, jobs, backend)
    if parquet is not None:
        try:
            write_parquet(parquet, plan, tournament.results)
        except OSError as error:
            raise UserError("file.unwritable", {"file": parquet, "reason": reason_of(error)}) from None
    if report is not None:
        write_whole(report, tournament_page(tournament, words.language), EVERYBODY)
    if json:
        tables = [board_data(tournament, board) for board in plan.boards]
        print_json(tables[0] if len(tables) == 1 else tables)
    else:
        show(words, tournament)


def play(words: Words, tournament: Tournament, jobs: int | None, backend: str) -> None:
    boards = ", ".join(words.of(load(board).names) for board in tournament.plan.boards)
    total = len(tournament.plan.numbers)
    with bar(words.say("simulate.progress", board=boards), total, total - len(tournament.left)) as advance:
        for results in tournament.play(jobs, backend):
            advance(len(results))


def board_data(tournament: Tournament, board: str) -> dict[str, object]:
    rows = tournament.rows(board)
    games = sum(result.board == board for result in tournament.results)
    return {
        "board": load(board).id,
        "games": games,
        **tournament.plan.table_facts(board),
        "rows": [row.data() for row in rows],
    }
