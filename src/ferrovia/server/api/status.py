"""The HTTP status of every refusal."""

from __future__ import annotations

from typing import Final

STATUS: Final = {
    "board.removed": 410,
    "board.too_much": 422,
    "board.unmade": 404,
    "body.too_large": 413,
    "clock.running": 409,
    "database.unavailable": 503,
    "decision.stale": 409,
    "game.not_over": 409,
    "game.not_started": 409,
    "game.started": 409,
    "lane.unknown": 404,
    "limit.boards": 429,
    "limit.moves": 429,
    "limit.sockets": 429,
    "limit.tables": 429,
    "limit.versions": 429,
    "move.unknown": 404,
    "origin.foreign": 403,
    "request.invalid": 422,
    "route.missing": 404,
    "seat.unknown": 404,
    "seats.open": 409,
    "server.failed": 500,
    "studio.key": 403,
    "studio.not_own": 422,
    "studio.off": 404,
    "studio.token": 403,
    "table.board_changed": 409,
    "table.closed": 410,
    "table.damaged": 503,
    "table.outdated": 409,
    "table.ruling_changed": 409,
    "table.unknown": 404,
    "token.host": 403,
    "token.invite": 403,
    "token.seat": 403,
    "token.weak": 422,
}
"""Every code of our own → its HTTP status. A refused move (a Refusal of the engine) is a 409."""
REFUSED: Final = 409
WRONG_SETUP: Final = 422
