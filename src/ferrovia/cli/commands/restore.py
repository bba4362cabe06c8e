"""`ferrovia restore`: a backup back into an empty database."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ferrovia.cli.commands.backup import facts
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import Json, Lang
from ferrovia.cli.settings_options import DATABASE, takes_settings
from ferrovia.server.config import Config

if TYPE_CHECKING:
    from ferrovia.server.admin.backup import Manifest


@takes_settings(*DATABASE)
def command(
    config: Config,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `ferrovia backup` wrote.")],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Puts a backup into an empty database: all of it, or nothing. Everybody's links go on working.

    A server moves from SQLite to PostgreSQL, or back, by backup and restore.
    """
    from ferrovia.server.admin.backup import restore
    from ferrovia.server.store import Database

    words = Language.words()

    async def run() -> Manifest:
        target = Database(config.settings.database_url)
        try:
            return await restore(target, file, lambda total: bar(words.say("restore.progress"), total))
        finally:
            await target.close()

    manifest = asyncio.run(run())
    if json:
        print_json(facts(manifest, file))
        return
    made = datetime.fromtimestamp(manifest.made_at / 1000).strftime("%Y-%m-%d %H:%M")
    said = words.say("restore.done", tables=manifest.tables, entries=manifest.entries, made=made)
    console().print(said, soft_wrap=True)
