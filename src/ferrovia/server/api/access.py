"""What every route needs: the services behind it, and who is asking."""

from __future__ import annotations

from typing import Annotated, Any, Final

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


FORWARDING: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""Headers by which a proxy says that it passes on what somebody else has asked."""
REPLAY = 3
"""What playing a log again counts beside other reading."""


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


# What routes depend on is async, though nothing is awaited: FastAPI runs everything else in threads, and whoever sends
# many requests would have them take the processor from the event loop.
async def the_services(request: Request) -> Services:
    return services_of(request)


async def the_tables(request: Request) -> Tables:
    return services_of(request).tables


def address_of(connection: HTTPConnection) -> str:
    """The address of the client. Behind a trusted proxy, uvicorn has put in the real one."""
    host = connection.client.host if connection.client is not None else "unknown"
    return network_of(host)


async def the_address(request: Request) -> str:
    return address_of(request)


async def bearer(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token of `Authorization: Bearer …`; never in an address, where logs would keep it."""
    if authorization is None:
        return None
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() != "bearer" or not is_token(token):
        raise Denied("token.seat")
    return token


async def needed(token: Annotated[str | None, Depends(bearer)]) -> str:
    if token is None:
        raise Denied("token.seat")
    return token


async def may_write(request: Request) -> None:
    if not services_of(request).writes.allows(address_of(request)):
        raise Denied("limit.moves")


async def may_read(request: Request) -> None:
    """Reading is cheap, but an old game has to be replayed before it can be shown."""
    if not services_of(request).reads.allows(address_of(request)):
        raise Denied("limit.moves")


def directly(request: Request) -> None:
    """For whoever keeps the server, and not for those who come through its proxy: a proxy says that it is one."""
    if any(name in request.headers for name in FORWARDING):
        raise Denied("route.missing")


def check_replay(connection: HTTPConnection) -> None:
    """A log that has to be read and played again takes more than a table at hand."""
    if not services_of(connection).reads.allows(address_of(connection), REPLAY):
        raise Denied("limit.moves")


TheServices = Annotated[Services, Depends(the_services)]
TheTables = Annotated[Tables, Depends(the_tables)]
Address = Annotated[str, Depends(the_address)]
MaybeToken = Annotated[str | None, Depends(bearer)]
Token = Annotated[str, Depends(needed)]
TableId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{22}$")]
