"""Games that are not of this server: records that somebody opens, and scores of the printed board. Nothing is kept."""

from __future__ import annotations

from typing import Final, cast

from ferrovia.bots.levels import LEVELS
from ferrovia.engine.state import State
from ferrovia.record import Record, positions, replay, settled, verify
from ferrovia.server.core.entries import Entry, Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import SeatInfo
from ferrovia.server.core.outbox.game_answers import Counted, CountedLine, CountedPlace, OpenedRecord, PastPosition
from ferrovia.server.core.outbox.history import check_seat, lit, shown_position

LONGEST_NAME: Final = 30
NO_TIME: Final = 0
BOTS: Final = frozenset(name for name, _ in LEVELS)


def opened_record(record: Record) -> OpenedRecord:
    """Refused, with the reason, unless every move of it is legal and its result is the one it says."""
    if record.result is None:
        replay(record)
    else:
        verify(record)
    record = settled(record)
    return {
        "board": record.board,
        "options": record.options,
        "rules_version": record.rules_version,
        "people": [person(name) for name in record.seats],
        "finished": record.result is not None,
        "moves": [
            {"number": number, "at": NO_TIME, "seat": move.seat, "by_bot": is_bot(record, move.seat), "text": move.text}
            for number, move in enumerate(record.moves, 1)
        ],
    }


def is_bot(record: Record, seat: int) -> bool:
    return record.seats[seat] in BOTS


def person(name: str) -> SeatInfo:
    """Names of a record may be anything: no longer than ours, and whole characters."""
    if name in BOTS:
        return {"kind": "bot", "name": "", "bot": name, "away": False, "resigned": False}
    shown = name.encode(errors="replace").decode()[:LONGEST_NAME]
    return {"kind": "person", "name": shown, "bot": "", "away": False, "resigned": False}


def record_position(record: Record, number: int, seat: int | None) -> PastPosition:
    """After so many moves: everything open, or as a seat saw it then."""
    check_seat(seat, len(record.seats))
    record = settled(record)
    if number > len(record.moves):
        raise Denied("move.unknown", {"move": number})
    known = 0
    for position in positions(record):
        if position.moves == number:
            break
        known = len(position.events)
    mover = record.moves[number - 1].seat if number else -1
    entry = Entry(number, NO_TIME, Kind.MOVED, mover, "")
    return shown_position(position.state, (number, len(record.moves)), seat, (entry, position.events[known:]))


def counted(state: State) -> Counted:
    return {
        "ledger": [cast(CountedLine, line._asdict()) for line in state.ledger()],
        "standings": [cast(CountedPlace, standing._asdict()) for standing in state.standings()],
        "lit": lit(state),
    }
