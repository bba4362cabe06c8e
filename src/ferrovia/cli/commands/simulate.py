"""`ferrovia simulate`: many games on all cores, random ones or between bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from ferrovia.boards import load
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import BoardName, Jobs, Json, Lang, Seed, Switches, complete_bot, read_options, whole
from ferrovia.simulation import Simulation, cores, simulate
from ferrovia.text.words import Words

MOST_GAMES: Final = 1_000_000_000


def command(
    board: BoardName,
    players: Annotated[
        int, typer.Option("--players", metavar="N", help="How many play.", parser=whole("--players", 1, 9))
    ] = 2,
    games: Annotated[
        int, typer.Option("--games", metavar="K", help="How many games.", parser=whole("--games", 1, MOST_GAMES))
    ] = 1000,
    seed: Seed = 1,
    jobs: Jobs = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Count cards, pieces, tickets and points after every single action.")
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="A bot's name or FILE.py:BOT, for the next seat; given fewer than seats, they take turns. "
            "BOT@500 has a budget of its own.",
            autocompletion=complete_bot,
            show_default=False,
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records", metavar="FOLDER", help="Keep every game as a record in a new folder.", show_default=False
        ),
    ] = None,
    option: Switches = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays random games, or games between bots, as many as you like, and sums them up.

    The result depends on the board, the options, the seed and the number of games alone, never on --jobs.
    """
    words = Language.words()
    where = load(board)
    with bar(words.say("simulate.progress", board=words.of(where.names)), games) as advance:
        result = simulate(
            where,
            players,
            games,
            seed,
            bots=bot or (),
            options=read_options(option or ()),
            audit=audit,
            workers=jobs or cores(),
            records=records,
            advance=advance,
        )
    if json:
        print_json(result.to_dict())
    else:
        show(words, result)


def show(words: Words, result: Simulation) -> None:
    out, facts = console(), result.to_dict()
    mode = words.say("simulate.compiled" if result.compiled else "simulate.interpreted")
    if result.bots:
        out.print(words.say("simulate.title_bots", names=", ".join(result.bots), **facts))
        out.print(words.say("simulate.faults", faults=result.faults))
    else:
        out.print(words.say("simulate.title", **facts))
    out.print(words.say("simulate.scores", scores=", ".join(f"{score:.2f}" for score in result.mean_scores)))
    out.print(words.say("simulate.speed", **facts))
    out.print(words.say("simulate.jobs", jobs=result.workers, mode=mode))
    out.print(words.say("simulate.checksum", checksum=result.checksum))
