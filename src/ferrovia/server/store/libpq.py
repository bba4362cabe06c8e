"""PostgreSQL asked through its own library, as psycopg wraps it: for what is done at every move, psycopg's cursors cost
more than the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psycopg import AsyncConnection


class Asker:
    """Carries out statements over a connection that commits by itself; not for two callers at once."""

    def __init__(self, connection: AsyncConnection[Any]) -> None:
        self.pgconn = connection.pgconn
        self.names: dict[str, bytes] = {}
        """Under which the database knows a statement."""

    async def ask(self, statement: str, params: Sequence[str]) -> None:
        """`params`: for $1, $2, … Returns when it is committed, or raises what psycopg would."""
        from psycopg.errors import InvalidSqlStatementName

        if statement not in self.names:
            await self.prepare(statement)
        try:
            await self.execute(statement, params)
        except InvalidSqlStatementName:  # psycopg forgets them all when it rolls something back
            self.names.clear()
            await self.prepare(statement)
            await self.execute(statement, params)

    async def prepare(self, statement: str) -> None:
        name = f"ferrovia_{len(self.names)}".encode()
        self.pgconn.send_prepare(name, statement.encode())
        await self.answer()
        self.names[statement] = name

    async def execute(self, statement: str, params: Sequence[str]) -> None:
        self.pgconn.send_query_prepared(self.names[statement], [param.encode() for param in params])
        await self.answer()

    async def answer(self) -> None:
        """Reads all that is answered, so that the connection can be used again even if that is an error."""
        from psycopg.errors import error_from_result
        from psycopg.pq import ExecStatus

        failure: Exception | None = None
        while self.pgconn.flush():
            await ready(self.pgconn.socket, also_to_write=True)
            self.pgconn.consume_input()
        while True:
            while self.pgconn.is_busy():
                await ready(self.pgconn.socket)
                self.pgconn.consume_input()
            result = self.pgconn.get_result()
            if result is None:
                break
            if result.status == ExecStatus.FATAL_ERROR:
                failure = error_from_result(result)
        if failure is not None:
            raise failure


async def heard(connection: AsyncConnection[Any]) -> AsyncIterator[str]:
    """What others say on the channels that a connection listens to. Ends with an error when it is lost."""
    pgconn = connection.pgconn
    with told_when_readable(pgconn.socket) as readable:
        while True:
            while (note := pgconn.notifies()) is not None:
                yield note.extra.decode()
            await readable.wait()
            readable.clear()
            pgconn.consume_input()


@contextmanager
def told_when_readable(socket: int) -> Iterator[asyncio.Event]:
    loop, readable = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(socket, readable.set)
    try:
        yield readable
    finally:
        loop.remove_reader(socket)


async def ready(socket: int, also_to_write: bool = False) -> None:
    """Returns when something can be read, or written if that is wanted."""
    loop = asyncio.get_running_loop()
    woken: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not woken.done():
            woken.set_result(None)

    loop.add_reader(socket, wake)
    if also_to_write:
        loop.add_writer(socket, wake)
    try:
        await woken
    finally:
        loop.remove_reader(socket)
        if also_to_write:
            loop.remove_writer(socket)
