"""Finished games: their record, their moves, and any position of them. Nothing here answers before the end."""

from __future__ import annotations

from ferrovia.engine.events import Event
from ferrovia.engine.game import RANDOM_FIRST
from ferrovia.engine.state import State
from ferrovia.record import Move as RecordMove
from ferrovia.record import Record, to_text
from ferrovia.rules.longest_path import own_lanes
from ferrovia.rules.trail import trail_lanes
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox import position as outbox
from ferrovia.server.core.outbox.answers import History, PastPosition
from ferrovia.server.core.table import Status, Table
from ferrovia.server.core.tables import Tables, replay
from ferrovia.server.store import Stored
from ferrovia.view import SPECTATOR

RULE = "longest_path"


async def finished(tables: Tables, id: str) -> Stored:
    opened = await tables.fresh(id)
    if opened.table.status != Status.OVER:
        raise Denied("game.not_over")
    stored = await tables.repository.find(id)
    if stored is None:
        raise Denied("table.unknown")
    return stored


def names_of(table: Table) -> list[str]:
    return [seat.name or seat.bot for seat in table.seats]


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
        seats=names_of(table),
        first=RANDOM_FIRST if setup.first is None else setup.first,
        commitment=table.commitment,
        secret=stored.secret.hex() if over else None,
        moves=[RecordMove(entry.seat, entry.text) for entry in stored.moves()],
        result=table.state.scores() if over and table.state is not None else None,
    )


async def record_of(tables: Tables, id: str) -> str:
    return to_text(record_from(await finished(tables, id)))


async def history(tables: Tables, id: str) -> History:
    moves = (await finished(tables, id)).moves()
    return {
        "moves": [
            {
                "number": number,
                "at": entry.at,
                "seat": entry.seat,
                "by_bot": entry.kind == Kind.PLAYED,
                "text": entry.text,
            }
            for number, entry in enumerate(moves, 1)
        ]
    }


async def past_position(tables: Tables, id: str, number: int, seat: int | None) -> PastPosition:
    stored = await finished(tables, id)
    if seat is not None and seat >= stored.setup.seats:
        raise Denied("seat.unknown", {"seat": seat})
    table = stored.new_table()
    last: tuple[Entry, list[Event]] | None = None
    for entry in stored.log:
        if table.moves == number and table.state is not None:
            break
        last = (entry, table.apply(entry))
    if table.moves != number or table.state is None or last is None:
        raise Denied("move.unknown", {"move": number})
    state, game = table.state, table.state.game
    seats = range(stored.setup.seats)
    shown = SPECTATOR if seat is None else seat
    views = [outbox.facts(state, each) for each in seats]
    return {
        "number": number,
        "moves": len(stored.moves()),
        "view": outbox.facts(state, shown),
        "hands": [views[each]["hand"] if seat in (None, each) else [0] * int(game.cards) for each in seats],
        "tickets": [views[each]["tickets"] if seat in (None, each) else [] for each in seats],
        "completed": [views[each]["completed"] if seat in (None, each) else [] for each in seats],
        "trails": trails(state),
        "events": outbox.told([last], shown if seat is not None else last[0].seat),
    }


def trails(state: State) -> list[list[int]]:
    """The longest path of every seat, once it has been scored."""
    if not state.over or RULE not in state.game.rule_by_id:
        return []
    return [[int(lane) for lane in trail_lanes(state.game, own_lanes(state, seat))] for seat in range(state.game.seats)]
