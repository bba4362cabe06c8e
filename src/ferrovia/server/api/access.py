"""What every route needs: the services behind it, and who is asking."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request
from starlette.requests import HTTPConnection

from ferrovia.server.addresses import network_of
from ferrovia.server.core.errors import Denied
from ferrovia.server.core.outbox.answers import Failure
from ferrovia.server.core.tables import Tables
from ferrovia.server.core.tokens import is_token
from ferrovia.server.services import Services

FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure} for status in (403, 404, 409, 410, 413, 422, 429, 503)
}


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


def tables_of(request: Request) -> Tables:
    return services_of(request).tables


def address_of(connection: HTTPConnection) -> str:
    """The address of the client. Behind a trusted proxy, uvicorn has put in the real one."""
    host = connection.client.host if connection.client is not None else "unknown"
    return network_of(host)


def bearer(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token of `Authorization: Bearer …`; never in an address, where logs would keep it."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not is_token(token):
        raise Denied("token.seat")
    return token


def needed(token: Annotated[str | None, Depends(bearer)]) -> str:
    if token is None:
        raise Denied("token.seat")
    return token


def may_write(request: Request) -> None:
    if not services_of(request).writes.allows(address_of(request)):
        raise Denied("limit.moves")


def may_read(request: Request) -> None:
    """Reading is cheap, but an old game has to be replayed before it can be shown."""
    if not services_of(request).reads.allows(address_of(request)):
        raise Denied("limit.moves")


TheServices = Annotated[Services, Depends(services_of)]
TheTables = Annotated[Tables, Depends(tables_of)]
MaybeToken = Annotated[str | None, Depends(bearer)]
Token = Annotated[str, Depends(needed)]
TableId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")]
