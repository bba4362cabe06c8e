"""The ways the server says no, and what HTTP calls them."""

from __future__ import annotations

from typing import Final

from ferrovia.engine.errors import FerroviaError

STATUS: Final = {
    "body.too_large": 413,
    "clock.running": 409,
    "database.unavailable": 503,
    "decision.stale": 409,
    "game.not_over": 409,
    "game.not_started": 409,
    "game.started": 409,
    "lane.unknown": 404,
    "limit.moves": 429,
    "limit.tables": 429,
    "move.unknown": 404,
    "origin.foreign": 403,
    "request.invalid": 422,
    "route.missing": 404,
    "seat.unknown": 404,
    "seats.open": 409,
    "server.failed": 500,
    "table.closed": 410,
    "table.outdated": 409,
    "table.unknown": 404,
    "token.host": 403,
    "token.invite": 403,
    "token.seat": 403,
    "token.weak": 422,
}
"""Every code of our own → its HTTP status. A refused move (a Refusal of the engine) is a 409."""
REFUSED: Final = 409
WRONG_SETUP: Final = 422


class Denied(FerroviaError):
    """A request that the server does not carry out. Nothing has changed."""


class Unavailable(Denied):
    """The database can't be reached, so nobody knows whether anything has changed: ask again."""

    def __init__(self) -> None:
        super().__init__("database.unavailable")


class Conflict(Exception):
    """Somebody else has written the same version of a table: look again, decide again."""
