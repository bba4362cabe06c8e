"""`ferrovia mcp`: language models at the table."""

from __future__ import annotations

from typing import Annotated

import typer

from ferrovia.cli.language import Language
from ferrovia.cli.params import Lang


def command(
    http: Annotated[bool, typer.Option("--http", help="Answer over HTTP instead of standard input.")] = False,
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="With --http: where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="PORT", min=1, max=65535, help="With --http.")] = 8765,
    lang: Lang = None,
) -> None:
    """Lets a language model play, by the Model Context Protocol: its own game against bots, or a seat by invitation.

    Programs that speak the protocol start it themselves and talk over its standard input and output. With --http it
    answers at http://HOST:PORT/mcp. Whoever can reach that can play and join, so keep it to this machine.
    """
    from ferrovia.cli.mcp.server import make_server

    server = make_server(Language.words())
    if http:
        server.run("streamable-http", host=host, port=port)
    else:
        server.run("stdio")
