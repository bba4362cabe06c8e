"""The `ferrovia` command: finds the command that was called, and turns every error into one line and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import ferrovia
from ferrovia._extras import missing
from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.params import Lang
from ferrovia.engine.errors import FerroviaError
from ferrovia.text.error_text import explain

FAULT: Final = 2
INTERRUPTED: Final = 130
OPTION_FAULTS: Final = {"NoSuchOption": "usage.no_option", "BadOptionUsage": "usage.option_value"}

COMMANDS: Final = {
    "boards": "Lists the boards, shows one in detail, or draws its map as SVG.",
    "bots": "Lists the bots, and what each is good for.",
    "play": "Plays a game in the terminal against bots or friends.",
    "arena": "Plays tournaments between bots, with ratings and statistics.",
    "league": "Keeps a ladder of bots whose ratings carry over from run to run.",
    "simulate": "Plays many games on all cores, at random or between bots.",
    "dataset": "Writes games of bots as Parquet files, for learning.",
    "replay": "Shows a recorded game: the position after a move, and how it came about.",
    "analyse": "Judges a recorded game with the expert: chances, turning points, mistakes.",
    "verify": "Proves that a recorded game was dealt and played as it says.",
    "serve": "Runs the game server: tables for everybody who has a link.",
    "doctor": "Checks a server's database, logs, disk and clock.",
    "backup": "Writes everything a server keeps to one file, while it runs.",
    "restore": "Puts a backup into an empty database, SQLite or PostgreSQL.",
    "games": "Lists a server's games, exports their records, erases names, clears away.",
    "studio": "Lists the boards made on a server, with reports, and removes one.",
    "join": "Seats a bot at a server's table, by its link.",
    "mcp": "Lets language models play: a server of the Model Context Protocol.",
    "bench": "Measures how fast this machine plays.",
    "balance": "Plays a board many times and tells what is out of balance, with a report.",
    "puzzles": "Finds positions in which one move is clearly best, and proves it.",
    "print": "Prints a board on paper: PDF sheets to cut and fold, or pictures for a virtual table.",
    "check": "Lists all that is wrong with a board folder, or gives hints on a sound one.",
}
"""Name → short help. Modules of the same names in commands/ are loaded when they are called."""


class Group(TyperGroup):
    """A group of commands. A mistyped name is answered with the nearest one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = get_close_matches(args[0], list(self.commands), n=1)
            code = "usage.near_command" if near else "usage.no_command"
            raise UserError(code, {"name": args[0], "near": "".join(near), "help": f"{ctx.command_path} --help"})
        return super().resolve_command(ctx, args)


class App(Group):
    """Every command by its name and short help; the module of one is loaded when it is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, short_help in COMMANDS.items():
            self.add_command(TyperCommand(name, help=short_help))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Loads the command that was called; until then only its short help was known."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, None if command is None else load_command(str(name)), rest

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        Language.chosen = None
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except FerroviaError as error:
            print_error(explain(Language.words(), error))
            code = FAULT
        except ModuleNotFoundError as error:
            told = missing(error)
            if told is None:
                raise
            print_error(explain(Language.words(), told))
            code = FAULT
        except typer.TyperException as error:
            code = refuse_usage(error)
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        if code == INTERRUPTED:
            print_error(Language.words().say("error.interrupted"))
        if not standalone_mode:
            return code
        sys.exit(code if isinstance(code, int) else 0)


def load_command(name: str) -> Any:
    """A command as Typer has it: the function `command` of its module, or the commands of its `group`."""
    module = import_module(f"ferrovia.cli.commands.{name}")
    if hasattr(module, "group"):
        return get_command(module.group)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name)(module.command)
    return get_command(single)


def print_error(text: str) -> None:
    print(f"ferrovia: {' '.join(text.split())}", file=sys.stderr)


def refuse_usage(error: typer.TyperException) -> int:
    """What Typer itself refuses: an option that is not there, an argument that is missing."""
    kind, context = type(error).__name__, getattr(error, "ctx", None)
    if kind == "NoArgsIsHelpError":
        print(error.format_message())
        return FAULT
    params: dict[str, object] = {"help": f"{context.command_path if context else 'ferrovia'} --help"}
    param = getattr(error, "param", None)
    if kind == "MissingParameter" and param is not None:
        code, params["name"] = "usage.missing", param.display_name_raw.upper()
    elif kind in OPTION_FAULTS:
        code, params["name"] = OPTION_FAULTS[kind], getattr(error, "option_name", "")
        near = getattr(error, "possibilities", None) or []
        if near:
            code, params["near"] = "usage.near_option", near[0]
    else:
        code, params["message"] = "usage.other", error.format_message()
    print_error(explain(Language.words(), UserError(code, params)))
    return FAULT


app = typer.Typer(
    cls=App,
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


def run() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that can't show a letter shows a question mark
    app(prog_name="ferrovia")
