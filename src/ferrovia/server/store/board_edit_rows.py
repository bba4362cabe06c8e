"""The edits of a board as they are kept: in order, and only so many of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ferrovia.server.store.schema import board_edits

UNDOABLE: Final = 2_000
"""Edits that are kept of a board."""
UNDOABLE_LENGTH: Final = 4_000_000
"""Characters of them: whoever sends large ones fills no disk."""


@dataclass(frozen=True)
class Edit:
    number: int
    at: int
    key: str
    author: str
    changes: list[tuple[str, Any]]


async def last_forgotten(connection: AsyncConnection, id: str, number: int) -> int:
    """The newest edit that is not kept any more, where `number` is the newest of all."""
    lengths = select(board_edits.c.number, func.length(board_edits.c.changes).label("length"))
    kept = 0
    for row in await connection.execute(
        lengths.where(board_edits.c.board_id == id).order_by(board_edits.c.number.desc())
    ):
        kept += row.length
        if kept > UNDOABLE_LENGTH or row.number <= number - UNDOABLE:
            return int(row.number)
    return 0


def edits_after(id: str, number: int) -> Any:
    newer = select(board_edits).where(board_edits.c.board_id == id, board_edits.c.number > number)
    return newer.order_by(board_edits.c.number)


def read_edit(row: Any) -> Edit:
    return Edit(row.number, row.at, row.key, row.author, [(key, value) for key, value in json.loads(row.changes)])
