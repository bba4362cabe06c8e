"""`ferrovia backup`: everything a server keeps, in one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ferrovia.cli.files import check_writable
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import Json, Lang
from ferrovia.cli.settings_options import DATABASE, takes_settings
from ferrovia.server.config import Config

if TYPE_CHECKING:
    from ferrovia.server.admin.backup import Manifest

MEGABYTE = 1_000_000


@takes_settings(*DATABASE)
def command(
    config: Config,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the backup; must not be there yet.")],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Writes a complete copy of everything the server keeps, as it is at this moment; the server may run on.

    The file is the same for SQLite and PostgreSQL, and `ferrovia restore` puts it into either. Keep it closed: whoever
    has it knows the cards of unfinished games.
    """
    from ferrovia.server.admin.backup import back_up
    from ferrovia.server.admin.database import existing

    check_writable(file)
    words = Language.words()

    async def run() -> Manifest:
        async with existing(config.settings) as source:
            return await back_up(source, file, lambda total: bar(words.say("backup.progress"), total))

    manifest = asyncio.run(run())
    if json:
        print_json(facts(manifest, file))
        return
    size = -(-file.stat().st_size // MEGABYTE)
    said = words.say("backup.done", tables=manifest.tables, entries=manifest.entries, file=file, size=size)
    console().print(said, soft_wrap=True)
    console().print(words.say("backup.secret"), soft_wrap=True)


def facts(manifest: Manifest, file: Path) -> dict[str, Any]:
    return {"file": str(file), **vars(manifest)}
