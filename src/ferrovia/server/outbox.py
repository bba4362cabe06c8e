"""The one way out: whatever a client learns about a table is put together here, for the seats that client holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, cast

from pydantic_core import to_json

from ferrovia.engine.actions import BLIND, PASS, TICKETS, decode_action, is_slot, slot_of
from ferrovia.engine.events import TABLE, Event
from ferrovia.engine.game import RULE_PHASE, Game
from ferrovia.engine.phases import FIRST_TICKETS, KEEP_TICKETS, SECOND_CARD, TURN
from ferrovia.engine.proposals import proposals
from ferrovia.engine.state import State
from ferrovia.record import format_action
from ferrovia.server.entries import MOVES, Entry, now
from ferrovia.server.messages.answers import (
    Choices,
    Claim,
    ClockInfo,
    DecisionKind,
    EventInfo,
    Payment,
    Position,
    SeatInfo,
    TableAnswer,
    TableInfo,
    ViewFacts,
)
from ferrovia.server.table import Status, Table
from ferrovia.view import SPECTATOR, observe

KINDS: Final[dict[int, DecisionKind]] = {
    FIRST_TICKETS: "first_tickets",
    TURN: "turn",
    SECOND_CARD: "second_card",
    KEEP_TICKETS: "keep_tickets",
}
ABOUT_TABLE: Final = "table."
"""Entries of the log that are no events of the game are told under codes that begin so."""

News = Iterable[tuple[Entry, list[Event]]]


def encode(message: object) -> bytes:
    return to_json(message)


def shown_seat(table: Table, held: Sequence[int]) -> int:
    """Whose view a client gets. A device that holds several seats shows only the one that has to decide."""
    if len(held) == 1:
        return held[0]
    waiting = table.waiting_seats()
    return next((seat for seat in held if seat in waiting and table.bot_of(seat) is None), SPECTATOR)


def position(table: Table, held: Sequence[int], news: News) -> Position:
    seat = shown_seat(table, held)
    state = table.state
    return {
        "version": table.version,
        "now": now(),
        "status": table.status.value,
        "people": people(table),
        "clock": clock(table),
        "mine": list(held),
        "seat": None if seat == SPECTATOR else seat,
        "view": None if state is None else facts(state, seat),
        "choices": None if seat == SPECTATOR else choices(table, seat),
        "moves": table.moves,
        "rematch": table.rematch,
        "events": told(news, seat),
    }


def answer(table: Table, held: Sequence[int], news: News) -> TableAnswer:
    return {"table": table_info(table), "position": position(table, held, news)}


def facts(state: State, seat: int) -> ViewFacts:
    return cast(ViewFacts, observe(state, seat).facts())


def table_info(table: Table) -> TableInfo:
    setup = table.setup
    return {
        "id": table.id,
        "board": setup.board,
        "digest": setup.digest,
        "rules_version": setup.rules_version,
        "options": setup.options,
        "seats": setup.seats,
        "first": setup.first,
        "clock": setup.clock,
        "stand_in": setup.stand_in,
        "start": setup.start,
        "commitment": table.commitment,
        "created_at": table.created_at,
    }


def people(table: Table) -> list[SeatInfo]:
    return [
        {"kind": seat.kind, "name": seat.name, "bot": table.bot_of(number) or "", "away": table.away[number]}
        for number, seat in enumerate(table.seats)
    ]


def clock(table: Table) -> ClockInfo:
    waiting = table.waiting_seats()
    deadlines = [table.deadline(seat) if seat in waiting else None for seat in range(table.setup.seats)]
    return {"banks": table.banks, "deadlines": deadlines}


# --- events ---------------------------------------------------------------------------------------------
def told(news: News, seat: int) -> list[EventInfo]:
    """Events as a seat saw them; entries that are no move are events too."""
    events: list[EventInfo] = []
    for entry, happened in news:
        if entry.kind not in MOVES:
            code = ABOUT_TABLE + entry.kind.value
            events.append({"version": entry.version, "at": entry.at, "code": code, "seat": entry.seat, "facts": {}})
        events += [seen(entry, event, seat) for event in happened]
    return events


def seen(entry: Entry, event: Event, seat: int) -> EventInfo:
    facts = event.seen_by(TABLE if seat == SPECTATOR else seat)
    del facts["code"], facts["seat"]
    return {"version": entry.version, "at": entry.at, "code": event.code, "seat": event.seat, "facts": facts}


# --- choices --------------------------------------------------------------------------------------------
def choices(table: Table, seat: int) -> Choices | None:
    """What a seat may do now, or None if nothing is asked of it."""
    state, game = table.state, table.game
    if state is None or game is None or table.status != Status.PLAYING or not state.waits_for(seat):
        return None
    actions = [int(action) for action in state.legal_for(seat)]
    phase = int(state.phase)
    keeps = {FIRST_TICKETS: int(game.first_keep), KEEP_TICKETS: int(game.later_keep)}
    offered = sum(1 for ticket in state.offer[seat * game.most_dealt : (seat + 1) * game.most_dealt] if ticket >= 0)
    return {
        "decision": table.decisions[seat],
        "kind": "rule" if phase >= RULE_PHASE else KINDS[phase],
        "slots": [slot_of(action) for action in actions if is_slot(action)],
        "blind": BLIND in actions,
        "tickets": TICKETS in actions,
        "must_pass": PASS in actions,
        "keep_least": min(keeps.get(phase, 0), offered),
        "claims": claims(state, seat),
        "own": [
            {"action": action, "text": format_action(game, action)}
            for action in actions
            if action >= game.rule_action_base
        ],
        "actions": actions,
    }


def claims(state: State, seat: int) -> list[Claim]:
    """What the seat can claim now. The page proposes what `default` says and knows no rule for it."""
    game = state.game
    return [
        {"lane": lane, "payments": [payment(game, action) for action in actions], "default": actions[0]}
        for lane, actions in proposals(state, seat).items()
    ]


@lru_cache(maxsize=65536)
def payment(game: Game, action: int) -> Payment:
    """Made once for all tables that are laid alike."""
    claim = decode_action(game, action)
    return {"action": action, "colour": claim.colour, "wilds": claim.wilds}
