"""One lane, as a seat that might claim it sees it, now or when its turn comes."""

from __future__ import annotations

from ferrovia.engine import claims
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import LaneAnswer
from ferrovia.server.core.outbox.positions import choices, payment, terms
from ferrovia.server.core.outbox.table import failure
from ferrovia.server.core.permissions import seats_of, shown_seat
from ferrovia.server.core.plans import payments
from ferrovia.server.core.table import Status, Table


def lane_answer(table: Table, token: str, lane: int) -> LaneAnswer:
    """How the seat that the token shows can claim a lane, or why it can't."""
    seat = shown_seat(table, seats_of(table, token))
    if table.state is None or table.game is None or seat < 0:
        raise Denied("game.not_started")
    if not 0 <= lane < len(table.game.lanes):
        raise Denied("lane.unknown", {"lane": lane})
    refusal = claims.refuse(table.state, seat, lane)
    offered = choices(table, seat)
    found = [claim["payments"] for claim in (offered["claims"] if offered else []) if claim["lane"] == lane]
    may_plan = offered is None and refusal is None and table.status == Status.PLAYING
    later = payments(table.state, seat, lane) if may_plan else []
    return {
        "lane": lane,
        "refusal": None if refusal is None else failure(refusal),
        "payments": found[0] if found else [payment(table.game, action) for action in later],
        "terms": terms(table.state, seat, lane),
    }
