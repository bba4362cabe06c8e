"""A cable between a client and a server: it can be cut, in the middle of a message too, or go silent."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal, Self

Way = Literal["up", "down"]
"""Towards the server, or towards the client."""


class Wire:
    """`async with Wire(port) as wire`: connections to `wire.port` go on to the server's port."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.port = 0
        self.connections = 0
        self.cuts = 0
        self.door: asyncio.Server | None = None
        self.ends: set[asyncio.StreamWriter] = set()
        self.silenced: set[asyncio.StreamWriter] = set()
        self.pumps: set[asyncio.Task[None]] = set()
        self.armed: dict[Way, float] = {}

    async def __aenter__(self) -> Self:
        self.door = await asyncio.start_server(self.connect, "127.0.0.1", self.port)
        self.port = self.door.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.door is not None
        self.door.close()
        self.cut()
        await asyncio.gather(*self.pumps, return_exceptions=True)
        await self.door.wait_closed()

    def cut(self) -> None:
        """All connections at once, without a goodbye."""
        self.cuts += 1
        for end in self.ends:
            end.transport.abort()

    def silence(self) -> None:
        """Nothing arrives any more over the connections there are, and nobody is told."""
        self.silenced |= self.ends

    def cut_inside_next(self, way: Way, share: float) -> None:
        """Of whatever is sent next that way, only the first part arrives; then everything is cut."""
        self.armed[way] = share

    async def connect(self, client_reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        try:
            server_reader, server = await asyncio.open_connection("127.0.0.1", self.server_port)
        except OSError:
            client.transport.abort()
            return
        self.connections += 1
        self.ends |= {client, server}
        pumps = {
            asyncio.create_task(self.pump(client_reader, server, "up")),
            asyncio.create_task(self.pump(server_reader, client, "down")),
        }
        self.pumps |= pumps
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for end in (client, server):
            end.transport.abort()
        await asyncio.wait(pumps)
        self.pumps -= pumps
        self.ends -= {client, server}

    async def pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if writer in self.silenced:
                    continue
                share = self.armed.pop(way, None)
                if share is not None:
                    writer.write(data[: int(len(data) * share)])
                    await asyncio.sleep(0)  # what was written goes out before the end does
                    self.cut()
                    return
                writer.write(data)
                await writer.drain()
