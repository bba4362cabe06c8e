"""The `ferrovia` command. One file per command; what each of them prints comes from messages/."""

from __future__ import annotations

import sys
from typing import Annotated, Final

import typer

import ferrovia
from ferrovia.cli.door import Door
from ferrovia.cli.params import Lang

COMMANDS: Final = {
    "boards": "The boards there are, one board in detail, or its map as SVG.",
    "play": "A game in the terminal against bots or friends.",
    "arena": "Tournaments between bots, with ratings and statistics.",
    "simulate": "Many games on all cores, random or between bots.",
    "replay": "A recorded game: the position after a move, and how it came about.",
    "analyse": "A recorded game as the expert sees it: chances, turning points, mistakes.",
    "verify": "Proves that a recorded game was dealt and played as it says.",
    "serve": "The game server: tables for everybody who has a link.",
    "doctor": "Is the server's home in order? Database, logs, disk, clock.",
    "backup": "Everything a server keeps in one file, while it runs.",
    "restore": "A backup back into an empty database, of either kind.",
    "games": "The server's games: list them, export records, erase names.",
    "join": "A bot takes a seat at a server's table, by its link.",
    "bench": "How fast this machine plays.",
    "check": "All that is wrong with a board folder, or hints on its balance.",
}
"""Name → short help. A command is the function `command`, or the `group`, of the module with its name, which is loaded
when it is called."""

app = typer.Typer(
    cls=Door,
    name="ferrovia",
    help="Train board games: play, simulate, replay and verify them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help comes in half the time
)


def show_version(wanted: bool) -> None:
    if wanted:
        mode = "compiled" if ferrovia.COMPILED else "not compiled"
        print(f"ferrovia {ferrovia.__version__} ({mode})")
        raise typer.Exit


@app.callback()
def ferrovia_command(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.", callback=show_version, is_eager=True)
    ] = False,
    lang: Lang = None,
) -> None:
    pass


def main() -> None:
    """The entry point."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that can't show a letter shows a question mark
    app(prog_name="ferrovia")
