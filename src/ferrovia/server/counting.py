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
from ferrovia.server.core.fair_queue import FairQueue
from ferrovia.server.core.outbox.game_answers import Counted

IN_WORK: Final = 20
"""Counts that may wait for the one process."""
OF_ONE_ADDRESS: Final = 4
"""Of these."""
SECONDS: Final = 60.0
"""After which a count is given up, and its process killed."""

log = logging.getLogger(__name__)


class Counting:
    def __init__(self) -> None:
        self.processes = ProcessPool(1)
        self.queue = FairQueue(IN_WORK, OF_ONE_ADDRESS)

    async def of(self, game: GameKey, players: Sequence[Player], address: str) -> Counted:
        """Refused with the reason if that can't lie on a table. Addresses that ask are served in turn."""
        async with self.queue.turn(address):
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(self.processes.open(), count, game, list(players))
            try:
                return await asyncio.wait_for(work, SECONDS)
            except (BrokenProcessPool, TimeoutError) as error:
                log.error("a score can't be counted", exc_info=error)
                self.processes.end()
                raise Denied("server.failed") from None

    def close(self) -> None:
        self.processes.end(wait=True)


# --- in a process of its own ----------------------------------------------------------------------------
def count(game: GameKey, players: Sequence[Player]) -> Counted:
    return outbox.counted(final_position(shared_game(game), players))
