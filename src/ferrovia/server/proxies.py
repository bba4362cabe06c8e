"""Proxies that are believed when they say whose request they pass on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ferrovia.server.addresses import network_of

FORWARDED: Final = b"x-forwarded-for"


class Proxies:
    """The proxies that are believed, before a request has come as far as uvicorn's middleware for them."""

    def __init__(self, app: Any) -> None:
        self.trusted = app.trusted_hosts if isinstance(app, ProxyHeadersMiddleware) else None

    def __contains__(self, peer: str) -> bool:
        return self.trusted is not None and peer in self.trusted

    def client(self, peer: str, headers: Iterable[tuple[bytes, bytes]]) -> str:
        """Whose request it is: the peer's own, or of whoever a trusted proxy says."""
        if self.trusted is None or peer not in self.trusted:
            return network_of(peer)
        forwarded = b", ".join(value for name, value in headers if name == FORWARDED).decode("latin1")
        host = self.trusted.get_trusted_client_address(forwarded)[0] if forwarded else ""
        return network_of(host or peer)
