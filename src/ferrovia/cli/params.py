"""The arguments and options that commands share, how they are read and how a shell completes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.text.words import LANGUAGES

if TYPE_CHECKING:
    from ferrovia.bots import Budget

LARGEST_SEED: Final = 2**62
MOST_JOBS: Final = 1024
MOST_ITERATIONS: Final = 1_000_000_000
MOST_SECONDS: Final = 3600.0
SWITCHES: Final = {
    **{word: True for word in ("on", "yes", "true", "1")},
    **{word: False for word in ("off", "no", "false", "0")},
}


# --- completion -----------------------------------------------------------------------------------------
def complete_board(incomplete: str) -> list[str]:
    from ferrovia.boards import board_ids

    return [id for id in board_ids() if id.startswith(incomplete)]


def complete_bot(incomplete: str) -> list[str]:
    from ferrovia.bots import bot_names

    return [name for name in bot_names() if name.startswith(incomplete)]


def complete_seat(incomplete: str) -> list[str]:
    return [*(["human"] if "human".startswith(incomplete) else []), *complete_bot(incomplete)]


def complete_option(context: typer.Context, incomplete: str) -> list[str]:
    """The switches of the board that was named. It may still be an unread argument: the option has no value yet."""
    from ferrovia.boards import board_ids, builtin

    named = [name for name in (context.params.get("board"), *context.args) if name in board_ids()]
    options = builtin(named[0]).options if named else ()
    words = [f"{option.id}={switch}" for option in options for switch in ("on", "off")]
    return [word for word in words if word.startswith(incomplete)]


# --- reading --------------------------------------------------------------------------------------------
def whole(name: str, least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers in a range."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise UserError("number.whole", {"name": name, "value": text}) from None
        if not least <= value <= most:
            raise UserError("number.range", {"name": name, "least": least, "most": most, "value": value})
        return value

    return read


def read_seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= MOST_SECONDS:
        raise UserError("number.seconds", {"name": "--seconds", "most": int(MOST_SECONDS), "value": text})
    return value


def read_budget(iterations: int | None, seconds: float | None) -> Budget:
    from ferrovia.bots import Budget

    if iterations is not None and seconds is not None:
        raise UserError("arena.one_budget")
    return Budget(seconds=seconds, iterations=iterations)


def choose_language(language: str | None) -> str | None:
    if language is not None:
        if language not in LANGUAGES:
            raise UserError("language.unknown", {"language": language, "known": LANGUAGES})
        Language.chosen = language
    return language


def read_options(texts: Iterable[str]) -> Mapping[str, bool]:
    """`tolls=off` and the like."""
    options: dict[str, bool] = {}
    for text in texts:
        option, _, switch = text.partition("=")
        if switch.lower() not in SWITCHES or not option:
            raise UserError("option.syntax", {"text": text})
        if option in options:
            raise UserError("option.twice", {"option": option})
        options[option] = SWITCHES[switch.lower()]
    return options


# --- parameters -----------------------------------------------------------------------------------------
BoardName = Annotated[
    str,
    typer.Argument(
        metavar="BOARD", help="A board's id (see `ferrovia boards`), or a folder.", autocompletion=complete_board
    ),
]
OptionalBoard = Annotated[
    str | None,
    typer.Argument(
        metavar="BOARD", help="A board's id, or a folder.", autocompletion=complete_board, show_default=False
    ),
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")]
BoardFolder = Annotated[
    Path | None,
    typer.Option(
        "--board", metavar="FOLDER", help="The board's folder, if it does not come with Ferrovia.", show_default=False
    ),
]
Switches = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=on|off",
        help="Sets an option of the board; may be given again.",
        autocompletion=complete_option,
        show_default=False,
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="S", help="Same seed, same games.", parser=whole("--seed", 0, LARGEST_SEED))
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="J", help="Processes; all cores by default.", parser=whole("--jobs", 1, MOST_JOBS)),
]
Report = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Write an HTML page with plots.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        help="The language; otherwise LANG decides.",
        callback=choose_language,
        is_eager=True,
        autocompletion=lambda incomplete: [word for word in LANGUAGES if word.startswith(incomplete)],
        show_default=False,
    ),
]


def number_option(name: str, help: str, least: int, most: int, *, metavar: str = "N", default: bool = True) -> Any:
    """A whole number in a range."""
    return typer.Option(name, metavar=metavar, help=help, parser=whole(name, least, most), show_default=default)


def iterations_option(help: str) -> Any:
    """`help` says what an iteration is for the command."""
    return number_option("--iterations", help, 1, MOST_ITERATIONS, default=False)


def seconds_option(help: str) -> Any:
    return typer.Option("--seconds", metavar="S", help=help, parser=read_seconds, show_default=False)


def backend_option() -> Any:
    from ferrovia.arena.backends import BACKENDS

    return typer.Option(
        "--backend",
        metavar="|".join(BACKENDS),
        help="Where to play; ray joins the cluster that RAY_ADDRESS names, or begins one here.",
        autocompletion=lambda incomplete: [name for name in BACKENDS if name.startswith(incomplete)],
    )


def resume_option(help: str) -> Any:
    """`help` says what is kept in the file."""
    return typer.Option("--resume", metavar="FILE", help=help, show_default=False)
