"""The settings of a server as options of a command: one for each field of `Settings`, with its help and its default."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ferrovia.cli.language import Language
from ferrovia.server.config import CONFIG, OF_A_FILE, Config, flag_of, names_of_settings, read_config, shown
from ferrovia.server.settings import help_texts, kind_of, settings_fields
from ferrovia.text.error_text import explain

DATABASE: Final = ("data", "database", "database_file", "database_password_file")
"""The settings that a command needs which only looks at what a server keeps."""
EARLIER: Final = {
    "grace_seconds": "--grace",
    "moves_per_second": "--moves",
    "origins": "--origin",
    "sockets_per_address": "--sockets",
}
"""Names that some options had before; they are still understood."""
METAVARS: Final = {Path: "FOLDER", int: "N", float: "X", str: "TEXT", tuple: "TEXT,…", bool: ""}


def takes_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command the options of these settings, or of all, and `--config`. The command itself gets a `config`."""
    wanted = [name for name in names or names_of_settings() if not is_hidden(name)]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**given: Any) -> None:
            file = given.pop("config_file")
            values = {name: given.pop(name) for name in wanted}
            flags = {name: value for name, value in values.items() if value is not None}
            named = file or os.environ.get(CONFIG)
            command(read_config(flags, os.environ, Path(named) if named else None), **given)

        own = [each for name, each in inspect.signature(command, eval_str=True).parameters.items() if name != "config"]
        options = [parameter("config_file", config_option()), *(parameter(name, option_for(name)) for name in wanted)]
        all_of_them = [
            *(each for each in own if each.default is inspect.Parameter.empty),
            *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in options),
            *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own if each.default is not each.empty),
        ]
        run.__signature__ = inspect.Signature(all_of_them)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in all_of_them}
        del run.__wrapped__  # or the signature of the command itself would be looked at
        return run

    return decorate


def is_hidden(name: str) -> bool:
    """A secret is no flag; the path of a file that holds it is one."""
    return name in settings_fields() and settings_fields()[name].metadata.get("secret") == "all"


def parameter(name: str, annotation: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def config_option() -> Any:
    help = f"A TOML file with settings; or set {CONFIG}."
    return Annotated[str | None, typer.Option("--config", metavar="FILE", help=help, show_default=False)]


def option_for(name: str) -> Any:
    option = settings_fields().get(name)
    if option is None:
        of = name.removesuffix(OF_A_FILE)
        help = f"A file with the value of {of}, so that it stands nowhere else."
        return Annotated[str | None, typer.Option(flag_of(name), metavar="FILE", help=help, show_default=False)]
    kind, flag = kind_of(name), flag_of(name)
    spelled = [f"{flag}/--no-{flag.removeprefix('--')}"] if kind is bool else [flag]
    spelled += [EARLIER[name]] if name in EARLIER else []
    help = f"{help_texts().get(name, '')}{told_default(option)}"
    typed = bool if kind is bool else list[str] if kind is tuple else str
    info = typer.Option(*spelled, metavar=metavar_of(name, kind), help=help, show_default=False)
    return Annotated[typed | None, info]


def metavar_of(name: str, kind: type) -> str | None:
    if kind is bool:
        return None
    units = {"seconds": "SECONDS", "bytes": "BYTES", "days": "DAYS", "minutes": "MINUTES", "database": "URL"}
    return units.get(name.rpartition("_")[2], METAVARS[kind])


def told_default(option: Field[Any]) -> str:
    if option.default is MISSING or option.default in (None, "", ()):
        return ""
    value = option.default
    text = ",".join(value) if isinstance(value, tuple) else f"{value:g}" if isinstance(value, float) else str(value)
    return f" [default: {text}]"


# --- telling ----------------------------------------------------------------------------------------------
def warn(config: Config) -> None:
    """Says on stderr what works and is unwise."""
    words = Language.words()
    for warning in config.warnings:
        print(f"ferrovia: {explain(words, warning)}", file=sys.stderr)


def facts(config: Config) -> Mapping[str, object]:
    """Every setting, with where it was written."""
    return {
        name: {
            "value": shown(name, getattr(config.settings, name)),
            "source": source.kind,
            "name": source.name,
            "file": None if source.path is None else str(source.path),
        }
        for name, source in config.sources.items()
    }


def show(config: Config) -> None:
    from rich.table import Table

    from ferrovia.cli.output.console import console

    words = Language.words()
    table = Table(*(words.say(f"serve.{column}") for column in ("setting", "value", "from")), box=None, pad_edge=False)
    for name, source in config.sources.items():
        value = shown(name, getattr(config.settings, name))
        text = ", ".join(value) if isinstance(value, list) else "" if value is None else str(value)
        table.add_row(name, text, words.say(f"serve.from_{source.kind}", name=source.name, file=source.path))
    console().print(table)
