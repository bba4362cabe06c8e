"""`ferrovia league`: a ladder of bots whose ratings carry over from run to run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ferrovia.arena.backends import BACKENDS, check_backend
from ferrovia.arena.league import League, LeaguePlan
from ferrovia.arena.ratings import check_ratings
from ferrovia.arena.responses import newest
from ferrovia.cli.commands.arena import complete_boards, complete_list, read_boards, read_bots
from ferrovia.cli.files import EVERYBODY, check_output, write_whole
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import (
    Jobs,
    Json,
    Lang,
    Report,
    Seed,
    iterations_option,
    number_option,
    read_budget,
    seconds_option,
)
from ferrovia.report import check_report
from ferrovia.report.league_page import RESPONSE_HEADS, league_page, response_row
from ferrovia.text.numbers import give_or_take, percent, span
from ferrovia.text.words import Words


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Keeps the league; begins one if it is not there.")],
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="BOT,BOT,…",
            help="Who plays now: names, FILE.py:BOT, FILE.npz; BOT@500 has a budget of its own.",
            autocompletion=complete_list,
        ),
    ],
    board: Annotated[
        list[str],
        typer.Option(
            "--board", metavar="BOARD", help="Where; may be given again; all for all.", autocompletion=complete_boards
        ),
    ],
    rounds: Annotated[int, number_option("--rounds", "How many rounds to play now; 0 only shows.", 0, 1_000_000)] = 10,
    deals: Annotated[int, number_option("--deals", "Deals of a round, each played in every seating.", 1, 100_000)] = 5,
    seats: Annotated[int, number_option("--seats", "How many sit at a table.", 2, 9)] = 2,
    seed: Seed = 1,
    iterations: Annotated[int | None, iterations_option("Search steps per move.")] = None,
    seconds: Annotated[float | None, seconds_option("Time per move; then results depend on the machine.")] = None,
    jobs: Jobs = None,
    backend: Annotated[
        str, typer.Option("--backend", metavar="|".join(BACKENDS), help="Where to play; ray for many machines.")
    ] = "local",
    response: Annotated[
        list[Path] | None,
        typer.Option(
            "--response",
            metavar="FILE.npz",
            help="A network trained against one bot: measures how far it exploits that bot. May be given again.",
        ),
    ] = None,
    games: Annotated[int, number_option("--games", "Games of each --response.", 2, 1_000_000)] = 400,
    report: Report = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays rounds of a league, each where most is still to be learned, and shows the ladder.

    Ratings count all rounds that were ever played in the file. Bots and boards may come and go. How far a bot can be
    exploited is told by a network that learned to beat it alone (`examples/learning/ppo.py`, `--response`).
    """
    words = Language.words()
    check_ratings()
    check_backend(backend)
    check_output(report)
    if report is not None:
        check_report()
    plan = LeaguePlan(read_boards(board), read_bots(bots), seats, deals, seed, read_budget(iterations, seconds))
    league = League(file, plan)
    try:
        with bar(words.say("league.progress"), rounds) as advance:
            league.play(rounds, jobs, backend, lambda _: advance(1))
        for network in response or ():
            league.respond(network, games, jobs, backend)
        if report is not None:
            write_whole(report, league_page(league, words.language), EVERYBODY)
        if json:
            print_json(league.data())
        else:
            show(words, league)
    finally:
        league.close()


def show(words: Words, league: League) -> None:
    from rich.table import Table as Grid

    grid = Grid()
    for key in ("bot", "rating", "games", "win_rate", "interval"):
        grid.add_column(words.say(f"arena.{key}"), justify="left" if key == "bot" else "right")
    for row in league.ladder():
        rating, interval = give_or_take(words, row.rating, row.sigma), span(words, 100 * row.low, 100 * row.high)
        grid.add_row(row.bot, rating, str(row.games), percent(words, row.win_rate), interval)
    games = sum(len(round.results) for round in league.rounds)
    out = console()
    out.print(words.say("league.facts", rounds=len(league.rounds), games=games, seats=league.plan.seats))
    out.print(grid)
    if league.responses:
        found = Grid(title=words.say("league.responses"))
        for number, key in enumerate(RESPONSE_HEADS):
            found.add_column(words.say(key), justify="right" if number > 2 else "left")
        for one in newest(league.responses):
            found.add_row(*response_row(words, one))
        out.print(found)
