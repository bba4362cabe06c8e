"""Playing a record again, and proving that it is what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ferrovia.boards import known, new_game
from ferrovia.engine.board import Board
from ferrovia.engine.errors import Refusal, SetupError
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.setup import deal
from ferrovia.engine.state import State
from ferrovia.engine.version import OTHER_BOARD, OTHER_RULING, RULES_VERSION, Difference, difference
from ferrovia.record.notation import LONGEST, NotationError, format_action, parse_action
from ferrovia.record.record import Move, Record, RecordError
from ferrovia.record.takeback import reveals, taken_back


@dataclass
class Replay:
    """A position of a recorded game, and everything that happened on the way to it."""

    game: Game
    state: State
    events: list[Event]
    moves: int


def begin(game: Game, names: list[str]) -> Record:
    """The record of a game before its first move. The caller adds where its luck comes from."""
    return Record(game.board.id, game.board.digest, RULES_VERSION, dict(game.options), list(names), game.first)


def write_move(record: Record, game: Game, seat: int, action: int) -> None:
    record.moves.append(Move(seat, format_action(game, action)))


def game_of(record: Record, board: Board | None = None) -> Game:
    """The game a record was played on. Refused: rules or a board that play differently since."""
    try:
        board = board or known(record.board)  # never a path: records come from anybody
        differs = difference(board, len(record.seats), record.options, record.digest, record.rules_version)
        if differs is not None:
            raise outdated(record, differs)
        return new_game(board, len(record.seats), record.options, record.first)
    except SetupError as error:
        if error.code == "board.unknown":
            raise RecordError("record.no_board", {"board": record.board}) from None
        raise RecordError(error.code, error.params) from None


def outdated(record: Record, differs: Difference) -> RecordError:
    versions: dict[str, object] = {"record": record.rules_version, "here": RULES_VERSION}
    if differs.kind == OTHER_BOARD:
        return RecordError("record.board_changed", {"board": record.board})
    if differs.kind == OTHER_RULING:
        return RecordError("record.ruling_changed", {**versions, "ruling": differs.ruling})
    return RecordError("record.rules_version", versions)


def positions(record: Record, board: Board | None = None) -> Iterator[Replay]:
    """Every position of the game, the deal first. The state in it goes on changing as you ask for the next."""
    game = game_of(record, board)
    events: list[Event] = []
    state = deal(game, record.chance(), events)
    yield Replay(game, state, events, 0)
    before: State | None = None
    for number, move in enumerate(record.moves, 1):
        if not 0 <= move.seat < game.seats:
            raise RecordError("record.no_seat", {"move": number, "number": move.seat + 1, "seats": int(game.seats)})
        voided = taken_back(move)
        if voided is not None:
            state, before = without_last(record, number, voided, before, state), None
            state.log = events
        else:
            before = state.clone() if is_taken_back(record, number) else None
            try:
                state.apply_for(move.seat, parse_action(game, move.text))
            except (Refusal, NotationError) as refusal:
                raise RecordError(
                    "record.illegal_move", {"move": number, "text": move.text[:LONGEST], "why": str(refusal)}
                ) from None
        yield Replay(game, state, events, number)


def is_taken_back(record: Record, number: int) -> bool:
    return number < len(record.moves) and taken_back(record.moves[number]) is not None


def without_last(record: Record, number: int, voided: int, before: State | None, after: State) -> State:
    """The position before a move that was taken back: the last one, by who made it, that brought nothing to light."""
    mover = record.moves[number - 2].seat if number > 1 else None
    if before is None or voided != number - 1 or mover != record.moves[number - 1].seat or reveals(before, after):
        raise RecordError("record.takeback", {"move": number, "number": voided})
    return before


def replay(record: Record, upto: int | None = None, board: Board | None = None) -> Replay:
    """The position after `upto` moves, or after all of them."""
    last = len(record.moves) if upto is None else upto
    if not 0 <= last <= len(record.moves):
        raise RecordError("record.no_such_move", {"move": last, "moves": len(record.moves)})
    for position in positions(record, board):
        if position.moves == last:
            break
    return position


def verify(record: Record, board: Board | None = None) -> Replay:
    """Replays a finished game: the deal follows from the committed secret, every move is legal, the result is right."""
    if record.result is None:
        raise RecordError("record.unfinished")
    end = replay(record, board=board)
    if not end.state.over:
        raise RecordError("record.truncated")
    if end.state.scores() != record.result:
        raise RecordError("record.result", {"record": record.result, "replayed": end.state.scores()})
    return end
