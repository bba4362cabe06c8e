"""The one process that works out win chances serves addresses in turn."""

from __future__ import annotations

import asyncio

import pytest

from ferrovia.boards import load, new_game
from ferrovia.record import Record, begin
from ferrovia.server.core.errors import Denied
from ferrovia.server.forecasts import OF_ONE_ADDRESS, Forecasts, Known

GAME = new_game(load("berlin"), 2)
RECORDS = [begin(GAME, ["Ada", f"Grace {number}"]) for number in range(OF_ONE_ADDRESS + 1)]
PORTIONS = 3


class Noted(Forecasts):
    """Notes who is served, instead of thinking."""

    def __init__(self) -> None:
        super().__init__()
        self.served: list[str] = []

    async def work(self, record: Record, game: Known, address: str) -> None:
        for _ in range(PORTIONS):
            async with self.turns.turn(address):
                self.served.append(address)
                await asyncio.sleep(0)


async def ask(forecasts: Noted, address: str, records: list[Record]) -> None:
    for record in records:
        forecasts.of_record(record, address)


def test_a_crowd_of_one_address_keeps_nobody_else_waiting() -> None:
    async def served() -> list[str]:
        forecasts = Noted()
        await ask(forecasts, "crowd", RECORDS[:OF_ONE_ADDRESS])
        await ask(forecasts, "other", RECORDS[OF_ONE_ADDRESS:])
        await asyncio.gather(*forecasts.tasks.values())
        return forecasts.served

    order = asyncio.run(served())
    assert order[: 3 * PORTIONS].count("other") == PORTIONS, order
    assert order.count("crowd") == OF_ONE_ADDRESS * PORTIONS


def test_an_address_may_ask_for_a_few_games_at_once_and_then_for_more() -> None:
    async def run() -> None:
        forecasts = Noted()
        with pytest.raises(Denied):
            await ask(forecasts, "crowd", RECORDS)
        await ask(forecasts, "other", RECORDS[-1:])
        await asyncio.gather(*forecasts.tasks.values())
        assert not forecasts.askers, "who asks for nothing more is forgotten"
        await ask(forecasts, "crowd", RECORDS[-1:])
        await asyncio.gather(*forecasts.tasks.values())

    asyncio.run(run())
