"""`ferrovia boards`: which boards there are, one of them in detail, its map, or its package."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table

from ferrovia.boards import Look, board_ids, load, look, source_files
from ferrovia.boards.limits import MOST_PACKED
from ferrovia.boards.loader import load_folder
from ferrovia.boards.look_reader import load_look
from ferrovia.boards.package import PARTS, folder_of, version_of, write_folder, write_package
from ferrovia.boards.rulebook import rulebook
from ferrovia.cli.errors import UserError
from ferrovia.cli.files import check_output, reason_of
from ferrovia.cli.language import Language
from ferrovia.cli.output import board_info
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.output.rulebook_text import pages
from ferrovia.cli.params import Json, Lang, OptionalBoard
from ferrovia.engine.board import Board
from ferrovia.text.words import Words

JSON_FILE: Final = ".json"


def command(
    board: OptionalBoard = None,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where --map, --pack and --unpack write to; --map may print.")
    ] = None,
    json: Json = False,
    map: Annotated[bool, typer.Option("--map", help="Draw the board as SVG.")] = False,
    pack: Annotated[bool, typer.Option("--pack", help="Write the board to one .zip file, to hand on.")] = False,
    unpack: Annotated[bool, typer.Option("--unpack", help="Write the files of the board to a folder.")] = False,
    lang: Lang = None,
) -> None:
    """Lists the boards, tells everything about one and its rules, or draws it.

    ferrovia boards · ferrovia boards nederland · ferrovia boards usa --map usa.svg

    ferrovia boards my-board --pack my-board.zip · ferrovia boards my-board.zip --unpack my-board
    """
    words = Language.words()
    if map + pack + unpack > 1:
        raise UserError("boards.one_flag")
    if file is not None and not (map or pack or unpack):
        raise UserError("map.needs_flag", {"file": file})
    if board is None:
        if map:
            raise UserError("map.needs_board")
        if pack or unpack:
            raise UserError("boards.needs_board")
        list_boards(words, as_json=json)
    elif pack or unpack:
        if file is None:
            raise UserError("boards.needs_file")
        (write_packed if pack else write_unpacked)(words, board, file, as_json=json)
    elif map:
        draw(words, load(board), look(board), file)
    elif json:
        print_json(board_info.details(load(board)))
    else:
        show(words, load(board))


def list_boards(words: Words, *, as_json: bool) -> None:
    boards = [load(id) for id in board_ids()]
    if as_json:
        print_json([board_info.summary(board) for board in boards])
        return
    columns = ("board", "name", "players", "places", "lanes", "tickets", "options", "provenance")
    table = Table(*(words.say(f"boards.{column}") for column in columns), box=None, pad_edge=False)
    for board in boards:
        counts = [str(len(part)) for part in (board.places, board.lanes, board.tickets)]
        options = ", ".join(option.id for option in board.options) or "–"
        table.add_row(
            board.id,
            words.of(board.names),
            board_info.players(words, board),
            *counts,
            options,
            board_info.sureness(words, board),
        )
    console().print(table)
    console().print(words.say("boards.hint"))


def show(words: Words, board: Board) -> None:
    out = console()
    out.print(f"{board.id} – {words.of(board.texts)}")
    table = Table(show_header=False, box=None, pad_edge=False)
    for what, how_much in board_info.lines(words, board):
        table.add_row(what, how_much)
    out.print(table)
    for part in pages(words, board, rulebook(board)):
        out.print(part)


def draw(words: Words, board: Board, look: Look, file: Path | None) -> None:
    from ferrovia.draw import board_svg

    picture = board_svg(board, words.language, look)
    if file is None:
        sys.stdout.write(picture)
        return
    try:
        file.write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise UserError("file.unwritable", {"file": file, "reason": reason_of(error)}) from None
    console().print(words.say("map.written", board=words.of(board.names), file=file))


# --- packages ---------------------------------------------------------------------------------------------
def write_packed(words: Words, board: str, file: Path, *, as_json: bool) -> None:
    """Checked first: a package that nobody can load is no use to anybody. A .json is for the other editor."""
    from ferrovia.studio.other_editor import write_other

    files = files_of(board)
    found = loaded(files)
    check_output(file)
    try:
        file.write_bytes(write_other(files) if file.suffix == JSON_FILE else write_package(files))
    except OSError as error:
        raise UserError("file.unwritable", {"file": file, "reason": reason_of(error)}) from None
    tell_written(words, "boards.packed", found, files, file, as_json=as_json)


def write_unpacked(words: Words, board: str, folder: Path, *, as_json: bool) -> None:
    """Into a folder of its own: nothing that lies there already is written over."""
    files = files_of(board)
    found = loaded(files)
    there = [name for name in PARTS if (folder / name).exists()] if folder.is_dir() else []
    if there or (folder.exists() and not folder.is_dir()):
        raise UserError("file.exists", {"file": folder / there[0] if there else folder})
    try:
        write_folder(files, folder)
    except OSError as error:
        raise UserError("file.unwritable", {"file": folder, "reason": reason_of(error)}) from None
    tell_written(words, "boards.unpacked", found, files, folder, as_json=as_json)


def files_of(board: str) -> dict[str, bytes]:
    """Of a board that is known, a folder, a package, or a file of the other editor."""
    from ferrovia.studio.other_editor import files_of_other

    path = Path(board)
    if path.suffix != JSON_FILE or not path.is_file():
        return source_files(board)
    try:
        with path.open("rb") as stream:
            return files_of_other(stream.read(MOST_PACKED + 1))
    except OSError as error:
        raise UserError("file.unreadable", {"file": path, "reason": reason_of(error)}) from None


def loaded(files: Mapping[str, bytes]) -> Board:
    folder = folder_of(files)
    board = load_folder(folder)
    load_look(folder, board)
    return board


def tell_written(
    words: Words, key: str, board: Board, files: Mapping[str, bytes], where: Path, *, as_json: bool
) -> None:
    if as_json:
        facts = {"board": board.id, "digest": board.digest, "version": version_of(files)}
        print_json({**facts, "files": list(files), "written": str(where)})
    else:
        console().print(words.say(key, board=words.of(board.names), file=where), soft_wrap=True)
