"""`ferrovia verify`: is a recorded game what it says it is?"""

from __future__ import annotations

import typer

from ferrovia.cli.app import FAULT
from ferrovia.cli.commands.replay import in_words, open_table
from ferrovia.cli.files import board_in, read_record
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import BoardFolder, Json, Lang, RecordFile
from ferrovia.engine.board import Board
from ferrovia.engine.errors import FerroviaError
from ferrovia.record import Record, verify
from ferrovia.text.error_text import explain


def command(file: RecordFile, board: BoardFolder = None, json: Json = False, lang: Lang = None) -> None:
    """Deals the cards of a finished game again and plays every move, by the rules.

    Proves that the deal follows from the secret behind the commitment, that every move was legal, and that the
    result is what they lead to. It proves nothing about who played, or when. Exit code 2 if anything does not fit.
    """
    words = Language.words()
    try:
        record = read_record(file)
        prove(record, board_in(board))
    except FerroviaError as error:
        if not json:
            raise
        print_json({"verified": False, "code": error.code, "reason": explain(words, error)})
        raise typer.Exit(FAULT) from None
    if json:
        print_json(data(record))
        return
    out = console()
    out.print(words.say("verify.ok", moves=len(record.moves)))
    out.print(words.say("verify.board", board=record.board, digest=record.digest))
    if record.seed is None:
        out.print(words.say("verify.deal", commitment=record.commitment))
    else:
        out.print(words.say("verify.seeded", seed=record.seed[0]))


def prove(record: Record, board: Board | None) -> None:
    table = open_table(record, board)
    try:
        verify(record, board)
    except FerroviaError as error:
        raise in_words(error, table) from None


def data(record: Record) -> dict[str, object]:
    return {
        "verified": True,
        "board": record.board,
        "digest": record.digest,
        "seats": record.seats,
        "moves": len(record.moves),
        "result": record.result,
        "commitment": record.commitment,
        "seed": None if record.seed is None else list(record.seed),
    }
