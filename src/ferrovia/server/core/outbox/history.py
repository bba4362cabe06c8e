"""Finished games: their record, their moves, and any position of them. Only for games that are over."""

from __future__ import annotations

from ferrovia.engine.events import Event
from ferrovia.engine.rule import Rule
from ferrovia.engine.state import State
from ferrovia.engine.values import LedgerLine
from ferrovia.record import to_text
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.game_answers import History, PastPosition
from ferrovia.server.core.outbox.positions import facts, standing, told
from ferrovia.server.core.replay import record_from
from ferrovia.server.core.storage import Stored
from ferrovia.view import SPECTATOR


def record(stored: Stored) -> str:
    """The finished game as text, its secret included."""
    return to_text(record_from(stored))


def move_list(stored: Stored) -> History:
    return {
        "moves": [
            {
                "number": number,
                "at": entry.at,
                "seat": entry.seat,
                "by_bot": entry.kind == Kind.PLAYED,
                "text": entry.text,
            }
            for number, entry in enumerate(stored.moves(), 1)
        ]
    }


def past_position(stored: Stored, number: int, seat: int | None) -> PastPosition:
    """After so many moves: everything open, or as a seat saw it then."""
    check_seat(seat, stored.setup.seats)
    table = stored.new_table()
    last: tuple[Entry, list[Event]] | None = None
    moves = stored.moves()
    upto = moves[number - 1].version if 0 < number <= len(moves) else 0
    for entry in stored.log:
        if entry.version > upto and table.state is not None:
            break
        last = (entry, table.apply(entry))
    if table.moves != number or table.state is None or last is None:
        raise Denied("move.unknown", {"move": number})
    return shown_position(table.state, (number, len(moves)), seat, last)


def check_seat(seat: int | None, seats: int) -> None:
    if seat is not None and seat >= seats:
        raise Denied("seat.unknown", {"seat": seat})


def shown_position(
    state: State, move: tuple[int, int], seat: int | None, last: tuple[Entry, list[Event]]
) -> PastPosition:
    """`move` is its number and how many there are, `last` what has just happened."""
    seats = range(state.game.seats)
    shown = SPECTATOR if seat is None else seat
    views = [facts(state, each) for each in seats]
    return {
        "number": move[0],
        "moves": move[1],
        "view": facts(state, shown),
        "standing": standing(state),
        "hands": [views[each]["hand"] if seat in (None, each) else [0] * int(state.game.cards) for each in seats],
        "tickets": [views[each]["tickets"] if seat in (None, each) else [] for each in seats],
        "completed": [views[each]["completed"] if seat in (None, each) else [] for each in seats],
        "lit": lit(state),
        "events": told([last], shown if seat is not None else last[0].seat),
    }


def lit(state: State) -> list[list[int]]:
    """For every line of the final ledger the lanes it is about, as far as its rule says."""
    if not state.over:
        return []
    rules = dict(zip(state.game.line_names, state.game.line_rules, strict=True))
    return [lanes_of(state, rules[line.rule], line) for line in state.ledger()]


def lanes_of(state: State, rule: Rule | None, line: LedgerLine) -> list[int]:
    return [] if rule is None else [int(lane) for lane in rule.lit(state, line)]
