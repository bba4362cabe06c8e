"""The HTTP status of every refusal."""

from __future__ import annotations

from typing import Final

STATUS: Final = {
    "abort.too_late": 409,
    "body.too_large": 413,
    "calls.address": 422,
    "calls.many": 429,
    "calls.off": 409,
    "calls.unknown": 404,
    "calls.unreachable": 503,
    "chat.off": 409,
    "database.unavailable": 503,
    "decision.stale": 409,
    "game.not_over": 409,
    "game.not_started": 409,
    "game.started": 409,
    "hint.people": 409,
    "lane.unknown": 404,
    "limit.moves": 429,
    "limit.sockets": 429,
    "limit.tables": 429,
    "limit.words": 429,
    "move.unknown": 404,
    "origin.foreign": 403,
    "plan.now": 409,
    "question.over": 409,
    "request.invalid": 422,
    "route.missing": 404,
    "seat.resigned": 409,
    "seat.unknown": 404,
    "seats.open": 409,
    "server.failed": 500,
    "table.board_changed": 409,
    "table.closed": 410,
    "table.damaged": 503,
    "table.outdated": 409,
    "table.ruling_changed": 409,
    "table.unknown": 404,
    "takeback.too_late": 409,
    "token.host": 403,
    "token.invite": 403,
    "token.seat": 403,
    "token.weak": 422,
}
"""Every code of our own → its HTTP status. A refused move (a Refusal of the engine) is a 409."""
REFUSED: Final = 409
WRONG_SETUP: Final = 422
