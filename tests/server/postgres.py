"""A PostgreSQL of our own for the tests, made from Debian's programs: in a temporary folder, without any network."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final, Literal, LiteralString
from urllib.parse import quote

import psycopg

INSTALLED: Final = Path("/usr/lib/postgresql")
MISSING: Final = (
    "PostgreSQL's programs are missing. Install them: apt-get install postgresql (make test does it for root)"
)
START_SECONDS: Final = "60"
SETTINGS: Final = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 300
# What a process has written outlives its death, the database's own too; only a power cut would need fsync, and no test
# cuts the power. A commit still means that the log was written before it is answered.
fsync = off
"""


class Missing(Exception):
    """PostgreSQL is not installed."""


def programs() -> Path:
    """The folder of the newest version's programs."""
    found = [path.parent for path in INSTALLED.glob("*/bin/initdb") if (path.parent / "pg_ctl").exists()]
    if found:
        return max(found, key=lambda folder: float(folder.parent.name))
    elsewhere = shutil.which("initdb")
    if elsewhere is None or shutil.which("pg_ctl") is None:
        raise Missing(MISSING)
    return Path(elsewhere).resolve().parent


def owner() -> str | None:
    """PostgreSQL refuses to run as root: somebody harmless runs it then."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Postgres:
    """A private instance. It may be stopped and started again: addresses and data stay."""

    def __init__(self) -> None:
        self.programs = programs()
        self.owner = owner()
        self.folder = Path(tempfile.mkdtemp(prefix="ferrovia-postgres-", dir="/tmp"))  # a socket's path is short
        self.data = self.folder / "data"
        self.numbers = itertools.count(1)
        if self.owner is not None:
            shutil.chown(self.folder, self.owner)

    def run(self, program: str, *args: str) -> None:
        more: dict[str, Any] = {}
        if self.owner is not None:
            more = {"user": self.owner, "group": pwd.getpwnam(self.owner).pw_gid, "extra_groups": ()}
        command = [str(self.programs / program), "--pgdata", str(self.data), *args]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd="/", env={**os.environ, "LC_ALL": "C"}, check=False, **more
        )
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}{self.log}"

    @property
    def log(self) -> str:
        file = self.folder / "log"
        return file.read_text() if file.exists() else ""

    def create(self) -> Postgres:
        self.run("initdb", "--username=ferrovia", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write(SETTINGS.format(folder=self.folder))
        return self

    def start(self) -> None:
        """Returns when it takes connections."""
        self.run("pg_ctl", "start", "--wait", "--timeout", START_SECONDS, "--log", str(self.folder / "log"))

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        """`fast` cuts every connection and ends tidily; `immediate` is a crash, repaired at the next start."""
        self.run("pg_ctl", "stop", "--wait", "--timeout", START_SECONDS, "--mode", how)

    def close(self) -> None:
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- databases --------------------------------------------------------------------------------------
    def url(self, database: str) -> str:
        return f"postgresql://ferrovia@/{database}?host={quote(str(self.folder), safe='')}"

    def new_database(self) -> str:
        """The URL of an empty one."""
        name = f"ferrovia_{next(self.numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as line:
            line.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)


def ask(url: str, query: LiteralString, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query, committed."""
    with psycopg.connect(url, autocommit=True) as line:
        cursor = line.execute(query, values)
        return cursor.fetchall() if cursor.description is not None else []
