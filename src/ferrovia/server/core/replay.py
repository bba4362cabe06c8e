"""A stored table played again from its log: the table as it is now, what happened, the record of its game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ferrovia.engine.game import RANDOM_FIRST
from ferrovia.record import Move, Record
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
        moves=[Move(entry.seat, entry.text) for entry in stored.moves()],
        result=table.state.scores() if over and table.state is not None else None,
    )
