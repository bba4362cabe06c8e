"""Whole games of guests, and the proof that nothing of what they were promised is lost."""

from __future__ import annotations

import asyncio
import random
from collections import Counter as Tally
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ferrovia.boards import builtin, new_game
from ferrovia.client import Link, Refused, Server, Unreachable, Watch
from ferrovia.record import format_action, from_text, verify
from ferrovia.server.core.entries import MOVES, Kind
from ferrovia.server.core.storage import Stored
from ferrovia.server.store import Database, Repository
from server.guests import Guest, Way, hurry
from server.serving import new_token

NOVICE: Final = {"kind": "bot", "bot": "novice"}
HURRIED: Final = {"kind": "live", "bank_seconds": 5, "increment_seconds": 1}
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Plan:
    """A table for two guests, and bots beside them."""

    board: str = "berlin"
    bots: int = 0
    clock: bool = False
    """One so short that it runs out while the server is down: stand-ins play until the guests are back."""
    leaves: int | None = None
    """One guest gets up after so many moves."""
    returns: bool = False
    """… and sits down again later."""


class Game:
    def __init__(self, plan: Plan, asked: Server, table: str, guests: Sequence[Guest]) -> None:
        self.plan = plan
        self.asked = asked
        self.table = table
        self.guests = guests

    async def play(self) -> None:
        first, second = self.guests
        await asyncio.gather(first.play(), second.play() if self.plan.leaves is None else self.play_and_leave(second))

    async def play_and_leave(self, guest: Guest) -> None:
        await guest.play(self.plan.leaves)
        await persistently(lambda: self.asked.leave(self.table, str(guest.link.token)))
        guest.may_be_overtaken = True
        left_at: int | None = None
        async with Watch(guest.link.holding(None)) as watched:
            async for position in watched:
                left_at = position.said["moves"] if left_at is None else left_at
                if self.plan.returns and position.said["moves"] > left_at + 4:
                    break
        if self.plan.returns:
            await guest.play()


async def persistently(ask: Callable[[], Awaitable[Answer]]) -> Answer:
    """Asks until the server is there again."""
    while True:
        try:
            return await ask()
        except (Refused, Unreachable) as error:
            if isinstance(error, Refused) and not error.passes:
                raise
            await asyncio.sleep(0.1)


async def lay(plan: Plan, asked: Server, luck: random.Random, on_promise: Callable[[], None], way: Way = hurry) -> Game:
    tokens = [new_token(), new_token()]
    people = [{"kind": "person", "name": f"Guest {token[:4]}", "token": token} for token in tokens]
    more: dict[str, Any] = {"clock": HURRIED} if plan.clock else {}
    made = await asked.create(plan.board, [*people, *[NOVICE] * plan.bots], new_token(), stand_in="novice", **more)
    guests = [
        Guest(Link(asked.address, made["table"], token), random.Random(luck.random()), on_promise, way, plan.clock)
        for token in tokens
    ]
    return Game(plan, asked, made["table"], guests)


async def play_all(games: Sequence[Game]) -> None:
    await asyncio.gather(*(game.play() for game in games))


# --- what must be true afterwards -----------------------------------------------------------------------
async def check_record(game: Game) -> None:
    record = from_text(await game.asked.record(game.table))
    verify(record)
    shown = (await game.asked.show(game.table))["position"]
    assert (shown["status"], shown["moves"]) == ("over", len(record.moves))


async def check_log(games: Sequence[Game], database_url: str) -> set[Kind]:
    """All that was promised is in the log. What kinds of things happened in all."""
    database = Database(database_url)
    kinds: set[Kind] = set()
    try:
        for game in games:
            stored = await Repository(database).find(game.table)
            assert stored is not None
            check_promises(game, stored)
            kinds |= {entry.kind for entry in stored.log}
    finally:
        await database.close()
    return kinds


def check_promises(game: Game, stored: Stored) -> None:
    """Each in its place, each once; and no move of a guest is there that was not acknowledged in the end."""
    assert [entry.version for entry in stored.log] == list(range(1, len(stored.log) + 1))
    laid = new_game(builtin(stored.setup.board), stored.setup.seats, stored.setup.options)
    promised = [promise for guest in game.guests for promise in guest.promises]
    assert promised or game.plan.clock  # stand-ins may be faster than any guest
    for promise in promised:
        entry = stored.log[promise.version - 1]
        found = (entry.kind, entry.key, entry.seat, entry.text)
        assert found == (Kind.MOVED, promise.key, promise.seat, format_action(laid, promise.action))
    keys = Tally(entry.key for entry in stored.log if entry.kind == Kind.MOVED)
    assert keys == Tally(promise.key for promise in promised)
    assert sum(entry.kind in MOVES for entry in stored.log) > 20
