"""The last action of a game, kept for as long as it may be taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.server.core.table import Table


@dataclass(frozen=True, slots=True)
class LastMove:
    version: int
    at: int
    seat: int
    before: Table
    """The table without it; nobody changes it."""
    laid_open: bool = False
    """Whether it put tickets on the table for all to see: then it stays."""
