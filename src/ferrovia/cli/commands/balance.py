"""`ferrovia balance`: what many games tell a maker of a board."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from ferrovia.arena.backends import check_backend
from ferrovia.balance import BalanceError, BalancePlan, Measurement, figures_of
from ferrovia.balance.advice import Advice, advise
from ferrovia.balance.alterations import folder_of, write_altered
from ferrovia.balance.comparison import Change, compare
from ferrovia.balance.findings import findings
from ferrovia.balance.plan import COSTS
from ferrovia.balance.wishes import read_wish
from ferrovia.boards import load, look
from ferrovia.cli.errors import UserError
from ferrovia.cli.files import EVERYBODY, check_output, reason_of, write_whole
from ferrovia.cli.language import Language
from ferrovia.cli.output.balance_table import show, show_changes
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import (
    BoardName,
    Jobs,
    Json,
    Lang,
    Report,
    Seed,
    Switches,
    backend_option,
    complete_board,
    read_options,
    resume_option,
    whole,
)
from ferrovia.report import balance_page, check_report
from ferrovia.report.balance_text import advice_lines
from ferrovia.text.words import Words

MOST_GAMES: Final = 100_000_000


def read_seats(text: str) -> tuple[int, ...]:
    try:
        return tuple(dict.fromkeys(int(part) for part in text.split(",")))
    except ValueError:
        raise UserError("balance.seats", {"text": text}) from None


def command(
    board: BoardName,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            help="Random games, for each number of players.",
            parser=whole("--games", 0, MOST_GAMES),
        ),
    ] = 20_000,
    planner_games: Annotated[
        int,
        typer.Option(
            "--planner-games",
            metavar="M",
            help="Games between planners, for each number of players.",
            parser=whole("--planner-games", 0, MOST_GAMES),
        ),
    ] = 20_000,
    style_games: Annotated[
        int,
        typer.Option(
            "--style-games",
            metavar="K",
            help="Games between every two playing styles.",
            parser=whole("--style-games", 0, MOST_GAMES),
        ),
    ] = 200,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="N,N,…",
            help="Numbers of players; all that the board offers by default.",
            show_default=False,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="BOARD",
            help="Another board or folder, played with the same deals: what would be different?",
            autocompletion=complete_board,
            show_default=False,
        ),
    ] = None,
    wish: Annotated[
        list[str] | None,
        typer.Option(
            "--wish",
            metavar="WISH",
            help="tickets=POINTS, seats=PERCENT, colours=PERCENT: look for changes that come near; may be given again.",
            show_default=False,
        ),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write",
            metavar="FOLDER",
            help="Write a copy of the board with what --wish proposes; this one stays as it is.",
            show_default=False,
        ),
    ] = None,
    seed: Seed = 1,
    option: Switches = None,
    jobs: Jobs = None,
    backend: Annotated[str, backend_option()] = "local",
    resume: Annotated[
        Path | None,
        resume_option("Keep all that is played in FILE; the same command goes on from there after a kill."),
    ] = None,
    report: Report = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays a board many times, at random and between planners, and tells what it is like.

    Who wins, what each ticket and lane is worth, which colours are short, how long it takes: all with intervals, beside
    the boards that come with Ferrovia. The results depend on the seed alone, never on --jobs or --backend.
    """
    words = Language.words()
    here = load(board)
    chosen = tuple(sorted(read_options(option or ()).items()))
    plan = BalancePlan(here, read_seats(seats) if seats else (), games, planner_games, style_games, seed, chosen)
    plan.check()
    there = None if against is None else replace(plan, board=load(against), style_games=0)
    if there is not None:
        there.check()
    wishes = dict(map(read_wish, wish or ()))
    check_before(report, backend, write, wishes)
    with ExitStack() as stack:
        measurement = stack.enter_context(Measurement(plan, resume))
        play(words, measurement, "progress", jobs, backend)
        other = None
        if there is not None:
            other = stack.enter_context(Measurement(there))
            play(words, other, "progress_other", jobs, backend)
    figures = figures_of(measurement)
    changes = [] if other is None else compare(measurement, other)
    advice = seek(words, plan, wishes, jobs) if wishes else None
    written = write if advice is not None and advice.alteration else None
    if advice is not None and written is not None:
        write_advice(board, advice, written)
    if report is not None:
        page = balance_page(measurement, figures, words.language, look(board), command_of(board, plan))
        write_whole(report, page, EVERYBODY)
    if json:
        found = [finding.to_dict() for finding in findings(figures)]
        facts = {**plan.facts(), **figures.to_dict(), "first": found}
        print_json({**facts, **extras(there, changes, advice)})
        return
    show(words, measurement, figures)
    if there is not None:
        show_changes(words, here, there.board, changes, str(against))
    if advice is not None:
        show_advice(words, board, advice, written)


def check_before(report: Path | None, backend: str, write: Path | None, wishes: dict[str, float]) -> None:
    """Refuses what can't be done before anything is played."""
    check_backend(backend)
    check_output(report)
    if report is not None:
        check_report()
    if write is not None:
        if not wishes:
            raise BalanceError("balance.write_alone")
        if write.exists():
            raise BalanceError("balance.write_there", {"folder": write})


def play(words: Words, measurement: Measurement, title: str, jobs: int | None, backend: str) -> None:
    plan = measurement.plan
    left = sum(batch.cost for batch in measurement.left)
    told = words.say(f"balance.{title}", board=words.of(plan.board.names))
    with bar(told, plan.cost, plan.cost - left, percent=True) as advance:
        for batch in measurement.play(jobs, backend):
            advance(batch.cost)


def seek(words: Words, plan: BalancePlan, wishes: dict[str, float], jobs: int | None) -> Advice:
    """How many steps it takes is not known before; the bar shows one."""
    told = words.say("balance.progress_advice", board=words.of(plan.board.names))
    with bar(told, plan.planner_games * COSTS["planner"], percent=True) as advance:
        return advise(plan, wishes, jobs, lambda batch: advance(batch.cost))


def write_advice(board: str, advice: Advice, folder: Path) -> None:
    try:
        write_altered(folder_of(board), advice.board, advice.alteration, folder)
    except OSError as error:
        raise UserError("file.unwritable", {"file": folder, "reason": reason_of(error)}) from None


def show_advice(words: Words, board: str, advice: Advice, written: Path | None) -> None:
    out = console()
    out.print()
    out.print(words.say("balance.advice_title"))
    for line in advice_lines(words, advice):
        out.print(f"  {line}")
    if written is not None:
        out.print(words.say("balance.advice_written", folder=written, board=board))


def command_of(board: str, plan: BalancePlan) -> list[str]:
    """The options that measure the same again."""
    options = [("games", plan.games), ("planner-games", plan.planner_games), ("style-games", plan.style_games)]
    options += [("seed", plan.seed)]
    seats = ",".join(map(str, plan.tables))
    switches = [f"--option {name}={'on' if on else 'off'}" for name, on in plan.options]
    return [plan.board.id, *(f"--{name} {value}" for name, value in options), f"--seats {seats}", *switches]


def extras(there: BalancePlan | None, changes: list[Change], advice: Advice | None) -> dict[str, object]:
    found: dict[str, object] = {}
    if there is not None:
        facts = there.facts()
        rows = [change.to_dict() for change in changes]
        found["against"] = {"board": facts["board"], "digest": facts["digest"], "changes": rows}
    if advice is not None:
        found["advice"] = advice.to_dict()
    return found
