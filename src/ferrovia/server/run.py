"""Starting a server: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.supervisors import Multiprocess

from ferrovia.engine.errors import FerroviaError
from ferrovia.server import logs
from ferrovia.server.admin.upgrade import bring_up_to_date
from ferrovia.server.settings import Settings
from ferrovia.server.store import Database
from ferrovia.server.store.lock import Lock, using_alone
from ferrovia.server.text_frames import TextFrames
from ferrovia.server.timeouts import TimeoutProtocol

GRACE: Final = 5
"""Seconds that open requests may take to end when the server is told to stop."""
UNREAD_MS: Final = 60_000
"""Milliseconds after which the system ends a connection that takes no data; closing it would wait for ever."""
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"


class ServeError(FerroviaError):
    """The server can't be started with these settings."""


@contextmanager
def alone(settings: Settings) -> Iterator[Lock | None]:
    """Makes the data folder, and keeps other servers off a SQLite file in it. Raises a DatabaseError that names the
    server that was there first."""
    make_folder(settings)
    with using_alone(Database(settings.database_url), "ferrovia serve") as lock:
        yield lock


def make_folder(settings: Settings) -> None:
    try:
        settings.make_folder()
    except OSError as error:
        raise ServeError("serve.folder", {"folder": settings.data, "reason": error.strerror}) from None
    if not os.access(settings.data, os.W_OK):
        raise ServeError("serve.folder", {"folder": settings.data, "reason": "permission denied"})


def prepare(settings: Settings) -> Path | None:
    """Makes the data folder and brings the database up to date. Returns the backup that was made before, if one had to
    be. Raises a ServeError or a DatabaseError that says what is wrong."""
    make_folder(settings)

    async def migrate() -> Path | None:
        database = Database(settings.database_url)
        try:
            if settings.workers > 1 and not database.is_postgresql:
                raise ServeError("serve.workers")
            return await bring_up_to_date(database, settings.data)
        finally:
            await database.close()

    return asyncio.run(migrate())


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; accepted connections inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_MS)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ServeError("serve.port", {"host": host, "port": port, "reason": error.strerror}) from None
    return listening


def serve(settings: Settings, listening: socket.socket, proxies: str) -> None:
    """Serves until the process is told to stop."""
    settings.to_environment()
    logs.set_up(settings.log_level)
    config = uvicorn.Config(
        "ferrovia.server.app:from_environment",
        factory=True,
        workers=settings.workers,
        http=TimeoutProtocol,
        ws=TextFrames,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,  # updates are small; packing them costs more than sending them
        log_config=None,
        access_log=False,  # paths hold the ids of tables
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=GRACE,
    )
    if settings.workers == 1:
        uvicorn.Server(config).run(sockets=[listening])
        return
    folder = os.environ[METRICS_FOLDER] = tempfile.mkdtemp(prefix="ferrovia-metrics-")
    try:
        Workers(config, sockets=[listening]).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Workers(Multiprocess):
    """Starts another worker for one that died, and takes the dead one out of the metrics."""

    def keep_subprocess_alive(self) -> None:
        before = {worker.pid for worker in self.processes}
        super().keep_subprocess_alive()
        for pid in before - {worker.pid for worker in self.processes}:
            mark_process_dead(pid)  # type: ignore[no-untyped-call]
