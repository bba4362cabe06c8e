"""The way in and out of every command: loads it when it is called, and turns every error into one line and a code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from ferrovia._extras import missing
from ferrovia.cli.complaints import UserError, explain
from ferrovia.cli.words import Speech
from ferrovia.engine.errors import FerroviaError

FAULT: Final = 2
INTERRUPTED: Final = 130
OPTION_FAULTS: Final = {"NoSuchOption": "usage.no_option", "BadOptionUsage": "usage.option_value"}


class Group(TyperGroup):
    """Commands under one name. Who mistypes one is told which it might have been."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = get_close_matches(args[0], list(self.commands), n=1)
            code = "usage.near_command" if near else "usage.no_command"
            raise UserError(code, {"name": args[0], "near": "".join(near), "help": f"{ctx.command_path} --help"})
        return super().resolve_command(ctx, args)


class Door(Group):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        from ferrovia.cli import COMMANDS

        for name, short_help in COMMANDS.items():
            self.add_command(TyperCommand(name, help=short_help))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The real command in place of the one that only lists its help."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, None if command is None else load(str(name)), rest

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        Speech.chosen = None
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except FerroviaError as error:
            complain(explain(Speech.words(), error))
            code = FAULT
        except ModuleNotFoundError as error:
            told = missing(error)
            if told is None:
                raise
            complain(explain(Speech.words(), told))
            code = FAULT
        except typer.TyperException as error:
            code = refuse_usage(error)
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        if code == INTERRUPTED:
            complain(Speech.words().say("error.interrupted"))
        if not standalone_mode:
            return code
        sys.exit(code if isinstance(code, int) else 0)


def load(name: str) -> Any:
    """A command as Typer has it: the function `command` of its module, or the commands of its `group`."""
    module = import_module(f"ferrovia.cli.{name}")
    if hasattr(module, "group"):
        return get_command(module.group)
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name)(module.command)
    return get_command(single)


def complain(text: str) -> None:
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
    else:
        code, params["message"] = "usage.other", error.format_message()
    complain(explain(Speech.words(), UserError(code, params)))
    return FAULT
