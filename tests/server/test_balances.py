"""Boards measured beside the server: kept with their version, and few an hour for each address."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from ferrovia.boards import load
from ferrovia.server import balances as balances_module
from ferrovia.server.balance_answers import LEAST_BATCHES, Balance, BalanceBudget, measured
from ferrovia.server.balances import Balances
from ferrovia.server.core.errors import Denied
from server.serving import Server


async def waited(balances: Balances, board: str, players: int, address: str) -> Balance:
    """Asks until the games are played, as the page does."""
    found = None
    while found is None:
        found = await balances.of(board, players, address)
    return found


def test_a_board_is_measured_once_and_kept_with_its_version(tmp_path: Path) -> None:
    async def ask() -> None:
        balances = Balances(tmp_path, BalanceBudget(planner_games=80, an_hour=8))
        try:
            assert balances.find("amsterdam", 2) is None
            first, again = await asyncio.gather(*(waited(balances, "amsterdam", 2, who) for who in ("a", "b")))
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

        async def run(_: str, work: object, name: str, players: int, budget: BalanceBudget) -> object:
            return measured(name, players, budget)

        monkeypatch.setattr(balances.workbench, "run", run)
        for players in (2, 3):
            await waited(balances, "amsterdam", players, "a")
        with pytest.raises(Denied) as refused:
            await balances.of("amsterdam", 4, "a")
        assert refused.value.code == "limit.balances"
        await waited(balances, "amsterdam", 2, "a")  # what lies ready is not counted
        assert (await waited(balances, "amsterdam", 4, "b"))["players"] == 4
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


def test_a_board_that_takes_long_is_measured_by_fewer_games() -> None:
    """It was given up, and a busy machine made any board such a one."""
    found = measured("amsterdam", 2, BalanceBudget(planner_games=800, computing=0.0))
    assert (found["games"], found["planned"]) == (LEAST_BATCHES * 800 // 40, 800)
    assert all(seat["win"]["low"] < seat["win"]["high"] for seat in found["seats"])
    whole = measured("amsterdam", 2, BalanceBudget(planner_games=800))
    assert (whole["games"], whole["planned"]) == (800, 800)


def test_who_waits_long_is_answered_and_waits_on_for_the_same_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy cuts off an answer that takes longer than a minute."""
    monkeypatch.setattr(balances_module, "PATIENCE", 0.01)
    runs: list[str] = []

    async def story() -> None:
        balances = Balances(tmp_path, BalanceBudget(planner_games=2, an_hour=4))
        go_on = asyncio.Event()

        async def run(address: str, work: object, name: str, players: int, budget: BalanceBudget) -> object:
            runs.append(address)
            await go_on.wait()
            return measured(name, players, budget)

        monkeypatch.setattr(balances.workbench, "run", run)
        for _ in range(5):
            assert await balances.of("amsterdam", 2, "a") is None
        assert runs == ["a"], "nobody is charged for waiting"
        go_on.set()
        await asyncio.gather(*balances.measuring.values())
        found = await waited(balances, "amsterdam", 2, "a")
        assert balances.find("amsterdam", 2) == found
        balances.close()

    asyncio.run(story())


def test_over_http(server: Server) -> None:
    address = f"{server.url}/api/boards/berlin/balance"
    assert httpx.get(f"{address}?players=2", timeout=30).json() == {"balance": None}
    refused = httpx.post(f"{address}?players=5", timeout=30)
    assert (refused.status_code, refused.json()["code"]) == (422, "seats.number")
    assert httpx.post(f"{address}?players=9", timeout=30).status_code == 422
    unknown = httpx.post(f"{server.url}/api/boards/nowhere/balance?players=2", timeout=30)
    assert (unknown.status_code, unknown.json()["code"]) == (422, "board.unknown")  # as for all that is asked of boards
    made = None
    while made is None:  # it answers in time, and whoever asks again waits for the same games
        made = httpx.post(f"{address}?players=2", timeout=60).json()["balance"]
    assert (made["games"], made["planned"]) == (4000, 4000)
    assert {"en", "fr"} == set(made["first"][0]["text"])
    assert httpx.get(f"{address}?players=2", timeout=30).json() == {"balance": made}
