"""`ferrovia check`: what is wrong with a board folder, or how balanced it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ferrovia.boards import BoardError, Problem, load, warnings
from ferrovia.cli import balance, facts
from ferrovia.cli.clean import clean
from ferrovia.cli.complaints import UserError
from ferrovia.cli.door import FAULT
from ferrovia.cli.output import console, print_json
from ferrovia.cli.params import Json, Lang
from ferrovia.cli.words import Speech, Words
from ferrovia.engine.board import Board


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with board.toml and its tables.")],
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Reads a board folder and lists every problem with its file, row and reason.

    A sound board gets its facts, warnings and hints on balance instead. With problems, the exit code is 2.
    """
    words = Speech.words()
    if not folder.is_dir():
        raise UserError("file.no_folder", {"file": folder})
    try:
        board = load(folder)
    except BoardError as error:
        refuse(words, folder, error.problems, as_json=json)
        raise typer.Exit(FAULT) from None
    if json:
        found = balance.data(board, balance.weigh(board))
        warned = [warning._asdict() for warning in warnings(board)]
        parts = {"problems": [], "warnings": warned, "board": facts.details(board), "balance": found}
        print_json({"sound": True, **parts})
    else:
        show(words, board)


def refuse(words: Words, folder: Path, problems: list[Problem], *, as_json: bool) -> None:
    if as_json:
        print_json({"sound": False, "problems": [problem._asdict() for problem in problems], "warnings": []})
        return
    print(words.say("check.problems", count=len(problems), folder=folder))
    for problem in problems:
        print(f"  {clean(str(problem))}")


def show(words: Words, board: Board) -> None:
    out = console()
    out.print(words.say("check.ok", board=words.of(board.names)))
    for warning in warnings(board):
        out.print(words.say("check.warning", warning=warning))
    out.print(words.say("check.facts"))
    for what, how_much in facts.lines(words, board):
        out.print("  " + (words.say("check.fact", what=what, how_much=how_much) if what else how_much))
    out.print(words.say("check.hints"))
    for hint in balance.hints(words, board, balance.weigh(board)):
        out.print(f"  {hint}")
