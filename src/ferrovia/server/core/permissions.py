"""Who may do what at a table, and whose view a client gets."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.engine.errors import Refusal
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.table import Status, Table
from ferrovia.view import SPECTATOR


def seats_of(table: Table, token: str) -> tuple[int, ...]:
    """The seats that a token holds, at least one."""
    held = table.held_by(token)
    if not held:
        raise Denied("token.seat")
    return held


def seats_for(table: Table, token: str | None) -> tuple[int, ...]:
    """The seats of somebody who only looks: none without a token, or for a host who does not play."""
    if token is None:
        return ()
    held = table.held_by(token)
    if not held and not table.is_host(token):
        raise Denied("token.seat")
    return held


def shown_seat(table: Table, held: Sequence[int]) -> int:
    """Whose view a client gets. A device that holds several seats shows only the one that has to decide."""
    if len(held) == 1:
        return held[0]
    waiting = table.waiting_seats()
    return next((seat for seat in held if seat in waiting and table.bot_of(seat) is None), SPECTATOR)


def moving_seat(table: Table, token: str, named: int | None) -> int:
    """The seat a move is for: one of the token's own, whatever the message names."""
    held = seats_of(table, token)
    if named is not None:
        if named not in held:
            raise Denied("token.seat")
        return named
    shown = shown_seat(table, held)
    return shown if shown >= 0 else held[0]


def check_open(table: Table) -> None:
    if table.status == Status.CLOSED:
        raise Denied("table.closed")


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < table.setup.seats:
        raise Denied("seat.unknown", {"seat": seat})


def check_host(table: Table, host: str) -> None:
    if not table.is_host(host):
        raise Denied("token.host")


def check_host_may_seat(table: Table, host: str, seat: int) -> None:
    check_open(table)
    check_host(table, host)
    check_seat(table, seat)
    if table.status == Status.OVER:
        raise Refusal("game.over")
    if table.status != Status.WAITING:
        raise Denied("game.started")
