"""Scores of printed games, counted in a process beside the server: a path through a large network takes its time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from ferrovia.boards.game_factory import GameKey, shared_game
from ferrovia.record import Player, final_position
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core import outbox
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Counted

IN_WORK: Final = 20
"""Counts that may wait for the one process."""

log = logging.getLogger(__name__)


class Counting:
    def __init__(self) -> None:
        self.processes = ProcessPool(1)
        self.waiting = 0

    async def of(self, game: GameKey, players: Sequence[Player]) -> Counted:
        """Refused with the reason if that can't lie on a table."""
        if self.waiting >= IN_WORK:
            raise Denied("limit.moves")
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.processes.open(), count, game, list(players))
        except BrokenProcessPool as error:
            log.error("a score can't be counted", exc_info=error)
            self.processes.end()
            raise Denied("server.failed") from None
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self.processes.end(wait=True)


# --- in a process of its own ----------------------------------------------------------------------------
def count(game: GameKey, players: Sequence[Player]) -> Counted:
    return outbox.counted(final_position(shared_game(game), players))
