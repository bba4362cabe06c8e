"""`ferrovia check`: what is wrong with a board folder, or how balanced it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ferrovia.boards import BoardError, Problem, load, look, warnings
from ferrovia.boards.hints import balance_data, hints
from ferrovia.boards.package import SUFFIX
from ferrovia.cli.app import FAULT
from ferrovia.cli.errors import UserError
from ferrovia.cli.language import Language
from ferrovia.cli.output import board_info
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.hint_text import hint_lines
from ferrovia.cli.params import Json, Lang
from ferrovia.engine.board import Board
from ferrovia.text.sanitize import sanitize
from ferrovia.text.words import Words


def command(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder with board.toml and its tables, or a .zip of one.")
    ],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Reads a board folder and lists every problem with its file, row and reason.

    A sound board gets its facts, warnings and hints on balance instead. With problems, the exit code is 2.
    """
    words = Language.words()
    if not folder.is_dir() and not (folder.suffix.lower() == SUFFIX and folder.is_file()):
        raise UserError("file.no_folder", {"file": folder})
    try:
        board = load(folder)
        look(folder)
    except BoardError as error:
        refuse(words, folder, error.problems, as_json=json)
        raise typer.Exit(FAULT) from None
    if json:
        found = {
            "warnings": [warning._asdict() for warning in warnings(board)],
            "balance": balance_data(board),
            "hints": [hint.to_dict() for hint in hints(board)],
        }
        print_json({"sound": True, "problems": [], "board": board_info.details(board), **found})
    else:
        show(words, board)


def refuse(words: Words, folder: Path, problems: list[Problem], *, as_json: bool) -> None:
    if as_json:
        print_json({"sound": False, "problems": [problem._asdict() for problem in problems], "warnings": []})
        return
    print(words.say("check.problems", count=len(problems), folder=folder))
    for problem in problems:
        print(f"  {sanitize(str(problem))}")


def show(words: Words, board: Board) -> None:
    out = console()
    out.print(words.say("check.ok", board=words.of(board.names)))
    for warning in warnings(board):
        out.print(words.say("check.caution", warning=warning))
    out.print(words.say("check.facts"))
    for what, how_much in board_info.lines(words, board):
        out.print("  " + (words.say("check.fact", what=what, how_much=how_much) if what else how_much))
    out.print(words.say("check.hints"))
    for line in (line for hint in hints(board) for line in hint_lines(words, hint)):
        out.print(f"  {line}")
