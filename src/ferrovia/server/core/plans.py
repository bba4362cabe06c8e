"""Plans for the next turn: "claim this route with these cards if it is still free; else draw blind". A plan is its
owner's secret until it is played, and it is dropped when nothing of it fits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ferrovia.engine import claims
from ferrovia.engine.actions import BLIND
from ferrovia.engine.phases import SECOND_CARD, TURN
from ferrovia.engine.proposals import proposals
from ferrovia.engine.state import State
from ferrovia.record import format_action, parse_action
from ferrovia.server.core.commands import Command
from ferrovia.server.core.draft import Draft
from ferrovia.server.core.entries import Kind
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.permissions import check_open, seats_of
from ferrovia.server.core.table import Status, Table


class Plan(NamedTuple):
    seat: int
    claim: str
    """In notation; empty for none."""
    draws: bool
    """Whether cards are drawn blind if the claim does not fit."""
    turns: int
    """Turns of the game when it was made: a plan is for the seat's next turn, and for no later one."""


class PlanStore(Protocol):
    async def plans(self, table: str) -> list[Plan]: ...

    async def keep_plan(self, table: str, plan: Plan) -> None: ...

    async def drop_plan(self, table: str, seat: int) -> None: ...

    async def planned_tables(self) -> dict[str, int]:
        """Those at which somebody has a plan, and the version of each."""


def planning_seat(table: Table, token: str) -> int:
    """Plans are for the one seat of a device, while others move."""
    held = seats_of(table, token)
    check_open(table)
    if table.status != Status.PLAYING or len(held) != 1:
        raise Denied("game.not_started")
    if held[0] in table.waiting_seats():
        raise Denied("plan.now")
    return held[0]


def payments(state: State, seat: int, lane: int) -> list[int]:
    """How the seat could pay for a lane if it were its turn, what to propose first; it knows all that is asked here."""
    mine = state.clone()
    mine.seat, mine.phase = seat, TURN
    return proposals(mine, seat).get(lane, [])


def made_plan(table: Table, token: str, lane: int | None, draws: bool, payment: int | None = None) -> Plan:
    """A plan to claim a lane, with the cards that would be proposed for it now unless others are named. Refused if it
    could not be claimed so."""
    seat = planning_seat(table, token)
    assert table.state is not None
    assert table.game is not None
    if lane is None:
        return Plan(seat, "", draws, int(table.state.turns))
    if not 0 <= lane < len(table.game.lanes):
        raise Denied("lane.unknown", {"lane": lane})
    refusal = claims.refuse(table.state, seat, lane)
    if refusal is not None:
        raise refusal
    offered = payments(table.state, seat, lane)
    action = offered[0] if payment is None else payment
    if action not in offered:
        raise Denied("plan.payment")
    return Plan(seat, format_action(table.game, action), draws, int(table.state.turns))


@dataclass(frozen=True)
class PlayPlan(Command):
    """What of a plan fits is done; None if nothing does."""

    plan: Plan = field(repr=False)

    def draft(self, table: Table) -> Draft | None:
        seat, state = self.plan.seat, table.state
        if state is None or table.game is None or seat not in table.waiting_seats() or table.bot_of(seat) is not None:
            return None
        if int(state.phase) != TURN or int(state.turns) - self.plan.turns >= table.setup.seats:
            return None  # the second: it was played already, and the server killed before it was dropped
        legal = [int(action) for action in state.legal_for(seat)]
        draft = Draft(table.copy())
        claim = parse_action(table.game, self.plan.claim) if self.plan.claim else None
        if claim is not None and claim in legal:
            return draft.move(Kind.MOVED, seat, claim)
        if not self.plan.draws or BLIND not in legal:
            return None
        draft.move(Kind.MOVED, seat, BLIND)
        after = draft.table.state
        assert after is not None
        if int(after.phase) == SECOND_CARD and after.waits_for(seat) and BLIND in list(after.legal_for(seat)):
            draft.move(Kind.MOVED, seat, BLIND)
        return draft


def planned_claim(table: Table, plan: Plan) -> int | None:
    """The claim of a plan as an action, for its owner."""
    return parse_action(table.game, plan.claim) if plan.claim and table.game is not None else None
