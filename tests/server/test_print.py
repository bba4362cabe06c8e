"""Printing from the page: drawn beside the server, once for all, and never more than the server can bear."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from ferrovia.server import print_shop
from ferrovia.server.bot_pool import ProcessPool
from ferrovia.server.core.errors import Denied
from ferrovia.server.print_shop import AT_ONCE, IN_WORK, KEPT, PARTS, PrintShop, Wanted, order


class Desk(Executor):
    """Does nothing until it is told to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Wanted]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, args[0]))
        return future

    def finish(self, data: bytes = b"%PDF") -> None:
        future, _ = self.waiting.pop(0)
        future.set_result(data)


class Desks(ProcessPool):
    def __init__(self) -> None:
        super().__init__(1)
        self.desk = Desk()
        self.ended = 0

    def open(self) -> Any:
        return self.desk

    def end(self, *, wait: bool = False) -> None:
        self.ended += 1


@pytest.fixture
def desks() -> Desks:
    return Desks()


def wanted(number: int = 0) -> Wanted:
    return Wanted("usa", "digest", "a4", "en", False, "all", f"http://host{number}/")


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_an_order_is_drawn_once_for_everybody(desks: Desks) -> None:
    async def ask() -> None:
        shop = PrintShop(desks)
        first = asyncio.create_task(shop.of(wanted(), "a"))
        second = asyncio.create_task(shop.of(wanted(), "b"))
        await settle()
        assert len(desks.desk.waiting) == 1
        desks.desk.finish(b"one")
        assert await first == await second == b"one"
        assert await shop.of(wanted(), "c") == b"one"
        assert desks.ended == 1, "nobody waits: the process is not needed any more"

    asyncio.run(ask())


def test_orders_are_drawn_one_after_the_other(desks: Desks) -> None:
    async def ask() -> None:
        shop = PrintShop(desks)
        tasks = [asyncio.create_task(shop.of(wanted(number), str(number))) for number in range(3)]
        for _ in tasks:
            await settle()
            assert len(desks.desk.waiting) == 1
            desks.desk.finish()
        await asyncio.gather(*tasks)

    asyncio.run(ask())


def test_an_address_has_few_orders_and_few_wait(desks: Desks) -> None:
    async def ask() -> None:
        shop = PrintShop(desks)
        tasks = [asyncio.create_task(shop.of(wanted(number), "greedy")) for number in range(AT_ONCE)]
        await settle()
        with pytest.raises(Denied, match=r"limit\.prints"):
            await shop.of(wanted(AT_ONCE), "greedy")
        tasks += [
            asyncio.create_task(shop.of(wanted(100 + number), f"x{number}")) for number in range(IN_WORK - AT_ONCE)
        ]
        await settle()
        with pytest.raises(Denied, match=r"limit\.prints"):
            await shop.of(wanted(999), "somebody else")
        for _ in tasks:  # one address after another
            await settle()
            desks.desk.finish()
        await asyncio.gather(*tasks)
        assert await shop.of(wanted(0), "greedy") == b"%PDF", "what lies ready is not counted"

    asyncio.run(ask())


def test_what_lies_ready_is_bounded(desks: Desks) -> None:
    async def fill() -> None:
        shop = PrintShop(desks)
        for number in range(KEPT + 5):
            shop.keep(wanted(number), b"x")
        assert len(shop.ready) == KEPT
        assert wanted(0) not in shop.ready
        shop.keep(wanted(1000), bytes(print_shop.KEPT_BYTES))
        assert list(shop.ready) == [wanted(1000)]

    asyncio.run(fill())


def test_an_order_that_takes_too_long_is_given_up(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_shop, "LONGEST", 0.01)

    async def ask() -> None:
        shop = PrintShop(desks)
        with pytest.raises(Denied, match=r"server\.failed"):
            await shop.of(wanted(), "a")
        assert desks.ended
        assert not shop.drawing

    asyncio.run(ask())


def test_without_the_library_it_says_so(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_shop, "LIBRARY", "no_such_library")

    async def ask() -> None:
        with pytest.raises(Denied, match=r"print\.unavailable"):
            await PrintShop(desks).of(wanted(), "a")

    asyncio.run(ask())


def test_the_process_draws_what_was_ordered() -> None:
    one = order("berlin", "a4", "fr", grey=True, part="rules", address="")
    assert print_shop.draw(one).startswith(b"%PDF")
    assert set(PARTS) == {"all", "board", "cards", "rules"}


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(Exception, match=r"atlantis"):
        order("atlantis", "a4", "en", grey=False, part="all", address="")
