"""Short answers: what became of a request, invitations, a line about each of one's tables."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.errors import FerroviaError
from ferrovia.engine.ledger import CORE_LINES, TICKET
from ferrovia.engine.state import State
from ferrovia.server.core.commands import Move
from ferrovia.server.core.outbox.answers import Accepted, Created, Done, Failure, Invite, Joined
from ferrovia.server.core.outbox.game_answers import Chances, Summary, TicketCount, TurningPoint
from ferrovia.server.core.outbox.positions import people, told
from ferrovia.server.core.table import Status, Table
from ferrovia.server.core.tables import Outcome
from ferrovia.server.core.tokens import invite


def failure(error: FerroviaError) -> Failure:
    return {"code": error.code, "params": dict(error.params)}


def done(outcome: Outcome) -> Done:
    return {"version": outcome.version}


def joined(outcome: Outcome, token: str) -> Joined:
    table = outcome.opened.table
    return {"seat": table.held_by(token)[0], "version": table.version}


def accepted(move: Move, outcome: Outcome) -> Accepted:
    """A move that is safe. Of one that had been sent before, nothing more is told."""
    if outcome.draft is None:
        return {"key": move.key, "version": outcome.version, "events": []}
    entry = outcome.draft.entries[-1]
    return {"key": move.key, "version": outcome.version, "events": told([(entry, outcome.draft.events)], entry.seat)}


def created(table: Table, host: str) -> Created:
    return {"table": table.id, "commitment": table.commitment, "invites": invites(table, host)}


def invites(table: Table, host: str) -> list[Invite]:
    """Of the open seats, for the host alone."""
    return [
        {"seat": number, "token": invite(host, table.id, number, seat.invite_number)}
        for number, seat in enumerate(table.seats)
        if seat.kind == "open"
    ]


def summary(table: Table, mine: Sequence[int]) -> Summary:
    state = table.state
    over = table.status == Status.OVER and state is not None
    waiting = [seat for seat in table.waiting_seats() if seat in mine and table.bot_of(seat) is None]
    deadlines = [table.deadline(seat) for seat in waiting]
    places = {standing.seat: standing.place for standing in state.standings()} if over and state is not None else {}
    return {
        "table": table.id,
        "board": table.setup.board,
        "status": table.status.value,
        "people": people(table),
        "mine": list(mine),
        "my_turn": bool(waiting),
        "updated_at": table.updated_at,
        "points": [] if state is None else [int(p) for p in (state.scores() if over else state.points)],
        "places": [places[seat] for seat in range(table.setup.seats)] if places else [],
        "tickets": ticket_counts(state) if over and state is not None else [],
        "deadline": min((deadline for deadline in deadlines if deadline is not None), default=None),
        "rematch": table.rematch,
        "reason": None,
    }


def ticket_counts(state: State) -> list[TicketCount]:
    lines = [line for line in state.ledger() if line.rule == CORE_LINES[TICKET]]
    own = [[line.points > 0 for line in lines if line.seat == seat] for seat in range(state.game.seats)]
    return [{"kept": len(tickets), "completed": sum(tickets)} for tickets in own]


def outdated_summary(table: Table, mine: Sequence[int], reason: FerroviaError, updated_at: int) -> Summary:
    """Who sits at a table that can't be opened any more, and why it can't."""
    found = summary(table, mine)
    found["status"], found["reason"], found["updated_at"] = "outdated", failure(reason), updated_at
    return found


def chances(moves: int, known: list[list[float]], turning: list[TurningPoint] | None) -> Chances:
    return {"moves": moves, "chances": known, "turning": turning}
