"""`ferrovia serve`: tables for everybody who has a link."""

from __future__ import annotations

import time
import webbrowser
from pathlib import Path
from threading import Thread
from typing import Annotated, Final
from urllib.request import urlopen

import typer

from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.params import DatabaseUrl, DataFolder, Lang, number_option
from ferrovia.server.logs import LEVELS

MOST_WORKERS: Final = 64
PLENTY: Final = 10**9


def read_level(level: str) -> str:
    if level not in LEVELS:
        raise UserError("serve.log_level", {"level": level, "known": LEVELS})
    return level


def read_root(path: str) -> str:
    if path and (not path.startswith("/") or path.endswith("/")):
        raise UserError("serve.root_path", {"path": path})
    return path


def command(
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 for all.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, number_option("--port", "0 takes a free one.", 0, 65_535)] = 8000,
    data: DataFolder = Path("ferrovia-data"),
    database: DatabaseUrl = None,
    root_path: Annotated[
        str,
        typer.Option(
            "--root-path", metavar="/PATH", help="The sub-path a reverse proxy serves this under.", parser=read_root
        ),
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Another site whose pages may connect.", show_default=False),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy", metavar="ADDRESS,…", help="Reverse proxies whose X-Forwarded headers are believed; * for all."
        ),
    ] = "127.0.0.1",
    workers: Annotated[
        int, number_option("--workers", "Processes; more than one needs PostgreSQL.", 1, MOST_WORKERS)
    ] = 1,
    log_level: Annotated[
        str,
        typer.Option("--log-level", metavar="LEVEL", parser=read_level, help=f"What is logged: {', '.join(LEVELS)}."),
    ] = "warning",
    grace: Annotated[
        int,
        number_option("--grace", "After a start, nobody's time runs out for so long.", 0, 86_400, metavar="SECONDS"),
    ] = 20,
    tables_per_hour: Annotated[
        int, number_option("--tables-per-hour", "Tables that one address may make.", 1, PLENTY)
    ] = 120,
    sockets: Annotated[int, number_option("--sockets", "Connections that one address may keep open.", 1, PLENTY)] = 400,
    moves: Annotated[int, number_option("--moves", "Moves a second from one connection.", 1, PLENTY)] = 20,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser once it runs.")] = False,
    lang: Lang = None,
) -> None:
    """Runs the game server: tables, invitations by link, bots, clocks. Everything is kept in one data folder.

    Stop it with Ctrl-C or SIGTERM. Nothing is lost: games go on where they were when it is started again.
    """
    from ferrovia.server.run import alone, bind, prepare, serve
    from ferrovia.server.settings import Settings

    settings = Settings(
        data=data,
        database=database,
        root_path=root_path,
        origins=tuple(origin or ()),
        workers=workers,
        log_level=log_level,
        grace_seconds=grace,
        tables_per_hour=tables_per_hour,
        sockets_per_address=sockets,
        moves_per_second=moves,
    )
    with alone(settings) as lock:
        made = prepare(settings)
        door = bind(host, port)
        url = f"http://{reachable(host)}:{door.getsockname()[1]}{root_path}/"
        if lock is not None:
            lock.tell(url)
        print(Language.words().say("serve.running", url=url), flush=True)
        if made is not None:
            print(Language.words().say("serve.upgraded", file=made), flush=True)
        if browser:
            Thread(target=open_page, args=(url,), daemon=True).start()
        serve(settings, door, proxy)


def reachable(host: str) -> str:
    """The address to open: a server that listens on all of them is reached at this machine's own."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def open_page(url: str) -> None:
    """Opens the page in a browser as soon as the server answers."""
    for _ in range(300):
        try:
            with urlopen(url, timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(url)
