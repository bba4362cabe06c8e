"""One bare socket at one table: it does not reconnect, and it plays no moves by itself.

Light enough for thousands in one process. Whoever keeps one open sends `ping` now and then."""

from __future__ import annotations

import json
from typing import Final, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from ferrovia.client.errors import Cut, Refused, cut, unreachable
from ferrovia.client.link import Link
from ferrovia.client.position import Json, Position

LARGEST: Final = 4 * 2**20
"""Bytes of a message. Only all events of a long game come near it."""
OPEN_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 2.0


class Line:
    """Made by `open`: the server has welcomed it. `table` is what it said of the table, `position` how it stood then.

    Every method raises Cut once the socket is closed."""

    __slots__ = ("answers", "position", "socket", "table")

    def __init__(self, socket: ClientConnection, table: Json, position: Position) -> None:
        self.socket = socket
        self.table = table
        self.position = position
        self.answers: list[str] = []
        """What may answer a move here; an older server says nothing of it."""

    @classmethod
    async def open(cls, link: Link, since: int | None = None, back: bool = False, company: bool = False) -> Self:
        """`since`: the version last seen, whose later events are told. `back`: a stand-in shall hand back. `company`:
        `presence` and `said` messages come, too."""
        try:
            socket = await connect(
                link.socket,
                compression=None,
                max_size=LARGEST,
                open_timeout=OPEN_SECONDS,
                close_timeout=CLOSE_SECONDS,
                ping_interval=None,  # the server counts messages; it never sees ping frames
            )
        except (OSError, TimeoutError, WebSocketException) as error:
            raise unreachable(link.server, error) from None
        line = cls(socket, {}, Position({}))
        try:
            await line.greet(link.token, since, back, company)
        except BaseException:
            await line.close()
            raise
        return line

    async def greet(self, token: str | None, since: int | None, back: bool, company: bool) -> None:
        hello = {"type": "hello", "token": token, "since": since, "back": back}
        wanted = {"presence": True, "said": True} if company else {}
        await self.say({name: value for name, value in hello.items() if value is not None} | wanted)
        welcome = await self.hear()
        if welcome["type"] == "refused":
            raise Refused(welcome["code"], welcome["params"])
        self.table = welcome["table"]
        self.position = Position(welcome["position"])
        self.answers = welcome.get("answers", [])

    async def hear(self) -> Json:
        """The next message, decoded. May be cancelled: then the next call gets it."""
        try:
            message: Json = json.loads(await self.socket.recv())
        except ConnectionClosed as closed:
            raise cut_by(closed) from None
        return message

    async def say(self, message: Json) -> None:
        try:
            await self.socket.send(json.dumps(message))
        except ConnectionClosed as closed:
            raise cut_by(closed) from None

    async def move(self, key: str, position: Position, action: int | str) -> None:
        """Sends an action for the open decision of a position. The answer, heard later, names the key: `refused` and
        `accepted` as their `key`, an `update` under `answers`."""
        await self.say_move(move_message(key, position, action))

    async def say_move(self, message: Json) -> None:
        """The update that every move makes is answer enough, where the server knows that."""
        await self.say({**message, "answer": "update"} if "update" in self.answers else message)

    async def ping(self) -> None:
        await self.say({"type": "ping"})

    async def close(self) -> None:
        await self.socket.close()


def move_message(key: str, position: Position, action: int | str) -> Json:
    return {"type": "move", "key": key, "decision": position.decision, "action": action, "seat": position.seat}


def cut_by(closed: ConnectionClosed) -> Cut:
    return cut() if closed.rcvd is None else cut(closed.rcvd.code)
