"""Writes to PostgreSQL through one connection that is kept. What is one statement, as most moves are, is sent and
answered once."""

from __future__ import annotations

import select
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import TextClause
from sqlalchemy.dialects.postgresql import psycopg as dialects
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, IntegrityError, OperationalError

from ferrovia.server.store.libpq import Asker
from ferrovia.server.store.statements import Clause, Statement

if TYPE_CHECKING:
    from psycopg import AsyncConnection

DIALECT: Final[Any] = dialects.dialect()  # type: ignore[no-untyped-call]
NUMBERED: Final[Any] = dialects.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]


class PostgresWriter:
    def __init__(self, url: URL, options: Mapping[str, Any]) -> None:
        self.url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.options = options
        self.connection: AsyncConnection[Any] | None = None
        self.asker: Asker | None = None

    async def write(self, statements: Sequence[Statement]) -> None:
        """All of it in one transaction, or nothing. Raises what SQLAlchemy would; not for two callers at once."""
        import psycopg

        try:
            connection = await self.connect()
            if len(statements) == 1:  # a transaction by itself
                await self.carry_out_alone(connection, statements[0])
                return
            async with connection.transaction():
                for statement in statements:
                    await carry_out(connection, statement)
        except psycopg.IntegrityError as error:
            raise IntegrityError(None, None, error) from error
        except psycopg.DataError as error:
            raise DataError(None, None, error) from error
        except psycopg.Error as error:
            await self.close()
            raise OperationalError(None, None, error) from error
        except BaseException:
            await self.close()
            raise

    async def carry_out_alone(self, connection: AsyncConnection[Any], statement: Statement) -> None:
        clause, rows = statement
        if not isinstance(clause, TextClause) or len(rows) > 1:
            await carry_out(connection, statement)
            return
        if self.asker is None:
            self.asker = Asker(connection)
        query, names = numbered(clause)
        await self.asker.ask(query, [rows[0][name] for name in names])

    async def connect(self) -> AsyncConnection[Any]:
        import psycopg

        if self.connection is not None and not is_alive(self.connection):
            await self.close()
        if self.connection is None:
            self.connection = await psycopg.AsyncConnection.connect(self.url, autocommit=True, **self.options)
        return self.connection

    async def close(self) -> None:
        connection, self.connection, self.asker = self.connection, None, None
        if connection is not None:
            await connection.close()


async def carry_out(connection: AsyncConnection[Any], statement: Statement) -> None:
    clause, rows = statement
    if len(rows) == 1:
        await connection.execute(compiled(clause), rows[0])
        return
    async with connection.cursor() as cursor:
        await cursor.executemany(compiled(clause), rows)


def is_alive(connection: AsyncConnection[Any]) -> bool:
    """Whether nothing has come from the database since it last answered: it says only goodbye unasked."""
    if connection.closed:
        return False
    readable, _, _ = select.select([connection.fileno()], [], [], 0)
    return not readable


@lru_cache
def numbered(clause: TextClause) -> tuple[str, tuple[str, ...]]:
    """A statement with $1, $2, … and the names of what stands there. Only for texts."""
    made = clause.compile(dialect=NUMBERED)
    return str(made), tuple(made.positiontup or ())


@lru_cache
def compiled(clause: Clause) -> Any:
    return str(clause.compile(dialect=DIALECT))
