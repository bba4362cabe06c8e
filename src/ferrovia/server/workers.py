"""The worker processes of one server, and how they share its connections."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from pathlib import Path
from typing import Any, Final

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors import multiprocess as supervisor

from ferrovia.server.handover import FOLDER, STATE, Handover
from ferrovia.server.writing_protocol import WritingProtocol

TABLE: Final = re.compile(rb".*/api/tables/([\w-]{22})/live(?:\?.*)?")


class Worker(supervisor.Process):
    @property
    def server(self) -> uvicorn.Server:
        if self._server is None:
            self._server = WorkerServer(config=self.config)
        return self._server


supervisor.Process = Worker  # type: ignore[misc]  # uvicorn offers no other way to say what its workers are


class Workers(Multiprocess):
    """Starts another worker for one that died, and takes the dead one out of the metrics."""

    def keep_subprocess_alive(self) -> None:
        before = {worker.pid for worker in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {worker.pid for worker in self.processes}:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]


class WorkerServer(uvicorn.Server):
    """One of several: it takes over what the others hand on to it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.taking: set[asyncio.Task[Any]] = set()
        self.handover = Handover(Path(os.environ[FOLDER]), self.config.workers, self.take)
        self.handover.open()
        self.lifespan.state[STATE] = self.handover

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.handover.close()
        await super().shutdown(sockets)

    def take(self, connection: socket.socket, head: bytes) -> None:
        protocol: WritingProtocol = self.config.ws_protocol_class(  # type: ignore[assignment,misc,call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        protocol.head = head
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(lambda: protocol, connection))
        self.taking.add(task)
        task.add_done_callback(self.taking.discard)


class HandingProtocol(HttpToolsProtocol):
    """Gives the socket of a table to the worker that has it."""

    def handle_websocket_upgrade(self) -> None:
        if not self.hand_over():
            super().handle_websocket_upgrade()

    def hand_over(self) -> bool:
        handover: Handover | None = self.app_state.get(STATE)
        table = None if handover is None else TABLE.fullmatch(self.url)
        if handover is None or table is None:
            return False
        connection = self.transport.get_extra_info("socket")
        if not handover.give(table[1].decode(), connection.fileno(), self.head()):
            return False
        self.transport.abort()  # of this process's share in it
        return True

    def head(self) -> bytes:
        lines = [self.scope["method"].encode() + b" " + self.url + b" HTTP/1.1"]
        lines += [name + b": " + value for name, value in self.scope["headers"]]
        return b"\r\n".join([*lines, b"", b""])
