"""`ferrovia serve`: tables for everybody who has a link."""

from __future__ import annotations

import sys
import time
import webbrowser
from threading import Thread
from typing import Annotated
from urllib.request import urlopen

import typer

from ferrovia.cli.language import Language
from ferrovia.cli.output.console import print_json
from ferrovia.cli.params import Json, Lang
from ferrovia.cli.settings_options import facts, show, takes_settings, warn
from ferrovia.server.config import Config


@takes_settings()
def command(
    config: Config,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Print every setting and where it comes from, then leave.")
    ] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser once it runs.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Runs the game server: tables, invitations by link, bots, clocks. Everything is kept in one data folder.

    Every setting may be given as a flag, in the environment (--bot-seconds is FERROVIA_BOT_SECONDS) or in a TOML file
    (bot_seconds = 2.5), which --config names; the first of these holds. Stop the server with Ctrl-C or SIGTERM. Nothing
    is lost: games go on where they were when it is started again.
    """
    warn(config)
    if show_config:
        if json:
            print_json(facts(config))
        else:
            show(config)
        return
    from ferrovia.server.run import alone, bind, prepare, serve

    settings = config.settings
    with alone(settings) as lock:
        made = prepare(settings)
        door = bind(settings.host, settings.port)
        url = f"http://{reachable(settings.host)}:{door.getsockname()[1]}{settings.root_path}/"
        if lock is not None:
            lock.tell(url)
        tell_address(url, as_json=json)
        if made is not None and not json:
            print(Language.words().say("serve.upgraded", file=made), flush=True)
        if browser:
            Thread(target=open_page, args=(url,), daemon=True).start()
        serve(settings, door)


def tell_address(url: str, *, as_json: bool) -> None:
    """At once, though the output be a pipe: whoever started the server waits for it."""
    if as_json:
        print_json({"url": url})
    else:
        print(Language.words().say("serve.running", url=url))
    sys.stdout.flush()


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
