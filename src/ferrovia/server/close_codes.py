"""Why a socket is closed, as its client is told: numbers of the standard, and from 4000 on our own."""

from __future__ import annotations

from typing import Final

from ferrovia.engine.errors import FerroviaError
from ferrovia.server.core.errors import Unavailable

GOING_AWAY: Final = 1001
BAD_MESSAGE: Final = 4400
NOT_ALLOWED: Final = 4403
NO_TABLE: Final = 4404
TOO_SLOW: Final = 4408
TOO_MUCH: Final = 4429
TRY_LATER: Final = 1013


def close_code(error: FerroviaError) -> int:
    if isinstance(error, Unavailable):
        return TRY_LATER
    known = {"table.unknown": NO_TABLE, "token.seat": NOT_ALLOWED}
    return known.get(error.code, BAD_MESSAGE)
