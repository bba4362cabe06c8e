"""Boards measured beside the server: kept by their version, and few an hour for each address."""

from __future__ import annotations

import asyncio

import pytest

from ferrovia.boards import load
from ferrovia.server.balances import HOUR, BalanceBudget, Balances
from ferrovia.server.core.errors import Denied


def test_a_board_is_measured_once_and_an_address_has_its_share() -> None:
    now = [0.0]
    balances = Balances(BalanceBudget(games=20, planner_games=20, an_hour=2), lambda: now[0])

    async def ask() -> None:
        amsterdam = load("amsterdam")
        first = await balances.of(amsterdam, 2, "a")
        assert first["digest"] == amsterdam.digest
        assert len(first["first"]) == 5
        assert await balances.of(amsterdam, 2, "a") is first, "what was measured costs nothing"
        await balances.of(amsterdam, 3, "a")
        with pytest.raises(Denied):
            await balances.of(amsterdam, 4, "a")
        assert (await balances.of(amsterdam, 4, "b"))["players"] == [4]
        now[0] = HOUR + 1
        await balances.of(load("berlin"), 2, "a")

    try:
        asyncio.run(ask())
    finally:
        balances.close()
