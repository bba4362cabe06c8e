"""`ferrovia replay`: a recorded game up to a move."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from ferrovia.cli.errors import UserError
from ferrovia.cli.files import board_in, read_record
from ferrovia.cli.language import Language
from ferrovia.cli.output.console import console, print_json
from ferrovia.cli.params import BoardFolder, Json, Lang, RecordFile, whole
from ferrovia.cli.play.final import final_parts
from ferrovia.cli.play.screen import hand_text, screen
from ferrovia.engine.board import Board
from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.version import RULES_VERSION
from ferrovia.record import Record, RecordError, Replay, game_of, positions
from ferrovia.text.error_text import Explained, explain
from ferrovia.text.event_text import event_lines
from ferrovia.text.names import Table
from ferrovia.text.sanitize import sanitize
from ferrovia.view import SPECTATOR, observe


class Scene(NamedTuple):
    """A position of a recorded game. `chapters` are the events of the deal and of every move since."""

    replay: Replay
    chapters: list[list[Event]]


def open_table(record: Record, board: Board | None) -> Table:
    return Table(game_of(record, board), record.seats, Language.words())


def watch(record: Record, board: Board | None, upto: int | None) -> Scene:
    """The game played again up to a move."""
    last = len(record.moves) if upto is None else upto
    if last > len(record.moves):
        raise RecordError("record.no_such_move", {"move": last, "moves": len(record.moves)})
    chapters: list[list[Event]] = []
    told = 0
    for replay in positions(record, board):
        chapters.append(replay.events[told:])
        told = len(replay.events)
        if replay.moves == last:
            break
    return Scene(replay, chapters)


def in_words(error: FerroviaError, table: Table) -> Explained:
    """An error of a record, said with the names of its own board and players."""
    return Explained(error, explain(table.words, error, table))


def command(
    file: RecordFile,
    to: Annotated[
        int | None,
        typer.Option(
            "--to",
            metavar="MOVE",
            help="Stop after this move; 0 is the deal.",
            parser=whole("--to", 0, 10**9),
            show_default=False,
        ),
    ] = None,
    board: BoardFolder = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show hands and tickets, if the game is over.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Plays a recorded game again and shows the table after a move, with everything that happened until then.

    You see what a spectator would have seen.
    """
    record = read_record(file)
    if reveal and record.result is None:
        raise UserError("replay.unfinished")
    own_board = board_in(board)
    table = open_table(record, own_board)
    try:
        scene = watch(record, own_board, to)
    except FerroviaError as error:
        raise in_words(error, table) from None
    if json:
        print_json(data(record, scene, reveal))
    else:
        show(table, record, scene, reveal)


def data(record: Record, scene: Scene, reveal: bool) -> dict[str, object]:
    state = scene.replay.state
    log = [
        {"move": move, **event.seen_by(event.seat if reveal else TABLE)}
        for move, events in enumerate(scene.chapters)
        for event in events
    ]
    result: dict[str, object] = {
        "board": record.board,
        "seats": record.seats,
        "move": scene.replay.moves,
        "moves": len(record.moves),
        "over": state.over,
        "rules_version": record.rules_version,
        "standings_version": RULES_VERSION,
        "view": observe(state, SPECTATOR).facts(),
        "log": log,
    }
    if reveal:
        views = [observe(state, seat) for seat in range(state.game.seats)]
        result["hands"] = [view.hand for view in views]
        result["tickets"] = [view.tickets for view in views]
    return result


def show(table: Table, record: Record, scene: Scene, reveal: bool) -> None:
    out, words, state = console(), table.words, scene.replay.state
    board = words.of(table.game.board.names)
    title = words.say("replay.title", board=board, move=scene.replay.moves, moves=len(record.moves))
    out.print(Text(title, style="bold"))
    for move, events in enumerate(scene.chapters):
        heading = words.say("replay.dealt") if move == 0 else record.moves[move - 1].text
        lines = [line for event in events for line in event_lines(table, [event], event.seat if reveal else TABLE)]
        who = "" if move == 0 else f"{table.seat(record.moves[move - 1].seat)}: "
        out.print(Text(f"{move}. {who}{sanitize(heading)}", style="bold"))
        for line in lines:
            out.print(Text(f"     {line}"))
    out.print()
    out.print(screen(table, observe(state, SPECTATOR)))
    for seat in range(table.game.seats):
        lanes = [table.lane(lane) for lane, owner in enumerate(state.owner) if owner == seat]
        out.print(words.say("replay.routes", name=table.seat(seat), routes=", ".join(lanes) or words.say("word.none")))
        if reveal:
            view = observe(state, seat)
            held = hand_text(table, view.hand).plain
            out.print(words.say("replay.hand", name=table.seat(seat), cards=held, tickets=table.tickets(view.tickets)))
    if state.over:
        for part in final_parts(table, observe(state, SPECTATOR), record.rules_version):
            out.print(part)
    else:
        waiting = [table.seat(seat) for seat in range(table.game.seats) if state.waits_for(seat)]
        out.print(words.say("replay.next", names=", ".join(waiting)))
