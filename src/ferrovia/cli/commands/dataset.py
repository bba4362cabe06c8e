"""`ferrovia dataset`: games of bots as Parquet files, for learning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from ferrovia._extras import need
from ferrovia.boards import load
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import BoardName, Jobs, Json, Lang, Seed, Switches, complete_bot, number_option, read_options
from ferrovia.simulation import cores

MOST_GAMES: Final = 1_000_000_000
KINDS: Final = ("observations", "records")


def command(
    board: BoardName,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, or one to go on with.")],
    players: Annotated[int, number_option("--players", "How many play.", 1, 9)] = 2,
    games: Annotated[int, number_option("--games", "How many games.", 1, MOST_GAMES, metavar="K")] = 1000,
    seed: Seed = 1,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="|".join(KINDS),
            help="A row for every decision, with all that the seat saw; or one for every game, with its actions.",
            autocompletion=lambda incomplete: [word for word in KINDS if word.startswith(incomplete)],
        ),
    ] = KINDS[0],
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="A bot for the next seat, greedy if none is named; given fewer than seats, they take turns. "
            "BOT@500 has a budget of its own.",
            autocompletion=complete_bot,
            show_default=False,
        ),
    ] = None,
    option: Switches = None,
    jobs: Jobs = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Writes games of bots as Parquet files, with a card that says what they are. Stopped, it goes on where it was.

    The files depend on board, options, bots, seed and games alone, never on --jobs. `ferrovia.dataset.Dataset` reads
    them as numpy arrays.
    """
    for package in ("numpy", "pyarrow"):
        need(package)
    from ferrovia.dataset import write

    words = Language.words()
    where = load(board)
    with bar(words.say("simulate.progress", board=words.of(where.names)), games) as advance:
        written = write(
            where,
            folder,
            players,
            games,
            seed,
            bots=bot or ("greedy",),
            options=read_options(option or ()),
            kind=kind,
            workers=jobs or cores(),
            advance=advance,
        )
    if json:
        print_json(written.to_dict())
        return
    facts, out = written.to_dict(), console()
    out.print(words.say("dataset.written", folder=folder, names=", ".join(facts["bots"]), **facts))
    out.print(words.say("dataset.speed", **facts))
