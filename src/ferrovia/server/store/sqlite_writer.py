"""Writes to SQLite through one connection in a thread of its own: each transaction changes threads once, and none waits
for another of this process."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from sqlalchemy.dialects import sqlite

from ferrovia.server.store.statements import Clause, Statement

DIALECT: Final = sqlite.dialect()


class SqliteWriter:
    def __init__(self, file: Path, pragmas: Sequence[str]) -> None:
        self.file = file
        self.pragmas = pragmas
        self.thread = ThreadPoolExecutor(1, "sqlite writer")
        self.connection: sqlite3.Connection | None = None

    async def write(self, statements: Sequence[Statement]) -> None:
        """All of it in one transaction, or nothing; then it raises what sqlite3 raises."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self.write_now, statements)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self.thread, self.close_now)
        self.thread.shutdown()

    # --- in its thread ------------------------------------------------------------------------------------
    def write_now(self, statements: Sequence[Statement]) -> None:
        try:
            if self.connection is None:
                self.connection = self.open_now()
            self.connection.execute("BEGIN IMMEDIATE")
            for clause, rows in statements:
                query, values = compiled(clause)
                self.connection.executemany(query, [values(row) for row in rows])
            self.connection.execute("COMMIT")
        except BaseException:
            self.close_now()  # which rolls back; and whatever is wrong with the connection, the next is a new one
            raise

    def open_now(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        for pragma in self.pragmas:
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def close_now(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None


@lru_cache
def compiled(clause: Clause) -> tuple[str, Callable[[Mapping[str, Any]], tuple[Any, ...]]]:
    """The SQL, and what takes its parameters out of a row, in order."""
    made: Any = clause.compile(dialect=DIALECT)
    names = made.positiontup or ()
    if len(names) > 1:
        return str(made), itemgetter(*names)
    return str(made), lambda row: tuple(row[name] for name in names)
