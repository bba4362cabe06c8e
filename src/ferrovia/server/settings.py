"""How a server is set up. Worker processes get the same settings through the environment."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from ferrovia.server.store.database import sqlite_url

VARIABLE = "FERROVIA_SERVER"
FILE = "ferrovia.sqlite3"


class Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    data: Path = Path("ferrovia-data")
    database: str | None = Field(default=None, repr=False)  # a password may be in it
    root_path: str = ""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may open a socket, such as https://games.example.org."""
    workers: int = 1
    log_level: str = "info"
    bot_processes: int = Field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    bot_seconds: float = 1.0
    """How long the strongest bots may think about a move."""
    grace_seconds: float = 20.0
    """Seconds after a start in which nobody's time runs out, so that people can come back first."""
    body_bytes: int = 64 * 1024
    message_bytes: int = 8 * 1024
    tables_per_hour: int = 120
    """From one address."""
    sockets_per_address: int = 400
    """Sockets and long polls that one address may have open."""
    moves_per_second: float = 20.0
    """Over one socket, or from one address by HTTP."""
    unsent_messages: int = 64
    """That may wait for one socket before it is closed as too slow."""
    unsent_bytes: int = 256 * 1024
    """The same in bytes."""
    connections_per_address: int = 200
    """HTTP connections that one address may have open beside its sockets."""
    address_share: float = 10.0
    """How many times what one socket may send all sockets of an address may send together."""
    quick_bot_processes: int = 1
    """In which the bots think that need no time, so that they never wait behind those of `bot_processes`."""
    bot_budget: float | None = None
    """Seconds that the strongest bots of a server may think together in every second; None: as many as they have
    processes. Where many are asked at once, each thinks for less."""

    @property
    def database_url(self) -> str:
        return self.database or sqlite_url(self.data / FILE)

    def make_folder(self) -> None:
        """Closed to other users: the secrets of all deals will lie in it."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)

    def to_environment(self) -> None:
        os.environ[VARIABLE] = self.model_dump_json()

    @classmethod
    def from_environment(cls) -> Settings:
        return cls.model_validate_json(os.environ[VARIABLE])
