"""`ferrovia join`: a bot takes a seat at somebody's table, by the link it was invited with."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ferrovia.bots import Budget, label, make_bot
from ferrovia.bots.guard import Guarded
from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import Json, Lang, complete_bot, number_option, seconds_option
from ferrovia.cli.play.seats import LONGEST_NAME
from ferrovia.engine.chance import from_secret, new_secret
from ferrovia.text.sanitize import sanitize

if TYPE_CHECKING:
    from ferrovia.client import Link, Position, Seat

CALL_SECONDS: Final = 60.0
"""That a language model may take for an answer, if nothing else is said."""


def command(
    link: Annotated[str, typer.Argument(metavar="LINK", help="An invitation, or the link of a seat to come back to.")],
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT", help="A bot, or FILE.py:Name.", autocompletion=complete_bot)
    ] = "planner",
    name: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", help="What the others see; the bot's own otherwise.", show_default=False
        ),
    ] = None,
    seconds: Annotated[float | None, seconds_option("How long the bot may think about a move.")] = None,
    endpoint: Annotated[
        str | None,
        typer.Option(
            "--endpoint",
            metavar="URL",
            help="Let a language model play: the base of an OpenAI-compatible API, as in http://127.0.0.1:8080/v1. "
            "Its key is read from FERROVIA_MODEL_KEY.",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="NAME", help="With --endpoint: which model.", show_default=False)
    ] = None,
    retries: Annotated[int, number_option("--retries", "With --endpoint: tries after an illegal answer.", 0, 20)] = 3,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Sits a bot, or a language model, down at a table of a game server and plays until the game is over.

    The link to come back with is printed at once: whoever has it has the seat. A lost connection is mended.
    """
    from ferrovia.client import Link

    wanted = Link.parse(link)
    if endpoint is not None and model is not None:
        player = seat_model(endpoint, model, seconds, retries)
        asyncio.run(join(wanted, read_name(name or model[:LONGEST_NAME]), player, Budget(seconds=seconds), json))
        return
    if endpoint is not None or model is not None:
        raise UserError("model.both")
    player = Guarded(make_bot(bot, from_secret(new_secret())), bot)
    asyncio.run(join(wanted, read_name(name or label(bot)), player, Budget(seconds=seconds), json))


def seat_model(endpoint: str, model: str, seconds: float | None, retries: int) -> Guarded:
    from ferrovia.cli.models.endpoint import Endpoint
    from ferrovia.cli.models.player import ModelPlayer

    asked = Endpoint(endpoint, model, seconds or CALL_SECONDS)
    return Guarded(ModelPlayer(from_secret(new_secret()), asked, retries), model)


def model_report(bot: Guarded) -> dict[str, int] | None:
    """What is counted of a language model; None for any other bot."""
    found = getattr(bot.bot, "report", None)
    return None if found is None else found.data()


def read_name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or name != sanitize(name):
        raise UserError("join.name", {"name": name, "most": LONGEST_NAME})
    return name


async def join(link: Link, name: str, bot: Guarded, budget: Budget, json: bool) -> None:
    from ferrovia.client import Seat, Server

    words = Language.words()
    async with Server(link.server) as server:
        mine = await server.sit(link, name)
    print(words.say("join.seated", link=mine), file=sys.stderr, flush=True)
    async with Seat(mine) as seat:
        last = await seat.play(bot, budget)
    if json:
        print_json(data(seat, last, bot))
    else:
        show(seat, last, bot)


def show(seat: Seat, last: Position, bot: Guarded) -> None:
    from ferrovia.cli.play.final import standing_lines, version_lines
    from ferrovia.client import game_of
    from ferrovia.text.names import Table

    words, out = Language.words(), console()
    game = game_of(seat.table)
    table, standings = Table(game, last.names, words), last.view(game).standings
    for line in (*standing_lines(table, standings), *version_lines(table, standings, seat.table["rules_version"])):
        out.print(line)
    if bot.faults:
        out.print(words.say("simulate.faults", faults=len(bot.faults)))
    report = model_report(bot)
    if report is not None:
        out.print(words.say("model.report", **report))


def data(seat: Seat, last: Position, bot: Guarded) -> dict[str, object]:
    """Seats are counted from 0, as in all JSON."""
    from ferrovia.client import game_of

    names = last.names
    standings = last.view(game_of(seat.table)).standings
    return {
        "table": seat.link.table,
        "board": seat.table["board"],
        "seat": last.seat,
        "link": str(seat.link),
        "moves": last.said["moves"],
        "standings": [
            {
                "seat": int(standing.seat),
                "name": names[standing.seat],
                "place": int(standing.place),
                "score": int(standing.score),
            }
            for standing in standings
        ],
        "faults": [f"{fault.kind}: {fault.message}" for fault in bot.faults],
        **({} if (report := model_report(bot)) is None else {"model": report}),
    }
