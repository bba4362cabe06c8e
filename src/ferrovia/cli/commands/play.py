"""`ferrovia play`: a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from ferrovia.boards import board_ids, load, new_game
from ferrovia.cli.commands.replay import in_words
from ferrovia.cli.errors import UserError
from ferrovia.cli.files import check_writable, read_record
from ferrovia.cli.language import Language
from ferrovia.cli.params import LARGEST_SEED, Lang, OptionalBoard, Switches, complete_seat, read_options, whole
from ferrovia.cli.play.match import Match
from ferrovia.cli.play.seats import sit, sit_again
from ferrovia.engine.chance import Chance, commitment, from_secret, new_secret, seeded
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.events import Event
from ferrovia.engine.game import RANDOM_FIRST
from ferrovia.engine.setup import deal
from ferrovia.record import begin, game_of, replay
from ferrovia.simulation.series import BOT_STREAM
from ferrovia.text.names import Table
from ferrovia.text.words import Words


def command(
    board: OptionalBoard = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            metavar="N",
            help="How many play; the fewest the board allows by default.",
            parser=whole("--players", 1, 9),
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="human|BOT",
            autocompletion=complete_seat,
            show_default=False,
            help="Who sits at the next seat: human, human:NAME, a bot's name or FILE.py:BOT. "
            "Without any: you and greedy bots.",
        ),
    ] = None,
    option: Switches = None,
    first: Annotated[
        int | None,
        typer.Option(
            "--first",
            metavar="N",
            help="The seat that begins; drawn by lot by default.",
            parser=whole("--first", 1, 9),
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="S",
            help="Deal from a seed, for practice; from a fresh secret by default.",
            parser=whole("--seed", 0, LARGEST_SEED),
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where the game goes.", show_default=False)
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.", show_default=False)
    ] = None,
    lang: Lang = None,
) -> None:
    """Starts a game against bots, or among friends who share this screen: hands are hidden between turns.

    Moves are typed as they are written: draw 3, draw blind, tickets, keep 1,3, claim Dallas–Houston red+1w. Type ? for
    help. The game is saved at its end, in the current folder or to --save.
    """
    words = Language.words()
    if resume is not None:
        if any(value is not None for value in (players, option, first, seed)):
            raise UserError("play.resume_only")
        match = resumed(words, resume, board, save, seat or [])
    elif board is None:
        raise UserError("play.needs_board", {"known": board_ids()})
    else:
        match = fresh(words, board, players, seat or [], option or [], first, seed, save)
    match.welcome()
    match.play()


def fresh(
    words: Words,
    name: str,
    players: int | None,
    seats: list[str],
    options: list[str],
    first: int | None,
    seed: int | None,
    save: Path | None,
) -> Match:
    board = load(name)
    count = players or max(board.players[0], len(seats))
    game = new_game(board, count, read_options(options), RANDOM_FIRST if first is None else first - 1)
    sitters = sit(words, seats, count, streams(seed))
    file = save or free_name(board.id)
    check_writable(file)
    record = begin(game, [sitter.name for sitter in sitters])
    secret = new_secret() if seed is None else None
    if secret is None:
        assert seed is not None
        record.seed = (seed, 0)
        chance = seeded(seed)
    else:
        record.commitment = commitment(secret)
        chance = from_secret(secret)
    events: list[Event] = []
    state = deal(game, chance, events)
    return Match(Table(game, record.seats, words), state, events, record, secret, sitters, file)


def resumed(words: Words, file: Path, name: str | None, save: Path | None, seats: list[str]) -> Match:
    """A match that goes on from a saved game."""
    record = read_record(file)
    board = None if name is None else load(name)
    table = Table(game_of(record, board), record.seats, words)
    try:
        position = replay(record, board=board)
    except FerroviaError as error:
        raise in_words(error, table) from None
    if position.state.over:
        raise UserError("play.finished", {"file": file})
    sitters = sit_again(record.seats, seats, streams(None))
    if save is not None:
        check_writable(save)
    secret = None if record.secret is None else bytes.fromhex(record.secret)
    record.secret = record.result = None
    return Match(table, position.state, position.events, record, secret, sitters, save or file)


def streams(seed: int | None) -> Callable[[int], Chance]:
    """Gives every bot a random stream of its own, so that its draws reveal nothing about the deck."""
    if seed is None:
        return lambda seat: from_secret(new_secret())
    return lambda seat: seeded(seed ^ BOT_STREAM, seat)


def free_name(board: str) -> Path:
    """A file name in the current folder that is not taken."""
    stem = f"ferrovia-{board}-{datetime.now():%Y%m%d-%H%M%S}"
    names = (Path(f"{stem}{suffix}.txt") for suffix in ["", *(f"-{number}" for number in range(2, 1000))])
    return next(name for name in names if not name.exists())
