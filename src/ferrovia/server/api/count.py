"""The score of a game that was played on the printed board, counted by the rules that games here are scored by."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from ferrovia.boards.game_factory import GameKey
from ferrovia.server.api.access import FAILURES, Address, TheServices
from ferrovia.server.api.records import may_replay
from ferrovia.server.api.requests import PrintedGame
from ferrovia.server.core.outbox.game_answers import Counted

router = APIRouter(prefix="/api", tags=["boards"], responses=FAILURES, dependencies=[Depends(may_replay)])


@router.post("/count")
async def count_score(table: PrintedGame, address: Address, services: TheServices) -> Counted:
    """The ledger and the final order: which tickets are done, whose path is the longest, how ties are broken."""
    await services.library.provide(table.board)
    key = GameKey(table.board, len(table.players), tuple(sorted(table.options.items())), table.first)
    return await services.counting.of(key, [player.value() for player in table.players], address)
