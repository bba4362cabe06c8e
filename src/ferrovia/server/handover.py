"""All sockets of a table at one worker: whichever worker the system gave a connection to hands it on to the one that
the table belongs to. Then nobody else has to hear what happens there.

Workers find each other in a folder that their server made for them. Each takes a free slot there, and a table belongs
to a slot. A connection that can't be handed on is served where it is: workers keep in step in any case."""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

FOLDER: Final = "FERROVIA_WORKERS_DIR"
"""The variable of the environment that names the folder."""
STATE: Final = "handover"
"""Under this name protocols find it in the state of the server."""
MOST_BYTES: Final = 64 * 1024
"""Of the head of a request."""
AGAIN: Final = 1.0
"""Seconds until a worker that found no slot looks again: the one before it is about to end."""

Take = Callable[[socket.socket, bytes], None]
"""Serves a connection whose first request has been read."""


class Handover:
    def __init__(self, folder: Path, workers: int, take: Take) -> None:
        self.folder = folder
        self.workers = workers
        self.take = take
        self.loop = asyncio.get_running_loop()
        self.slot: int | None = None
        self.lock: int | None = None
        self.door: socket.socket | None = None
        self.retry: asyncio.TimerHandle | None = None
        self.givers: set[socket.socket] = set()
        self.takers: dict[int, socket.socket] = {}

    def open(self) -> None:
        """Takes a slot; later, if none is free now."""
        self.retry = None
        self.slot = next((slot for slot in range(self.workers) if self.claim(slot)), None)
        if self.slot is None:
            self.retry = self.loop.call_later(AGAIN, self.open)
            return
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
        self.path(self.slot).unlink(missing_ok=True)
        self.door.bind(str(self.path(self.slot)))
        self.door.listen(self.workers)
        self.loop.add_reader(self.door.fileno(), self.welcome)

    def claim(self, slot: int) -> bool:
        """The system frees it when this process ends, however it ends."""
        lock = os.open(self.folder / f"{slot}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            return False
        self.lock = lock
        return True

    def close(self) -> None:
        if self.retry is not None:
            self.retry.cancel()
        for line in [self.door, *self.givers]:
            if line is not None:
                self.loop.remove_reader(line.fileno())
                line.close()
        for line in self.takers.values():
            line.close()
        if self.lock is not None:
            os.close(self.lock)

    def path(self, slot: int) -> Path:
        return self.folder / f"{slot}.socket"

    # --- giving -------------------------------------------------------------------------------------------
    def give(self, table: str, connection: int, head: bytes) -> bool:
        """Hands on the file descriptor of a connection. False if it has to be served here."""
        owner = owner_of(table, self.workers)
        if self.slot is None or owner == self.slot or len(head) > MOST_BYTES:
            return False
        for _ in range(2):  # the worker that was there may have been replaced
            try:
                socket.send_fds(self.taker(owner), [head], [connection])
                return True
            except BlockingIOError:  # it is too busy to take it
                return False
            except OSError:
                self.forget(owner)
        return False

    def taker(self, slot: int) -> socket.socket:
        line = self.takers.get(slot)
        if line is None:
            line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_NONBLOCK)
            self.takers[slot] = line
            line.connect(str(self.path(slot)))
        return line

    def forget(self, slot: int) -> None:
        line = self.takers.pop(slot, None)
        if line is not None:
            line.close()

    # --- taking -------------------------------------------------------------------------------------------
    def welcome(self) -> None:
        assert self.door is not None
        giver, _ = self.door.accept()
        giver.setblocking(False)
        self.givers.add(giver)
        self.loop.add_reader(giver.fileno(), self.receive, giver)

    def receive(self, giver: socket.socket) -> None:
        try:
            head, connections, _, _ = socket.recv_fds(giver, MOST_BYTES, 1)
        except BlockingIOError:
            return
        except OSError:
            head, connections = b"", []
        if not connections:
            self.loop.remove_reader(giver.fileno())
            self.givers.discard(giver)
            giver.close()
            return
        taken = socket.socket(fileno=connections[0])
        taken.setblocking(False)
        self.take(taken, head)


def owner_of(table: str, workers: int) -> int:
    """The slot that a table belongs to."""
    return zlib.crc32(table.encode()) % workers
