"""Boards measured beside the server: kept with their version, and few an hour for each address."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from ferrovia.boards import load
from ferrovia.server.balance_answers import measured
from ferrovia.server.balances import BalanceBudget, Balances
from ferrovia.server.core.errors import Denied
from server.serving import Server


def test_a_board_is_measured_once_and_kept_with_its_version(tmp_path: Path) -> None:
    async def ask() -> None:
        balances = Balances(tmp_path, BalanceBudget(planner_games=80, an_hour=8))
        try:
            assert balances.find("amsterdam", 2) is None
            first, again = await asyncio.gather(*(balances.of("amsterdam", 2, who) for who in ("a", "b")))
            assert first == again, "two who ask at once wait for the same games"
            assert first["digest"] == load("amsterdam").digest
            assert len(first["first"]) == 5
            assert [seat["turn"] for seat in first["seats"]] == [1, 2]
            assert len(first["lanes"]) == len(load("amsterdam").lanes)
        finally:
            balances.close()
        later = Balances(tmp_path, BalanceBudget(planner_games=80, an_hour=8))
        assert later.find("amsterdam", 2) == first
        later.close()

    asyncio.run(ask())


def test_an_address_and_the_server_have_their_shares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        balances = Balances(tmp_path, BalanceBudget(planner_games=2, an_hour=8))

        async def run(_: str, work: object, name: str, players: int, games: int) -> object:
            return measured(name, players, games)

        monkeypatch.setattr(balances.workbench, "run", run)
        for players in (2, 3):
            await balances.of("amsterdam", players, "a")
        with pytest.raises(Denied) as refused:
            await balances.of("amsterdam", 4, "a")
        assert refused.value.code == "limit.balances"
        await balances.of("amsterdam", 2, "a")  # what lies ready is not counted
        assert (await balances.of("amsterdam", 4, "b"))["players"] == 4
        balances.by_server.burst = 0
        with pytest.raises(Denied):
            await balances.of("berlin", 2, "c")
        balances.close()

    asyncio.run(ask())


def test_a_damaged_or_older_file_is_measured_anew(tmp_path: Path) -> None:
    balances = Balances(tmp_path)
    file = balances.file_of(load("berlin"), 2)
    file.parent.mkdir()
    file.write_text("{")
    assert balances.find("berlin", 2) is None
    file.write_text('{"digest": "of a server that did not tell everything yet"}')
    assert balances.find("berlin", 2) is None
    balances.close()


def test_over_http(server: Server) -> None:
    address = f"{server.url}/api/boards/berlin/balance"
    assert httpx.get(f"{address}?players=2", timeout=30).json() == {"balance": None}
    refused = httpx.post(f"{address}?players=5", timeout=30)
    assert (refused.status_code, refused.json()["code"]) == (422, "seats.number")
    assert httpx.post(f"{address}?players=9", timeout=30).status_code == 422
    unknown = httpx.post(f"{server.url}/api/boards/nowhere/balance?players=2", timeout=30)
    assert (unknown.status_code, unknown.json()["code"]) == (422, "board.unknown")  # as for all that is asked of boards
    made = httpx.post(f"{address}?players=2", timeout=120).json()
    assert made["games"] == 4000
    assert {"en", "fr"} == set(made["first"][0]["text"])
    assert httpx.get(f"{address}?players=2", timeout=30).json() == {"balance": made}
