"""Which boards were edited a moment ago, so that nobody who waits for edits has to ask the database."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from ferrovia.server.store.boards import BoardStore

KEPT: Final = 5_000


class Edited:
    def __init__(self, store: BoardStore, alone: bool) -> None:
        self.store = store
        self.alone = alone
        """Whether this process is the only one that edits."""
        self.newest: OrderedDict[str, int] = OrderedDict()

    def set_newest(self, board: str, number: int) -> None:
        self.newest[board] = max(number, self.newest.get(board, 0))
        self.newest.move_to_end(board)
        while len(self.newest) > KEPT:
            self.newest.popitem(last=False)

    async def is_newer(self, board: str, after: int) -> bool:
        """Whether there is an edit after a number."""
        if not self.alone or board not in self.newest:
            self.set_newest(board, await self.store.last_edit(board))
        return self.newest[board] > after
