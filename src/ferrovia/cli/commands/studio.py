"""`ferrovia studio`: the boards that people have made on a server, for whoever keeps it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.table import Table

from ferrovia.cli.app import Group
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import Json, Lang
from ferrovia.cli.settings_options import DATABASE, takes_settings
from ferrovia.server.config import Config
from ferrovia.text.sanitize import sanitize

group = typer.Typer(cls=Group, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@group.callback()
def studio() -> None:
    """Lists the boards that people have made on a server, with what was reported; removes one."""


@group.command("list")
@takes_settings(*DATABASE)
def list_boards(
    config: Config,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Every version of every board, those that somebody has reported first."""
    from ferrovia.server.admin.boards import kept_versions
    from ferrovia.server.admin.database import up_to_date

    words = Language.words()

    async def run() -> list[object]:
        async with up_to_date(config.settings) as source:
            return list(await kept_versions(source))

    found = asyncio.run(run())
    if json:
        print_json([vars(kept) for kept in found])
        return
    if not found:
        console().print(words.say("studio.none"))
        return
    columns = ("board", "added", "listed", "reports", "removed")
    table = Table(*(words.say(f"studio.{column}") for column in columns), box=None, pad_edge=False)
    for kept in map(vars, found):
        day = datetime.fromtimestamp(kept["added_at"] / 1000, UTC).strftime("%Y-%m-%d")
        reports = sanitize("; ".join(kept["reports"]))
        listed = words.say("studio.yes") if kept["listed"] else ""
        table.add_row(kept["ref"], day, listed, reports, sanitize(kept["removed"] or ""))
    console().print(table)


@group.command("remove")
@takes_settings(*DATABASE)
def remove_board(
    config: Config,
    board: Annotated[str, typer.Argument(metavar="BOARD", help="A reference as `list` shows it, or its version.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="What its players are told.")],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Takes a version of a board away for good. Games on it end, and their players are told the reason.

    The same files can't be sent again. A running server hears of it.
    """
    from ferrovia.server.admin.boards import find_version, remove
    from ferrovia.server.admin.database import up_to_date
    from ferrovia.server.library import use_folder

    words = Language.words()

    async def run() -> tuple[str, list[str]]:
        use_folder(config.settings)
        async with up_to_date(config.settings) as source:
            version = await find_version(source, board)
            return version, await remove(source, version, reason)

    version, ended = asyncio.run(run())
    if json:
        print_json({"version": version, "ended": len(ended)})
    else:
        console().print(words.say("studio.gone", version=version, count=len(ended)))
