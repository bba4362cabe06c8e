"""The tables that a model sits at: a game of its own against bots, or a seat at a server's table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from ferrovia.boards import builtin, new_game
from ferrovia.bots import Budget
from ferrovia.bots.guard import guard
from ferrovia.bots.registry import UnknownBot, bot_names
from ferrovia.cli.errors import UserError
from ferrovia.engine.chance import from_secret, new_secret
from ferrovia.engine.events import Event
from ferrovia.engine.game import Game
from ferrovia.engine.setup import deal
from ferrovia.view import View, observe

THINKING: Final = 2.0
"""Seconds that a bot may think about a move."""
PATIENCE: Final = 60.0
"""Seconds that a call may take."""
MOST_TABLES: Final = 64
SEAT: Final = 0
"""The model's, in a game of its own."""


class Table(Protocol):
    """A seat at a table, as the tools need it."""

    game: Game
    names: Sequence[str]

    async def view(self) -> View: ...
    async def actions(self) -> Sequence[int]: ...
    async def act(self, action: int) -> None: ...
    async def wait(self, seconds: float) -> None: ...
    def news(self) -> list[Event]: ...
    async def close(self) -> None: ...


class OwnTable:
    """A game against bots on a built-in board, in this process."""

    def __init__(self, board: str, opponents: Sequence[str], options: Mapping[str, bool]) -> None:
        for name in opponents:
            if name not in bot_names():  # a bot in a file of this machine is not for strangers
                raise UnknownBot("bot.unknown", {"bot": name[:40], "known": bot_names()})
        self.game = new_game(builtin(board), 1 + len(opponents), options)
        self.names: Sequence[str] = ["you", *opponents]
        self.log: list[Event] = []
        self.told = 0
        self.state = deal(self.game, from_secret(new_secret()), self.log)
        self.bots = {seat: guard(name, from_secret(new_secret())) for seat, name in enumerate(opponents, SEAT + 1)}
        self.turn = asyncio.Lock()
        self.let_bots_play()

    def let_bots_play(self) -> None:
        state = self.state
        while not state.over and not state.waits_for(SEAT):
            seat = int(state.seat)
            view = observe(state, seat)
            state.apply(self.bots[seat].choose(view, state.legal_actions(), Budget(seconds=THINKING)))

    async def view(self) -> View:
        return observe(self.state, SEAT)

    async def actions(self) -> Sequence[int]:
        return list(self.state.legal_for(SEAT))

    async def act(self, action: int) -> None:
        async with self.turn:
            self.state.apply_for(SEAT, action)
            await asyncio.to_thread(self.let_bots_play)

    async def wait(self, seconds: float) -> None:
        """Bots have moved by the time that `act` answers."""

    def news(self) -> list[Event]:
        """What has happened since the last time."""
        since, self.told = self.told, len(self.log)
        return self.log[since:]

    async def close(self) -> None:
        """Nothing is open."""


class InvitedTable:
    """A seat at a table of a game server, by its invitation."""

    def __init__(self, server: Any, link: Any, said: Mapping[str, Any]) -> None:
        from ferrovia.client import game_of

        self.server, self.link = server, link
        self.game = game_of(said["table"])
        self.names: Sequence[str] = []
        self.happened: list[Event] = []
        self.version = -1
        self.position = self.take(said)

    @classmethod
    async def join(cls, address: str, name: str) -> InvitedTable:
        from ferrovia.client import Link, Server

        link = Link.parse(address)
        server = Server(link.server)
        try:
            seat = await server.sit(link, name)
            return cls(server, seat, await server.show(seat.table, seat.token))
        except BaseException:
            await server.http.aclose()
            raise

    def take(self, said: Mapping[str, Any]) -> Any:
        """What the server told, and what has happened since it last did."""
        from ferrovia.client import Position

        self.position = Position(said["position"])
        self.names = self.position.names
        for event in self.position.events:
            if event["version"] > self.version:
                self.happened.append(Event(event["code"], event["seat"], event["facts"]))
        self.version = self.position.version
        return self.position

    async def refresh(self, wait: float = 0) -> None:
        since = self.version if wait else None
        self.take(await self.server.show(self.link.table, self.link.token, since, wait))

    async def view(self) -> View:
        await self.refresh()
        if self.position.status == "waiting":
            raise UserError("mcp.waiting")
        view: View = self.position.view(self.game)
        return view

    async def actions(self) -> Sequence[int]:
        await self.refresh()
        found: list[int] = self.position.actions
        return found

    async def act(self, action: int) -> None:
        await self.refresh()
        decision = self.position.decision
        if decision is None:
            raise UserError("mcp.not_yours")
        await self.server.move(self.link.table, self.link.token, secrets.token_urlsafe(12), decision, action)

    async def wait(self, seconds: float) -> None:
        """Until the seat has something to decide, or the game is over, or the time is up."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        await self.refresh()
        while not self.position.actions and not self.position.ended and loop.time() < end:
            await self.refresh(wait=min(20.0, max(0.1, end - loop.time())))

    def news(self) -> list[Event]:
        happened, self.happened = self.happened, []
        return happened

    async def close(self) -> None:
        await self.server.http.aclose()


class Tables:
    """By ids that nobody can guess: who has the id has the seat. Of too many, the oldest are forgotten."""

    def __init__(self) -> None:
        self.by_id: dict[str, Table] = {}

    async def add(self, table: Table) -> str:
        while len(self.by_id) >= MOST_TABLES:
            await self.by_id.pop(next(iter(self.by_id))).close()
        id = secrets.token_urlsafe(9)
        self.by_id[id] = table
        return id

    async def close(self) -> None:
        """Whoever holds connections lets go of them."""
        while self.by_id:
            await self.by_id.popitem()[1].close()

    def find(self, id: str) -> Table:
        if id not in self.by_id:
            raise UserError("mcp.game", {"game": id[:20]})
        return self.by_id[id]
