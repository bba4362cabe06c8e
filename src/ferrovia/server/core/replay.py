"""A stored table played again from its log: the table as it is now, what happened, the record of its game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ferrovia.engine.game import RANDOM_FIRST
from ferrovia.record import Move, Record, takeback
from ferrovia.server.core.entries import MOVES, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.open_table import News
from ferrovia.server.core.storage import Stored
from ferrovia.server.core.table import Status, Table


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Whatever a damaged log does to whoever reads or plays it, the table is refused."""
    try:
        yield
    except Denied:
        raise
    except Exception as error:
        raise Denied("table.damaged") from error


def replay(stored: Stored) -> Table:
    table = stored.new_table()
    for entry in stored.log:
        table.apply(entry)
    return table


def replay_news(stored: Stored) -> News:
    table = stored.new_table()
    return [(entry, table.apply(entry)) for entry in stored.log]


def record_from(stored: Stored) -> Record:
    """The record of a stored game; its secret is in it only if the game is over."""
    table = replay(stored)
    setup = stored.setup
    over = table.status == Status.OVER and table.state is not None
    return Record(
        board=setup.board,
        digest=setup.digest,
        rules_version=setup.rules_version,
        options=setup.options,
        seats=[seat.name or seat.bot for seat in table.seats],
        first=RANDOM_FIRST if setup.first is None else setup.first,
        commitment=table.commitment,
        secret=stored.secret.hex() if over else None,
        moves=recorded_moves(stored),
        result=table.state.scores() if over and table.state is not None else None,
    )


def recorded_moves(stored: Stored) -> list[Move]:
    """Every move, and behind one that was taken back a line that says so."""
    moves: list[Move] = []
    numbers: dict[int, int] = {}
    for entry in stored.log:
        if entry.kind in MOVES:
            moves.append(Move(entry.seat, entry.text))
            numbers[entry.version] = len(moves)
        elif entry.kind == Kind.VOIDED:
            moves.append(takeback(entry.seat, numbers[int(entry.text)]))
    return moves
