"""`ferrovia games`: the games that a server keeps."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ferrovia.cli.app import FAULT, Group
from ferrovia.cli.errors import UserError
from ferrovia.cli.files import EVERYBODY, reason_of, write_whole
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.progress import bar
from ferrovia.cli.params import Json, Lang, whole
from ferrovia.cli.settings_options import DATABASE, takes_settings
from ferrovia.server.config import Config
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words

if TYPE_CHECKING:
    from ferrovia.server.admin.games import Listed

STATUSES: Final = ("waiting", "playing", "over", "closed")
MOST: Final = 1_000_000

group = typer.Typer(
    cls=Group,
    help="The games that a server keeps: list them, export their records, erase who played them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


def read_status(status: str) -> str:
    if status not in STATUSES:
        raise UserError("games.status", {"status": status, "known": STATUSES})
    return status


# --- list -----------------------------------------------------------------------------------------------
@group.command("list")
@takes_settings(*DATABASE)
def list_games(
    config: Config,
    status: Annotated[
        str | None,
        typer.Option(
            "--status",
            metavar="|".join(STATUSES),
            help="Only games that stand so.",
            parser=read_status,
            autocompletion=lambda incomplete: [word for word in STATUSES if word.startswith(incomplete)],
            show_default=False,
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="How many, at most.", parser=whole("--limit", 1, MOST))
    ] = 20,
    ids: Annotated[bool, typer.Option("--ids", help="Show whole ids: whoever has one may watch the game.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Lists the games, newest first."""
    from ferrovia.server.admin.database import up_to_date
    from ferrovia.server.admin.games import SHORT, newest_games

    words = Language.words()

    async def run() -> list[Listed]:
        async with up_to_date(config.settings) as source:
            return await newest_games(source, status, limit)

    games = asyncio.run(run())
    letters = None if ids else SHORT
    if json:
        print_json([facts(game, letters) for game in games])
    elif games:
        show(words, games, letters)
    else:
        console().print(words.say("games.none"))


def facts(game: Listed, letters: int | None) -> dict[str, object]:
    return {
        "id": game.id[:letters],
        "created_at": game.created_at,
        "finished_at": game.finished_at,
        "board": game.board,
        "status": game.status,
        "seats": [{"kind": seat.kind, "name": seat.name, "bot": seat.bot} for seat in game.seats],
        "moves": game.moves,
        "forgotten": game.forgotten,
    }


def show(words: Words, games: list[Listed], letters: int | None) -> None:
    from rich.table import Table

    columns = ("id", "created", "board", "status", "moves", "players")
    table = Table(*(words.say(f"games.{column}") for column in columns), box=None, pad_edge=False)
    for game in games:
        created = datetime.fromtimestamp(game.created_at / 1000).strftime("%Y-%m-%d %H:%M")
        status = words.say(f"games.status_{game.status}")
        table.add_row(game.id[:letters], created, game.board, status, str(game.moves), players(words, game))
    console().print(table)


def players(words: Words, game: Listed) -> str:
    names = [
        words.say("games.open")
        if seat.kind == "open"
        else seat.name or seat.bot or words.say("who.human", number=place)
        for place, seat in enumerate(game.seats, 1)
    ]
    return sanitize(", ".join(names))


# --- export ---------------------------------------------------------------------------------------------
@group.command("export")
@takes_settings(*DATABASE)
def export_games(
    config: Config,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go; made if it is not there.")],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Writes the record of every finished game to a file of its own, each played again and proved first.

    Files that are there from an earlier export are written anew. Fails with exit code 2 if a game can't be proved.
    """
    words = Language.words()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError("file.unwritable", {"file": folder, "reason": reason_of(error)}) from None
    written, outdated, damaged = asyncio.run(export(words, folder, config))
    if json:
        print_json({"folder": str(folder), "exported": written, "outdated": outdated, "damaged": damaged})
    else:
        out = console()
        out.print(words.say("games.exported", count=written, folder=folder), soft_wrap=True)
        if outdated:
            out.print(words.say("games.outdated", count=outdated), soft_wrap=True)
        for id in damaged:
            out.print(words.say("error.games.damaged", id=id), soft_wrap=True)
    if damaged:
        raise typer.Exit(FAULT)


async def export(words: Words, folder: Path, config: Config) -> tuple[int, int, list[str]]:
    """(how many were written, how many can't be played here, which are damaged)."""
    from ferrovia.record import to_text
    from ferrovia.server.admin.database import up_to_date
    from ferrovia.server.admin.games import SHORT, GamesError, Outdated, count_finished, finished_games, verified_record

    written, outdated = 0, 0
    damaged: list[str] = []
    async with up_to_date(config.settings) as source:
        with bar(words.say("games.progress"), await count_finished(source)) as done:
            async for id, created_at in finished_games(source):
                day = datetime.fromtimestamp(created_at / 1000, UTC).strftime("%Y-%m-%d")
                try:
                    text = to_text(await verified_record(source, id))
                    write_whole(folder / f"{day}-{id[:SHORT]}.txt", text, EVERYBODY)
                    written += 1
                except Outdated:
                    outdated += 1
                except GamesError:
                    damaged.append(id[:SHORT])
                done(1)
    return written, outdated, damaged


# --- delete ---------------------------------------------------------------------------------------------
@group.command("delete")
@takes_settings(*DATABASE)
def delete_game(
    config: Config,
    id: Annotated[
        str, typer.Argument(metavar="ID", help="As `list` shows it; put -- before one that begins with a dash.")
    ],
    force: Annotated[bool, typer.Option("--force", help="Even if the game is being played: it ends there.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Erases who played a game: the names, and every link that leads to a seat. The moves stay, for statistics.

    A running server hears of it. Backups and exported records of before still have the names.
    """
    from ferrovia.server.admin.database import up_to_date
    from ferrovia.server.admin.games import SHORT, find_game, forget

    words = Language.words()

    async def run() -> tuple[str, bool]:
        async with up_to_date(config.settings) as source:
            found = await find_game(source, id)
            return found, await forget(source, found, force)

    found, is_new = asyncio.run(run())
    if json:
        print_json({"id": found[:SHORT], "deleted": is_new})
    else:
        console().print(words.say("games.deleted" if is_new else "games.deleted_before", id=found[:SHORT]))


# --- prune ----------------------------------------------------------------------------------------------
@group.command("prune")
@takes_settings(*DATABASE, "clear_empty_days", "clear_abandoned_days", "anonymise_days")
def prune_games(
    config: Config,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Clears away tables without a move and, if asked for, games that were left; takes names off old finished games.

    A running server does the same by itself, by the same settings.
    """
    from ferrovia.server.admin.database import up_to_date
    from ferrovia.server.admin.games import SHORT
    from ferrovia.server.admin.prune import Rules, find_prunable, prune

    words = Language.words()

    async def run() -> dict[str, list[str]]:
        async with up_to_date(config.settings) as source:
            return await (find_prunable if dry_run else prune)(source, Rules.of(config.settings))

    found = asyncio.run(run())
    if json:
        print_json({"dry_run": dry_run, **{rule: [id[:SHORT] for id in ids] for rule, ids in found.items()}})
        return
    for rule, ids in found.items():
        if ids:
            console().print(words.say(f"games.{rule}", count=len(ids)), soft_wrap=True)
    if not any(found.values()):
        console().print(words.say("games.nothing_to_prune"))
    elif dry_run:
        console().print(words.say("games.dry_run"))
