"""A seat at a table: each move arrives exactly once, whatever happens to the socket. A bot can play it to the end."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

from ferrovia.bots import Actions, Budget
from ferrovia.client.backoff import pause_after
from ferrovia.client.errors import Cut, LinkError, Refused
from ferrovia.client.line import Line, move_message
from ferrovia.client.link import Link
from ferrovia.client.position import Json, Position, game_of
from ferrovia.client.watch import PATIENCE, Watch
from ferrovia.engine.game import Game
from ferrovia.view import View

OVERTAKEN: Final = frozenset({"decision.stale", "game.over", "turn.not_yours"})
"""Refusals that only say that a stand-in has moved in the meantime."""


class Player(Protocol):
    """A bot, or a guarded one."""

    def choose(self, view: View, actions: Actions, budget: Budget) -> int: ...


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that the server has stored."""

    key: str
    version: int
    events: list[Json]
    """What it caused, as this seat saw it; empty if the first answer got lost and the move was sent again."""


class Seat(Watch):
    """A Watch that plays. Opening one ends the play of a stand-in."""

    back = True

    def __init__(self, link: Link, patience: float = PATIENCE) -> None:
        if link.token is None:
            raise LinkError("link.watching")
        super().__init__(link, patience)
        self.unanswered: dict[str, tuple[Json, asyncio.Future[Accepted]]] = {}

    # --- moving -----------------------------------------------------------------------------------------
    async def move(self, position: Position, action: int | str, key: str | None = None) -> Accepted:
        """Sends an action for the open decision of a position, again and again under one key until it is answered.

        Raises Refused if it was not done, and whatever ended the connection if that can't be known."""
        key = key or secrets.token_urlsafe(12)
        message = move_message(key, position, action)
        failures = 0
        try:
            while True:
                answer: asyncio.Future[Accepted] = asyncio.get_running_loop().create_future()
                self.unanswered[key] = (message, answer)
                await self.post_move(message)
                try:
                    return await answer
                except Refused as refused:
                    if not refused.passes:
                        raise
                await asyncio.sleep(pause_after(failures))
                failures += 1
        finally:
            del self.unanswered[key]

    async def come_back(self) -> None:
        """Asks the stand-in to hand over; the position that follows says so."""
        line = self.open_line()
        if line is not None:
            with suppress(Cut):
                await line.say({"type": "back"})

    async def post_move(self, message: Json) -> None:
        """What is not answered is sent again over the next socket."""
        line = self.open_line()
        if line is not None:
            with suppress(Cut):
                await line.say_move(message)

    def open_line(self) -> Line | None:
        """None while there is none. Raises what ended the connection for good."""
        if self.failure is not None:
            raise self.failure
        return self.line

    async def welcomed(self, line: Line) -> None:
        for message, _ in list(self.unanswered.values()):
            await line.say_move(message)

    def answered(self, message: Json) -> None:
        if message["type"] == "update":
            key, position = message["answers"], message["position"]
            self.settle(key, Accepted(key, position["version"], caused(position)))
            return
        key = message["key"]
        if message["type"] == "accepted":
            self.settle(key, Accepted(key, message["version"], message["events"]))
            return
        refused = Refused(message["code"], message["params"])
        if key is not None:
            self.settle(key, refused)
        elif not refused.passes:  # it could not even read what was sent
            self.settle_all(refused)

    def give_up(self, failure: Exception) -> None:
        super().give_up(failure)
        self.settle_all(failure)

    def settle_all(self, failure: Exception) -> None:
        for key in list(self.unanswered):
            self.settle(key, failure)

    def settle(self, key: str, outcome: Accepted | Exception) -> None:
        _, answer = self.unanswered.get(key, (None, None))
        if answer is None or answer.done():  # the move was sent twice, and this is the second answer
            return
        if isinstance(outcome, Accepted):
            answer.set_result(outcome)
        else:
            answer.set_exception(outcome)

    # --- playing a whole game ---------------------------------------------------------------------------
    async def play(self, bot: Player, budget: Budget | None = None) -> Position:
        """Lets a bot play to the end of the game; returns the last position. It thinks in a thread, so pings go on."""
        budget = budget or Budget()
        game: Game | None = None
        last: Position | None = None
        async for last in self:
            check_held(last)
            if last.away and not last.ended:
                await self.come_back()
            if last.actions:
                game = game or game_of(self.table)
                action = await asyncio.to_thread(think, bot, game, last, budget)
                await self.move_unless_overtaken(last, action)
        assert last is not None
        return last

    async def move_unless_overtaken(self, position: Position, action: int) -> None:
        try:
            await self.move(position, action)
        except Refused as refused:
            if refused.code not in OVERTAKEN:
                raise


def think(bot: Player, game: Game, position: Position, budget: Budget) -> int:
    return bot.choose(position.view(game), position.actions, budget)


def caused(position: Json) -> list[Json]:
    """What the last thing that happened brought about."""
    return [event for event in position["events"] if event["version"] == position["version"]]


def check_held(position: Position) -> None:
    """A table may be closed before the game, and a seat be given to somebody else."""
    mine: list[Any] = position.said["mine"]
    if position.status == "closed":
        raise Refused("table.closed")
    if not mine:
        raise Refused("token.seat")
