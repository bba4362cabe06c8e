"""The processes of a server, as the operating system sees them."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from server.serving import Server

Found = TypeVar("Found")


def pid_of(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def parents() -> dict[int, int]:
    """Who started whom: every living process."""
    found: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it ended meanwhile
            continue
        if state != "Z":
            found[int(file.parent.name)] = int(parent)
    return found


def children(pid: int) -> set[int]:
    """Pythons that a process started by `multiprocessing`: workers of a server, thinkers of a worker."""
    return {child for child, parent in parents().items() if parent == pid and "spawn_main" in command_of(child)}


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def until(look: Callable[[], Found], seconds: float = 30) -> Found:
    """What is found as soon as it is there and true."""
    end = time.monotonic() + seconds
    while True:
        found = look()
        if found:
            return found
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


@contextmanager
def frozen(server: Server) -> Iterator[None]:
    """A server of one process that notices nothing for a while, as on a machine that hangs."""
    os.kill(pid_of(server), signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid_of(server), signal.SIGCONT)


def die() -> None:
    """For a process whose every start fails."""
    os.kill(os.getpid(), signal.SIGKILL)
